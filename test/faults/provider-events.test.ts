import { ofOrders } from '#test/shop/payments'
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
import type { TestShop } from '../harness.ts'
import { deliver, eventsOf } from '../sandbox/events.ts'
import { type Payment, type ProviderRig, calls, startProviderRig, timeout, waitMs } from './provider-rig.ts'
import type { Proxy } from './proxy.ts'

let rig: ProviderRig
let shop: TestShop
let proxy: Proxy
let buyer: Person

beforeAll(async () => {
  const started = await startProviderRig()
  rig = started
  ;({ shop, proxy, buyer } = started)
})
// The clock is moved past the life of a token.
beforeEach(async () => {
  buyer = await signIn(shop, buyer.email)
})
afterAll(() => rig.stop(), timeout)

describe('the news of a payment', () => {
  const paidOf = 'payment_intent.succeeded'

  async function eventsAtShop(intentId: string) {
    const { rows } = await sql<{ kind: string; outcome: string }>`
      select kind, outcome from provider_event where intent_id = ${intentId} order by received_at, event_id`.execute(
      shop.db,
    )
    return rows
  }

  /** The event's own id, under which alone it is held. */
  async function eventId(payment: Payment, type: string): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      select id from sandbox.event where payment_intent_id = ${payment.intentId} and type = ${type}`.execute(shop.db)
    return rows[0]?.id ?? 'none'
  }

  it('hours late: the order was paid without it, and is paid once', { timeout }, async () => {
    const payment = await rig.orderToPay(buyer)
    const held = proxy.hold(calls.event, payment.intentId)
    await rig.pay(payment)
    await held.arrived
    shop.passTime(5 * 3_600_000)
    await reconcile(shop.system, shop.payment)
    await rig.becomes(payment.order, 'paid')
    held.letGo()
    const id = await eventId(payment, paidOf)
    await eventually(
      async () => {
        const { rows } = await sql`select outcome from provider_event where event_id = ${id}`.execute(shop.db)
        return rows
      },
      rows => rows.length === 1,
      waitMs,
    )
    expect(await eventsAtShop(payment.intentId)).toContainEqual({ kind: paidOf, outcome: 'already-paid' })
    expect(await rig.intentsAtProvider(payment.order)).toEqual(['succeeded'])
  })

  it('later than its order lives: the order is paid all the same, because expiry asks first', { timeout }, async () => {
    const payment = await rig.orderToPay(buyer)
    const endSilence = proxy.trouble({ call: calls.event, about: payment.intentId, fault: 'refused' })
    await rig.pay(payment)
    shop.passTime(49 * 3_600_000)
    await expireOrders(shop.system, orderPayments(shop.payment))
    expect(await rig.stateOf(payment.order)).toBe('paid')
    endSilence()
  })

  it('never: the order is paid by the run that asks', { timeout }, async () => {
    const payment = await rig.orderToPay(buyer)
    // Gone for good, as far as the provider's own tries go.
    const endSilence = proxy.trouble({ call: calls.event, about: payment.intentId, fault: 'never' })
    await rig.pay(payment)
    shop.passTime(11 * 60_000)
    await reconcile(shop.system, shop.payment)
    expect(await rig.becomes(payment.order, 'paid')).toBe('paid')
    endSilence()
  })

  it('twice, and its answers lost: one payment', { timeout }, async () => {
    const payment = await rig.orderToPay(buyer)
    proxy.trouble({ call: calls.event, about: payment.intentId, fault: 'twice', times: 2 })
    proxy.trouble({ call: calls.event, about: payment.intentId, fault: 'lost', times: 2 })
    await rig.pay(payment)
    await rig.becomes(payment.order, 'paid')
    const { rows } =
      await sql`select transaction_id from ${ofOrders} payment where order_id = ${payment.order}`.execute(shop.db)
    expect(rows).toEqual([{ transaction_id: payment.intentId }])
  })

  it('before the news of a card declined earlier', { timeout }, async () => {
    const order = await rig.orderBy(buyer)
    const declined = proxy.hold(calls.event, '"payment_intent.payment_failed"')
    const payment = { order, ...(await openPayment(buyer, order)) }
    await payWithCard(shop, payment, testCards.declined)
    await rig.pay(payment)
    await declined.arrived
    await rig.becomes(order, 'paid')
    declined.letGo()
    await eventually(
      () => eventsAtShop(payment.intentId),
      events => events.length === 2,
      waitMs,
    )
    expect(await rig.stateOf(order)).toBe('paid')
    const { rows } = await sql`
      select kind from order_event where order_id = ${order} and kind in ('paid', 'card-declined') order by at, id`.execute(
      shop.db,
    )
    expect(rows).toHaveLength(2)
  })
})

describe('the run that asks about quiet payments', () => {
  it('stops at a provider that does not answer, and the next one asks about all of them', { timeout }, async () => {
    // News of another payment would be looked into as well.
    await rig.newsIsTaken()
    const payments = [await rig.orderToPay(buyer), await rig.orderToPay(buyer), await rig.orderToPay(buyer)]
    const ends = payments.map(({ intentId }) => proxy.trouble({ call: calls.event, about: intentId, fault: 'refused' }))
    for (const payment of payments) await rig.pay(payment)
    const states = () => Promise.all(payments.map(({ order }) => rig.stateOf(order)))
    // The minute's own run would come between.
    await sql`delete from pgboss.schedule where name = 'payment-reconciliation'`.execute(shop.db)
    await sql`delete from pgboss.job where name = 'payment-reconciliation'`.execute(shop.db)
    shop.passTime(11 * 60_000)
    const end = proxy.trouble({ call: calls.look, about: 'payment_intents', fault: '500' })
    const before = proxy.struck('payment_intents')
    await reconcile(shop.system, shop.payment)
    expect(await states()).toEqual(['unpaid', 'unpaid', 'unpaid'])
    // Stripe's SDK asks three times about the one.
    expect(proxy.struck('payment_intents') - before).toBe(3)
    end()
    shop.passTime(60_000)
    await reconcile(shop.system, shop.payment)
    expect(await states()).toEqual(['paid', 'paid', 'paid'])
    for (const end of ends) end()
  })
})

describe('an order whose time is up', () => {
  it('waits for a provider that does not answer, and expires once it does', { timeout }, async () => {
    const payment = await rig.orderToPay(buyer)
    shop.passTime(49 * 3_600_000)
    const end = proxy.trouble({ call: calls.cancel, about: payment.intentId, fault: 'acted 500' })
    await expireOrders(shop.system, orderPayments(shop.payment))
    expect(await rig.stateOf(payment.order)).toBe('unpaid')
    end()
    await expireOrders(shop.system, orderPayments(shop.payment))
    expect(await rig.stateOf(payment.order)).toBe('expired')
    expect(await rig.intentsAtProvider(payment.order)).toEqual([])
  })
})

describe('the eighth declined card of an account', () => {
  it('counted while another payment is being opened: that payment is not opened', { timeout }, async () => {
    const person = await createPerson(shop)
    const orders = [await rig.orderToPay(person), await rig.orderToPay(person)]
    const ends = orders.map(({ intentId }) => proxy.trouble({ call: calls.event, about: intentId, fault: 'refused' }))
    for (const payment of orders) {
      for (let card = 0; card < 4; card++) await payWithCard(shop, payment, testCards.declined)
    }
    const declined = await Promise.all(
      orders.map(({ intentId }) => eventsOf(shop, intentId, 'payment_intent.payment_failed')),
    )
    const order = await placeOrder(person, await createTool(shop))
    // The provider has made the intent, and the shop has not heard of it yet.
    const held = proxy.hold(calls.create, order)
    const opening = rig.open(person, order)
    await held.arrived
    for (const event of declined.flat()) expect((await deliver(shop, event)).status).toBe(200)
    held.letGo()
    for (const end of ends) end()
    expect(await opening).toMatchObject({ status: 409, body: { code: 'too-many-declines' } })
    await eventually(
      async () => {
        const { rows } = await sql`
          select id from sandbox.payment_intent
          where metadata ->> 'account_id' = ${person.accountId} and status <> 'canceled'`.execute(shop.db)
        return rows
      },
      open => open.length === 0,
      waitMs,
    )
  })
})
