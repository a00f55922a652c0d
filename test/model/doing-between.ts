import { sql } from 'kysely'
import { paymentsHandlers } from '../../src/modules/ordering/settlement/handlers.server.ts'
import { sandboxSecrets } from '../shop/compose.ts'
import { signatureOf } from '../sandbox/events.ts'
import * as promises from './model.ts'
import { giveBack } from './model-desk.ts'
import type { Step } from './steps.ts'
import { uncounted, type Doing, type Event, type World, bare, idOf, nothing, nth } from './world.ts'

/** Even ones mean news of money, odd ones whatever comes. */
function eventOf(mailbox: Event[], number: number): Event | undefined {
  const ofMoney = mailbox.filter(event => /succeeded|failed/.test(event.type))
  return nth(number % 2 === 0 && ofMoney.length > 0 ? ofMoney : mailbox, Math.floor(number / 2))
}

/** The network between provider and shop: it delivers an event, twice at once, out of turn, again later, or never. */
export function post(world: World, step: Extract<Step, { do: 'deliver' | 'lose' }>): Doing {
  const { model, mailbox } = world
  const event = eventOf(mailbox, step.event)
  if (!event) return nothing
  const index = mailbox.indexOf(event)
  if (step.do === 'lose' || !step.isKept) mailbox.splice(index, 1)
  if (step.do === 'lose') {
    world.lost.push(event)
    return nothing
  }
  const intent = model.orders.flatMap(order => order.intents).find(intent => idOf(world, intent) === event.intent)
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

export const receive = (world: World, event: object, secret?: string) =>
  paymentsHandlers(world.lane.provider, uncounted).receiveProviderEvent(world.lane.system, {
    ...bare,
    ...signed(event, secret),
  })

/** A job of the queue, done as often as said: its worker may die before it can say that it has done it. */
export function job(world: World, { job: number, runs }: Extract<Step, { do: 'job' }>): Doing {
  const { model, names, lane } = world
  let chosen: { name: string; data: { refundId?: string; orderId?: string; accountId?: string } } | undefined
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
        giveBack(model, refund)
      } else if (name === 'payment-block') {
        const blocked = model.orders.filter(order =>
          data.accountId
            ? names.buyers[order.buyer] === data.accountId && order.state === 'unpaid'
            : names.orders.get(order) === data.orderId,
        )
        if (blocked.length === 0 && data.orderId) throw new Error('a job blocks an order that nobody placed')
        for (const order of Array.from({ length: runs }, () => blocked).flat()) {
          if (promises.isBlocked(model, order)) promises.closeIntents(model, order, 'system')
        }
      }
      return 'done'
    },
  }
}

/** A signed event as the provider would send it. */
function signed(event: object, secret = sandboxSecrets.webhookSecret) {
  const rawBody = JSON.stringify(event)
  return { rawBody, headers: signatureOf(rawBody, { secret }) }
}

/** The ids of the model's refunds, in its order: several that one step made are told apart by their intents. */
export async function refundIds(world: World): Promise<string[]> {
  const { lane, model, names } = world
  const { rows } = await sql<{ id: string; intent: string; reason: string }>`
    select id, transaction_id as intent, reason from refund
    where order_id = any(${[...names.orders.values()]}::uuid[]) order by id`.execute(lane.db)
  return model.refunds.map(({ intent, reason }) => {
    const id = idOf(world, intent)
    const index = rows.findIndex(row => row.intent === id && row.reason === reason)
    return rows.splice(index, 1)[0]?.id ?? ''
  })
}
