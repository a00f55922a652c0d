import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { sandboxSecrets } from '#test/shop/compose'
import { type Person, createPerson, createTool, openPayment, payWithCard, placeOrder, testCards } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { type SandboxEvent, deliver, eventsOf } from '#test/sandbox/events'
import { forgetEvents, receiveEvent } from './events.server.ts'
import type { PaymentPort } from '../payments/port.server.ts'
import { settle } from './settle.server.ts'

let shop: TestShop
let buyer: Person
/** A second shop on the same database whose provider nobody reaches. */
let cutOff: TestShop

beforeAll(async () => {
  // No event finds its way by itself: the tests send them.
  const nowhere = () => 'http://127.0.0.1:9/'
  shop = await startTestShop({ environment: { MAX_OPEN_ORDERS: '100' }, providerDetour: { webhook: nowhere } })
  const database = { url: shop.databaseUrl, drop: async () => undefined }
  cutOff = await startTestShop({ database, providerDetour: { webhook: nowhere, api: nowhere } })
  // It takes calls alone: a refund that it tried would wait for its next try, and the tests with it.
  await cutOff.jobs.rest()
  buyer = await createPerson(shop)
})
afterAll(async () => {
  await cutOff.close()
  await shop.close()
})

type Payment = { order: string; intentId: string; clientSecret: string }

async function orderToPay(): Promise<Payment> {
  const order = await placeOrder(buyer, await createTool(shop))
  return { order, ...(await openPayment(buyer, order)) }
}

async function eventOf(payment: Pick<Payment, 'intentId'>, type: string): Promise<SandboxEvent> {
  const [event] = await eventsOf(shop, payment.intentId, `payment_intent.${type}`)
  if (!event) throw new Error(`the provider has no such event: ${type}`)
  return event
}

async function paidPayment(): Promise<{ payment: Payment; event: SandboxEvent }> {
  const payment = await orderToPay()
  expect((await payWithCard(shop, payment)).body.status).toBe('succeeded')
  return { payment, event: await eventOf(payment, 'succeeded') }
}

/** An intent that the shop has not made. */
async function makeIntent(form: Record<string, string>): Promise<string> {
  const made = await fetch(`${shop.address}/sandbox/v1/payment_intents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandboxSecrets.secretKey}` },
    body: new URLSearchParams(form),
  })
  const { id }: { id: string } = await made.json()
  return id
}

/** The counter as an operator's Prometheus reads it: only what is not 0. */
async function counted(of = shop): Promise<Record<string, number>> {
  const text = await (await fetch(`${of.address}/metrics`)).text()
  const lines = [...text.matchAll(/^tappet_payment_events_total\{outcome="([a-z-]+)"\} (\d+)$/gm)]
  return Object.fromEntries(lines.map(([, outcome, count]) => [outcome, Number(count)] as const))
}

/** What every table of the shop and its provider holds, row by row, as one figure each; but the digest's, which a clock writes. */
async function contents(): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema in ('public', 'identity') and table_name <> 'digest'
      or (table_schema, table_name) in (('sandbox', 'payment_intent'), ('sandbox', 'refund'))
    order by 1`.execute(shop.db)
  const contents: Record<string, string> = {}
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ text: string }>`
      select coalesce(string_agg(row::text, E'\n' order by row::text), '') as text
      from ${sql.raw(name)} as row`.execute(shop.db)
    contents[name] = rows[0]?.text ?? ''
  }
  const jobs = await sql<{ count: number }>`
    select count(*) as count from pgboss.job
    where name in ('refund', 'payment-block')`.execute(shop.db)
  return { ...contents, jobs: String(jobs.rows[0]?.count) }
}

/** Waits until no mail is about to be handed over, which would change tables beside what a test looks at. */
async function quiet(): Promise<void> {
  for (let busy = 1; busy > 0;) {
    const { rows } = await sql<{ busy: number }>`
      select (select count(*) from order_mail where queued_at is null)
        + (select count(*) from pgboss.job
          where name in ('mail', 'order-mail', 'refund', 'payment-block') and state in ('created', 'retry', 'active'))
        as busy`.execute(shop.db)
    busy = Number(rows[0]?.busy)
  }
}

/** Does this, and says by which outcomes the counter rose and which tables changed. */
async function effectOf(work: () => Promise<{ status: number }>, of = shop) {
  await quiet()
  const before = { counted: await counted(of), contents: await contents() }
  const { status } = await work()
  const after = { counted: await counted(of), contents: await contents() }
  const rose = Object.entries(after.counted)
    .map(([outcome, count]) => [outcome, count - (before.counted[outcome] ?? 0)] as const)
    .filter(([, rise]) => rise !== 0)
  const changed = Object.keys(after.contents).filter(name => after.contents[name] !== before.contents[name])
  return { status, rose: Object.fromEntries(rose), changed }
}

test('every outcome is counted from 0 on', async () => {
  expect(Object.keys(await counted()).toSorted()).toEqual([
    'already-paid', 'canceled', 'foreign', 'forged', 'ignored', 'paid', 'pending', 'postponed', 'refunded', 'replayed',
    'stale', 'unknown', 'unreadable',
  ]) // prettier-ignore
})

describe('an event that changes nothing', () => {
  const accepted = { status: 200, changed: ['public.provider_event'] }
  const refused = { status: 400, changed: [] }

  it('[D4.22] forged: refused, counted, and nothing is written', async () => {
    const { event } = await paidPayment()
    expect(await effectOf(() => deliver(shop, event, { secret: 'whsec_other' }))).toEqual({
      ...refused,
      rose: { forged: 1 },
    })
    const unsigned = () =>
      fetch(`${shop.address}/api/webhooks/payments`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(event),
      })
    expect(await effectOf(unsigned)).toEqual({ ...refused, rose: { forged: 1 } })
  })

  it('[D4.22] signed more than five minutes ago', async () => {
    const { event } = await paidPayment()
    const stale = { ...refused, rose: { stale: 1 } }
    expect(await effectOf(() => deliver(shop, event, { ageSeconds: 310 }))).toEqual(stale)
  })

  it('signed, but unreadable', async () => {
    for (const body of ['no event', '{"id":"evt_1","object":"event","data":{"object":{}}}']) {
      expect(await effectOf(() => deliver(shop, body))).toEqual({ ...refused, rose: { unreadable: 1 } })
    }
  })

  it('about an intent that neither shop nor provider has', async () => {
    const { event } = await paidPayment()
    const data = { object: { ...event.data.object, id: 'pi_000000000000000000000000' } }
    const unknown = { ...accepted, rose: { unknown: 1 } }
    expect(await effectOf(() => deliver(shop, { ...event, id: 'evt_unknown', data }))).toEqual(unknown)
  })

  it('about something that is no intent', async () => {
    const { event } = await paidPayment()
    const payout = {
      ...event,
      id: 'evt_payout',
      type: 'payout.paid',
      data: { object: { id: 'po_1', object: 'payout' } },
    }
    expect(await effectOf(() => deliver(shop, payout))).toEqual({ ...accepted, rose: { ignored: 1 } })
  })

  it('about an intent of another shop at the same provider', async () => {
    const event = await eventOf({ intentId: await makeIntent({ amount: '100', currency: 'usd' }) }, 'created')
    expect(await effectOf(() => deliver(shop, event))).toEqual({ ...accepted, rose: { foreign: 1 } })
  })

  it('that overtakes the call which opens its payment is not taken for a foreign one', async () => {
    const order = await placeOrder(buyer, await createTool(shop))
    const intent = { amount: '3490', currency: 'usd', 'metadata[order_id]': order }
    const event = await eventOf({ intentId: await makeIntent(intent) }, 'created')
    expect(await effectOf(() => deliver(shop, event))).toEqual({ ...accepted, rose: { pending: 1 } })
  })

  it.each([
    { of: 'amount', change: sql`amount = amount + 1, amount_received = amount_received + 1` },
    { of: 'currency', change: sql`currency = 'eur'` },
    { of: 'owner', change: sql`metadata = metadata || '{"account_id": "somebody else"}'` },
    { of: 'order', change: sql`metadata = metadata || '{"order_id": "another"}'` },
  ])('[D2.18] about an intent of another $of than its order’s, reported by its buyer or not', async ({ change }) => {
    const { payment, event } = await paidPayment()
    await sql`update sandbox.payment_intent set ${change} where id = ${payment.intentId}`.execute(shop.db)
    const report = () =>
      buyer.call('PATCH', `/tools/${payment.order}`, { tool: payment.order, transactionId: payment.intentId })
    expect(await effectOf(report)).toEqual({ status: 409, rose: {}, changed: [] })
    expect(await effectOf(() => deliver(shop, event))).toEqual({ ...accepted, rose: { foreign: 1 } })
  })

  it('[D2.18] about an intent of the other mode, live or test, or of which less has come', async () => {
    const { payment } = await paidPayment()
    const getIntent: PaymentPort['getIntent'] = async id => {
      const intent = await shop.payment.getIntent(id)
      return intent && { ...intent, amountReceived: intent.amountReceived - 1 }
    }
    for (const odd of [{ testMode: false }, { getIntent }]) {
      const effect = await effectOf(async () => {
        expect(await settle(shop.system, { ...shop.payment, ...odd }, payment.intentId)).toBe('foreign')
        return { status: 200 }
      })
      expect(effect).toEqual({ status: 200, rose: {}, changed: [] })
    }
  })

  it('replayed, and the provider is not asked again', async () => {
    const { event } = await paidPayment()
    expect((await effectOf(() => deliver(shop, event))).rose).toEqual({ paid: 1 })
    const replayed = { status: 200, rose: { replayed: 1 }, changed: [] }
    expect(await effectOf(() => deliver(shop, event))).toEqual(replayed)
    // Where nobody answers, a question would end in 503.
    expect(await effectOf(() => deliver(cutOff, event), cutOff)).toEqual(replayed)
  })
})

describe('an event that leads to something', () => {
  it('is counted by it: paid, already paid, canceled, money back', async () => {
    const { event } = await paidPayment()
    expect((await effectOf(() => deliver(shop, event))).rose).toEqual({ paid: 1 })
    const again = { ...event, id: 'evt_again' }
    expect(await effectOf(() => deliver(shop, again))).toEqual({
      status: 200,
      rose: { 'already-paid': 1 },
      changed: ['public.provider_event'],
    })
    const deleted = await orderToPay()
    await buyer.call('DELETE', `/orders/${deleted.order}`)
    const canceled = await eventOf(deleted, 'canceled')
    expect((await effectOf(() => deliver(shop, canceled))).rose).toEqual({ canceled: 1 })
    const late = await orderToPay()
    await sql`update payment_intent set state = 'canceled' where id = ${late.intentId}`.execute(shop.db)
    await buyer.call('DELETE', `/orders/${late.order}`)
    await payWithCard(shop, late)
    const succeeded = await eventOf(late, 'succeeded')
    expect((await effectOf(() => deliver(shop, succeeded))).rose).toEqual({ refunded: 1 })
  })

  it('is written down with the payment: whoever dies in between leaves both, or neither', async () => {
    const { payment, event } = await paidPayment()
    const { intentId } = payment
    const received = { ...event, intentId, disputeId: undefined, declinedAttempt: undefined, createdAt: new Date() }
    const dieAt = (step: string) => {
      const onFailpoint = (name: string) => (name === step ? Promise.reject(new Error(`died at ${step}`)) : undefined)
      return expect(receiveEvent({ ...shop.system, onFailpoint }, shop.payment, received)).rejects.toThrow('died')
    }
    const written = async () => {
      const { rows } = await sql`
        select (select count(*) from payment where transaction_id = ${intentId}) as payments,
          (select outcome from provider_event where event_id = ${event.id}) as outcome`.execute(shop.db)
      return rows
    }
    await dieAt('settle: order paid')
    expect(await written()).toEqual([{ payments: 0, outcome: null }])
    await dieAt('settle: committed')
    expect(await written()).toEqual([{ payments: 1, outcome: 'paid' }])
    expect((await effectOf(() => deliver(shop, event))).rose).toEqual({ replayed: 1 })
  })

  it('or to nothing yet: asked again when it comes again, and counted anew once it leads to more', async () => {
    const payment = await orderToPay()
    await payWithCard(shop, payment, testCards.challenge)
    const event = await eventOf(payment, 'requires_action')
    expect((await effectOf(() => deliver(shop, event))).rose).toEqual({ pending: 1 })
    expect((await effectOf(() => deliver(shop, event))).rose).toEqual({ replayed: 1 })
    await payWithCard(shop, payment)
    expect((await effectOf(() => deliver(shop, event))).rose).toEqual({ paid: 1 })
    expect((await effectOf(() => deliver(shop, event))).rose).toEqual({ replayed: 1 })
    const { rows } = await sql`select outcome from provider_event where event_id = ${event.id}`.execute(shop.db)
    expect(rows).toEqual([{ outcome: 'paid' }])
  })

  it('is not taken for one of the same id that came from a provider of before', async () => {
    const { event } = await paidPayment()
    await sql`
      insert into provider_event (provider, event_id, kind, outcome)
      values ('stripe', ${event.id}, 'payout.paid', 'ignored')`.execute(shop.db)
    expect((await effectOf(() => deliver(shop, event))).rose).toEqual({ paid: 1 })
  })

  it('is left to come again when the provider cannot be asked', async () => {
    const { event } = await paidPayment()
    const postponed = { status: 503, rose: { postponed: 1 }, changed: [] }
    expect(await effectOf(() => deliver(cutOff, event), cutOff)).toEqual(postponed)
    expect((await effectOf(() => deliver(shop, event))).rose).toEqual({ paid: 1 })
  }, 30_000)

  it('16 times at once is counted once by what it led to, and as replayed beside that', async () => {
    const { event } = await paidPayment()
    const before = await counted()
    await Promise.all(Array.from({ length: 16 }, () => deliver(shop, event)))
    const after = await counted()
    const rise = (outcome: string) => (after[outcome] ?? 0) - (before[outcome] ?? 0)
    expect(rise('paid') + rise('already-paid') + rise('replayed')).toBe(16)
    expect(rise('replayed')).toBe(15)
  })
})

test('events and declined cards of more than a month ago are forgotten, younger ones are kept', async () => {
  const days = (count: number) => new Date(shop.system.now().getTime() - count * 24 * 3_600_000)
  const payment = await orderToPay()
  for (const age of [30, 32]) {
    await sql`
      insert into provider_event (provider, event_id, kind, outcome, received_at)
      values ('sandbox', ${`evt_of_${age}`}, 'payment_intent.created', 'pending', ${days(age)})`.execute(shop.db)
    await sql`
      insert into card_decline (provider, attempt, order_id, account_id, at)
      values ('sandbox', ${`ch_of_${age}`}, ${payment.order}, ${buyer.accountId}, ${days(age)})`.execute(shop.db)
  }
  await forgetEvents(shop.system)
  const { rows } = await sql<{ id: string }>`
    select event_id as id from provider_event where starts_with(event_id, 'evt_of_')
    union all select attempt from card_decline where starts_with(attempt, 'ch_of_') order by 1`.execute(shop.db)
  expect(rows.map(({ id }) => id)).toEqual(['ch_of_30', 'evt_of_30'])
  const cron = await sql`select cron from pgboss.schedule where name = 'old-events'`.execute(shop.db)
  expect(cron.rows).toHaveLength(1)
})
