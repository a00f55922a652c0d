import { joined } from '#kernel/sentence'
import { formatNumber } from '#kernel/formats'
import { Button, LinkButton } from '#ui/controls/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { DateTime, useDate } from '#ui/data/date.tsx'
import { Fact } from '#ui/data/fact.tsx'
import { Price } from '#ui/data/price.tsx'
import { useShop } from '#ui/shop.tsx'
import { priceListsOf } from '../placing/line-price.rules.ts'
import type { Order } from '../orders/orders.contract.ts'
import { orderAgainPath } from '../orders/orders.rules.ts'
import { ordersTexts } from '../orders/orders.texts.ts'
import styles from './order-card.module.css'
import { FulfilmentBadge, PaymentBadge } from './order-badges.tsx'
import { sumOfOrder } from './order-lists.ts'
import { OrderPicture } from './order-picture.tsx'
import { useExtras } from './order-sum.tsx'

type OrderCardProps = {
  order: Order
  /** Of its heading, below that of the list it stands in. */
  level: 2 | 3
  onDelete?: () => void
}

/** One order in a list: what, how many, how much, how it stands, and what can be done with it. */
export function OrderCard({ order, level, onDelete }: OrderCardProps) {
  const { locale } = useShop()
  const Heading = `h${level}` as const
  const priceLists = priceListsOf(order.lines)
  return (
    <li className={classNames(styles.card, order.paymentState === 'expired' && styles.expired)}>
      <OrderPicture img={order.img} className={styles.picture} />
      <div className={styles.what}>
        <Heading className={styles.name}>{ordersTexts.contents(order)}</Heading>
        <dl className={styles.facts}>
          <Fact name={ordersTexts.orderNumber}>
            <code>{order.number}</code>
          </Fact>
          <Fact name={ordersTexts.placedAt}>
            <DateTime value={order.placedAt} />
          </Fact>
          {order.purchaseOrderReference && <Fact name={ordersTexts.reference}>{order.purchaseOrderReference}</Fact>}
          {order.lines.length > 1 ? (
            <Fact name={ordersTexts.orderedLines}>{ordersTexts.linesOf(formatNumber(order.lines.length, locale))}</Fact>
          ) : (
            <Fact name={ordersTexts.orderedQuantity}>{formatNumber(order.quantity, locale)}</Fact>
          )}
          {priceLists.length > 0 && <Fact name={ordersTexts.priceList}>{joined(priceLists, ', ')}</Fact>}
          {order.transactionId && (
            <Fact name={ordersTexts.transactionId}>
              <code>{order.transactionId}</code>
            </Fact>
          )}
          {order.carrier && <Fact name={ordersTexts.carrier}>{order.carrier}</Fact>}
          {order.tracking && (
            <Fact name={ordersTexts.tracking}>
              <code>{order.tracking}</code>
            </Fact>
          )}
          {order.paymentState === 'unpaid' && <SumFacts order={order} />}
          {order.refunded > 0 && (
            <Fact name={ordersTexts.refunded}>
              <Price amount={order.refunded} currency={order.currency} />
            </Fact>
          )}
        </dl>
      </div>
      <div className={styles.state}>
        <Price amount={order.price} currency={order.currency} size="large" />
        <p className={styles.badges}>
          <PaymentBadge order={order} />
          <FulfilmentBadge order={order} />
        </p>
      </div>
      <Actions order={order} onDelete={onDelete} />
    </li>
  )
}

/** What is to be paid, taken apart, beside PAY NOW. */
function SumFacts({ order }: { order: Order }) {
  const sum = sumOfOrder(order)
  const { shipping, taxes } = useExtras(sum)
  return (
    <>
      <Fact name={ordersTexts.goods}>
        <Price amount={sum.goods} currency={sum.currency} />
      </Fact>
      <Fact name={shipping.name}>{shipping.amount}</Fact>
      {taxes.map(({ name, amount }) => (
        <Fact key={name} name={name}>
          {amount}
        </Fact>
      ))}
    </>
  )
}

function Actions({ order, onDelete }: { order: Order; onDelete: (() => void) | undefined }) {
  const { number } = order
  const name = ordersTexts.contents(order)
  const again = orderAgainPath(order)
  if (order.paymentState === 'unpaid') return <UnpaidActions order={order} onDelete={onDelete} />
  return (
    <div className={styles.actions}>
      <DetailsLink order={order} />
      {order.paid && (
        <LinkButton
          to={`/dashboard/order/${order._id}/receipt`}
          variant="quiet"
          size="small"
          aria-label={ordersTexts.receiptNamed(number)}
        >
          {ordersTexts.receipt}
        </LinkButton>
      )}
      {order.paymentState === 'expired' && again && (
        <LinkButton to={again} variant="quiet" size="small" aria-label={ordersTexts.orderAgainNamed(name)}>
          {ordersTexts.orderAgain}
        </LinkButton>
      )}
    </div>
  )
}

function UnpaidActions({ order, onDelete }: { order: Order; onDelete: (() => void) | undefined }) {
  const { number } = order
  const name = ordersTexts.contents(order)
  const date = useDate()
  return (
    <div className={styles.actions}>
      {order.reservedUntil && <p className={styles.held}>{ordersTexts.heldUntil(date(order.reservedUntil))}</p>}
      <DetailsLink order={order} />
      {onDelete && (
        <Button size="small" onClick={onDelete} aria-label={ordersTexts.deleteNamed(name, number)}>
          {ordersTexts.delete}
        </Button>
      )}
      <LinkButton
        to={`/dashboard/payment/${order._id}`}
        variant="primary"
        size="small"
        aria-label={ordersTexts.payNowNamed(name, number)}
      >
        {ordersTexts.payNow}
      </LinkButton>
    </div>
  )
}

function DetailsLink({ order }: { order: Order }) {
  return (
    <LinkButton
      to={`/dashboard/order/${order._id}`}
      variant="quiet"
      size="small"
      aria-label={ordersTexts.detailsNamed(order.number)}
    >
      {ordersTexts.details}
    </LinkButton>
  )
}
