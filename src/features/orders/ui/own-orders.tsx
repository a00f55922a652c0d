import { useRef } from 'react'
import { SectionTitle } from '#ui/page-title.tsx'
import { ordersTexts } from '../orders.texts.ts'
import styles from './my-orders-page.module.css'
import { OrderCards } from './order-cards.tsx'
import { splitOrders } from './order-lists.ts'
import { useOrders } from './order-queries.ts'

/** An admin's own orders, on the account page until All Orders exists. Nothing when there are none. */
export function OwnOrders() {
  const { data } = useOrders()
  const list = useRef<HTMLElement>(null)
  const { current } = splitOrders(data ?? [])
  if (current.length === 0) return null
  return (
    <section ref={list} tabIndex={-1}>
      <SectionTitle>{ordersTexts.adminOrdersTitle}</SectionTitle>
      <p className={styles.note}>{ordersTexts.adminOrdersText}</p>
      <OrderCards orders={current} level={3} onDeleted={() => list.current?.focus()} />
    </section>
  )
}
