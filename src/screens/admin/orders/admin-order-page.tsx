import { useState } from 'react'
import { useParams } from 'react-router'
import { may } from '#kernel/access'
import { useAccount } from '#parts/accounts'
import type { Dispute, Order } from '#contracts/ordering'
import { Button, LinkButton } from '#ui/controls/button.tsx'
import { useDate } from '#ui/data/date.tsx'
import { useMoney } from '#ui/data/price.tsx'
import { cancellationsTexts, ordersAdminTexts as texts, ordersTexts } from '#texts/ordering'
import { allMoneyGoesBack, linesToPack, mayShip } from '#rules/ordering'
import { Acts, CancelDialog, DeliverDialog, FreeUnitsDialog, OrderFrame, RefundDialog } from '#parts/ordering'
import styles from '../../account/orders/order-actions.module.css'
import { ShipmentDialog } from '#parts/ordering'

/** One order, as staff see it: to pack, to ship, to give money back. */
export default function AdminOrderPage() {
  const { orderId = '' } = useParams()
  return (
    <OrderFrame
      orderId={orderId}
      list={{ label: texts.allOrders, to: '/dashboard/allOrders' }}
      Actions={Actions}
      isAdmin
    />
  )
}

type Act = 'ship' | 'deliver' | 'refund' | 'free-units' | 'cancel'

/** What can be done with the order now, the next step first. */
function Actions({ order, disputes }: { order: Order; disputes: readonly Dispute[] }) {
  const [act, setAct] = useState<Act>()
  const date = useDate()
  const money = useMoney()
  const close = () => setAct(undefined)
  const account = useAccount()
  const { fulfilmentState, paymentState } = order
  const isOpen = paymentState === 'unpaid'
  const dispute = disputes.find(({ keepsMoney }) => keepsMoney)
  // What is disputed can still be shipped, by whoever knows why; it is not the next step.
  const next = dispute ? 'plain' : 'primary'
  const ships = may(account, 'shipping')
  const canShip = ships && mayShip(paymentState) && !allMoneyGoesBack(order)
  const isToLeave = linesToPack(order).length > 0
  // Of a paid order, the money that belongs to the units goes back.
  const canRefund = may(account, 'refunds') && mayShip(paymentState) && order.refundable > 0 && !dispute
  const canCancel = may(account, 'cancellations') && (isOpen || canRefund)
  return (
    <Acts title={texts.todo} order={order}>
      <p>
        {isOpen && order.reservedUntil
          ? texts.heldUntil(date(order.reservedUntil))
          : standingOf(order, dispute, amount => money(amount, order.currency))}
        {order.own && ` ${texts.ownOrder}`}
      </p>
      <div className={styles.actions}>
        {isOpen && order.own && (
          <LinkButton to={`/dashboard/payment/${order._id}`} variant="primary" wide>
            {ordersTexts.payNow}
          </LinkButton>
        )}
        {isOpen && may(account, 'cancellations') && (
          <Button wide onClick={() => setAct('free-units')}>
            {texts.freeUnits}
          </Button>
        )}
        {fulfilmentState === 'open' && canShip && isToLeave && (
          <Button variant={next} wide onClick={() => setAct('ship')}>
            {order.parcels.length > 0 ? texts.shipRest : texts.ship}
          </Button>
        )}
        {fulfilmentState === 'shipped' && ships && (
          <Button variant={paymentState === 'refunded' ? 'plain' : 'primary'} wide onClick={() => setAct('deliver')}>
            {texts.deliver}
          </Button>
        )}
        {fulfilmentState === 'shipped' && canShip && (
          <Button wide onClick={() => setAct('ship')}>
            {texts.correct}
          </Button>
        )}
        {canCancel && isToLeave && (
          <Button wide onClick={() => setAct('cancel')}>
            {cancellationsTexts.open}
          </Button>
        )}
        {order.refundable > 0 && !dispute && may(account, 'refunds') && (
          <Button wide onClick={() => setAct('refund')}>
            {texts.refund}
          </Button>
        )}
        {order.paid && (
          <LinkButton to={`/dashboard/order/${order._id}/receipt`} variant="quiet" wide>
            {ordersTexts.receipt}
          </LinkButton>
        )}
      </div>
      <ShipmentDialog order={order} open={act === 'ship'} onClose={close} />
      <DeliverDialog order={order} open={act === 'deliver'} onClose={close} />
      <RefundDialog order={order} open={act === 'refund'} onClose={close} />
      <FreeUnitsDialog order={order} open={act === 'free-units'} onClose={close} />
      <CancelDialog order={order} open={act === 'cancel'} onClose={close} />
    </Acts>
  )
}

type InMoney = (amount: number) => string

function standingOf(order: Order, dispute: Dispute | undefined, inMoney: InMoney): string {
  const { paymentState, fulfilmentState, refundable, refunded, price } = order
  const isUnderWay = fulfilmentState === 'shipped'
  if (paymentState === 'cancelled' || paymentState === 'expired') return texts.isClosed[paymentState]
  if (dispute) return dispute.standing === 'lost' ? texts.disputeWasLost : texts.isDisputed
  // A refund of it may have failed after it was done.
  if (paymentState === 'refunded' && refunded < price) {
    if (refundable > 0) return texts.allBackButFailed(inMoney(refundable))
    return isUnderWay ? texts.allOnWayBackShipped : texts.allOnWayBack
  }
  if (paymentState === 'refunded') return isUnderWay ? texts.allBackShipped : texts.allBack
  if (fulfilmentState === 'shipped') return texts.onItsWay
  if (fulfilmentState === 'delivered') return texts.arrived
  if (allMoneyGoesBack(order)) return texts.allOnWayBack
  if (linesToPack(order).length === 0) return texts.nothingToShip
  if (order.parcels.length > 0) return texts.partOnItsWay
  return order.paid ? texts.toShip : texts.toShipOnAccount
}
