import { Badge, type BadgeTone } from '#ui/data/badge.tsx'
import type { Order } from '../orders/orders.contract.ts'
import { type FulfilmentState, type PaymentState, shownFulfilment } from '../orders/orders.rules.ts'
import { linesToPack } from '../shipments/packing.rules.ts'
import { ordersTexts, paymentText } from '../orders/orders.texts.ts'

const paymentTones: Record<PaymentState, BadgeTone> = {
  unpaid: 'maybe',
  'on-account': 'maybe',
  paid: 'ok',
  'part-refunded': 'ok',
  refunded: 'neutral',
  cancelled: 'neutral',
  expired: 'neutral',
}

const fulfilmentTones: Record<FulfilmentState, BadgeTone> = { open: 'neutral', shipped: 'ink', delivered: 'ok' }

/** How the money of an order stands. */
export function PaymentBadge({ order }: { order: Pick<Order, 'paymentState'> & Partial<Pick<Order, 'paid'>> }) {
  const { paymentState, paid } = order
  const tone = paymentState === 'on-account' && paid ? 'ok' : paymentTones[paymentState]
  return <Badge tone={tone}>{paymentText(order)}</Badge>
}

/** How its goods stand; nothing while there is nothing to send. */
export function FulfilmentBadge({
  order,
}: {
  order: Pick<Order, 'paymentState' | 'fulfilmentState' | 'lines' | 'parcels'>
}) {
  const state = shownFulfilment(order)
  if (state === 'open' && order.parcels.length > 0) {
    const { partShipped, fulfilmentStates } = ordersTexts
    return <Badge tone="ink">{linesToPack(order).length > 0 ? partShipped : fulfilmentStates.shipped}</Badge>
  }
  return state && <Badge tone={fulfilmentTones[state]}>{ordersTexts.fulfilmentStates[state]}</Badge>
}
