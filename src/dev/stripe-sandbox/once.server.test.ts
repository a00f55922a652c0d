import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { sql } from 'kysely'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Driver, driverOf, refusalOf } from '#test/sandbox/driver'
import { long } from '#test/tiers'
import { deliverEvent } from './events.server.ts'
import { type Rig, cardForm, sdkFor, send, startRig, waitFor } from '#test/sandbox/rig'

let rig: Rig
let driver: Driver

beforeAll(async () => {
  rig = await startRig()
  driver = driverOf(rig)
}, 60_000)

afterAll(() => rig.stop())

describe('refunds', () => {
  async function paid(amount = 5000) {
    const intent = await driver.create({ amount, currency: 'usd' })
    await driver.pay(intent, '4242424242424242')
    return intent
  }

  it('gives back a part, the rest, and not more', async () => {
    const intent = await paid()
    const part = await rig.stripe.refunds.create({
      payment_intent: intent.id,
      amount: 2000,
      reason: 'requested_by_customer',
    })
    expect(part).toMatchObject({ object: 'refund', amount: 2000, status: 'succeeded', payment_intent: intent.id })
    expect(await rig.stripe.refunds.retrieve(part.id)).toMatchObject({ id: part.id, amount: 2000, charge: part.charge })
    const tooMuch = await refusalOf(rig.stripe.refunds.create({ payment_intent: intent.id, amount: 3001 }))
    expect(tooMuch).toMatchObject({ statusCode: 400, param: 'amount' })
    expect(await rig.stripe.refunds.create({ payment_intent: intent.id })).toMatchObject({ amount: 3000 })
    const again = await refusalOf(rig.stripe.refunds.create({ payment_intent: intent.id }))
    expect(again).toMatchObject({ code: 'charge_already_refunded' })
    await driver.expectEvents(intent.id, [
      'payment_intent.created',
      'payment_intent.succeeded',
      'refund.created',
      'charge.refunded',
      'refund.created',
      'charge.refunded',
    ])
  })

  it('never gives back more than came, however many ask at once', async () => {
    const intent = await paid(1000)
    const attempts = Array.from({ length: 12 }, () =>
      rig.stripe.refunds.create({ payment_intent: intent.id, amount: 300 }),
    )
    const settled = await Promise.allSettled(attempts)
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    const { rows } = await sql`select amount_refunded from sandbox.payment_intent where id = ${intent.id}`.execute(
      rig.db,
    )
    expect(rows).toEqual([{ amount_refunded: 900 }])
  })

  it('needs a payment that came', async () => {
    const intent = await driver.create()
    const refused = await refusalOf(rig.stripe.refunds.create({ payment_intent: intent.id }))
    expect(refused).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' })
    expect(await refusalOf(rig.stripe.refunds.retrieve('re_none'))).toMatchObject({ code: 'resource_missing' })
  })
})

describe('idempotency keys', () => {
  it('replay the first answer and refuse other parameters', async () => {
    const key = { idempotencyKey: `replay-${Date.now()}` }
    const first = await rig.stripe.paymentIntents.create({ amount: 700, currency: 'usd' }, key)
    await rig.stripe.paymentIntents.cancel(first.id)
    const second = await rig.stripe.paymentIntents.create({ amount: 700, currency: 'usd' }, key)
    expect(second).toMatchObject({ id: first.id, status: 'requires_payment_method' })
    const headers = new Headers(second.lastResponse.headers)
    expect(headers.get('idempotent-replayed')).toBe('true')
    const other = await refusalOf(rig.stripe.paymentIntents.create({ amount: 701, currency: 'usd' }, key))
    expect(other).toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
    expect(await refusalOf(rig.stripe.refunds.create({ payment_intent: first.id }, key))).toMatchObject({
      rawType: 'idempotency_error',
    })
  })

  it('replay a decline, but not a mistake in the parameters', async () => {
    const intent = await driver.create()
    const confirm = (number: string, key: string) =>
      send(rig, `payment_intents/${intent.id}/confirm`, {
        key: rig.secrets.publishableKey,
        form: { client_secret: intent.client_secret ?? '', ...cardForm(number) },
        headers: { 'idempotency-key': key },
      })
    const [first, second] = [await confirm('4000000000000002', 'a'), await confirm('4000000000000002', 'a')]
    expect(second.body).toEqual(first.body)
    expect(
      driver.eventsOf(intent.id).filter(({ type }) => type === 'payment_intent.payment_failed').length,
    ).toBeLessThan(2)
    const key = { idempotencyKey: `mistake-${intent.id}` }
    await refusalOf(rig.stripe.paymentIntents.create({ amount: 0, currency: 'usd' }, key))
    expect(await rig.stripe.paymentIntents.create({ amount: 1, currency: 'usd' }, key)).toMatchObject({ amount: 1 })
  })

  it('make one intent of twenty that come at once', async () => {
    const before = await countIntents()
    const stripe = sdkFor(rig.base, rig.secrets.secretKey, 6)
    const made = await Promise.all(
      Array.from({ length: 20 }, () =>
        stripe.paymentIntents.create({ amount: 900, currency: 'usd' }, { idempotencyKey: 'twenty' }),
      ),
    )
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    expect(await countIntents()).toBe(before + 1)
  })

  it('answer 409 to the second of two at once', async () => {
    const headers = { 'idempotency-key': 'two' }
    const form = { amount: '900', currency: 'usd' }
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => send(rig, 'payment_intents', { key: rig.secrets.secretKey, form, headers })),
    )
    const statuses = new Set(answers.map(({ status }) => status))
    expect([...statuses].every(status => status === 200 || status === 409)).toBe(true)
    const ids = answers.filter(({ status }) => status === 200).map(({ body }) => body['id'])
    expect(new Set(ids).size).toBe(1)
  })

  it('find what the first request has left that ended while the second one looked', async () => {
    const form = { amount: '910', currency: 'usd' }
    const make = () =>
      send(rig, 'payment_intents', { key: rig.secrets.secretKey, form, headers: { 'idempotency-key': 'meanwhile' } })
    const first = await make()
    const before = await countIntents()
    // As if the first answer came between the second one's look and its write, which waits here.
    const ended = await rig.db.startTransaction().execute()
    await sql`create table kept as select * from sandbox.idempotency_key where key = 'meanwhile'`.execute(ended)
    await sql`delete from sandbox.idempotency_key where key = 'meanwhile'`.execute(rig.db)
    await sql`lock table sandbox.payment_intent in share mode`.execute(ended)
    const second = make()
    await waitForLock()
    await sql`insert into sandbox.idempotency_key select * from kept`.execute(ended)
    await sql`drop table kept`.execute(ended)
    await ended.commit().execute()
    expect((await second).body).toEqual(first.body)
    expect(await countIntents()).toBe(before)
  })

  async function waitForLock(): Promise<void> {
    for (let waiting = 0; waiting === 0;) {
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(rig.db)
      waiting = rows[0]?.count ?? 0
    }
  }

  it('are forgotten after a day', async () => {
    const key = { idempotencyKey: 'a day' }
    const first = await rig.stripe.paymentIntents.create({ amount: 700, currency: 'usd' }, key)
    rig.clock.now = () => new Date(Date.now() + 25 * 3_600_000)
    const next = await rig.stripe.paymentIntents.create({ amount: 800, currency: 'usd' }, key)
    rig.clock.now = () => new Date()
    expect(next.id).not.toBe(first.id)
  })

  it('of a browser do not touch those of the shop', async () => {
    const intent = await driver.create()
    const form = { client_secret: intent.client_secret ?? '', ...cardForm('4000000000000002') }
    const headers = { 'idempotency-key': 'order-key' }
    await send(rig, `payment_intents/${intent.id}/confirm`, { key: rig.secrets.publishableKey, form, headers })
    const made = await rig.stripe.paymentIntents.create({ amount: 5, currency: 'usd' }, { idempotencyKey: 'order-key' })
    expect(made.amount).toBe(5)
  })

  async function countIntents(): Promise<number> {
    const { rows } = await sql<{
      count: number
    }>`select count(*)::integer as count from sandbox.payment_intent`.execute(rig.db)
    return rows[0]?.count ?? 0
  }
})

describe('races', () => {
  it('confirm, cancel and confirm at once have one outcome, 50 times', async () => {
    for (let round = 0; round < 50; round += 1) {
      const intent = await driver.create()
      const [first, cancelled, second] = await Promise.all([
        driver.pay(intent, '4242424242424242'),
        send(rig, `payment_intents/${intent.id}/cancel`, { key: rig.secrets.secretKey }),
        driver.pay(intent, '4242424242424242'),
      ])
      const winners = [first, cancelled, second].filter(({ status }) => status === 200)
      expect(winners).toHaveLength(1)
      const final = await rig.stripe.paymentIntents.retrieve(intent.id)
      expect(winners[0]?.body['status']).toBe(final.status)
      const { rows } = await sql<{ type: string }>`
        select type from sandbox.event
        where payment_intent_id = ${intent.id} and type <> 'payment_intent.created'`.execute(rig.db)
      expect(rows).toEqual([{ type: `payment_intent.${final.status}` }])
    }
  }, 60_000)
})

describe('events', () => {
  it('are sent again until they are taken, signed each time', async () => {
    await waitForDelivery()
    rig.answers.push(500, 404)
    const intent = await driver.create({ amount: 4321, currency: 'usd' })
    await waitFor(() => driver.eventsOf(intent.id).length === 1)
    await waitForDelivery()
    expect(rig.received.filter(({ intentId }) => intentId === intent.id).map(({ status }) => status)).toEqual([
      500, 404, 200,
    ])
    const { rows } = await sql`
      select attempts, last_outcome, delivered_at is not null as delivered from sandbox.event
      where payment_intent_id = ${intent.id}`.execute(rig.db)
    expect(rows).toEqual([{ attempts: 3, last_outcome: '200', delivered: true }])
  })

  async function waitForDelivery(): Promise<void> {
    for (let left = 1; left > 0;) {
      const { rows } = await sql<{ left: number }>`
        select count(*)::integer as left from sandbox.event where delivered_at is null`.execute(rig.db)
      left = rows[0]?.left ?? 0
    }
  }

  it('are given up where somebody takes them and says nothing', { timeout: 30_000, ...long }, async () => {
    await using silent = createServer(socket => socket.on('error', () => undefined).resume()).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const webhookUrl = () => `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`
    const intent = await driver.create()
    await waitForDelivery()
    const { rows } = await sql<{ id: string }>`
      update sandbox.event set delivered_at = null where payment_intent_id = ${intent.id} returning id`.execute(rig.db)
    const delivery = { db: rig.db, webhookUrl, webhookSecret: rig.secrets.webhookSecret, now: rig.clock.now }
    await expect(deliverEvent(delivery, rows[0]?.id ?? '')).rejects.toThrow('no answer within 5000 ms')
  })

  it('exist if and only if what they tell of was committed', async () => {
    const { rows } = await sql<{ untold: number; told_otherwise: number }>`
      with told as (
        select intent.id, intent.status,
          count(*) filter (where event.type = 'payment_intent.created') as created,
          count(*) filter (where event.type = 'payment_intent.succeeded') as succeeded
        from sandbox.payment_intent intent left join sandbox.event on event.payment_intent_id = intent.id
        group by intent.id)
      select (count(*) filter (where created <> 1))::integer as untold,
        (count(*) filter (where succeeded <> case when status = 'succeeded' then 1 else 0 end))::integer as told_otherwise
      from told`.execute(rig.db)
    expect(rows).toEqual([{ untold: 0, told_otherwise: 0 }])
  })
})
