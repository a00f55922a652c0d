import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { AnswerOf } from '#kernel/endpoint'
import { formatNumber } from '#kernel/formats'
import { contentContract } from '#contracts/content'
import { type ordersContract, paymentsContract } from '#contracts/ordering'
import { CardPart } from './card-part.tsx'
import {
  isGone,
  NoSuchOrder,
  OrderPicture,
  OrderSum,
  sumOfOrder,
  useOrder,
  useOrderRefresh,
  useOrdersHome,
} from '#parts/ordering'
import { LinkButton } from '#ui/controls/button.tsx'
import { call } from '#ui/calls/call.ts'
import { useDate } from '#ui/data/date.tsx'
import { Price } from '#ui/data/price.tsx'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { Empty } from '#ui/feedback/empty.tsx'
import { kitTexts } from '#ui/kit.texts.ts'
import { ReadFailed } from '#ui/feedback/read-failed.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { useShop } from '#ui/shop.tsx'
import { orderAgainPath } from '#rules/ordering'
import { ordersTexts, paymentsTexts } from '#texts/ordering'
import { PaidNotice } from './paid-notice.tsx'
import { whyNoCard } from './payment-outcome.ts'
import styles from './payment-page.module.css'

type Order = AnswerOf<typeof ordersContract.getOrder>

/** An unpaid order is looked at again: its money may come by another tab, or late from a bank. */
const lookAgainMs = 15_000
/** Sooner, while the provider has said yes and the shop has not. */
const lookSoonMs = 3_000
/** How long the shop may take to note what the provider has said before the page tells that it is late. */
const patienceMs = 5_000

/** One order, and its card payment. Whatever has become of the order meanwhile, the page says it. */
export default function PaymentPage() {
  const { orderId = '' } = useParams()
  // Another order is another payment: nothing of the one may stand on the other's page.
  return <Payment key={orderId} orderId={orderId} />
}

function Payment({ orderId }: { orderId: string }) {
  const [money, setMoney] = useState<{ transactionId: string; isNoted: boolean }>()
  // The provider has said yes here, whoever tells the shop of it first.
  const [hasPaid, setPaid] = useState(false)
  const order = useOrder(orderId, { askAgainMs: money ? lookSoonMs : lookAgainMs })
  const refresh = useOrderRefresh()

  if (order.isError && isGone(order.error)) return <NoSuchOrder />
  if (order.isError && !order.data) {
    return (
      <ReadFailed
        title={paymentsTexts.page.failed}
        error={order.error}
        isTrying={order.isFetching}
        onTry={() => void order.refetch()}
      />
    )
  }
  if (!order.data) return <Placeholder />

  const { data } = order
  const isOpen = data.paymentState === 'unpaid' && !money
  const settle = async (transactionId: string) => {
    setPaid(true)
    const body = { transactionId, ...(data.tools_id && { tool: data.tools_id }) }
    const report = call(paymentsContract.reportPayment, { params: { id: orderId }, body })
    // Success is told when every other page of the shop says so too. Where the report fails or takes long, the provider
    // has the money and tells the shop by itself; until then the page looks at the order.
    const late = new Promise<boolean>(resolve => setTimeout(() => resolve(false), patienceMs))
    const isNoted = await Promise.race([report.then(() => true).catch(() => false), late])
    setMoney({ transactionId, isNoted })
    await refresh(orderId)
  }
  return (
    <>
      <DocumentHead title={paymentsTexts.page.title(data.number)} hiddenFromSearch />
      <div className={styles.head}>
        <p className={styles.hello}>{paymentsTexts.page.hello(data.name)}</p>
        <h1>
          {isOpen
            ? paymentsTexts.page.pleasePay(ordersTexts.contents(data))
            : paymentsTexts.page.orderOf(ordersTexts.contents(data))}
        </h1>
      </div>
      <div className={styles.sheet}>
        <Bill order={data} />
        <div className={styles.pay}>
          {data.paid || money ? (
            <PaidNotice
              orderId={orderId}
              transactionId={money?.transactionId ?? data.transactionId}
              isJustPaid={hasPaid}
              isLate={money !== undefined && !money.isNoted && !data.paid}
            />
          ) : (
            <Open order={data} onPaid={settle} />
          )}
        </div>
      </div>
    </>
  )
}

/** What is to be paid, taken apart. */
function Bill({ order }: { order: Order }) {
  const { locale } = useShop()
  return (
    <section className={styles.bill} aria-label={paymentsTexts.page.bill}>
      <div className={styles.goods}>
        <OrderPicture img={order.img} className={styles.picture} />
        <p>
          <strong>{ordersTexts.contents(order)}</strong>
          <span>
            {order.lines.length > 1
              ? ordersTexts.linesOf(formatNumber(order.lines.length, locale))
              : paymentsTexts.page.quantity(order.quantity)}
          </span>
          <code>{order.number}</code>
        </p>
      </div>
      {order.lines.length > 1 && (
        <ul role="list" className={styles.lines} aria-label={paymentsTexts.page.lines}>
          {order.lines.map(line => (
            <li key={line.position}>
              <span>{paymentsTexts.page.line(formatNumber(line.quantity, locale), line.toolName)}</span>
              <Price amount={order.pricesIncludeTax ? line.gross : line.net} currency={order.currency} />
            </li>
          ))}
        </ul>
      )}
      <OrderSum sum={sumOfOrder(order)} />
    </section>
  )
}

/** The card, or why there is none. */
function Open({ order, onPaid }: { order: Order; onPaid: (transactionId: string) => Promise<void> }) {
  const date = useDate()
  const home = useOrdersHome(order._id)
  const config = useQuery({
    queryKey: ['config'],
    queryFn: () => call(contentContract.getConfig, {}),
    staleTime: Infinity,
  })
  if (order.paymentState !== 'unpaid') {
    const why = whyNoCard(order)
    return (
      <Empty
        title={why.title}
        action={
          <LinkButton to={orderAgainPath(order) ?? '/shop'} variant="primary">
            {paymentsTexts.page.orderAgain}
          </LinkButton>
        }
      >
        <p>{why.text}</p>
      </Empty>
    )
  }
  if (config.isError) {
    return (
      <ReadFailed
        title={paymentsTexts.page.failed}
        error={config.error}
        isTrying={config.isFetching}
        onTry={() => void config.refetch()}
      />
    )
  }
  return (
    <>
      {config.data ? (
        <CardPart order={order} config={config.data.payments} onPaid={onPaid} />
      ) : (
        <Skeleton className={styles.card ?? ''} />
      )}
      {order.reservedUntil && <p className={styles.held}>{paymentsTexts.page.heldUntil(date(order.reservedUntil))}</p>}
      <LinkButton to={home.to} variant="quiet">
        {paymentsTexts.page.payLater(home.name)}
      </LinkButton>
    </>
  )
}

function Placeholder() {
  return (
    <div role="status">
      <span className="visually-hidden">{kitTexts.loading}</span>
      <div className={styles.head}>
        <Skeleton shape="line" />
        <Skeleton shape="title" />
      </div>
      <div className={styles.sheet}>
        <Skeleton className={styles.placeholder ?? ''} />
        <Skeleton className={styles.placeholder ?? ''} />
      </div>
    </div>
  )
}
