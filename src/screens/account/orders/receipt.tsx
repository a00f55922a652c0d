import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'
import { DateTime, useDate } from '#ui/data/date.tsx'
import { Fact } from '#ui/data/fact.tsx'
import { Price, useMoney } from '#ui/data/price.tsx'
import { useShop } from '#ui/shop.tsx'
import type { Order, Refund } from '#contracts/ordering'
import type { Content } from '#rules/content'
import { deliveryOf } from '#rules/ordering'
import { deliveryTexts, ordersTexts } from '#texts/ordering'
import { LinePriceList, OrderSum, PaperHead, paperClass, sumOfOrder } from '#parts/ordering'
import styles from './receipt.module.css'

type Seller = Content['shop']

type ReceiptProps = { order: Order; refunds: readonly Refund[]; seller: Seller; title: string }

/** One sheet: who sold what to whom, when, for how much, and by which transaction. */
export function Receipt({ order, refunds, seller, title }: ReceiptProps) {
  return (
    <article className={classNames(paperClass, styles.receipt)}>
      <PaperHead seller={seller}>
        <div className={styles.title}>
          <h1>{title}</h1>
          <p>{order.number}</p>
        </div>
      </PaperHead>
      <Standing order={order} />
      <div className={styles.facts}>
        <Facts name={ordersTexts.buyer}>
          <strong>{order.company}</strong>
          <span>{order.name}</span>
          <span>{order.email}</span>
          <span>{order.phone}</span>
          {order.vatNumber && (
            <span>
              {ordersTexts.vatNumber} {order.vatNumber}
            </span>
          )}
        </Facts>
        <Facts name={ordersTexts.deliverTo}>
          <span className={styles.address}>{order.address}</span>
        </Facts>
        <Dates order={order} />
      </div>
      <Lines order={order} />
      <div className={styles.sum}>
        <OrderSum sum={sumOfOrder(order)} />
        <Refunds refunds={refunds.filter(refund => refund.state === 'done')} />
      </div>
      {order.transactionId && (
        <p className={styles.transaction}>
          {ordersTexts.transactionId} <code>{order.transactionId}</code>
        </p>
      )}
    </article>
  )
}

/** What this paper is not. */
function Standing({ order }: { order: Order }) {
  const money = useMoney()
  if (order.refunded > 0) {
    return <p className={styles.note}>{ordersTexts.refundedNote(money(order.refunded, order.currency))}</p>
  }
  if (order.paid) return null
  const isOpen = order.paymentState === 'unpaid' || order.paymentState === 'on-account'
  return <p className={styles.note}>{isOpen ? ordersTexts.notPaid : ordersTexts.notPaidAnymore}</p>
}

function Dates({ order }: { order: Order }) {
  return (
    <dl>
      <Fact className={styles.fact} name={ordersTexts.orderNumber}>
        <code>{order.number}</code>
      </Fact>
      <Fact className={styles.fact} name={ordersTexts.placedAt}>
        <DateTime value={order.placedAt} precision="paper" />
      </Fact>
      {order.paidAt && (
        <Fact className={styles.fact} name={ordersTexts.paidAt}>
          <DateTime value={order.paidAt} precision="paper" />
        </Fact>
      )}
      <Fact className={styles.fact} name={deliveryTexts.method}>
        {deliveryOf(order)}
      </Fact>
      {order.carrier && (
        <Fact className={styles.fact} name={ordersTexts.carrier}>
          {order.carrier}
        </Fact>
      )}
      {order.tracking && (
        <Fact className={styles.fact} name={ordersTexts.tracking}>
          <code>{order.tracking}</code>
        </Fact>
      )}
      {order.purchaseOrderReference && (
        <Fact className={styles.fact} name={ordersTexts.reference}>
          {order.purchaseOrderReference}
        </Fact>
      )}
    </dl>
  )
}

/** Money that went back, each with its day, below what was paid. */
function Refunds({ refunds }: { refunds: readonly Refund[] }) {
  const date = useDate()
  if (refunds.length === 0) return null
  return (
    <dl className={styles.refunds}>
      {refunds.map(({ _id, amount, currency, doneAt }) => (
        <div key={_id}>
          <dt>{doneAt ? ordersTexts.refundedOn(date(doneAt, 'day')) : ordersTexts.refunded}</dt>
          <dd>
            <Price amount={-amount} currency={currency} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A column with one thing to say. */
function Facts({ name, children }: { name: string; children: ReactNode }) {
  return (
    <dl>
      <Fact className={styles.fact} name={name}>
        {children}
      </Fact>
    </dl>
  )
}

function Lines({ order }: { order: Order }) {
  const { locale } = useShop()
  // As priced, so that the column adds up to the goods below it.
  const amountOf = (line: Order['lines'][number]) => (order.pricesIncludeTax ? line.gross : line.net)
  return (
    <table className={styles.lines}>
      <thead>
        <tr>
          <th scope="col">{ordersTexts.item}</th>
          <th scope="col">{ordersTexts.quantity}</th>
          <th scope="col">{ordersTexts.unitPrice}</th>
          <th scope="col">{ordersTexts.amount}</th>
        </tr>
      </thead>
      <tbody>
        {order.lines.map((line, position) => (
          <tr key={position}>
            <th scope="row">
              {line.toolName}
              {line.partNumber && <code>{line.partNumber}</code>}
              <LinePriceList line={line} currency={order.currency} className={styles.job} />
              {line.reference && <span className={styles.job}>{ordersTexts.lineReference(line.reference)}</span>}
            </th>
            <td>{line.quantity.toLocaleString(locale)}</td>
            <td>
              <Price amount={line.unitPrice} currency={order.currency} />
            </td>
            <td>
              <Price amount={amountOf(line)} currency={order.currency} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
