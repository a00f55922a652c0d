import type { Cost } from '../measure/caller.ts'
import { type Buyers, type Order, buyersAtOnce } from './buyers.ts'
import type { Side } from './side.ts'
import { type Asked, type Compared, byTurns, rounds } from './turns.ts'

/** Enough for eight buyers to be busy with, and for a clock that ticks a hundred times a second. */
const ordersARound = 400
/** Each step by itself, and all of them. */
export const ordersMeasured = rounds * 2 * ordersARound

type Step = 'place' | 'open' | 'pay' | 'report' | 'whole'
const stepNames: Record<Step, string> = {
  place: 'an order',
  open: 'its payment’s intent',
  pay: 'its card, with the sandbox’s events',
  report: 'the report that it is paid',
  whole: 'order to paid',
}

/** Orders by all buyers at once: step after step with a rest between, and then each order from its beginning to its end. */
export const compareOrders = (asked: readonly [Asked, Asked]): Promise<Compared[]> =>
  byTurns(asked, async one =>
    [...(await orderMany(one))].map(([step, cost]) => [`${stepNames[step]}, ${buyersAtOnce} buyers`, cost] as const),
  )

async function orderMany({ side, buyers, tools }: Asked): Promise<Map<Step, Cost>> {
  const costs = new Map<Step, Cost>()
  let orders: Order[] = []
  costs.set('place', await costOf(side, async () => void (orders = await placeMany(buyers, tools))))
  for (const step of ['open', 'pay', 'report'] as const)
    costs.set(step, await costOf(side, () => forEach(orders, order => buyers[step](order))))
  costs.set('whole', await costOf(side, () => orderToPaid(buyers, tools)))
  return costs
}

/**
 * What it costs until the shop is at rest again: mails and what it learns from the provider belong to the step that began
 * them, whether a shop does them at once or a moment later.
 */
async function costOf(side: Side, work: () => Promise<unknown>): Promise<Cost> {
  const [used, began, own] = [side.processorUs(), performance.now(), process.cpuUsage()]
  await work()
  const elapsedMs = performance.now() - began
  const callerUs = usedSince(own) / ordersARound
  await untilAtRest(side)
  const processorUs = (side.processorUs() - used) / ordersARound
  return { processorUs, perSecond: (1000 * ordersARound) / elapsedMs, callerUs }
}

/** A shop that nobody asks anything takes less: it looks for changes and jobs. */
const restMs = 2500
const restUs = 200_000

async function untilAtRest(side: Side): Promise<void> {
  for (let tries = 0; tries < 40; tries += 1) {
    const used = side.processorUs()
    await new Promise(resolve => setTimeout(resolve, restMs))
    if (side.processorUs() - used < restUs) return
  }
  throw new Error('the shop does not come to rest')
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

/** The orders of a round, each as its buyer has it: a tool after the other. */
const forEachTool = (tools: readonly string[], work: (buyer: number, tool: string) => Promise<void>) => {
  const each = ordersARound / buyersAtOnce
  return Promise.all(
    Array.from({ length: buyersAtOnce }, async (_, buyer) => {
      for (let at = 0; at < each; at += 1) await work(buyer, tools[(buyer * each + at) % tools.length] ?? '')
    }),
  )
}

async function placeMany(buyers: Buyers, tools: readonly string[]): Promise<Order[]> {
  const orders: Order[] = []
  await forEachTool(tools, async (buyer, tool) => void orders.push(await buyers.place(buyer, tool)))
  return orders
}

async function orderToPaid(buyers: Buyers, tools: readonly string[]): Promise<void> {
  const last = new Map<number, Order>()
  await forEachTool(tools, async (buyer, tool) => {
    const order = await buyers.place(buyer, tool)
    await buyers.open(order)
    await buyers.pay(order)
    await buyers.report(order)
    last.set(buyer, order)
  })
  for (const order of last.values()) await untilPaid(buyers, order)
}

async function untilPaid(buyers: Buyers, order: Order): Promise<void> {
  for (let tries = 0; !(await buyers.isPaid(order)); tries += 1) {
    if (tries > 300) throw new Error(`order ${order.id} is not paid`)
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}
