import { sql } from 'kysely'
import { toDecimalText } from '#kernel/money'
import { Refusal } from '#kernel/refusals'
import { catalogueHandlers } from '#services/catalogue'
import { expireOrders, ordersHandlers } from '#services/orders'
import { orderPayments, paymentsHandlers } from '#services/payments'
import * as promises from './model.ts'
import { confirm } from './customer.ts'
import { type Event, type World, signed } from './run.ts'
import type { Step } from './steps.ts'

/** A step: what the model says of it, and how it is done in the shop. Both answer in the same few words. */
export type Doing = { promised: () => string; real: () => Promise<string> }

const nothing: Doing = { promised: () => 'nothing', real: async () => 'nothing' }
const nobody = '00000000-0000-4000-8000-000000000000'

/** A refusal is an answer as well; anything else that is thrown is a fault. */
export async function answerOf(real: () => Promise<string>): Promise<string> {
  try {
    return await real()
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

const bare = {
  params: undefined, query: undefined, body: undefined, idempotencyKey: undefined, headers: {}, rawBody: undefined,
  file: undefined,
} // prettier-ignore

/** The nth from the newest, round and round; undefined of nothing. */
function nth<T>(all: T[], number: number): T | undefined {
  return all.toReversed()[number % all.length]
}

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

const inTools = (number: number) => number % 2

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

/** Even ones mean news of money, odd ones whatever comes. */
function eventOf(mailbox: Event[], number: number): Event | undefined {
  const ofMoney = mailbox.filter(event => /succeeded|failed/.test(event.type))
  return nth(number % 2 === 0 && ofMoney.length > 0 ? ofMoney : mailbox, Math.floor(number / 2))
}

/** The network between provider and shop: it delivers an event, twice at once, out of turn, again later, or never. */
function post(world: World, step: Extract<Step, { do: 'deliver' | 'lose' }>): Doing {
  const { model, names, mailbox } = world
  const event = eventOf(mailbox, step.event)
  if (!event) return nothing
  const index = mailbox.indexOf(event)
  if (step.do === 'lose' || !step.isKept) mailbox.splice(index, 1)
  if (step.do === 'lose') {
    world.lost.push(event)
    return nothing
  }
  const intent = model.orders
    .flatMap(order => order.intents)
    .find(intent => names.intents.get(intent.order)?.[intent.order.intents.indexOf(intent)] === event.intent)
  if (!intent) throw new Error('the provider tells of an intent that nobody opened')
  return {
    promised: () => promises.receive(model, intent, event),
    async real() {
      const { rows } = await sql<{ payload: object }>`
        select payload from sandbox.event where id = ${event.id}`.execute(world.lane.db)
      await Promise.all(Array.from({ length: step.copies }, () => receive(world, rows[0]?.payload ?? {})))
      return 'received'
    },
  }
}

const receive = (world: World, event: object, secret?: string) =>
  paymentsHandlers(world.lane.provider).receiveProviderEvent(world.lane.system, { ...bare, ...signed(event, secret) })

/** A job of the queue, done as often as said: its worker may die before it can say that it has done it. */
function job(world: World, { job: number, runs }: Extract<Step, { do: 'job' }>): Doing {
  const { model, names, lane } = world
  let chosen: { name: string; data: { refundId?: string; orderId?: string } } | undefined
  return {
    // What it does to the model is known once it is taken from the queue, so the model follows below.
    promised: () => 'done',
    async real() {
      const { rows } = await sql<NonNullable<typeof chosen>>`
        delete from model_job where id = (select id from model_job order by id
          offset ${number}::integer % greatest((select count(*) from model_job), 1) limit 1)
        returning name, data`.execute(lane.db)
      chosen = rows[0]
      if (!chosen) return 'done'
      const { name, data } = chosen
      for (let count = 0; count < runs; count++) await lane.work(name, data)
      if (name === 'refund') {
        const refund = model.refunds[(await refundIds(world)).indexOf(data.refundId ?? '')]
        if (!refund) throw new Error('a job sends back what nobody asked for')
        promises.giveBack(model, refund)
      } else {
        const order = model.orders.find(order => names.orders.get(order) === data.orderId)
        if (!order) throw new Error('a job blocks an order that nobody placed')
        promises.closeIntents(model, order, 'system')
      }
      return 'done'
    },
  }
}

/** The ids of the model's refunds, in its order: several that one step made are told apart by their intents. */
async function refundIds({ lane, model, names }: World): Promise<string[]> {
  const { rows } = await sql<{ id: string; intent: string; reason: string }>`
    select id, transaction_id as intent, reason from refund
    where order_id = any(${[...names.orders.values()]}::uuid[]) order by id`.execute(lane.db)
  return model.refunds.map(({ intent, reason }) => {
    const id = names.intents.get(intent.order)?.[intent.order.intents.indexOf(intent)]
    const index = rows.findIndex(row => row.intent === id && row.reason === reason)
    return rows.splice(index, 1)[0]?.id ?? ''
  })
}

function manage(world: World, step: Extract<Step, { do: 'restock' | 'change' | 'archive' }>): Doing {
  const { model, names, admin } = world
  const tool = inTools(step.tool)
  const params = { id: names.tools[tool] ?? '' }
  if (step.do === 'archive') {
    return {
      promised: () => promises.archive(model, tool),
      real: async () => `deleted ${(await catalogueHandlers.deleteTool(admin, { ...bare, params })).deletedCount}`,
    }
  }
  if (step.do === 'restock') {
    const idempotencyKey = step.key === undefined ? undefined : `stock ${step.key}`
    const body = { delta: step.units, reason: 'Counted.' }
    return {
      promised: () =>
        promises.once(model, idempotencyKey, JSON.stringify({ tool, body }), () =>
          promises.restock(model, tool, step.units),
        ),
      real: async () =>
        `free ${(await catalogueHandlers.changeStock(admin, { ...bare, params, body, idempotencyKey })).availableQuantity}`,
    }
  }
  const { minimum = 1, version: read = 1 } = model.tools[tool] ?? {}
  const body = {
    name: 'Test tool', description: 'A tool for tests.', price: toDecimalText(step.price, 'usd'), minimumQuantity: minimum,
    img: 'https://example.com/tool.avif', version: step.isStale ? read - 1 : read, availableQuantity: step.free,
    tags: undefined, partNumber: undefined, brand: undefined, category: undefined,
  } // prettier-ignore
  return {
    promised: () =>
      promises.change(model, tool, { price: step.price, free: step.free, isStale: step.isStale }),
    real: async () =>
      `modified ${(await catalogueHandlers.changeTool(admin, { ...bare, params, body })).modifiedCount}`,
  } // prettier-ignore
}

type OfOrder = Extract<Step, { order: number }>

function withOrder(world: World, order: promises.Order, step: OfOrder | Step): Doing {
  const { model, names, lane, admin } = world
  const id = names.orders.get(order) ?? nobody
  const by = 'by' in step ? step.by : 'owner'
  const who = by === 'stranger' ? 1 - order.buyer : order.buyer
  const ctx = by === 'admin' ? admin : world.buyers[who]
  if (!ctx) throw new Error('nobody is there')
  const payments = paymentsHandlers(lane.provider)
  const intent = 'intent' in step ? nth(order.intents, step.intent) : undefined
  const idOf = (intent: promises.Intent) =>
    names.intents.get(intent.order)?.[intent.order.intents.indexOf(intent)] ?? ''
  switch (step.do) {
    case 'open': {
      const price = toDecimalText(order.total + (step.isPriceRight ? 0 : 1), 'usd')
      return {
        promised: () => promises.open(model, order, { who, isPriceRight: step.isPriceRight }),
        async real() {
          const { clientSecret } = await payments.createPaymentIntent(ctx, { ...bare, body: { price, orderId: id } })
          const known = names.intents.get(order) ?? []
          const intentId = clientSecret.split('_secret_')[0] ?? ''
          if (!known.includes(intentId)) names.intents.set(order, [...known, intentId])
          return `intent ${(names.intents.get(order) ?? []).indexOf(intentId)}`
        },
      }
    }
    case 'pay':
      if (!intent) return nothing
      return { promised: () => promises.pay(intent, step.card), real: () => confirm(lane, idOf(intent), step.card) }
    case 'report': {
      const other = model.orders.find(other => other !== order && other.tool !== order.tool)
      const named = { order: id, tool: names.tools[order.tool] ?? '', other: (other && names.orders.get(other)) ?? nobody, 'made-up': id }[step.of] // prettier-ignore
      const meant = step.of === 'made-up' ? undefined : intent
      const transactionId = meant ? idOf(meant) : 'pi_madeUp0123456789'
      return {
        promised: () => promises.report(model, meant, { who, isNamed: step.of !== 'other' }),
        real: async () =>
          `modified ${(await payments.reportPayment(ctx, { ...bare, params: { id: named }, body: { tool: named, transactionId } })).modifiedCount}`,
      }
    }
    case 'delete':
      return {
        promised: () => promises.remove(model, order, by === 'admin' ? 'admin' : who),
        real: async () =>
          `deleted ${(await ordersHandlers(orderPayments(lane.provider)).deleteOrder(ctx, { ...bare, params: { id } })).deletedCount}`,
      }
    case 'refund': {
      const amount = step.share === undefined ? undefined : Math.floor((order.total * step.share) / 4)
      const { units, key } = step
      const idempotencyKey = key === undefined ? undefined : `refund ${key}`
      const sent = JSON.stringify({ order: model.orders.indexOf(order), amount, units })
      const body = {
        amount: amount === undefined ? undefined : toDecimalText(amount, 'usd'),
        returned: units > 0 ? [{ position: 1, quantity: units }] : undefined,
        reason: undefined,
      }
      return {
        promised: () =>
          promises.once(model, idempotencyKey, sent, () => promises.refund(model, order, { amount, units })),
        async real() {
          const { insertedId } = await payments.refundOrder(admin, { ...bare, params: { id }, body, idempotencyKey })
          return `refund ${(await refundIds(world)).indexOf(insertedId)}`
        },
      }
    }
    case 'forge': {
      const about = (intentId: string) => ({ id: 'evt_forged', object: 'event', type: 'payment_intent.succeeded', created: 1, data: { object: { id: intentId, object: 'payment_intent' } } }) // prettier-ignore
      const newest = order.intents.at(-1)
      return {
        promised: () => 'signature-invalid',
        async real() {
          // Signed, but about nothing of the shop's; then about one of its intents, but signed by somebody else.
          await receive(world, about('pi_madeUp0123456789'))
          await receive(world, about(newest ? idOf(newest) : 'pi_madeUp'), 'whsec_of_somebody_else')
          return 'taken'
        },
      }
    }
    case 'misread': {
      const live = promises.liveOf(order)
      return {
        promised: () => (live && (live.known = 'canceled'), 'misread'),
        real: async () => (
          await sql`update payment_intent set state = 'canceled' where order_id = ${id} and state = 'live'`.execute(lane.db),
          'misread'
        ),
      } // prettier-ignore
    }
    case 'call-off':
      if (!intent) return nothing
      return {
        promised: () => (['open', 'challenged'].includes(intent.status) && (intent.status = 'canceled'), 'called off'),
        real: async () => (await lane.provider.cancelIntent(idOf(intent)), 'called off'),
      } // prettier-ignore
    default:
      throw new Error(`nobody knows how to ${step.do}`)
  }
}
