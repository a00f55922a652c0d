import type { Context } from '#platform/context'
import { orderPayments } from '../../src/modules/ordering/settlement/handlers.server.ts'
import { ordersHandlers } from '../../src/modules/ordering/handlers.server.ts'
import { basketHandlers } from '../../src/modules/ordering/basket/basket.server.ts'
import { testAddress } from '../access/basket.ts'
import { once } from './model.ts'
import * as promises from './model-place.ts'
import type { Step, StepLine } from './steps.ts'
import { type Doing, type World, bare } from './world.ts'

type Placing = Extract<Step, { do: 'place' }>

/** One line is ordered as the page of its tool does it, else a basket is filled and ordered. */
export function place(world: World, step: Placing): Doing {
  const { buyer, lines, key } = step
  const ctx = world.buyers[buyer]
  if (!ctx) throw new Error('nobody buys')
  const idempotencyKey = key === undefined ? undefined : `place ${key}`
  const scope = idempotencyKey && `${buyer} ${idempotencyKey}`
  const promised = (sent: unknown, answer: () => string) => once(world.model, scope, JSON.stringify(sent), answer)
  const [first] = lines
  if (first && lines.length === 1 && first.job === 0) {
    const body = {
      tools_id: world.names.tools[first.tool] ?? '', quantity: first.units, phone: '1', company: 'A', address: 'B',
      purchaseOrderReference: undefined, vatNumber: undefined,
    } // prettier-ignore
    const { placeOrder } = ordersHandlers(orderPayments(world.lane.provider))
    return {
      promised: () => promised(body, () => promises.place(world.model, { buyer, lines, isBasket: false })),
      real: async () => named(world, await placeOrder(ctx, { ...bare, body, idempotencyKey })),
    }
  }
  const body = { address: testAddress, notes: JSON.stringify(lines) }
  return {
    promised() {
      // Said before anything is ordered: it does not go into a basket.
      if (lines.some(({ tool }) => world.model.tools[tool]?.isArchived)) return 'tool-gone'
      return promised(body, () => promises.place(world.model, { buyer, lines: joined(lines), isBasket: true }))
    },
    async real() {
      await fillBasket(world, ctx, lines)
      return named(world, await basketHandlers.orderBasket(ctx, { ...bare, body, idempotencyKey }))
    },
  }
}

/** The same tool for the same job is the same line, where its first one stands. */
function joined(lines: StepLine[]): StepLine[] {
  const byKey = new Map<string, StepLine>()
  for (const line of lines) {
    const key = `${line.tool} ${line.job}`
    byKey.set(key, { ...line, units: line.units + (byKey.get(key)?.units ?? 0) })
  }
  return [...byKey.values()]
}

/** With these lines alone, whatever an order that was refused has left there. */
async function fillBasket({ names }: World, ctx: Context, lines: StepLine[]): Promise<void> {
  const { lines: left } = await basketHandlers.getBasket(ctx, { ...bare, query: {} })
  const gone = left.map(({ tools_id, reference }) => ({ tools_id, reference, quantity: 0 }))
  await basketHandlers.setLines(ctx, { ...bare, body: { lines: gone } })
  const wanted = lines.map(({ tool, units: quantity, job }) => ({
    tools_id: names.tools[tool] ?? '', quantity, reference: job === 0 ? undefined : `Job ${job}`,
  })) // prettier-ignore
  await basketHandlers.setLines(ctx, { ...bare, body: { lines: wanted } })
}

/** The order's place in the model, whose newest order has no name yet where the shop has just placed it. */
function named({ model, names }: World, { insertedId }: { insertedId: string }): string {
  const newest = model.orders.at(-1)
  const known = model.orders.find(order => names.orders.get(order) === insertedId)
  if (!known && newest && !names.orders.has(newest)) names.orders.set(newest, insertedId)
  const order = known ?? newest
  return `order ${order ? model.orders.indexOf(order) : 'unknown'}`
}
