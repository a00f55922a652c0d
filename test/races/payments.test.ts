import { sql } from 'kysely'
import { ofOrders } from '#test/shop/payments'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expireOrders } from '../../src/modules/ordering/release/expire.server.ts'
import { orderPayments } from '../../src/modules/ordering/settlement/handlers.server.ts'
import { testAddress } from '../access/basket.ts'
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
import { deliver, isOnItsWay } from '../sandbox/events.ts'
import { atOnce } from './in-turn.ts'
import { expectLedgerToAddUp } from './ledger.ts'
import { inTiers } from '../tiers.ts'

let shop: TestShop
let buyer: Person

beforeAll(async () => {
  shop = await startTestShop({ environment: { MAX_OPEN_ORDERS: '100' } })
  buyer = await createPerson(shop)
})
afterAll(async () => {
  await expectNothingToBeKept()
  await shop.close()
})

/** When every event is delivered and every refund done, the shop has exactly the money of its paid orders. */
async function expectNothingToBeKept(): Promise<void> {
  await eventually(
    async () => {
      const { rows } = await sql`
        select id, type from sandbox.event where ${isOnItsWay}
        union all select id::text, state from refund where state <> 'done'`.execute(shop.db)
      return rows
    },
    open => open.length === 0,
  )
  const { rows } = await sql`
    select orders.id, orders.payment_state, orders.total, money.kept, payment.amount
    from orders
      left join ${ofOrders} payment on payment.order_id = orders.id
      left join (
        select metadata ->> 'order_id' as order_id, sum(amount_received - amount_refunded) as kept
        from sandbox.payment_intent group by 1
      ) money on money.order_id = orders.id::text
    where coalesce(money.kept, 0) <> case when orders.payment_state = 'paid' then orders.total else 0 end
      or coalesce(payment.amount, 0) <> coalesce(money.kept, 0)`.execute(shop.db)
  expect(rows).toEqual([])
  await expectLedgerToAddUp(shop)
}

async function stateOf(order: string): Promise<string> {
  const { rows } = await sql<{ state: string }>`select payment_state as state from orders where id = ${order}`.execute(
    shop.db,
  )
  return rows[0]?.state ?? 'gone'
}

/** A basket of several lines, with its payment open. */
async function orderToPay() {
  const tools = await Promise.all(Array.from({ length: 6 }, () => createTool(shop)))
  await buyer.call('PUT', '/basket/lines', { lines: tools.map(tools_id => ({ tools_id, quantity: 1 })) })
  const placed = await buyer.call('POST', '/basket/order', { address: testAddress })
  const order: string = placed.body.insertedId
  return { order, payment: await openPayment(buyer, order) }
}

describe('paying, while', () => {
  inTiers({ short: 4, long: 30 }, (rounds, options) => {
    it(
      `[D4.25] the order is deleted, ${rounds} rounds: it is paid or cancelled, and money and stock agree with it`,
      options,
      async () => {
        for (let round = 0; round < rounds; round++) {
          const { order, payment } = await orderToPay()
          const pay = () => payWithCard(shop, payment)
          const remove = () => buyer.call('DELETE', `/orders/${order}`)
          // Both go first in turn, so that both get to win.
          const [paid, deleted] =
            round % 2 === 0
              ? await Promise.all([pay(), remove()])
              : await Promise.all([remove(), pay()]).then(([deleted, paid]) => [paid, deleted] as const)
          const isPaid = paid.body.status === 'succeeded'
          const state = await eventually(
            () => stateOf(order),
            state => state !== 'unpaid',
          )
          expect({ state, deleted: deleted.status }).toEqual(
            isPaid ? { state: 'paid', deleted: 409 } : { state: 'cancelled', deleted: 200 },
          )
          if (isPaid) expect(deleted.body.code).toBe('order-paid')
          else expect(paid.body.error.code).toBe('payment_intent_unexpected_state')
        }
        await expectNothingToBeKept()
      },
    )
  })

  inTiers({ short: 4, long: 20 }, (rounds, options) => {
    it(
      `its time runs out, ${rounds} rounds: it is paid or expired, and money and stock agree with it`,
      options,
      async () => {
        for (let round = 0; round < rounds; round++) {
          const { order, payment } = await orderToPay()
          shop.passTime(48 * 3600_000 + 1000)
          const expire = () => expireOrders(shop.system, orderPayments(shop.payment))
          const [first, second] =
            round % 2 === 0 ? [() => payWithCard(shop, payment), expire] : [expire, () => payWithCard(shop, payment)]
          await Promise.all([first(), second()])
          const state = await eventually(
            () => stateOf(order),
            state => state !== 'unpaid',
          )
          expect(['paid', 'expired']).toContain(state)
          // The token lives for a quarter of an hour.
          buyer = await signIn(shop, buyer.email)
          const seen = await buyer.call('GET', `/orders/${order}`)
          expect(seen.body).toMatchObject({ paid: state === 'paid', reservedUntil: null })
        }
        await expectNothingToBeKept()
      },
    )
  })

  inTiers({ short: 2, long: 10 }, (rounds, options) => {
    it(
      `[D4.24] report, event and deletion come at once, ${rounds} rounds: all agree that it is paid`,
      options,
      async () => {
        for (let round = 0; round < rounds; round++) {
          const { order, payment } = await orderToPay()
          expect((await payWithCard(shop, payment)).body.status).toBe('succeeded')
          const answers = await Promise.all([
            buyer.call('PATCH', `/tools/${order}`, { tool: order, transactionId: payment.intentId }),
            buyer.call('DELETE', `/orders/${order}`),
            buyer.call('PATCH', `/tools/${order}`, { tool: order, transactionId: payment.intentId }),
            expireOrders(shop.system, orderPayments(shop.payment)).then(() => ({ status: 200 })),
          ])
          expect(answers.map(answer => answer.status)).toEqual([200, 409, 200, 200])
          expect(await stateOf(order)).toBe('paid')
        }
        await expectNothingToBeKept()
      },
    )
  })

  it('two cards are typed at once takes the money once', async () => {
    const { order, payment } = await orderToPay()
    const answers = await atOnce(6, () => payWithCard(shop, payment))
    expect(answers.filter(answer => answer.body.status === 'succeeded')).toHaveLength(1)
    await eventually(
      () => stateOf(order),
      state => state === 'paid',
    )
    await expectNothingToBeKept()
  })
})

type SandboxEvent = { id: string; type: string }

/** The event as the provider sends it, word for word. */
async function eventOf(intentId: string, type: string): Promise<SandboxEvent> {
  const { rows } = await sql<{ payload: SandboxEvent }>`
    select payload from sandbox.event where payment_intent_id = ${intentId} and type = ${type}`.execute(shop.db)
  if (!rows[0]) throw new Error(`the provider has no event ${type} of ${intentId}`)
  return rows[0].payload
}

describe('an event', () => {
  it('delivered 16 times at once gives one payment', async () => {
    for (let round = 0; round < 5; round++) {
      const { order, payment } = await orderToPay()
      await payWithCard(shop, payment)
      const event = await eventOf(payment.intentId, 'payment_intent.succeeded')
      const answers = await atOnce(16, () => deliver(shop, event))
      for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { received: true } })
      const { rows } = await sql`
        select (select count(*) from ${ofOrders} payment where order_id = ${order}) as payments,
          (select count(*) from provider_event where event_id = ${event.id}) as events,
          (select count(*) from order_event where order_id = ${order} and kind = 'paid') as told,
          (select count(*) from stock_movement where order_id = ${order} and reason = 'sold') as sold`.execute(shop.db)
      expect(rows).toEqual([{ payments: 1, events: 1, told: 1, sold: 6 }])
    }
    await expectNothingToBeKept()
  })

  it('[D2.18] says nothing that the provider does not confirm', async () => {
    const { order, payment } = await orderToPay()
    const event = await eventOf(payment.intentId, 'payment_intent.created')
    await deliver(shop, { ...event, id: 'evt_forged', type: 'payment_intent.succeeded' })
    expect(await stateOf(order)).toBe('unpaid')
    await buyer.call('DELETE', `/orders/${order}`)
  })

  it('[D4.26] of money for a dead order, 16 times at once, gives the money back once', async () => {
    const { order, payment } = await orderToPay()
    await sql`update payment_intent set state = 'canceled' where id = ${payment.intentId}`.execute(shop.db)
    expect((await buyer.call('DELETE', `/orders/${order}`)).body).toEqual({ deletedCount: 1 })
    await payWithCard(shop, payment)
    const event = await eventOf(payment.intentId, 'payment_intent.succeeded')
    await atOnce(16, () => deliver(shop, event))
    await expectNothingToBeKept()
    const { rows } = await sql`select amount, state from refund where order_id = ${order}`.execute(shop.db)
    expect(rows).toEqual([{ amount: 15_000, state: 'done' }])
    expect(await stateOf(order)).toBe('cancelled')
  })

  it('[D4.28] of a declined card counts once; the fifth card closes the payment for an hour', async () => {
    const { order, payment } = await orderToPay()
    const declines = async () => {
      const { rows } = await sql<{ declines: number }>`select declines from orders where id = ${order}`.execute(shop.db)
      return rows[0]?.declines
    }
    await payWithCard(shop, payment, testCards.declined)
    const event = await eventOf(payment.intentId, 'payment_intent.payment_failed')
    await atOnce(16, () => deliver(shop, event))
    expect(await declines()).toBe(1)
    for (let card = 2; card <= 5; card++) await payWithCard(shop, payment, testCards.declined)
    await eventually(declines, count => count === 5)
    const { price } = (await buyer.call('GET', `/orders/${order}`)).body
    const open = () => buyer.call('POST', '/create-payment-intent', { price, orderId: order })
    const blocked = { status: 409, body: { code: 'too-many-declines' } }
    expect(await open()).toMatchObject(blocked)
    // The card form talks to the provider, so the intent itself is taken away. A card that pays would be too early once.
    const refused = await eventually(
      () => payWithCard(shop, payment, testCards.challenge),
      answer => answer.status === 400,
    )
    expect(refused.body.error.code).toBe('payment_intent_unexpected_state')
    shop.passTime(55 * 60_000)
    buyer = await signIn(shop, buyer.email)
    expect(await open()).toMatchObject(blocked)
    shop.passTime(5 * 60_000 + 1000)
    const again = await openPayment(buyer, order)
    expect(again.intentId).not.toBe(payment.intentId)
    expect((await payWithCard(shop, again)).body.status).toBe('succeeded')
    await eventually(
      () => stateOf(order),
      state => state === 'paid',
    )
  })
})

describe('the payment of an order', () => {
  it('[D2.32] opened 12 times at once is one intent with one secret', async () => {
    for (let round = 0; round < 5; round++) {
      const order = await placeOrder(buyer, await createTool(shop))
      const { price } = (await buyer.call('GET', `/orders/${order}`)).body
      const answers = await atOnce(12, () => buyer.call('POST', '/create-payment-intent', { price, orderId: order }))
      for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: answers[0]?.body })
      const { rows } = await sql`
        select (select count(*) from payment_intent where order_id = ${order} and state = 'live') as live,
          (select count(*) from sandbox.payment_intent
            where metadata ->> 'order_id' = ${order} and status <> 'canceled') as at_provider`.execute(shop.db)
      expect(rows).toEqual([{ live: 1, at_provider: 1 }])
      await buyer.call('DELETE', `/orders/${order}`)
    }
  })
})
