import { type ComponentType, useEffect, useRef } from 'react'
import { Breadcrumb } from '#ui/navigation/breadcrumb.tsx'
import { DateTime } from '#ui/data/date.tsx'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { kitTexts } from '#ui/kit.texts.ts'
import { PageTitle } from '#ui/navigation/page-title.tsx'
import { ReadFailed } from '#ui/feedback/read-failed.tsx'
import { useShop } from '#ui/shop.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import type { Dispute } from '../../disputes/disputes.contract.ts'
import type { Refund } from '../../refunds/refunds.contract.ts'
import type { Order } from '../../orders/orders.contract.ts'
import { ordersTexts } from '../../orders/orders.texts.ts'
import { NoSuchOrder, isGone } from './no-such-order.tsx'
import { FulfilmentBadge, PaymentBadge } from '../order-badges.tsx'
import styles from './order-frame.module.css'
import { useDisputes } from '../../disputes/use-disputes.ts'
import { useOrder, useOrderRefresh } from '../../page/order-queries.ts'
import { useRefunds } from '../../refunds/use-refunds.ts'
import { OrderSheet } from './order-sheet.tsx'
import { paperClass } from '../paper/paper.ts'

type OrderFrameProps = {
  orderId: string
  /** The list that leads here. */
  list: { label: string; to: string }
  /** With what only admins see and do. */
  isAdmin?: boolean
  /** What can be done with the order. */
  Actions: ComponentType<{ order: Order; disputes: readonly Dispute[] }>
}

/** Reads an order with its refunds and shows its page, for its customer as for admins. */
export function OrderFrame({ orderId, list, Actions, isAdmin = false }: OrderFrameProps) {
  const { name } = useShop()
  const order = useOrder(orderId)
  const refunds = useRefunds(orderId)
  const disputes = useDisputes(orderId, isAdmin)
  useRefreshAfterRefunds(orderId, refunds.data)
  if (order.isError && isGone(order.error)) return <NoSuchOrder />
  const failed = [order, refunds, disputes].find(read => read.error && !read.data)
  if (failed?.error) {
    const retry = () => void Promise.all([order.refetch(), refunds.refetch(), isAdmin && disputes.refetch()])
    return (
      <ReadFailed title={ordersTexts.orderFailed} error={failed.error} isTrying={failed.isFetching} onTry={retry} />
    )
  }
  if (!order.data || !refunds.data || (isAdmin && !disputes.data)) return <Placeholder />
  const { number } = order.data
  return (
    <div className={paperClass}>
      <DocumentHead title={ordersTexts.order(number)} hiddenFromSearch />
      <p className={styles.shop}>{name}</p>
      <Breadcrumb items={[list, { label: ordersTexts.order(number) }]} />
      <PageTitle
        lead={
          <span className={styles.lead}>
            <PaymentBadge order={order.data} />
            <FulfilmentBadge order={order.data} />
            <span>
              {ordersTexts.placedAt} <DateTime value={order.data.placedAt} />
            </span>
          </span>
        }
      >
        {ordersTexts.order(number)}
      </PageTitle>
      <OrderSheet order={order.data} refunds={refunds.data} disputes={disputes.data}>
        <Actions order={order.data} disputes={disputes.data ?? []} />
      </OrderSheet>
    </div>
  )
}

/**
 * When a refund ends, so do the order's amounts, units and timeline as they were read. It may have ended before it was
 * ever seen under way, after the order was read: what counts is which ones have ended, and how.
 */
function useRefreshAfterRefunds(orderId: string, refunds: readonly Refund[] | undefined): void {
  const refresh = useOrderRefresh()
  const ended = refunds
    ?.filter(({ state }) => state !== 'requested')
    .map(({ _id, state, tries }) => `${_id} ${state} ${tries}`)
    .join()
  const before = useRef(ended)
  useEffect(() => {
    const hasChanged = before.current !== undefined && ended !== before.current
    before.current = ended
    if (hasChanged) void refresh(orderId)
  }, [ended, orderId, refresh])
}

function Placeholder() {
  return (
    <div role="status" className={styles.waiting}>
      <span className="visually-hidden">{kitTexts.loading}</span>
      <Skeleton shape="title" />
      <Skeleton shape="line" />
      <Skeleton className={styles.block ?? ''} />
      <Skeleton className={styles.block ?? ''} />
    </div>
  )
}
