import { type ReactNode, useEffect, useRef } from 'react'
import type { Refund } from '#contracts/payments'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { DateTime } from '#ui/date.tsx'
import { Fact } from '#ui/fact.tsx'
import { Picture } from '#ui/picture.tsx'
import { Price } from '#ui/price.tsx'
import { useShop } from '#ui/shop.tsx'
import type { Order } from '../orders.contract.ts'
import type { RefundState } from '../orders.rules.ts'
import { ordersTexts } from '../orders.texts.ts'
import { sumOfOrder } from './order-lists.ts'
import { OrderSum } from './order-sum.tsx'
import styles from './order-sheet.module.css'
import { Timeline } from './timeline.tsx'

/** An order's page: what can be done with it, what it is, and for whom; on a wide page the goods stand at the left. */
export function OrderSheet({
  order,
  refunds,
  children,
}: {
  order: Order
  refunds: readonly Refund[]
  /** What can be done with it. */
  children: ReactNode
}) {
  return (
    <div className={styles.sheet}>
      <div className={styles.acts}>{children}</div>
      <div className={styles.main}>
        <Goods order={order} />
        {refunds.length > 0 && <Refunds refunds={refunds} />}
        <Part title={ordersTexts.timelineTitle}>
          <Timeline orderId={order._id} />
        </Part>
      </div>
      <div className={styles.people}>
        <People order={order} />
      </div>
    </div>
  )
}

/** A part of the page, with its heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card as="section" className={styles.part}>
      <h2>{title}</h2>
      {children}
    </Card>
  )
}

/** The part with what can be done. When a step takes its own button away, reading goes on here. */
export function Acts({ title, order, children }: { title: string; order: Order; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const state = `${order.paymentState} ${order.fulfilmentState}`
  const before = useRef(state)
  useEffect(() => {
    if (before.current !== state && document.activeElement === document.body) heading.current?.focus()
    before.current = state
  }, [state])
  return (
    <Card as="section" className={styles.part}>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </Card>
  )
}

function Goods({ order }: { order: Order }) {
  const { locale } = useShop()
  const inWords = (quantity: number) => quantity.toLocaleString(locale)
  return (
    <Part title={ordersTexts.goodsTitle}>
      <ul role="list" className={styles.lines}>
        {order.lines.map(line => (
          <li key={line.position}>
            <Picture picture={null} src={line.img} alt="" className={styles.picture ?? ''} />
            <div className={styles.what}>
              <strong>{line.toolName}</strong>
              {line.partNumber && <code>{line.partNumber}</code>}
              <span className={styles.soft}>
                {inWords(line.quantity)} × <Price amount={line.unitPrice} currency={order.currency} />
              </span>
              {line.returned > 0 && (
                <span>
                  <Badge>{ordersTexts.returned(inWords(line.returned))}</Badge>
                </span>
              )}
            </div>
            <Price amount={order.pricesIncludeTax ? line.gross : line.net} currency={order.currency} />
          </li>
        ))}
      </ul>
      <OrderSum sum={sumOfOrder(order)} />
      {order.refunded > 0 && (
        <p className={styles.back}>
          <span>{ordersTexts.refunded}</span>
          <Price amount={-order.refunded} currency={order.currency} />
        </p>
      )}
    </Part>
  )
}

const refundTones: Record<RefundState, BadgeTone> = { requested: 'maybe', done: 'ok', failed: 'bad' }

function Refunds({ refunds }: { refunds: readonly Refund[] }) {
  const { locale } = useShop()
  return (
    <Part title={ordersTexts.refundsTitle}>
      <ul role="list" className={styles.refunds}>
        {refunds.map(refund => (
          <li key={refund._id}>
            <p className={styles.refund}>
              <Price amount={refund.amount} currency={refund.currency} />
              <Badge tone={refundTones[refund.state]}>{ordersTexts.refundStates[refund.state]}</Badge>
              <span className={styles.soft}>
                <DateTime value={refund.doneAt ?? refund.requestedAt} />
              </span>
            </p>
            {refund.cause === 'order-closed' && <p>{ordersTexts.refundOfClosed}</p>}
            {refund.state === 'failed' && <p className={styles.failed}>{ordersTexts.refundFailedText[refund.cause]}</p>}
            {refund.reason && <p>{refund.reason}</p>}
            {refund.returned.map(({ position, quantity, toolName }) => (
              <p key={position} className={styles.soft}>
                {ordersTexts.refundReturned(quantity.toLocaleString(locale), toolName)}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </Part>
  )
}

/** Who ordered, where it goes, and by whom. */
function People({ order }: { order: Order }) {
  return (
    <>
      <Part title={ordersTexts.buyer}>
        <address className={styles.address}>
          <strong>{order.company}</strong>
          <span>{order.name}</span>
          <a href={`mailto:${order.email}`}>{order.email}</a>
          <a href={`tel:${order.phone.replaceAll(/[^+\d]/g, '')}`}>{order.phone}</a>
        </address>
        <dl className={styles.facts}>
          {order.purchaseOrderReference && <Fact name={ordersTexts.reference}>{order.purchaseOrderReference}</Fact>}
          {order.vatNumber && <Fact name={ordersTexts.vatNumber}>{order.vatNumber}</Fact>}
          {order.transactionId && (
            <Fact name={ordersTexts.transactionId}>
              <code>{order.transactionId}</code>
            </Fact>
          )}
        </dl>
      </Part>
      <Part title={ordersTexts.deliverTo}>
        <p className={styles.place}>{order.address}</p>
        <dl className={styles.facts}>
          <Fact name={ordersTexts.carrier}>{order.carrier ?? ordersTexts.notShippedYet}</Fact>
          {order.tracking && (
            <Fact name={ordersTexts.tracking}>
              <code>{order.tracking}</code>
            </Fact>
          )}
        </dl>
      </Part>
    </>
  )
}
