import { formatNumber } from '#kernel/formats'
import { type Count, type TodoKind, todoKinds } from '#contracts/desk'
import { useAccount } from '#parts/accounts'
import { Link } from '#ui/navigation/link.tsx'
import { useShop } from '#ui/shop.tsx'
import { isPageFor } from '../../account/dashboard-menu.ts'
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

/** What waits, each as a way to where it is done. What an account may not do is not its to do. */
export function Todo({ todo }: { todo: Record<TodoKind, Count> }) {
  const account = useAccount()
  const { locale } = useShop()
  const own = todoKinds.filter(kind => todo[kind].count > 0 && isPageFor(account, ways[kind].split('?')[0] ?? ''))
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
                <span className={styles.count}>{isMore ? texts.more(written) : written}</span>
                <span>{texts.kinds[kind]}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
