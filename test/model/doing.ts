import { expireOrders, orderPayments, ordersHandlers } from '#services/ordering'
import { job, post } from './doing-between.ts'
import { withOrder } from './doing-orders.ts'
import { manage } from './doing-tools.ts'
import * as promises from './model.ts'
import type { Step } from './steps.ts'
import { type Doing, type World, bare, nothing, nth } from './world.ts'

/** Of which orders a step makes sense: half of the time it is one of them, else any. */
const fits: Partial<Record<Step['do'], (order: promises.Order) => boolean>> = {
  open: order => order.state === 'unpaid',
  pay: order => order.intents.some(intent => intent.status === 'open'),
  report: order => order.intents.some(intent => intent.status === 'succeeded'),
  delete: order => order.state === 'unpaid',
  refund: order => promises.isPaid(order),
  misread: order => promises.liveOf(order) !== undefined,
}

function orderOf(orders: promises.Order[], step: { do: Step['do']; order: number }): promises.Order | undefined {
  const fitting = step.order % 2 === 0 ? orders.filter(fits[step.do] ?? (() => true)) : []
  return nth(fitting.length > 0 ? fitting : orders, Math.floor(step.order / 2))
}

/** The same step on both sides. */
export function doing(world: World, step: Step): Doing {
  const { model } = world
  const order = 'order' in step ? orderOf(model.orders, step) : undefined
  switch (step.do) {
    case 'place':
      return place(world, step)
    case 'wait':
      return {
        promised: () => ((model.now += step.minutes * 60_000), 'later'),
        real: async () => (world.lane.passTime(step.minutes * 60_000), 'later'),
      }
    case 'expire':
    case 'reconcile':
    case 'look-for-refunds':
      return hourly(world, step.do)
    case 'deliver':
    case 'lose':
      return post(world, step)
    case 'job':
      return job(world, step)
    case 'restock':
    case 'change':
    case 'archive':
      return manage(world, step)
    default:
      return order ? withOrder(world, order, step) : nothing
  }
}

function place(world: World, { buyer, tool, units, key }: Extract<Step, { do: 'place' }>): Doing {
  const { model, names } = world
  const sent = { tools_id: names.tools[tool] ?? '', quantity: units, phone: '1', company: 'A', address: 'B', purchaseOrderReference: undefined, vatNumber: undefined } // prettier-ignore
  const idempotencyKey = key === undefined ? undefined : `place ${key}`
  const scope = idempotencyKey && `${buyer} ${idempotencyKey}`
  return {
    promised: () =>
      promises.once(model, scope, JSON.stringify(sent), () => promises.place(model, { buyer, tool, units })),
    async real() {
      const { placeOrder } = ordersHandlers(orderPayments(world.lane.provider))
      const ctx = world.buyers[buyer]
      if (!ctx) throw new Error('nobody buys')
      const { insertedId } = await placeOrder(ctx, { ...bare, body: sent, idempotencyKey })
      const newest = model.orders.at(-1)
      const known = model.orders.find(order => names.orders.get(order) === insertedId)
      if (!known && newest && !names.orders.has(newest)) names.orders.set(newest, insertedId)
      const named = known ?? newest
      return `order ${named ? model.orders.indexOf(named) : 'unknown'}`
    },
  }
}

function hourly(world: World, name: 'expire' | 'reconcile' | 'look-for-refunds'): Doing {
  const { model, lane } = world
  if (name === 'expire') {
    return {
      promised: () => promises.expire(model),
      real: async () => `expired ${await expireOrders(lane.system, orderPayments(lane.provider))}`,
    }
  }
  const work = name === 'reconcile' ? 'payment-reconciliation' : 'open-refunds'
  return {
    promised() {
      if (name === 'reconcile') promises.reconcile(model)
      else promises.lookForRefunds(model)
      return 'done'
    },
    real: async () => (await lane.work(work), 'done'),
  }
}
