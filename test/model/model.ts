/**
 * What the shop promises of orders, stock and money, in plain words and without a database: a step changes these few
 * numbers, and says what the caller hears. The test does the same step in the shop and compares everything.
 */

const minute = 60_000
const hour = 60 * minute

type State = 'unpaid' | 'paid' | 'part-refunded' | 'refunded' | 'cancelled' | 'expired'
type Actor = 'operator' | 'admin' | 'system' | 'provider' | number

export type Tool = { onHand: number; price: number; minimum: number; version: number; isArchived: boolean }
/** A card that was declined: at the provider, and, once the shop knows of it, counted there. */
export type Decline = { at: number; isCounted: boolean; event: string | undefined }
export type Intent = {
  order: Order
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
export type Order = {
  buyer: number
  tool: number
  units: number
  total: number
  state: State
  isUnconfirmed: boolean
  heldUntil: number
  closedAt: number
  intents: Intent[]
  paidBy: Intent | undefined
  refunded: number
  refunding: number
  returned: number
  returning: number
  declines: number
  blockedUntil: number
  told: string[]
}
export type Refund = {
  intent: Intent
  amount: number
  units: number
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
export const heldOf = (model: Model, tool: number) =>
  model.orders.reduce((sum, order) => sum + (order.tool === tool && order.state === 'unpaid' ? order.units : 0), 0)
export const heldUnconfirmedOf = (model: Model, tool: number) =>
  model.orders.reduce(
    (sum, order) => sum + (order.tool === tool && order.state === 'unpaid' && order.isUnconfirmed ? order.units : 0),
    0,
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

export function place(model: Model, { buyer, tool, units }: { buyer: number; tool: number; units: number }): string {
  const wanted = model.tools[tool]
  if (!wanted || wanted.isArchived) return 'tool-gone'
  if (units < wanted.minimum) return 'below-minimum'
  if (units > freeOf(model, tool)) return 'not-enough-stock'
  const isVerified = model.buyers[buyer]?.isVerified === true
  const share = (oneIn: number) => Math.max(wanted.minimum, Math.floor(wanted.onHand / oneIn))
  const isTooMuch = units > share(10) || heldUnconfirmedOf(model, tool) + units > share(4)
  if (!isVerified && isTooMuch) return 'confirm-to-order-more'
  const limit = isVerified ? 5 : 1
  if (openOf(model, buyer) >= limit) return 'too-many-open-orders'
  const earlier = model.orders.filter(
    order =>
      order.buyer === buyer &&
      order.tool === tool &&
      (order.state === 'unpaid' ||
        (['expired', 'cancelled'].includes(order.state) && order.closedAt > model.now - hour)),
  )
  const heldUntil = Math.min(
    model.now + (isVerified ? 48 : 1) * hour,
    ...earlier.filter(order => order.state !== 'expired').map(order => order.heldUntil),
  )
  const hasExpired = earlier.some(order => order.state === 'expired')
  if (hasExpired || heldUntil < model.now + 10 * minute) return 'held-too-recently'
  const counted = model.hours.get(buyer)
  const begun = counted && counted.began > model.now - hour ? counted : { began: model.now, orders: 0 }
  if (begun.orders >= 20 * limit) return 'too-many-orders'
  model.hours.set(buyer, { ...begun, orders: begun.orders + 1 })
  const goods = wanted.price * units
  const order: Order = {
    buyer, tool, units, total: goods + (goods < 5000 ? 990 : 0), state: 'unpaid', isUnconfirmed: !isVerified, heldUntil,
    closedAt: 0, intents: [], paidBy: undefined, refunded: 0, refunding: 0, returned: 0, returning: 0, declines: 0,
    blockedUntil: 0, told: ['placed'],
  } // prettier-ignore
  model.orders.push(order)
  move(model, order, { why: 'reserved', onHand: 0, held: units, who: buyer })
  return `order ${model.orders.length - 1}`
}

function move(model: Model, order: Order, movement: Pick<Movement, 'why' | 'onHand' | 'held' | 'who'>): void {
  const tool = model.tools[order.tool]
  if (tool) tool.onHand += movement.onHand
  model.ledger.push({ ...movement, tool: order.tool, order, at: model.now })
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
    if (order.state !== 'unpaid') {
      const { total: amount } = order
      model.refunds.push({ intent, amount, units: 0, reason: 'order-closed', state: 'requested', askedAt: model.now })
      order.told.push('refund-requested')
      return 'refunded'
    }
    order.state = 'paid'
    order.paidBy = intent
    order.told.push('paid')
    move(model, order, { why: 'sold', onHand: -order.units, held: -order.units, who })
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

function close(model: Model, order: Order, { to, who }: { to: 'cancelled' | 'expired'; who: Actor }): boolean {
  closeIntents(model, order, who)
  if (order.state !== 'unpaid') return false
  order.state = to
  order.closedAt = model.now
  order.told.push(to)
  move(model, order, { why: 'released', onHand: 0, held: -order.units, who })
  return true
}

export function remove(model: Model, order: Order, who: Actor): string {
  if (who !== 'admin' && who !== order.buyer) return 'order-gone'
  if (isPaid(order)) return 'order-paid'
  if (order.state === 'expired') return 'order-not-open'
  if (order.state === 'cancelled') return 'deleted 0'
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
    order.intents.push({ order, status: 'open', givenBack: 0, known: 'live', lookedAt: model.now, ...unheard })
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

export function refund(model: Model, order: Order, input: { amount: number | undefined; units: number }): string {
  const { paidBy } = order
  if (!paidBy) return 'order-unpaid'
  if (input.amount === 0) return 'invalid-input'
  const left = order.total - order.refunded - order.refunding
  const amount = input.amount ?? left
  if (amount <= 0 || amount > left) return 'refund-too-much'
  if (input.units > order.units - order.returned - order.returning) return 'too-many-returned'
  order.refunding += amount
  order.returning += input.units
  order.told.push('refund-requested')
  model.refunds.push({ intent: paidBy, amount, units: input.units, reason: 'requested', state: 'requested', askedAt: model.now })
  return `refund ${model.refunds.length - 1}`
} // prettier-ignore

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
  order.returning -= refund.units
  order.returned += refund.units
  if (refund.units > 0) move(model, order, { why: 'returned', onHand: refund.units, held: 0, who: 'admin' })
}
