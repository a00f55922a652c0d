import { useState } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router'
import { useAccount } from '#parts/accounts'
import { ordersForItself } from '../dashboard/menu.ts'
import { Button, LinkButton } from '#ui/controls/button.tsx'
import { useDate } from '#ui/data/date.tsx'
import type { Order } from '#contracts/ordering'
import { orderAgainPath } from '#rules/ordering'
import { ordersTexts } from '#texts/ordering'
import { listsTexts } from '../lists/lists.texts.ts'
import { PutIntoBasket } from '../lists/put-into-basket.tsx'
import { SaveAsList } from '../lists/save-as-list.tsx'
import { DeleteOrder } from './delete-order.tsx'
import styles from './order-actions.module.css'
import { Acts, OrderFrame } from '#parts/ordering'
import { standingOf } from './standing.ts'

/** One order, as its customer sees it. Admins have a page of their own. */
export default function OrderPage() {
  const { orderId = '' } = useParams()
  const account = useAccount()
  if (!ordersForItself(account)) return <Navigate to={`/dashboard/allOrders/${orderId}`} replace />
  return (
    <OrderFrame orderId={orderId} list={{ label: ordersTexts.myOrders, to: '/dashboard/order' }} Actions={Actions} />
  )
}

function Actions({ order }: { order: Order }) {
  const [isAsking, setAsking] = useState(false)
  const navigate = useNavigate()
  const date = useDate()
  const { paymentState, reservedUntil } = order
  const isOpen = paymentState === 'unpaid'
  const again = orderAgainPath(order)
  return (
    <Acts title={ordersTexts.standing} order={order}>
      <p>
        {isOpen && reservedUntil
          ? ordersTexts.heldUntil(date(reservedUntil))
          : ordersTexts.standings[standingOf(order)]}
      </p>
      <div className={styles.actions}>
        {isOpen && (
          <LinkButton to={`/dashboard/payment/${order._id}`} variant="primary" wide>
            {ordersTexts.payNow}
          </LinkButton>
        )}
        {isOpen && (
          <Button wide onClick={() => setAsking(true)}>
            {ordersTexts.delete}
          </Button>
        )}
        {order.paid && (
          <LinkButton to={`/dashboard/order/${order._id}/receipt`} wide>
            {ordersTexts.receipt}
          </LinkButton>
        )}
        {!isOpen && <PutIntoBasket from={{ order: order._id }} label={listsTexts.orderAgain} wide />}
        <SaveAsList of={{ order: order._id }} variant="quiet" wide />
        {again && !isOpen && (
          <LinkButton to={again} variant="quiet" wide>
            {ordersTexts.orderAgain}
          </LinkButton>
        )}
      </div>
      <DeleteOrder
        order={isAsking ? order : undefined}
        onClose={() => setAsking(false)}
        onDeleted={() => void navigate('/dashboard/order', { replace: true })}
      />
    </Acts>
  )
}
