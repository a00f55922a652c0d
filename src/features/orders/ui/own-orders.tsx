import { SectionTitle } from '#ui/page-title.tsx'
import { ordersTexts } from '../orders.texts.ts'
import styles from './my-orders-page.module.css'
import { OrderCard } from './order-card.tsx'
import { splitOrders } from './order-lists.ts'
import { useOrders } from './order-queries.ts'

/** An admin's own orders, on the account page until All Orders exists. Nothing when there are none. */
export function OwnOrders() {
  const { data } = useOrders()
  const { current } = splitOrders(data ?? [])
  if (current.length === 0) return null
  return (
    <section>
      <SectionTitle>{ordersTexts.adminOrdersTitle}</SectionTitle>
      <p className={styles.note}>{ordersTexts.adminOrdersText}</p>
      <ul role="list" className={styles.cards}>
        {current.map(order => (
          <OrderCard key={order._id} order={order} />
        ))}
      </ul>
    </section>
  )
}
