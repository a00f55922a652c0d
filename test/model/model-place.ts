import {
  type Line,
  type Model,
  type Order,
  type WantedLine,
  freeOf,
  heldUnconfirmedOf,
  hour,
  minute,
  move,
  openOf,
  unitsOfTools,
  worthOf,
} from './model.ts'

/** What the shop promises of placing an order. */

/** Places all lines or none. A basket is looked through before: what is wrong with any of its lines is said of the basket. */
export function place(model: Model, input: { buyer: number; lines: WantedLine[]; isBasket: boolean }): string {
  const { buyer, lines, isBasket } = input
  const wanted = [...unitsOfTools(lines)].toSorted(([one], [other]) => one - other)
  if (wanted.some(([tool]) => model.tools[tool]?.isArchived !== false)) return 'tool-gone'
  const wrong = wanted.map(wish => problemOf(model, wish)).find(problem => problem !== undefined)
  if (wrong) return isBasket ? 'basket-not-orderable' : wrong
  const isVerified = model.buyers[buyer]?.isVerified === true
  if (!isVerified && wanted.some(wish => isTooMuch(model, wish))) return 'confirm-to-order-more'
  const limit = isVerified ? 5 : 1
  if (openOf(model, buyer) >= limit) return 'too-many-open-orders'
  const heldUntil = holdOf(model, { buyer, tools: wanted.map(([tool]) => tool), hours: isVerified ? 48 : 1 })
  if (heldUntil === undefined) return 'held-too-recently'
  const counted = model.hours.get(buyer)
  const begun = counted && counted.began > model.now - hour ? counted : { began: model.now, orders: 0 }
  if (begun.orders >= 20 * limit) return 'too-many-orders'
  model.hours.set(buyer, { ...begun, orders: begun.orders + 1 })
  const priced = lines.map(({ tool, units }, index): Line => ({
    position: index + 1, tool, units, price: model.tools[tool]?.price ?? 0, shipped: 0, returned: 0, returning: 0, sentBack: 0,
  })) // prettier-ignore
  const goods = worthOf(priced)
  const order: Order = {
    buyer, lines: priced, total: goods + (goods < 5000 ? 990 : 0), state: 'unpaid', goods: null, parcels: [],
    isUnconfirmed: !isVerified, heldUntil, closedAt: 0, intents: [], paidBy: undefined,
    received: 0, refunded: 0, refunding: 0,
    declines: 0, blockedUntil: 0, told: ['placed'],
  } // prettier-ignore
  model.orders.push(order)
  move(model, order, { why: 'reserved', of: order.lines, signs: [0, 1], who: buyer })
  return `order ${model.orders.length - 1}`
}

type Wish = readonly [tool: number, units: number]

function problemOf(model: Model, [tool, units]: Wish): string | undefined {
  if (units < (model.tools[tool]?.minimum ?? 0)) return 'below-minimum'
  return units > freeOf(model, tool) ? 'not-enough-stock' : undefined
}

/** Whoever has not confirmed an address holds a tenth of a tool, and all who have not a quarter. */
function isTooMuch(model: Model, [tool, units]: Wish): boolean {
  const { minimum = 0, onHand = 0 } = model.tools[tool] ?? {}
  const share = (oneIn: number) => Math.max(minimum, Math.floor(onHand / oneIn))
  return units > share(10) || heldUnconfirmedOf(model, tool) + units > share(4)
}

/** Until when a buyer may hold these tools; undefined where that is over. */
function holdOf(model: Model, { buyer, tools, hours }: { buyer: number; tools: number[]; hours: number }) {
  const earlier = model.orders.filter(
    order =>
      order.buyer === buyer &&
      order.lines.some(({ tool }) => tools.includes(tool)) &&
      (order.state === 'unpaid' ||
        (['expired', 'cancelled'].includes(order.state) && order.closedAt > model.now - hour)),
  )
  if (earlier.some(order => order.state === 'expired')) return undefined
  const until = Math.min(model.now + hours * hour, ...earlier.map(order => order.heldUntil))
  return until < model.now + 10 * minute ? undefined : until
}
