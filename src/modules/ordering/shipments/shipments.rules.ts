import { type FulfilmentState, type PaymentState, isPaid, mayShip } from '../orders/orders.rules.ts'

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
  if (!isPaid(order.paymentState)) return 'order-unpaid'
  const isKnown = order.parcels.some(parcel => isSameParcel(parcel, shipment))
  if (isKnown && (order.fulfilmentState !== 'open' || shipment.tracking !== null || order.goesBack)) return 'same'
  if (order.fulfilmentState === 'delivered') return 'order-delivered'
  if (!mayShip(order.paymentState) || order.goesBack) return 'order-refunded'
  if (order.fulfilmentState === 'shipped') return 'correct'
  return order.isDisputed ? 'order-disputed' : 'ship'
}

export const isSameParcel = (one: Shipment, other: Shipment): boolean =>
  one.carrier === other.carrier && one.tracking === other.tracking

/** What a column of such a file is called, by those who write them. */
const columnNames = new Map([
  ['order', 'number'],
  ['order_number', 'number'],
  ['number', 'number'],
  ['carrier', 'carrier'],
  ['shipped_by', 'carrier'],
  ['tracking', 'tracking'],
  ['tracking_number', 'tracking'],
])

export type ShipmentColumns = { number: number; carrier: number; tracking: number | undefined }

/** Where the columns of a file stand; what is wrong with its first line where they do not. Others are passed over. */
export function shipmentColumns(head: readonly string[]): ShipmentColumns | string {
  const names = head.map(cell =>
    columnNames.get(
      cell
        .trim()
        .toLowerCase()
        .replaceAll(/[\s-]+/g, '_'),
    ),
  )
  const twice = names.find((name, index) => name !== undefined && names.indexOf(name) !== index)
  if (twice) return 'Two columns of this file say the same. Leave one of them out.'
  const [number, carrier, tracking] = ['number', 'carrier', 'tracking'].map(name => names.indexOf(name))
  if (number === undefined || carrier === undefined || number < 0 || carrier < 0) {
    return 'The first line must name the columns order and carrier; a column tracking may stand beside them.'
  }
  return { number, carrier, tracking: tracking === undefined || tracking < 0 ? undefined : tracking }
}
