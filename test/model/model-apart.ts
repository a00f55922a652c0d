import { type Model, type Order, type Units, closeIntents, isPaid, isReleased, move } from './model.ts'
import { chosen, endShipping, partsOf } from './model-desk.ts'

/** What the shop promises of goods apart from money: released before it comes, paid past the provider, back without it. */

export function release(model: Model, order: Order): string {
  closeIntents(model, order, 'system')
  if (order.state !== 'unpaid') return isPaid(order) ? 'paid' : 'not-open'
  order.state = 'on-account'
  order.goods = 'open'
  order.told.push('released')
  move(model, order, { why: 'sold', of: order.lines, signs: [-1, -1], who: 'system' })
  return 'released'
}

export function receive(order: Order, amount: number): string {
  if (order.state !== 'on-account') return 'not-on-account'
  if (order.received + amount > order.total) return 'too-much'
  order.received += amount
  order.told.push('payment-received')
  return 'recorded'
}

type Coming = { back: Units[]; becomes: 'stock' | 'scrap' }

/** Units that have left come first. */
export function takeBack(model: Model, order: Order, { back, becomes }: Coming): string {
  if (back.length === 0) return 'invalid-input'
  if (!isReleased(order)) return 'order-unpaid'
  const parts = partsOf(order, chosen(back))
  if (parts.some(({ line, units }) => units > line.units - line.returned - line.returning)) return 'too-many-returned'
  const moved = parts.map(({ line, units }) => {
    const sentBack = Math.min(units, line.shipped - line.sentBack)
    line.returned += units
    line.sentBack += sentBack
    return { tool: line.tool, sentBack, stayed: units - sentBack }
  })
  for (const [why, unitsOf] of [['cancelled', 'stayed'], ['returned', 'sentBack']] as const) {
    const of = moved.map(part => ({ tool: part.tool, units: part[unitsOf] })).filter(({ units }) => units > 0)
    if (becomes === 'stock') move(model, order, { why, of, signs: [1, 0], who: 'system' })
  } // prettier-ignore
  order.told.push('units-returned')
  endShipping(model, order)
  return 'taken back'
}
