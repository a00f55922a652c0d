import { newId } from '#platform/context'
import { orderPayments } from '../../src/modules/ordering/settlement/handlers.server.ts'
import { recordPayment } from '../../src/modules/ordering/payments/received.server.ts'
import { releaseOrder } from '../../src/modules/ordering/release/release.server.ts'
import { takeBack } from '../../src/modules/ordering/returns/returns.server.ts'
import { pick } from './doing-desk.ts'
import * as promises from './model-apart.ts'
import type { Order } from './model.ts'
import type { Step } from './steps.ts'
import type { Doing, World } from './world.ts'

export type ApartStep = Extract<Step, { do: 'release' | 'receive' | 'take-back' }>

/** What no call does yet: goods and money of an order, each without the other. */
export function apart(world: World, order: Order, step: ApartStep): Doing {
  const { model, lane, names } = world
  const orderId = () => names.orders.get(order) ?? ''
  if (step.do === 'release') {
    return {
      promised: () => promises.release(model, order),
      real: () => releaseOrder(lane.system, orderPayments(lane.provider), { orderId: orderId(), by: 'terms' }),
    }
  }
  if (step.do === 'receive') {
    const amount = Math.max(1, Math.floor((order.total * step.share) / 4))
    const paidAt = lane.system.now()
    return {
      promised: () => promises.receive(order, amount),
      real: () =>
        recordPayment(lane.system, {
          id: newId(),
          kind: 'bank',
          amount,
          currency: 'usd',
          paidAt,
          allocations: [{ orderId: orderId(), amount }],
        }),
    }
  }
  const { becomes } = step
  const back = pick(order, step.some).filter(({ units }) => units > 0)
  const units = back.map(({ position, units: quantity }) => ({ position, quantity }))
  return {
    promised: () => promises.takeBack(model, order, { back, becomes }),
    real: async () => (await takeBack(lane.system, orderId(), { units, becomes }), 'taken back'),
  }
}
