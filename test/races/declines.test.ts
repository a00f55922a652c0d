import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expireOrders } from '../../src/modules/ordering/release/expire.server.ts'
import { orderPayments } from '../../src/modules/ordering/settlement/handlers.server.ts'
import { reconcile } from '../../src/modules/ordering/settlement/reconcile.server.ts'
import {
  type Person,
  createPerson,
  createTool,
  openPayment,
  payWithCard,
  placeOrder,
  signIn,
  testCards,
} from '../factories.ts'
import { eventually } from '../eventually.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import { deliver, eventsOf } from '../sandbox/events.ts'
import { expectLedgerToAddUp } from './ledger.ts'

const minute = 60_000
const blocked = { status: 409, body: { code: 'too-many-declines' } }

type Payment = { order: string; intentId: string; clientSecret: string }

async function orderToPay(shop: TestShop, person: Person): Promise<Payment> {
  const order = await placeOrder(person, await createTool(shop))
  return { order, ...(await openPayment(person, order)) }
}

async function decline(shop: TestShop, payment: Payment, times: number): Promise<void> {
  for (let card = 0; card < times; card++) {
    expect((await payWithCard(shop, payment, testCards.declined)).status).toBe(402)
  }
}

async function open(person: Person, order: string) {
  const { price } = (await person.call('GET', `/orders/${order}`)).body
  return person.call('POST', '/create-payment-intent', { price, orderId: order })
}

/** What is counted: of the order, of its account, and on its timeline. */
async function countedOf(shop: TestShop, order: string) {
  const { rows } = await sql<{ on_order: number; of_account: number; told: number }>`
    select declines as on_order,
      (select count(*) from card_decline where account_id = orders.account_id) as of_account,
      (select count(*) from order_event where order_id = orders.id and kind = 'card-declined') as told
    from orders where id = ${order}`.execute(shop.db)
  return rows[0]
}

describe('declined cards of an account', () => {
  let shop: TestShop

  beforeAll(async () => {
    shop = await startTestShop({ environment: { MAX_OPEN_ORDERS: '20' } })
  })
  afterAll(async () => {
    await expectLedgerToAddUp(shop)
    await shop.close()
  })

  it('[D4.28] count over its orders, deleted ones too: the eighth in an hour closes every payment of it', async () => {
    let buyer = await createPerson(shop)
    const other = await createPerson(shop)
    const theirs = await orderToPay(shop, other)
    const first = await orderToPay(shop, buyer)
    await decline(shop, first, 5)
    await eventually(
      () => open(buyer, first.order),
      answer => answer.status === 409,
    )
    expect((await buyer.call('DELETE', `/orders/${first.order}`)).body).toEqual({ deletedCount: 1 })

    const [second, untouched] = [await orderToPay(shop, buyer), await orderToPay(shop, buyer)]
    await decline(shop, second, 2)
    await eventually(
      () => countedOf(shop, second.order),
      counted => counted?.of_account === 7,
    )
    expect((await open(buyer, untouched.order)).status).toBe(200)
    // Ten minutes lie between the seventh and the eighth.
    shop.passTime(10 * minute)
    await decline(shop, second, 1)
    await eventually(
      () => open(buyer, second.order),
      answer => answer.status === 409,
    )
    const later = await placeOrder(buyer, await createTool(shop))
    for (const order of [second.order, untouched.order, later]) expect(await open(buyer, order)).toMatchObject(blocked)
    // They are fewer again when the first of the eight is an hour old.
    expect((await open(buyer, later)).body.message).toMatch(
      /^Too many cards were declined\. Payment opens again in (4\d|50) minutes\.$/,
    )
    // The card form talks to the provider, so the open intents themselves are taken away there.
    for (const payment of [second, untouched]) {
      const refused = await eventually(
        () => payWithCard(shop, payment, testCards.challenge),
        answer => answer.status === 400,
      )
      expect(refused.body.error.code).toBe('payment_intent_unexpected_state')
    }
    // Nobody else is kept from paying.
    expect((await payWithCard(shop, theirs)).body.status).toBe('succeeded')

    shop.passTime(49 * minute)
    buyer = await signIn(shop, buyer.email)
    expect(await open(buyer, later)).toMatchObject(blocked)
    shop.passTime(minute)
    const payment = { order: later, ...(await openPayment(buyer, later)) }
    expect((await payWithCard(shop, payment)).body.status).toBe('succeeded')
    await eventually(
      async () => (await buyer.call('GET', `/orders/${later}`)).body.paid,
      paid => paid === true,
    )
  })

  it('leave as many tries as the opened payment says (finding 17)', async () => {
    const buyer = await createPerson(shop)
    const [first, second] = [await orderToPay(shop, buyer), await orderToPay(shop, buyer)]
    const leftOf = async ({ order }: Payment) => (await open(buyer, order)).body.triesLeft
    expect(await leftOf(first)).toBe(5)
    await decline(shop, first, 4)
    await eventually(
      () => leftOf(first),
      left => left === 1,
    )
    // Eight an hour over all orders: four are gone.
    expect(await leftOf(second)).toBe(4)
  })

  it('come to no more than the provider lets through in a moment, when they are tried all at once', async () => {
    const buyer = await createPerson(shop)
    const payment = await orderToPay(shop, buyer)
    const answers = await Promise.all(Array.from({ length: 60 }, () => payWithCard(shop, payment, testCards.declined)))
    const tried = answers.filter(answer => answer.status === 402).length
    const codes = new Set(answers.filter(({ status }) => status !== 402).map(({ body }) => body.error.code))
    expect(tried).toBeGreaterThan(0)
    expect(tried).toBeLessThanOrEqual(10)
    const refusals = ['lock_timeout', 'payment_intent_rate_limit_exceeded', 'payment_intent_unexpected_state']
    for (const code of codes) expect(refusals).toContain(code)
    await eventually(
      () => countedOf(shop, payment.order),
      counted => counted?.on_order === tried && counted.of_account === tried && counted.told === tried,
    )
  })
})

describe('a declined card', () => {
  let shop: TestShop
  let buyer: Person

  // No event finds its way by itself: each test sends them as it likes.
  beforeAll(async () => {
    shop = await startTestShop({
      environment: { MAX_OPEN_ORDERS: '20' },
      providerDetour: { webhook: () => 'http://127.0.0.1:9/' },
    })
  })
  beforeEach(async () => {
    buyer = await createPerson(shop)
  })
  afterAll(async () => {
    await expectLedgerToAddUp(shop)
    await shop.close()
  })

  it('counts once when its events come late, twice, in any order and at once, the order paid meanwhile', async () => {
    const payment = await orderToPay(shop, buyer)
    await decline(shop, payment, 3)
    expect((await payWithCard(shop, payment)).body.status).toBe('succeeded')
    const failed = await eventsOf(shop, payment.intentId, 'payment_intent.payment_failed')
    const [succeeded] = await eventsOf(shop, payment.intentId, 'payment_intent.succeeded')
    expect(failed).toHaveLength(3)
    expect(succeeded).toBeDefined()
    expect((await deliver(shop, succeeded ?? '')).status).toBe(200)
    expect((await buyer.call('GET', `/orders/${payment.order}`)).body.paid).toBe(true)
    shop.passTime(20 * minute)
    const sent = [...failed.toReversed(), ...failed, ...failed.toReversed(), ...failed]
    const answers = await Promise.all(sent.map(event => deliver(shop, event)))
    expect(answers.map(({ status }) => status)).toEqual(sent.map(() => 200))
    expect(await countedOf(shop, payment.order)).toEqual({ on_order: 3, of_account: 3, told: 3 })
    // Counted when it happened, not when the shop heard of it.
    const { rows } = await sql<{ late: number }>`
      select count(*) as late from card_decline
      where order_id = ${payment.order} and at > ${new Date(shop.system.now().getTime() - 19 * minute)}`.execute(
      shop.db,
    )
    expect(rows).toEqual([{ late: 0 }])
  })

  it('whose event never comes is counted by the look-up, and once with its event after that', async () => {
    const payment = await orderToPay(shop, buyer)
    await decline(shop, payment, 1)
    expect(await countedOf(shop, payment.order)).toMatchObject({ on_order: 0 })
    const report = { tool: payment.order, transactionId: payment.intentId }
    const asked = await Promise.all(
      Array.from({ length: 6 }, () => buyer.call('PATCH', `/tools/${payment.order}`, report)),
    )
    for (const answer of asked) expect(answer.body.code).toBe('payment-not-confirmed')
    const once = { on_order: 1, of_account: 1, told: 1 }
    expect(await countedOf(shop, payment.order)).toEqual(once)
    const [event] = await eventsOf(shop, payment.intentId, 'payment_intent.payment_failed')
    await deliver(shop, event ?? '')
    expect(await countedOf(shop, payment.order)).toEqual(once)

    await decline(shop, payment, 1)
    shop.passTime(11 * minute)
    await reconcile(shop.system, shop.payment)
    expect(await countedOf(shop, payment.order)).toEqual({ on_order: 2, of_account: 2, told: 2 })
  })

  it('is counted when its order is deleted or expires before anything is heard of it', async () => {
    const [deleted, expired] = [await orderToPay(shop, buyer), await orderToPay(shop, buyer)]
    await decline(shop, deleted, 1)
    await decline(shop, expired, 1)
    expect((await buyer.call('DELETE', `/orders/${deleted.order}`)).status).toBe(200)
    expect(await countedOf(shop, deleted.order)).toMatchObject({ on_order: 1, of_account: 1 })
    shop.passTime(49 * 60 * minute)
    await expireOrders(shop.system, orderPayments(shop.payment))
    expect(await countedOf(shop, expired.order)).toMatchObject({ on_order: 1, of_account: 2 })
  })

  it('heard of hours later counts, and takes no payment away; nor does a block that came late to the provider', async () => {
    const payment = await orderToPay(shop, buyer)
    await decline(shop, payment, 5)
    const failed = await eventsOf(shop, payment.intentId, 'payment_intent.payment_failed')
    shop.passTime(2 * 60 * minute)
    for (const event of failed.toReversed()) expect((await deliver(shop, event)).status).toBe(200)
    expect(await countedOf(shop, payment.order)).toEqual({ on_order: 5, of_account: 5, told: 5 })
    const jobs = async () => {
      const { rows } = await sql<{ state: string }>`
        select state from pgboss.job where name = 'payment-block' and data ->> 'orderId' = ${payment.order}`.execute(
        shop.db,
      )
      return rows.map(({ state }) => state)
    }
    expect(await jobs()).toEqual([])
    await shop.system.jobs.send(shop.db, 'payment-block', { orderId: payment.order })
    await eventually(jobs, ([state]) => state === 'completed', 30_000)
    expect((await payWithCard(shop, payment)).body.status).toBe('succeeded')
  })

  it('the eighth, counted while a payment is being opened: the payment is refused, or taken away', async () => {
    for (let round = 0; round < 4; round++) {
      const person = await createPerson(shop)
      const payment = await orderToPay(shop, person)
      const second = await orderToPay(shop, person)
      await decline(shop, payment, 4)
      await decline(shop, second, 4)
      const failed = [
        ...(await eventsOf(shop, payment.intentId, 'payment_intent.payment_failed')),
        ...(await eventsOf(shop, second.intentId, 'payment_intent.payment_failed')),
      ]
      for (const event of failed.slice(0, 7)) await deliver(shop, event)
      const order = await placeOrder(person, await createTool(shop))
      const [opened] = await Promise.all([open(person, order), deliver(shop, failed[7] ?? '')])
      if (opened.status !== 200) expect(opened).toMatchObject(blocked)
      await eventually(
        async () => {
          const { rows } = await sql`
            select orders.id from orders join payment_intent on payment_intent.order_id = orders.id
            where orders.account_id = ${person.accountId} and payment_intent.state = 'live'`.execute(shop.db)
          return rows
        },
        live => live.length === 0,
        60_000,
      )
      expect(await open(person, order)).toMatchObject(blocked)
      const { rows } = await sql`
        select id from sandbox.payment_intent
        where metadata ->> 'account_id' = ${person.accountId} and status <> 'canceled'`.execute(shop.db)
      expect(rows).toEqual([])
    }
  })
})
