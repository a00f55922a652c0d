import { contentContract } from '#contracts/content'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { Button, LinkButton } from '#ui/controls/button.tsx'
import { call } from '#ui/calls/call.ts'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { kitTexts } from '#ui/kit.texts.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { ordersTexts } from '#texts/ordering'
import { isGone, NoSuchOrder, useOrder, useOrdersHome, useRefunds } from '#parts/ordering'
import { ReadFailed } from '#ui/feedback/read-failed.tsx'
import styles from './receipt-page.module.css'
import { Receipt } from './receipt.tsx'

/** The paper of an order, for the books. */
export default function ReceiptPage() {
  const { orderId = '' } = useParams()
  const order = useOrder(orderId)
  const refunds = useRefunds(orderId)
  const home = useOrdersHome(orderId)
  const content = useQuery({
    queryKey: ['content'],
    queryFn: () => call(contentContract.getContent, {}),
    staleTime: Infinity,
  })
  if (order.isError && isGone(order.error)) return <NoSuchOrder />
  const failed = [order, refunds, content].find(read => read.isError && !read.data)
  if (failed?.error) {
    const retry = () => void Promise.all([order.refetch(), refunds.refetch(), content.refetch()])
    return <ReadFailed title={ordersTexts.loadFailed} error={failed.error} isTrying={failed.isFetching} onTry={retry} />
  }
  if (!order.data || !refunds.data || !content.data) return <Placeholder />
  const title = order.data.paid ? ordersTexts.receiptTitle : ordersTexts.unpaidTitle
  return (
    <>
      <DocumentHead title={`${title} ${order.data.number}`} hiddenFromSearch />
      <div className={styles.bar} data-print="no">
        <LinkButton to={home.to} variant="quiet">
          {home.label}
        </LinkButton>
        {order.data.paymentState === 'unpaid' && order.data.own && (
          <LinkButton to={`/dashboard/payment/${orderId}`} variant="primary">
            {ordersTexts.payNow}
          </LinkButton>
        )}
        <Button variant={order.data.paid ? 'primary' : 'plain'} onClick={() => window.print()}>
          {ordersTexts.print}
        </Button>
      </div>
      <Receipt order={order.data} refunds={refunds.data} seller={content.data.shop} title={title} />
    </>
  )
}

function Placeholder() {
  return (
    <div role="status" className={styles.placeholder}>
      <span className="visually-hidden">{kitTexts.loading}</span>
      <Skeleton shape="title" />
      <Skeleton shape="row" />
      <Skeleton shape="row" />
      <Skeleton shape="row" />
    </div>
  )
}
