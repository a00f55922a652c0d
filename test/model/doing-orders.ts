import { sql } from 'kysely'
import { toDecimalText } from '#kernel/money'
import type { Context } from '#platform/context'
import { orderPayments, paymentsHandlers } from '../../src/modules/ordering/settlement/handlers.server.ts'
import { ordersHandlers } from '../../src/modules/ordering/handlers.server.ts'
import { confirm } from './customer.ts'
import { receive } from './doing-between.ts'
import * as promises from './model.ts'
import type { Step } from './steps.ts'
import { uncounted, type Doing, type World, bare, idOf, nothing, nth } from './world.ts'

const nobody = '00000000-0000-4000-8000-000000000000'
const unknownIntent = 'pi_madeUp0123456789'

/** An order, by its id, and who comes with it. */
type Meant = { order: promises.Order; id: string; who: number; ctx: Context }
type Of<T extends Step['do']> = Extract<Step, { do: T }>
export type OrderStep = Of<'open' | 'pay' | 'report' | 'delete' | 'forge' | 'misread' | 'call-off'>

/** What is done with an order. */
export function withOrder(world: World, order: promises.Order, step: OrderStep): Doing {
  const by = 'by' in step ? step.by : 'owner'
  const who = by === 'stranger' ? 1 - order.buyer : order.buyer
  const ctx = by === 'admin' ? world.admin : world.buyers[who]
  if (!ctx) throw new Error('nobody is there')
  const meant = { order, id: world.names.orders.get(order) ?? nobody, who, ctx }
  switch (step.do) {
    case 'open':
      return open(world, meant, step)
    case 'report':
      return report(world, meant, step)
    case 'delete':
      return remove(world, meant, step)
    case 'pay':
    case 'call-off':
      return atProvider(world, order, step)
    case 'forge':
      return forge(world, order)
    default:
      return misread(world, meant)
  }
}

function open(world: World, { order, id, who, ctx }: Meant, { isPriceRight }: Of<'open'>): Doing {
  const { model, names, lane } = world
  const price = toDecimalText(order.total + (isPriceRight ? 0 : 1), 'usd')
  return {
    promised: () => promises.open(model, order, { who, isPriceRight }),
    async real() {
      const { createPaymentIntent } = paymentsHandlers(lane.provider, uncounted)
      const { clientSecret } = await createPaymentIntent(ctx, { ...bare, body: { price, orderId: id } })
      const known = names.intents.get(order) ?? []
      const intentId = clientSecret.split('_secret_')[0] ?? ''
      const all = known.includes(intentId) ? known : [...known, intentId]
      names.intents.set(order, all)
      return `intent ${all.indexOf(intentId)}`
    },
  }
}

/** The customer pays there, or somebody calls the intent off there, and the shop hears nothing of it yet. */
function atProvider(world: World, order: promises.Order, step: Of<'pay' | 'call-off'>): Doing {
  const intent = nth(order.intents, Math.floor(step.intent / 2))
  if (!intent) return nothing
  const id = idOf(world, intent)
  if (step.do === 'pay') {
    return {
      promised: () => promises.pay(world.model, intent, step.card),
      real: () => confirm(world.lane, id, step.card),
    }
  }
  return {
    promised: () => promises.callOff(intent),
    real: async () => (await world.lane.provider.cancelIntent(id)).status,
  }
}

function report(world: World, { order, id, who, ctx }: Meant, step: Of<'report'>): Doing {
  const { model, names, lane } = world
  const other = model.orders.find(one => one !== order)
  const otherId = (other && names.orders.get(other)) ?? nobody
  const named = {
    order: id,
    tool: names.tools[nth(order.lines, step.intent)?.tool ?? 0] ?? '',
    other: otherId,
    'made-up': id,
  }[step.of]
  const intent = step.of === 'made-up' ? undefined : nth(order.intents, Math.floor(step.intent / 2))
  const transactionId = intent ? idOf(world, intent) : unknownIntent
  return {
    promised: () => promises.report(model, intent, { who, isNamed: step.of !== 'other' }),
    async real() {
      const { reportPayment } = paymentsHandlers(lane.provider, uncounted)
      const body = { tool: named, transactionId }
      return `modified ${(await reportPayment(ctx, { ...bare, params: { id: named }, body })).modifiedCount}`
    },
  }
}

function remove({ model, lane }: World, { order, id, who, ctx }: Meant, { by }: Of<'delete'>): Doing {
  return {
    promised: () => promises.remove(model, order, by === 'admin' ? 'admin' : who),
    async real() {
      const { deleteOrder } = ordersHandlers(orderPayments(lane.provider))
      return `deleted ${(await deleteOrder(ctx, { ...bare, params: { id } })).deletedCount}`
    },
  }
}

/** Signed, but about nothing of the shop's; then about one of its intents, but signed by somebody else. */
function forge(world: World, order: promises.Order): Doing {
  const about = (id: string) => ({
    id: 'evt_forged',
    object: 'event',
    type: 'payment_intent.succeeded',
    created: 1,
    data: { object: { id, object: 'payment_intent' } },
  })
  const newest = order.intents.at(-1)
  return {
    promised: () => 'signature-invalid',
    async real() {
      await receive(world, about(unknownIntent))
      await receive(world, about(newest ? idOf(world, newest) : unknownIntent), 'whsec_of_somebody_else')
      return 'taken'
    },
  }
}

/** The shop takes an intent to be called off that is not, as after a change of provider: money may still come by it. */
function misread({ lane }: World, { order, id }: Meant): Doing {
  const live = promises.liveOf(order)
  if (!live) return nothing
  return {
    promised: () => promises.misread(live),
    async real() {
      await sql`update payment_intent set state = 'canceled' where order_id = ${id} and state = 'live'`.execute(lane.db)
      return 'misread'
    },
  }
}
