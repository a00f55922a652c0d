import { formatNumber } from '#kernel/formats'
import type { Count } from '#contracts/desk'
import { type TodoKind, todoOf } from '#rules/desk'
import { todoTexts } from '#texts/desk'
import { useAccount } from '#parts/accounts'
import { Link } from '#ui/navigation/link.tsx'
import { useShop } from '#ui/shop.tsx'
import styles from './overview.module.css'
import { overviewTexts as texts } from './overview.texts.ts'

/** Where each is done. */
const ways: Record<TodoKind, string> = {
  toShip: '/dashboard/allOrders?state=open',
  lateToShip: '/dashboard/allOrders?state=open',
  unpaid: '/dashboard/allOrders?state=unpaid',
  lowStock: '/dashboard/lowStock',
  reviews: '/dashboard/manageReviews',
  imports: '/dashboard/imports',
  failedRefunds: '/dashboard/allOrders?state=paid',
  failedMail: '/dashboard/overview',
}

/** What waits for the account, each as a way to where it is done. */
export function Todo({ todo }: { todo: Record<TodoKind, Count> }) {
  const account = useAccount()
  const { locale } = useShop()
  const own = todoOf(account, todo)
  return (
    <section>
      <h2 className={styles.head}>{texts.todo}</h2>
      {own.length === 0 && <p>{texts.nothing}</p>}
      <ul role="list" className={styles.tiles}>
        {own.map(kind => {
          const { count, isMore } = todo[kind]
          const written = formatNumber(count, locale)
          return (
            <li key={kind}>
              <Link to={ways[kind]} className={styles.todo ?? ''}>
                <span className={styles.count}>{isMore ? todoTexts.more(written) : written}</span>
                <span>{todoTexts.kinds[kind]}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
