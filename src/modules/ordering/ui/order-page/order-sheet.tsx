import { joined } from '#kernel/sentence'
import { may } from '#kernel/access'
import { formatNumber } from '#kernel/formats'
import { useAccount } from '#parts/accounts'
import { type ReactNode, useEffect, useRef } from 'react'
import { Badge } from '#ui/data/badge.tsx'
import { Fact } from '#ui/data/fact.tsx'
import { Price } from '#ui/data/price.tsx'
import { useShop } from '#ui/shop.tsx'
import { catalogueTexts } from '#texts/catalogue'
import type { Dispute } from '../../disputes/disputes.contract.ts'
import type { Refund } from '../../refunds/refunds.contract.ts'
import type { Order } from '../../orders/orders.contract.ts'
import { dialled } from '../../addresses/phone.rules.ts'
import { ordersTexts } from '../../orders/orders.texts.ts'
import { deliveryOf } from '../../delivery/delivery.rules.ts'
import { deliveryTexts } from '../../delivery/delivery.texts.ts'
import { OrderNotes } from '../../notes/order-notes.tsx'
import { DisputeList } from '../../disputes/dispute-list.tsx'
import { LinePriceList } from '../line-price-list.tsx'
import { sumOfOrder } from '../order-lists.ts'
import { Part } from '../../page/part.tsx'
import { OrderPicture } from '../order-picture.tsx'
import { OrderSum } from '../order-sum.tsx'
import { Parcels } from './parcels.tsx'
import styles from '../../page/order-page.module.css'
import { RefundList } from '../../refunds/refund-list.tsx'
import { Timeline } from './timeline.tsx'

/** An order's page: what can be done with it, what it is, and for whom; on a wide page the goods stand at the left. */
export function OrderSheet({
  order,
  refunds,
  disputes,
  children,
}: {
  order: Order
  refunds: readonly Refund[]
  /** For admins alone; without them, the page is its customer's. */
  disputes: readonly Dispute[] | undefined
  /** What can be done with it. */
  children: ReactNode
}) {
  return (
    <div className={styles.sheet}>
      <div className={styles.acts} data-print="no">
        {children}
      </div>
      <div className={styles.main}>
        {disputes && disputes.length > 0 && (
          // A printed order goes along with the goods, and this is not for whoever unpacks them.
          <div data-print="no">
            <DisputeList disputes={disputes} />
          </div>
        )}
        <Goods order={order} />
        {refunds.length > 0 && <RefundList order={order} refunds={refunds} isAdmin={disputes !== undefined} />}
        {disputes && (
          <div data-print="no">
            <OrderNotes orderId={order._id} />
          </div>
        )}
        <Part title={ordersTexts.timelineTitle}>
          <Timeline orderId={order._id} isOwn={disputes === undefined} />
        </Part>
      </div>
      <div className={styles.people}>
        <People order={order} isAdmin={disputes !== undefined} />
      </div>
    </div>
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
    <Part title={title} headingRef={heading}>
      {children}
    </Part>
  )
}

function Goods({ order }: { order: Order }) {
  const { locale } = useShop()
  const inWords = (quantity: number) => formatNumber(quantity, locale)
  const isInParts = order.fulfilmentState === 'open' && order.parcels.length > 0
  return (
    <Part title={ordersTexts.goodsTitle}>
      <ul role="list" className={styles.lines}>
        {order.lines.map(line => (
          <li key={line.position}>
            <OrderPicture img={line.img} className={styles.picture} />
            <div className={styles.what}>
              <strong>{line.toolName}</strong>
              {line.partNumber && <code>{line.partNumber}</code>}
              <span className={styles.soft}>
                {inWords(line.quantity)} × <Price amount={line.unitPrice} currency={order.currency} />{' '}
                {line.unit !== 'each' && catalogueTexts.perUnit(line)}
              </span>
              <LinePriceList line={line} currency={order.currency} className={styles.soft} />
              {line.fit && <LineFit fit={line.fit} />}
              {line.reference && <span className={styles.soft}>{ordersTexts.lineReference(line.reference)}</span>}
              {(line.returned + line.cancelled > 0 || isInParts) && (
                <span className={styles.badges}>
                  {isInParts && line.shipped > 0 && (
                    <Badge tone="ink">{ordersTexts.shippedUnits(inWords(line.shipped))}</Badge>
                  )}
                  {line.cancelled > 0 && <Badge>{ordersTexts.cancelledUnits(inWords(line.cancelled))}</Badge>}
                  {line.returned > 0 && <Badge>{ordersTexts.returned(inWords(line.returned))}</Badge>}
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

/** For which vehicle it was bought, and what the buyer was told then. */
function LineFit({ fit }: { fit: NonNullable<Order['lines'][number]['fit']> }) {
  return (
    <span className={styles.soft}>
      {ordersTexts.lineVehicle(fit.vehicle)}
      {fit.acknowledged.length > 0 && <>. {ordersTexts.lineAcknowledged(joined(fit.acknowledged, ' · '))}</>}
    </span>
  )
}

/** A link where it can be dialled; an order from before that was asked for may have anything. */
function PhoneNumber({ order: { phone, phoneNumber, phoneIsDoubtful } }: { order: Order }) {
  const number = dialled(phone, phoneNumber)
  return (
    <>
      {number ? <a href={`tel:${number}`}>{phone}</a> : <span>{phone}</span>}
      {phoneIsDoubtful && <small className={styles.soft}>{deliveryTexts.doubtfulPhone}</small>}
    </>
  )
}

/** Who ordered, where it goes, and by whom. */
function People({ order, isAdmin }: { order: Order; isAdmin: boolean }) {
  const account = useAccount()
  return (
    <>
      <Part title={ordersTexts.buyer}>
        <address className={styles.address}>
          <strong>{order.company}</strong>
          <span>{order.name}</span>
          <a href={`mailto:${order.email}`}>{order.email}</a>
          {order.phone && <PhoneNumber order={order} />}
        </address>
        <dl className={styles.facts}>
          {order.boughtFor && <Fact name={ordersTexts.boughtFor}>{order.boughtFor}</Fact>}
          {order.purchaseOrderReference && <Fact name={ordersTexts.reference}>{order.purchaseOrderReference}</Fact>}
          {order.vatNumber && <Fact name={ordersTexts.vatNumber}>{order.vatNumber}</Fact>}
          {order.notes && (
            <Fact name={ordersTexts.notes}>
              <span className={styles.place}>{order.notes}</span>
            </Fact>
          )}
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
          <Fact name={deliveryTexts.method}>{deliveryOf(order)}</Fact>
        </dl>
        <Parcels order={order} isAdmin={isAdmin && may(account, 'shipping')} />
      </Part>
    </>
  )
}
