import { type FulfilmentState, type PaymentState, isReleased, mayShip } from '../orders/orders.rules.ts'

/** What a file of shipments may hold: within what a call takes. */
export const shipmentFile = { rows: 1000, characters: 150_000 }

/** What becomes of a row of such a file. */
export const shipmentOutcomes = ['shipped', 'unchanged', 'refused'] as const
export type ShipmentOutcome = (typeof shipmentOutcomes)[number]

/** By whom goods went. */
export type Shipment = { carrier: string; tracking: string | null }

export type ShipmentStanding = {
  paymentState: PaymentState
  fulfilmentState: FulfilmentState | null
  /** What has left already, in its order. */
  parcels: readonly Shipment[]
  /** All of its money has gone back, or is on its way, or all units that have not left stay in the shop. */
  goesBack: boolean
  /** The customer's bank has taken its money, and nobody looks at the order who would know why it is shipped all the same. */
  isDisputed: boolean
}

/**
 * What a report of a shipment does to an order: ships what is left, corrects what was said, or nothing; else why it is refused.
 * Of an order of which some has left, a parcel is known again by its tracking number.
 */
export function shipmentAnswer(
  order: ShipmentStanding,
  shipment: Shipment,
): 'ship' | 'correct' | 'same' | 'order-unpaid' | 'order-delivered' | 'order-refunded' | 'order-disputed' {
  if (!isReleased(order.paymentState)) return 'order-unpaid'
  const isKnown = order.parcels.some(parcel => isSameParcel(parcel, shipment))
  if (isKnown && (order.fulfilmentState !== 'open' || shipment.tracking !== null || order.goesBack)) return 'same'
  if (order.fulfilmentState === 'delivered') return 'order-delivered'
  if (!mayShip(order.paymentState) || order.goesBack) return 'order-refunded'
  if (order.fulfilmentState === 'shipped') return 'correct'
  return order.isDisputed ? 'order-disputed' : 'ship'
}

export const isSameParcel = (one: Shipment, other: Shipment): boolean =>
  one.carrier === other.carrier && one.tracking === other.tracking
