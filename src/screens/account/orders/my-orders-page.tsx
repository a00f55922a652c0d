import { type RefObject, useRef } from 'react'
import { Navigate } from 'react-router'
import { useAccount } from '#parts/accounts'
import { LinkButton } from '#ui/controls/button.tsx'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { Empty } from '#ui/feedback/empty.tsx'
import { PageTitle } from '#ui/navigation/page-title.tsx'
import type { Order } from '#contracts/ordering'
import { ordersTexts } from '#texts/ordering'
import styles from './my-orders-page.module.css'
import { OrderCard, splitOrders, useOrders } from '#parts/ordering'
import { ordersForItself } from '../dashboard/menu.ts'
import { OrderCards } from './order-cards.tsx'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import { ReadFailed } from '#ui/feedback/read-failed.tsx'

/** What the account has ordered: to pay, to delete, to look up. Staff find theirs under All Orders. */
export default function MyOrdersPage() {
  return ordersForItself(useAccount()) ? <MyOrders /> : <Navigate to="/dashboard" replace />
}

function MyOrders() {
  const orders = useOrders()
  // When a card goes, so does the button that had the focus: reading goes on at the list.
  const list = useRef<HTMLDivElement>(null)
  return (
    <>
      <DocumentHead title={ordersTexts.myOrders} hiddenFromSearch />
      <PageTitle>
        {ordersTexts.myOrders} {orders.data && <Count of={splitOrders(orders.data).current.length} />}
      </PageTitle>
      <div ref={list} tabIndex={-1} className={styles.list}>
        {orders.isPending && <Placeholders count={3} className={styles.cards} each={styles.placeholder} />}
        {orders.isError && !orders.data && (
          <ReadFailed
            title={ordersTexts.ordersFailed}
            error={orders.error}
            isTrying={orders.isFetching}
            onTry={() => void orders.refetch()}
          />
        )}
        {orders.data && <Lists orders={orders.data} list={list} />}
      </div>
    </>
  )
}

function Count({ of }: { of: number }) {
  return <span className={styles.count}>{of}</span>
}

function Lists({ orders, list }: { orders: Order[]; list: RefObject<HTMLElement | null> }) {
  const { current, expired } = splitOrders(orders)
  return (
    <>
      {current.length === 0 && (
        <Empty
          title={ordersTexts.noOrders}
          action={
            <LinkButton to="/shop" variant="primary">
              {ordersTexts.findTools}
            </LinkButton>
          }
        >
          <p>{ordersTexts.noOrdersNext}</p>
        </Empty>
      )}
      <OrderCards orders={current} level={2} onDeleted={() => list.current?.focus()} />
      {expired.length > 0 && (
        <section className={styles.expired}>
          <h2>{ordersTexts.expiredTitle}</h2>
          <p>{ordersTexts.expiredText}</p>
          <ul role="list" className={styles.cards}>
            {expired.map(order => (
              <OrderCard key={order._id} order={order} level={3} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
