import {
  type Line,
  type Model,
  type Order,
  type Refund,
  type Units,
  close,
  closeIntents,
  hour,
  isPaid,
  isReleased,
  liveOf,
  move,
  worthOf,
} from './model.ts'

/** What the shop promises of what its staff does with an order: parcels, cancelled units, money that goes back. */

const lineAt = (order: Order, position: number) => order.lines.find(line => line.position === position)
export const toShipOf = (line: Line | undefined): number =>
  line ? line.units - line.shipped - (line.returned + line.returning - line.sentBack) : 0
/** Units that stay here are to leave again if their money does not arrive. */
const nothingLeaves = (model: Model, order: Order) =>
  order.lines.every(line => toShipOf(line) === 0) &&
  model.refunds.every(
    ({ intent, state, back }) =>
      intent.order !== order || state === 'done' || back.every(({ units, sentBack }) => units === sentBack),
  )
const leftOf = (order: Order) => order.total - order.refunded - order.refunding
export const chosen = (lines: Units[]) => lines.filter(({ units }) => units > 0)

export type Shipment = { tracking: string | null; lines: Units[] | undefined }

export function ship(model: Model, order: Order, { tracking, lines }: Shipment): string {
  if (!isReleased(order)) return 'order-unpaid'
  const wanted = lines && chosen(lines)
  if (wanted?.length === 0) return 'invalid-input'
  const known = order.parcels.filter(parcel => parcel.tracking === tracking)
  const isAgain = wanted && tracking !== null && known.some(parcel => isSame(parcel.lines, wanted))
  const isKnown = !wanted && known.length > 0 && (order.goods !== 'open' || tracking !== null)
  if (isAgain || isKnown) return 'modified 0'
  if (order.goods === 'delivered') return 'order-delivered'
  if (isPaid(order) && leftOf(order) <= 0) return 'order-refunded'
  const last = order.parcels.at(-1)
  if (order.goods === 'shipped' && !wanted && last) {
    last.tracking = tracking
    order.told.push('shipment-corrected')
    return 'modified 1'
  }
  return send(model, order, { tracking, wanted })
}

const isSame = (one: Units[], other: Units[]) => JSON.stringify(one) === JSON.stringify(other)

type Sending = { tracking: string | null; wanted: Units[] | undefined }

function send(model: Model, order: Order, { tracking, wanted }: Sending): string {
  const left = order.lines.map(line => ({ position: line.position, units: toShipOf(line) }))
  const lines = wanted ?? chosen(left)
  if (lines.some(({ position, units }) => units > toShipOf(lineAt(order, position)))) return 'too-many-shipped'
  if (lines.length === 0) return 'order-refunded'
  for (const { position, units } of lines) {
    const line = lineAt(order, position)
    if (line) line.shipped += units
  }
  order.parcels.push({ tracking, lines })
  const isAll = nothingLeaves(model, order)
  if (isAll) order.goods = 'shipped'
  order.told.push(isAll ? 'shipped' : 'part-shipped')
  return 'modified 1'
}

export function handOver(order: Order): string {
  if (!isReleased(order)) return 'order-unpaid'
  if (order.goods === 'delivered') return 'modified 0'
  if (order.goods !== 'shipped') return 'order-not-shipped'
  order.goods = 'delivered'
  order.told.push('delivered')
  return 'modified 1'
}

/** `left`: how many could be cancelled when somebody decided to. */
export type Cancelled = Units & { left: number }

export function cancel(model: Model, order: Order, lines: Cancelled[]): string {
  const wanted = lines.filter(({ units }) => units > 0)
  if (wanted.length === 0) return 'invalid-input'
  if (wanted.some(({ units, left }) => units > left)) return 'order-changed'
  const isOpen = () => isPaid(order) || order.state === 'unpaid'
  if (!isOpen()) return 'order-not-open'
  if (wanted.some(({ position, left }) => toShipOf(lineAt(order, position)) !== left)) return 'order-changed'
  if (order.state === 'unpaid') {
    if (unitsOn(wanted, order.lines) === unitsOn(order.lines, order.lines)) {
      if (close(model, order, { to: 'cancelled', who: 'admin' })) return 'modified 1'
    } else {
      // Its open payment is called off first; money that has come pays it instead.
      if (liveOf(order)) closeIntents(model, order, 'admin')
      if (order.state === 'unpaid') return cancelUnpaid(model, order, wanted)
    }
  }
  return cancelPaid(model, order, wanted)
}

const unitsOn = (wanted: Units[], lines: Line[]) =>
  lines.reduce((sum, { position }) => sum + (wanted.find(line => line.position === position)?.units ?? 0), 0)

/** The order gets smaller and cheaper; its shipping stays what it was. */
function cancelUnpaid(model: Model, order: Order, wanted: Units[]): string {
  const shipping = order.total - worthOf(order.lines)
  const freed = partsOf(order, wanted)
  for (const { line, units } of freed) line.units -= units
  order.lines = order.lines.filter(({ units }) => units > 0)
  order.total = worthOf(order.lines) + shipping
  order.told.push('units-cancelled')
  const of = freed.map(({ line: { tool }, units }) => ({ tool, units }))
  move(model, order, { why: 'freed', of, signs: [0, -1], who: 'admin' })
  return 'modified 1'
}

/** What the units came to goes back; with the last of an order of which nothing has left, all that is left of its money. */
function cancelPaid(model: Model, order: Order, wanted: Units[]): string {
  const left = leftOf(order)
  if (left <= 0) return 'refund-too-much'
  const worth = worthOf(partsOf(order, wanted).map(({ line: { price }, units }) => ({ price, units })))
  const isAll = order.lines.every(line => line.shipped === 0 && toShipOf(line) === unitsOn(wanted, [line]))
  order.told.push('units-cancelled')
  refund(model, order, { amount: isAll ? left : Math.min(worth, left), back: wanted, staysHere: true })
  return 'modified 1'
}

export function partsOf(order: Order, wanted: Units[]): { line: Line; units: number }[] {
  return wanted.flatMap(({ position, units }) => {
    const line = lineAt(order, position)
    return line ? [{ line, units }] : []
  })
}

/** `staysHere`: its units have not left. */
type MoneyBack = { amount: number | undefined; back: Units[]; staysHere?: boolean }

export function refund(model: Model, order: Order, input: MoneyBack): string {
  const { paidBy } = order
  if (!paidBy) return 'order-unpaid'
  if (input.amount === 0) return 'invalid-input'
  const left = leftOf(order)
  const amount = input.amount ?? left
  if (amount <= 0 || amount > left) return 'refund-too-much'
  const parts = partsOf(order, chosen(input.back))
  if (parts.some(({ line, units }) => units > line.units - line.returned - line.returning)) return 'too-many-returned'
  order.refunding += amount
  // Units that have left come back first; once all of the money goes back, those that have not.
  const isHereFirst = input.staysHere || amount === left
  const back = parts.map(({ line, units }) => {
    const sentBack = isHereFirst ? Math.max(0, units - toShipOf(line)) : Math.min(units, line.shipped - line.sentBack)
    line.returning += units
    line.sentBack += sentBack
    return { position: line.position, units, sentBack }
  })
  order.told.push('refund-requested')
  model.refunds.push({ intent: paidBy, amount, back, reason: 'requested', state: 'requested', askedAt: model.now })
  return `refund ${model.refunds.length - 1}`
}

/** Each hour, refunds that are older than one are asked for again. */
export function lookForRefunds(model: Model): void {
  for (const refund of model.refunds) if (refund.askedAt < model.now - hour) giveBack(model, refund)
}

/** The job of a refund, however often it runs. */
export function giveBack(model: Model, refund: Refund): void {
  if (refund.state === 'done') return
  refund.state = 'done'
  refund.intent.givenBack += refund.amount
  const { order } = refund.intent
  order.told.push('refunded')
  if (refund.reason === 'order-closed') return
  order.refunding -= refund.amount
  order.refunded += refund.amount
  order.state = order.refunded === order.total ? 'refunded' : 'part-refunded'
  const parts = partsOf(order, refund.back)
  for (const { line, units } of parts) {
    line.returning -= units
    line.returned += units
  }
  // What never left is cancelled; what had left is sent back.
  const stayed = refund.back.map(({ position, units, sentBack }) => ({ position, units: units - sentBack }))
  const left = refund.back.map(({ position, sentBack }) => ({ position, units: sentBack }))
  for (const [why, back] of [['cancelled', stayed], ['returned', left]] as const) {
    const of = partsOf(order, chosen(back)).map(({ line: { tool }, units }) => ({ tool, units }))
    move(model, order, { why, of, signs: [1, 0], who: 'admin' })
  } // prettier-ignore
  endShipping(model, order)
}

/** What was still to leave stays: if the rest has left, the order has. */
export function endShipping(model: Model, order: Order): void {
  if (order.goods === 'open' && order.parcels.length > 0 && nothingLeaves(model, order)) {
    order.goods = 'shipped'
    order.told.push('shipped')
  }
}
