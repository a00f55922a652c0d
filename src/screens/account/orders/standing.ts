import type { Order } from '#contracts/ordering'
import { linesToPack } from '#rules/ordering'
import type { ordersTexts } from '#texts/ordering'

/** The sentence that says what happens next: of the money where there is none, of the goods where there is. */
export function standingOf(order: Order): keyof typeof ordersTexts.standings {
  const { paymentState, fulfilmentState, refunded, refundable, price } = order
  if (paymentState === 'refunded' && refunded < price && refundable > 0) return 'refundFailed'
  const isMoneyGone = paymentState === 'refunded' && fulfilmentState === 'open'
  if (isMoneyGone || !fulfilmentState) return paymentState
  if (fulfilmentState !== 'open') return fulfilmentState
  const hasParcels = order.parcels.length > 0
  if (linesToPack(order).length === 0) return hasParcels ? 'shipped' : paymentState
  if (hasParcels) return 'partShipped'
  return order.paid ? 'open' : 'openOnAccount'
}
