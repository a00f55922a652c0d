import { quantityTexts } from './quantity.texts.ts'

/**
 * What an order may be and cost. Two states, independent of each other: whether its money came, and whether its
 * goods went. Pure, so that browser and server say the same.
 */

/** `on-account`: released before its money has come. What has come for it by now, its payments say, not this state. */
export const paymentStates = [
  'unpaid',
  'on-account',
  'paid',
  'part-refunded',
  'refunded',
  'cancelled',
  'expired',
] as const
export type PaymentState = (typeof paymentStates)[number]

export const fulfilmentStates = ['open', 'shipped', 'delivered'] as const
export type FulfilmentState = (typeof fulfilmentStates)[number]

/** Who says that the goods of an order may leave: the payment that came for it, terms by which it is paid later, or staff. */
export const releasers = ['payment', 'terms', 'staff'] as const
export type Releaser = (typeof releasers)[number]

/** `terminal`: a card at the counter. Only the money of `card` came through the payment provider, and goes back through it. */
export const paymentKinds = ['card', 'bank', 'terminal', 'cash'] as const
export type PaymentKind = (typeof paymentKinds)[number]

/** Every transition that exists; there is no other. Decisions on the specification, section 4. */
const paymentTransitions: Record<PaymentState, readonly PaymentState[]> = {
  unpaid: ['on-account', 'paid', 'cancelled', 'expired'],
  'on-account': [],
  paid: ['part-refunded', 'refunded'],
  'part-refunded': ['part-refunded', 'refunded'],
  refunded: [],
  cancelled: [],
  expired: [],
}

const fulfilmentTransitions: Record<FulfilmentState, readonly FulfilmentState[]> = {
  open: ['shipped'],
  shipped: ['delivered'],
  delivered: [],
}

export function mayBecome(from: PaymentState, to: PaymentState): boolean {
  return paymentTransitions[from].includes(to)
}

export function mayFulfil(from: FulfilmentState, to: FulfilmentState): boolean {
  return fulfilmentTransitions[from].includes(to)
}

/** Money was captured, whether or not some of it went back since: `paid` at the API's edge. */
export function isPaid(state: PaymentState): boolean {
  return state === 'paid' || state === 'part-refunded' || state === 'refunded'
}

/**
 * How the money of a paid order stands after some of it went back. A refund may fail after it was done, and be sent
 * again: there is no way back from `refunded` (decisions, section 4), so until then the order keeps that state, and
 * money that goes back from there leaves it as it is. What of the payment is here says the payment, not the state.
 */
export function stateAfterRefund(from: PaymentState, isAll: boolean): PaymentState {
  return from === 'refunded' || isAll ? 'refunded' : 'part-refunded'
}

/** Whether the order is released: its units are sold, and its goods may leave or have left. */
export function isReleased(state: PaymentState): boolean {
  return state === 'on-account' || isPaid(state)
}

/** Whether goods may leave for an order: it is on account, or its money is here, or some of it. */
export function mayShip(state: PaymentState): boolean {
  return isReleased(state) && state !== 'refunded'
}

/** Whether all money that came for an order has gone back, or is on its way: nothing leaves for it any more. */
export const allMoneyGoesBack = (order: { paymentState: PaymentState; refundable: number }): boolean =>
  isPaid(order.paymentState) && order.refundable <= 0

type LineUnits = Record<
  'quantity' | 'shipped_quantity' | 'returned_quantity' | 'returning_quantity' | 'sent_back_quantity',
  number
>

/**
 * Units of a line that are still to leave the shop. Of those that go back to the shelf, or are on their way there, some had left and
 * are sent back; the others stay in the shop.
 */
export function unitsToShip(line: LineUnits): number {
  const staying = line.returned_quantity + line.returning_quantity - line.sent_back_quantity
  return Math.max(0, line.quantity - line.shipped_quantity - staying)
}

/**
 * How many units of a line stay in the shop once all money of its order goes back: those that have not left. What comes back, only a
 * person knows.
 */
export function unitsThatStay(order: { fulfilmentState: FulfilmentState | null }, line: { toShip: number }): number {
  return order.fulfilmentState === 'open' ? line.toShip : 0
}

/**
 * How the goods of an order stand, for people; null where none will leave: before the payment, and after all of its
 * money, or all of its units, went back first.
 */
export function shownFulfilment(order: {
  paymentState: PaymentState
  fulfilmentState: FulfilmentState | null
  lines: readonly { shipped: number; toShip: number }[]
}): FulfilmentState | null {
  if (order.fulfilmentState !== 'open') return order.fulfilmentState
  const staysHere = order.paymentState === 'refunded' || order.lines.every(line => line.shipped + line.toShip === 0)
  return staysHere ? null : 'open'
}

/**
 * Where the tool of an order is ordered once more: for the vehicle that it was ordered for, if there was one, whose fit is
 * then shown and acknowledged anew. Undefined where the tool is gone, and of an order of several lines, which no page orders.
 */
export function orderAgainPath({ tools_id, lines }: OrderedTool): string | undefined {
  const vehicle = lines[0]?.fit?.vehicleId
  return tools_id === null || lines.length > 1
    ? undefined
    : `/purchase/${tools_id}${vehicle === undefined ? '' : `?vehicle=${vehicle}`}`
}

type OrderedTool = { tools_id: string | null; lines: readonly { fit: { vehicleId: number } | null }[] }

/** What the list of all orders can be narrowed to: a state of the money, or one of the goods. */
export const orderFilters = [...paymentStates, ...fulfilmentStates] as const
export type OrderFilter = (typeof orderFilters)[number]

/** By what the list of all orders can be sorted; `-` is descending. */
export const orderSorts = ['-placed', 'placed', '-total', 'total'] as const
export type OrderSort = (typeof orderSorts)[number]

export const refundStates = ['requested', 'done', 'failed'] as const
export type RefundState = (typeof refundStates)[number]

/** Asked for by an admin; money that came for a closed order; or made at the payment provider, past the shop. */
export const refundReasons = ['requested', 'order-closed', 'provider'] as const
export type RefundReason = (typeof refundReasons)[number]

type Quantities = { availableQuantity: number; minimumQuantity: number; multiple: number }

/** Whether so many units can be ordered now. */
export function quantityFits(quantity: number, tool: Quantities): boolean {
  return isWithin(quantity, tool) && quantity % tool.multiple === 0
}

const isWithin = (quantity: number, tool: Quantities) =>
  Number.isInteger(quantity) && quantity >= tool.minimumQuantity && quantity <= tool.availableQuantity

/** The most that can be ordered now: the last multiple that the stock reaches. */
export const mostOrdered = ({ availableQuantity, multiple }: Omit<Quantities, 'minimumQuantity'>): number =>
  availableQuantity - (availableQuantity % multiple)

/**
 * What can be ordered instead of a quantity between two multiples; no `higher` one where the stock does not reach it. The
 * minimum is a multiple itself, so there is always a lower one.
 */
export function quantitiesBeside(
  quantity: number,
  { availableQuantity, multiple }: Omit<Quantities, 'minimumQuantity'>,
) {
  const lower = quantity - (quantity % multiple)
  const higher = lower + multiple
  return { multiple, lower, ...(higher <= availableQuantity && { higher }) }
}

/** What is wrong with a quantity; undefined where it can be ordered now. */
export function problemOfQuantity(quantity: number | undefined, tool: Quantities): string | undefined {
  if (quantity === undefined || !isWithin(quantity, tool)) return quantityTexts.warning
  return quantity % tool.multiple === 0 ? undefined : quantityTexts.betweenMultiples(quantitiesBeside(quantity, tool))
}

/** Declined cards on one order after which its payment is blocked, and for how long (card testing). */
export const declinesBeforeBlock = 5
export const declineBlockMinutes = 60

/**
 * Declined cards that an account has an hour over all of its orders, deleted ones too: else another order gives another
 * five. A few more than an order's, so that whoever mistypes on one order can still pay for the next.
 */
export const declinesAnHour = 8

/**
 * What an account holds of one tool, it holds until one time, however many orders it places and deletes: a new order ends
 * with the oldest of those that are open or were deleted within the last `waitMinutes`. When less than `leastMinutes` are
 * left, and for `waitMinutes` after a hold has expired, there is no new one.
 */
export const rehold = { waitMinutes: 60, leastMinutes: 10 }

/**
 * Whoever has not confirmed an address has thousands of them. Such an account holds for an hour at the most, and a small
 * part of a tool's stock: one account a tenth, all of them together a quarter, and the least that can be ordered anyway.
 */
export const unconfirmed = { holdHours: 1, oneIn: 10, togetherOneIn: 4 }

/** How many units of a tool an account with an unconfirmed address can order now. */
export function unconfirmedUnits(tool: UnconfirmedTool): number {
  const one = Math.max(tool.minimum, Math.floor(tool.onHand / unconfirmed.oneIn))
  const together = Math.max(tool.minimum, Math.floor(tool.onHand / unconfirmed.togetherOneIn))
  return mostOrdered({
    availableQuantity: Math.max(0, Math.min(one, together - tool.heldUnconfirmed)),
    multiple: tool.multiple,
  })
}

type UnconfirmedTool = { onHand: number; minimum: number; multiple: number; heldUnconfirmed: number }

/** Orders that an account may place an hour, for each that may be open: who orders for many garages stays far below. */
export const ordersAnHour = 20

/** How many unpaid orders an account may have: one until its email is verified. */
export function openOrderLimit(account: { emailVerified: boolean }, maxOpenOrders: number): number {
  return account.emailVerified ? maxOpenOrders : Math.min(1, maxOpenOrders)
}

/** How long expired orders stay on My Orders, greyed. */
export const expiredShownDays = 30

/** So many orders are printed at once at most. */
export const printedAtOnce = 200
