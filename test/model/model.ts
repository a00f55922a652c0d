/**
 * What the shop promises of orders, stock and money, in plain words and without a database: a step changes these few
 * numbers, and says what the caller hears. The test does the same step in the shop and compares everything.
 */

export const minute = 60_000
export const hour = 60 * minute

type State = 'unpaid' | 'on-account' | 'paid' | 'part-refunded' | 'refunded' | 'cancelled' | 'expired'
type Actor = 'operator' | 'admin' | 'system' | 'provider' | number

export type Tool = { onHand: number; price: number; minimum: number; version: number; isArchived: boolean }
/** A card that was declined: at the provider, and, once the shop knows of it, counted there. */
export type Decline = { at: number; isCounted: boolean; event: string | undefined }
export type Intent = {
  order: Order
  amount: number
  /** At the provider. */
  status: 'open' | 'challenged' | 'succeeded' | 'canceled'
  givenBack: number
  /** What the shop has written down. */
  known: 'live' | 'succeeded' | 'canceled'
  lookedAt: number
  declines: Decline[]
  /** As long as the provider still tells of it. */
  lastDecline: Decline | undefined
}
/** `position` counts from 1 as the order was placed; a line that was cancelled whole leaves a gap. */
export type Line = {
  position: number
  tool: number
  units: number
  price: number
  shipped: number
  returned: number
  returning: number
  /** Of those, units that had left. */
  sentBack: number
}
export type Units = { position: number; units: number }
export type Parcel = { tracking: string | null; lines: Units[] }
export type Order = {
  buyer: number
  lines: Line[]
  total: number
  state: State
  goods: 'open' | 'shipped' | 'delivered' | null
  parcels: Parcel[]
  isUnconfirmed: boolean
  heldUntil: number
  closedAt: number
  intents: Intent[]
  paidBy: Intent | undefined
  /** What came for it past the provider. */
  received: number
  refunded: number
  refunding: number
  declines: number
  blockedUntil: number
  told: string[]
}
export type Refund = {
  intent: Intent
  amount: number
  back: (Units & { sentBack: number })[]
  reason: 'requested' | 'order-closed'
  state: 'requested' | 'done'
  askedAt: number
}
export type Movement = {
  tool: number
  why: string
  onHand: number
  held: number
  order: Order | null
  who: Actor
  at: number
}
export type Buyer = { isVerified: boolean }

export type Model = ReturnType<typeof createModel>
type Start = { tools: { onHand: number; price: number; minimum: number }[]; buyers: Buyer[]; nowMs: number }

export function createModel(start: Start) {
  return {
    now: start.nowMs,
    tools: start.tools.map((tool): Tool => ({ ...tool, version: 1, isArchived: false })),
    buyers: start.buyers,
    orders: new Array<Order>(),
    refunds: new Array<Refund>(),
    ledger: start.tools.map(({ onHand }, tool): Movement => ({ tool, why: 'opening', onHand, held: 0, order: null, who: 'operator', at: start.nowMs })),
    answers: new Map<string, { sent: string; heard: string }>(),
    /** Events that led to something final. */
    eventsEnded: new Set<string>(),
    /** When cards of whom were declined, as far as the shop has counted them. */
    declines: new Array<{ buyer: number; at: number }>(),
    /** How many orders a buyer has placed since the hour of the first of them began. */
    hours: new Map<number, { began: number; orders: number }>(),
  }
} // prettier-ignore

export const isPaid = (order: Order) => ['paid', 'part-refunded', 'refunded'].includes(order.state)
export const isReleased = (order: Order) => order.state === 'on-account' || isPaid(order)

/** Units of each tool, on however many lines. */
export function unitsOfTools(lines: readonly Pick<Line, 'tool' | 'units'>[]): Map<number, number> {
  const units = new Map<number, number>()
  for (const line of lines) units.set(line.tool, (units.get(line.tool) ?? 0) + line.units)
  return units
}

const heldBy = (orders: Order[], tool: number) =>
  orders.reduce((sum, { state, lines }) => sum + (state === 'unpaid' ? (unitsOfTools(lines).get(tool) ?? 0) : 0), 0)
export const heldOf = (model: Model, tool: number) => heldBy(model.orders, tool)
export const heldUnconfirmedOf = (model: Model, tool: number) =>
  heldBy(
    model.orders.filter(order => order.isUnconfirmed),
    tool,
  )
export const freeOf = (model: Model, tool: number) => (model.tools[tool]?.onHand ?? 0) - heldOf(model, tool)
export const openOf = (model: Model, buyer: number) =>
  model.orders.filter(order => order.buyer === buyer && order.state === 'unpaid').length

/** The same key and content hear the same again; other content is refused; what was refused is not kept. */
export function once(model: Model, key: string | undefined, sent: string, answer: () => string): string {
  const known = key === undefined ? undefined : model.answers.get(key)
  if (known) return known.sent === sent ? known.heard : 'idempotency-key-reused'
  const heard = answer()
  if (key !== undefined && / /.test(heard)) model.answers.set(key, { sent, heard })
  return heard
}

export type WantedLine = Pick<Line, 'tool' | 'units'>

export const worthOf = (lines: readonly Pick<Line, 'price' | 'units'>[]) =>
  lines.reduce((sum, { price, units }) => sum + price * units, 0)

/** `signs` say what a unit of `of` does to what is there and to what is held. */
type Moving = { why: string; of: readonly WantedLine[]; signs: [onHand: number, held: number]; who: Actor }

/** One movement of each tool, however many lines it is on. */
export function move(model: Model, order: Order, { why, of, signs: [onHand, held], who }: Moving): void {
  for (const [tool, units] of unitsOfTools(of)) {
    const moved = model.tools[tool]
    if (moved) moved.onHand += units * onHand
    model.ledger.push({ tool, why, onHand: units * onHand, held: units * held, order, who, at: model.now })
  }
}

/** Each attempt counts once, by its event or by the first look at the intent: the fifth of an order blocks it for an hour. */
function countDecline(model: Model, order: Order, { decline, at }: { decline: Decline; at: number }): void {
  if (decline.isCounted) return
  decline.isCounted = true
  order.declines += 1
  order.told.push('card-declined')
  model.declines.push({ buyer: order.buyer, at })
  if (order.declines % 5 === 0) order.blockedUntil = Math.max(order.blockedUntil, at + hour)
}

/** An order's own block, or eight declines of its buyer within an hour. */
export function isBlocked(model: Model, order: Order): boolean {
  const recent = model.declines.filter(({ buyer, at }) => buyer === order.buyer && at > model.now - hour)
  return order.blockedUntil > model.now || recent.length >= 8
}

/** The shop asks the provider about an intent: the one place where money makes an order paid. */
export function settle(model: Model, intent: Intent, who: Actor): string {
  const { order, lastDecline } = intent
  if (lastDecline) countDecline(model, order, { decline: lastDecline, at: model.now })
  if (intent.status === 'succeeded') {
    if (intent.known === 'succeeded') return order.paidBy === intent ? 'already-paid' : 'refunded'
    intent.known = 'succeeded'
    // Called off when units were cancelled: it pays for another order than this.
    if (order.state !== 'unpaid' || intent.amount !== order.total) {
      const { amount } = intent
      model.refunds.push({ intent, amount, back: [], reason: 'order-closed', state: 'requested', askedAt: model.now })
      order.told.push('refund-requested')
      return 'refunded'
    }
    order.state = 'paid'
    order.goods = 'open'
    order.paidBy = intent
    order.told.push('paid')
    move(model, order, { why: 'sold', of: order.lines, signs: [-1, -1], who })
    return 'paid'
  }
  if (intent.status === 'canceled') {
    if (intent.known === 'live') intent.known = 'canceled'
    return 'canceled'
  }
  intent.lookedAt = model.now
  return 'pending'
}

export const liveOf = (order: Order) => order.intents.find(intent => intent.known === 'live')

/** Calls the order's intent off; money that has come pays it instead. */
export function closeIntents(model: Model, order: Order, who: Actor): string {
  const live = liveOf(order)
  if (!live) return 'closed'
  if (live.status === 'open' || live.status === 'challenged') live.status = 'canceled'
  return settle(model, live, who)
}

export function close(model: Model, order: Order, { to, who }: { to: 'cancelled' | 'expired'; who: Actor }): boolean {
  closeIntents(model, order, who)
  if (order.state !== 'unpaid') return false
  order.state = to
  order.closedAt = model.now
  order.told.push(to)
  move(model, order, { why: 'freed', of: order.lines, signs: [0, -1], who })
  return true
}

export function remove(model: Model, order: Order, who: Actor): string {
  if (who !== 'admin' && who !== order.buyer) return 'order-gone'
  if (isPaid(order)) return 'order-paid'
  if (order.state === 'on-account' && order.received === order.total) return 'order-paid'
  if (order.state === 'cancelled') return 'deleted 0'
  if (order.state !== 'unpaid') return 'order-not-open'
  return close(model, order, { to: 'cancelled', who }) ? 'deleted 1' : 'order-paid'
}

export function expire(model: Model): string {
  const overdue = model.orders.filter(order => order.state === 'unpaid' && order.heldUntil < model.now)
  return `expired ${overdue.filter(order => close(model, order, { to: 'expired', who: 'system' })).length}`
}

/** The payment page asks for the order's intent. */
export function open(model: Model, order: Order, asked: { who: number; isPriceRight: boolean }): string {
  if (order.buyer !== asked.who) return 'order-gone'
  if (isPaid(order)) return 'order-paid'
  if (order.state !== 'unpaid') return 'order-not-open'
  if (isBlocked(model, order)) return 'too-many-declines'
  if (!asked.isPriceRight) return 'price-changed'
  const live = liveOf(order)
  const settlement = live && settle(model, live, asked.who)
  if (settlement === 'paid') return 'order-paid'
  if (!live || settlement !== 'pending') {
    // By what was heard of the last one.
    if (isBlocked(model, order)) return 'too-many-declines'
    const unheard = { declines: [], lastDecline: undefined }
    const { total: amount } = order
    order.intents.push({ order, amount, status: 'open', givenBack: 0, known: 'live', lookedAt: model.now, ...unheard })
    return `intent ${order.intents.length - 1}`
  }
  return `intent ${order.intents.indexOf(live)}`
}

export type Card = 'good' | 'declined' | 'challenge-passed' | 'challenge-failed' | 'challenge-left'

/** The customer pays at the provider; the shop hears nothing of it yet. */
export function pay(model: Model, intent: Intent, card: Card): string {
  if (intent.status === 'succeeded' || intent.status === 'canceled') return 'payment_intent_unexpected_state'
  intent.lastDecline = undefined
  if (card === 'declined' || card === 'challenge-failed') {
    // The provider counts in seconds.
    intent.lastDecline = { at: Math.floor(model.now / 1000) * 1000, isCounted: false, event: undefined }
    intent.declines.push(intent.lastDecline)
  }
  if (card === 'challenge-left') intent.status = 'challenged'
  else intent.status = card === 'good' || card === 'challenge-passed' ? 'succeeded' : 'open'
  return intent.status
}

/** Called off there, by somebody who is not the shop. */
export function callOff(intent: Intent): string {
  if (intent.status !== 'succeeded') intent.status = 'canceled'
  return intent.status
}

/** The shop takes an open intent to be called off. */
export function misread(intent: Intent): string {
  intent.known = 'canceled'
  return 'misread'
}

export function report(model: Model, intent: Intent | undefined, asked: { who: number; isNamed: boolean }): string {
  if (!intent || intent.order.buyer !== asked.who || !asked.isNamed) return 'order-gone'
  return settle(model, intent, asked.who).endsWith('paid') ? 'modified 1' : 'payment-not-confirmed'
}

/** An event is a hint, and done with once it led to something final. */
export function receive(model: Model, intent: Intent, event: { id: string; type: string }): string {
  if (model.eventsEnded.has(event.id)) return 'received'
  const decline = intent.declines.find(one => one.event === event.id)
  if (decline) countDecline(model, intent.order, { decline, at: decline.at })
  if (settle(model, intent, 'provider') !== 'pending') model.eventsEnded.add(event.id)
  return 'received'
}

/** Intents that have been quiet for ten minutes are asked about. */
export function reconcile(model: Model): void {
  const quiet = (intent: Intent) => intent.known === 'live' && intent.lookedAt < model.now - 10 * minute
  for (const order of model.orders) for (const intent of order.intents.filter(quiet)) {
    intent.lookedAt = model.now
    settle(model, intent, 'system')
  }
} // prettier-ignore
