import type { Cost } from '../measure/caller.ts'
import { type Buyers, type Order, buyersAtOnce } from './buyers.ts'
import type { Side } from './side.ts'
import { type Asked, type Compared, byTurns, rounds } from './turns.ts'

/** Enough for eight buyers to be busy with, and for a clock that ticks a hundred times a second. */
const ordersARound = 400
export const ordersMeasured = rounds * ordersARound

const steps = ['place', 'open', 'pay', 'report'] as const
type Step = (typeof steps)[number] | 'whole'
const stepNames: Record<Step, string> = {
  place: 'an order',
  open: 'its payment’s intent',
  pay: 'its card, with the sandbox’s events',
  report: 'the report that it is paid',
  whole: 'order to paid',
}

/** Orders by all buyers at once, step after step; what the shop does of them in the background is the whole's. */
export const compareOrders = (asked: readonly [Asked, Asked]): Promise<Compared[]> =>
  byTurns(asked, async one =>
    [...(await orderMany(one))].map(([step, cost]) => [`${stepNames[step]}, ${buyersAtOnce} buyers`, cost] as const),
  )

async function orderMany({ side, buyers, tools }: Asked): Promise<Map<Step, Cost>> {
  const costs = new Map<Step, Cost>()
  const [used, began, own] = [side.processorUs(), performance.now(), process.cpuUsage()]
  let orders: Order[] = []
  for (const step of steps) {
    const measure = meter(side, ordersARound)
    if (step === 'place') orders = await placeMany(buyers, tools)
    else await forEach(orders, order => buyers[step](order))
    costs.set(step, measure())
  }
  const elapsedMs = performance.now() - began
  const callerUs = usedSince(own) / ordersARound
  await untilPaid(buyers, orders)
  const processorUs = (side.processorUs() - used) / ordersARound
  costs.set('whole', { processorUs, perSecond: (1000 * ordersARound) / elapsedMs, callerUs })
  return costs
}

function meter(side: Side, count: number): () => Cost {
  const [used, began, own] = [side.processorUs(), performance.now(), process.cpuUsage()]
  return () => ({
    processorUs: (side.processorUs() - used) / count,
    perSecond: (1000 * count) / (performance.now() - began),
    callerUs: usedSince(own) / count,
  })
}

function usedSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return user + system
}

/** Each buyer the orders that are their own, one after the other. */
const forEach = (orders: readonly Order[], work: (order: Order) => Promise<void>): Promise<unknown> =>
  Promise.all(
    [...Map.groupBy(orders, ({ buyer }) => buyer).values()].map(async own => {
      for (const order of own) await work(order)
    }),
  )

async function placeMany(buyers: Buyers, tools: readonly string[]): Promise<Order[]> {
  const each = ordersARound / buyersAtOnce
  const placed = Array.from({ length: buyersAtOnce }, async (_, buyer) => {
    const own: Order[] = []
    for (let at = 0; at < each; at += 1)
      own.push(await buyers.place(buyer, tools[(buyer * each + at) % tools.length] ?? ''))
    return own
  })
  return (await Promise.all(placed)).flat()
}

/** What the shop does for them in the background belongs to them: mails, what it learns from the provider. */
const backgroundMs = 3000

async function untilPaid(buyers: Buyers, orders: readonly Order[]): Promise<void> {
  for (const order of orders.slice(-buyersAtOnce)) {
    for (let tries = 0; !(await buyers.isPaid(order)); tries += 1) {
      if (tries > 100) throw new Error(`order ${order.id} is not paid`)
      await new Promise(resolve => setTimeout(resolve, 100))
    }
  }
  await new Promise(resolve => setTimeout(resolve, backgroundMs))
}
