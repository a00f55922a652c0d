/** `isOfPayment`: the trail names it after the payment, `payment.KIND`, not after the order. `isForStaff`: it is told to staff alone. */
type OrderEvent = { isOfPayment?: true; isForStaff?: true }

/** A quarrel between the shop and the customer's bank. */
const dispute = { isOfPayment: true, isForStaff: true } as const

/** Everything that can happen to an order; each has its words (`ordersTexts.timeline`). The CHECK of `order_event.kind` says the same. */
const orderEvents = {
  placed: {},
  'card-declined': {},
  paid: {},
  released: {},
  'payment-received': { isOfPayment: true },
  cancelled: {},
  expired: {},
  'units-cancelled': {},
  'units-returned': {},
  'part-shipped': {},
  shipped: {},
  'shipment-corrected': {},
  delivered: {},
  'refund-requested': { isOfPayment: true },
  'refund-at-provider': { isOfPayment: true },
  'refund-resent': { isOfPayment: true },
  'refund-failed': { isOfPayment: true },
  refunded: {},
  'dispute-opened': dispute,
  'dispute-to-answer': dispute,
  'dispute-under-review': dispute,
  'dispute-won': dispute,
  'dispute-lost': dispute,
  'dispute-closed': dispute,
} as const satisfies Record<string, OrderEvent>

export type OrderEventKind = keyof typeof orderEvents

const kinds = Object.entries(orderEvents) as [OrderEventKind, OrderEvent][]
export const orderEventKinds = kinds.map(([kind]) => kind)

/** What of an order's timeline its customer is not told. */
export const staffEventKinds = kinds.flatMap(([kind, { isForStaff }]) => (isForStaff ? [kind] : []))

/** How the trail names what has happened. */
export const auditActionOf = (kind: OrderEventKind): string =>
  `${'isOfPayment' in orderEvents[kind] ? 'payment' : 'order'}.${kind}`
