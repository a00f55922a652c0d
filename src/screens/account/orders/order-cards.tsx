import { useState } from 'react'
import type { Order } from '#contracts/ordering'
import { DeleteOrder } from './delete-order.tsx'
import styles from './my-orders-page.module.css'
import { OrderCard } from '#parts/ordering'

type OrderCardsProps = {
  orders: readonly Order[]
  level: 2 | 3
  /** Called when an order is gone: the button that had the focus went with its card. */
  onDeleted: () => void
}

/** Orders as cards; unpaid ones can be deleted, after a question. */
export function OrderCards({ orders, level, onDeleted }: OrderCardsProps) {
  const [doomed, setDoomed] = useState<Order>()
  return (
    <>
      <ul role="list" className={styles.cards}>
        {orders.map(order => (
          <OrderCard key={order._id} order={order} level={level} onDelete={() => setDoomed(order)} />
        ))}
      </ul>
      <DeleteOrder order={doomed} onClose={() => setDoomed(undefined)} onDeleted={onDeleted} />
    </>
  )
}
