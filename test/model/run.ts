import { sql } from 'kysely'
import { expect } from 'vitest'
import { doing } from './doing.ts'
import { expected, look } from './facts.ts'
import type { Lane } from './lane.ts'
import { type Step, atRest } from './steps.ts'
import { type Event, type Start, type World, answerOf, createWorld, idOf } from './world.ts'

/** Compares all that there is with the model, and takes the provider's new events into the mailbox. */
async function compare(world: World): Promise<void> {
  const { lane, names, model } = world
  const { facts, events, broken } = await look(lane, names)
  expect(facts).toEqual(expected(model, names))
  expect(broken).toEqual([])
  for (const event of events.filter(({ id }) => !world.seen.has(id))) {
    world.seen.add(event.id)
    if (event.type === 'payment_intent.payment_failed') nameDecline(world, event)
    world.mailbox.push(event)
  }
}

/** The event of the attempt that was made in this step. */
function nameDecline(world: World, event: Event): void {
  const intents = world.model.orders.flatMap(order => order.intents)
  const declines = intents.find(intent => idOf(world, intent) === event.intent)?.declines ?? []
  for (const decline of declines) decline.event ??= event.id
}

/** Does a step in the shop and in the model, and compares what was heard and what there is. */
async function take(world: World, step: Step): Promise<string> {
  const done = doing(world, step)
  // The model first: an answer of the shop then finds the model's new order or intent to be the name of.
  const promised = done.promised()
  const heard = await answerOf(done.real)
  expect(heard).toBe(promised)
  if (heard !== 'nothing' && heard !== 'later') await compare(world)
  return heard
}

/** Does all steps, then what brings everything to rest. Tells what was heard at each step. */
export async function run(lane: Lane, start: Start, steps: Step[], hear: (step: Step, heard: string) => void) {
  const world = await createWorld(lane, start)
  for (const [nth, step] of [...steps, ...atRest].entries()) {
    try {
      hear(step, await take(world, step))
    } catch (error) {
      if (error instanceof Error) error.message = `step ${nth + 1}, ${JSON.stringify(step)}: ${error.message}`
      throw error
    }
  }
  await bringToRest(world)
}

/** Whatever waits arrives, in the end what was lost too, as far as it is about money; then no order is open, and the shop has the money of what it sold. */
async function bringToRest(world: World): Promise<void> {
  const isBusy = async () => {
    const { rows } = await sql`select from model_job`.execute(world.lane.db)
    return rows.length > 0 || world.mailbox.length > 0
  }
  const arrive = (events: Event[]) => events.splice(0).filter(({ type }) => /succeeded|failed/.test(type))
  world.mailbox.push(...arrive(world.lost))
  while (await isBusy()) {
    world.mailbox.push(...arrive(world.mailbox))
    while (world.mailbox.length > 0) await take(world, { do: 'deliver', event: 0, copies: 1, isKept: false })
    await take(world, { do: 'job', job: 0, runs: 1 })
  }
  const { model, names, lane } = world
  expect(model.orders.filter(order => order.state === 'unpaid' || order.refunding > 0)).toEqual([])
  expect(model.refunds.filter(refund => refund.state === 'requested')).toEqual([])
  const { rows } = await sql`
    select intent.order_id from payment_intent intent join sandbox.payment_intent provider on provider.id = intent.id
      left join payment on payment.transaction_id = intent.id
    where intent.order_id = any(${[...names.orders.values()]}::uuid[])
      and amount_received - amount_refunded <> coalesce(payment.amount - payment.refunded, 0)`.execute(lane.db)
  expect(rows).toEqual([])
}
