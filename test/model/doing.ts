import { expireOrders } from '../../src/modules/ordering/release/expire.server.ts'
import { orderPayments } from '../../src/modules/ordering/settlement/handlers.server.ts'
import { apart } from './doing-apart.ts'
import { job, post } from './doing-between.ts'
import { atDesk } from './doing-desk.ts'
import { place } from './doing-place.ts'
import { withOrder } from './doing-orders.ts'
import { manage } from './doing-tools.ts'
import * as promises from './model.ts'
import { lookForRefunds, toShipOf } from './model-desk.ts'
import type { Step } from './steps.ts'
import { type Doing, type World, nothing, nth } from './world.ts'

/** Of which orders a step makes sense: half of the time it is one of them, else any. */
const fits: Partial<Record<Step['do'], (order: promises.Order) => boolean>> = {
  open: order => order.state === 'unpaid',
  pay: order => order.intents.some(intent => intent.status === 'open'),
  report: order => order.intents.some(intent => intent.status === 'succeeded'),
  delete: order => order.state === 'unpaid',
  refund: order => promises.isPaid(order),
  release: order => order.state === 'unpaid',
  receive: order => order.state === 'on-account',
  'take-back': order => promises.isReleased(order),
  ship: order => promises.isReleased(order) && order.lines.some(line => toShipOf(line) > 0),
  'hand-over': order => order.goods === 'shipped',
  cancel: order => order.goods === 'open' || order.state === 'unpaid',
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
    case 'ship':
    case 'hand-over':
    case 'cancel':
    case 'refund':
      return order ? atDesk(world, order, step) : nothing
    case 'release':
    case 'receive':
    case 'take-back':
      return order ? apart(world, order, step) : nothing
    default:
      return order ? withOrder(world, order, step) : nothing
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
      else lookForRefunds(model)
      return 'done'
    },
    real: async () => (await lane.work(work), 'done'),
  }
}
