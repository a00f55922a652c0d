import { sql } from 'kysely'
import { ofOrders } from '#test/shop/payments'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reconcile } from '../../src/modules/ordering/settlement/reconcile.server.ts'
import { type Answer, type Person, openPayment, payWithCard } from '../factories.ts'
import { eventually } from '../eventually.ts'
import type { TestShop } from '../harness.ts'
import { long } from '../tiers.ts'
import { type ProviderRig, calls, startProviderRig, timeout, waitMs } from './provider-rig.ts'
import { type Fault, type Proxy, faults } from './proxy.ts'

/** What Stripe's SDK tries again by itself, twice, under the same key; of the rest it tells at once. */
const triedAgain: Fault[] = ['late', 'never', 'lost', 'refused', '500', '503', 'acted 500']

let rig: ProviderRig
let shop: TestShop
let proxy: Proxy
let buyer: Person
let admin: Person

beforeAll(async () => {
  const started = await startProviderRig()
  rig = started
  ;({ shop, proxy, buyer, admin } = started)
})
afterAll(() => rig.stop(), timeout)

/** What is only asked for twice is answered well; all else in a sentence that is true and says what to do. */
function expectPlainAnswer(answer: Answer, fault: Fault): void {
  if (fault === 'twice') return expect(answer.status).toBe(200)
  expect(answer).toMatchObject({
    status: 503,
    body: {
      code: 'payment-provider-unreachable',
      message: 'The payment provider is not responding, so nothing was changed. Try again in a minute.',
    },
  })
}

/**
 * The faults of which a step of a payment is tried in the short tier, and those that the long one adds: each step has its
 * turn, and each fault is tried at some step.
 */
function inTurns(turn: number, all: readonly Fault[] = faults) {
  const isShort = (_: Fault, index: number) => index % 4 === turn
  return [
    { cases: all.filter(isShort), options: { timeout } },
    { cases: all.filter((fault, index) => !isShort(fault, index)), options: { timeout, ...long } },
  ]
}

describe.concurrent('a provider in trouble', () => {
  for (const { cases, options } of inTurns(0)) {
    it.each(cases)('while a payment is opened (%s): one intent, and the order is paid by it', options, async fault => {
      const order = await rig.orderBy(buyer)
      const end = proxy.trouble({ call: calls.create, about: order, fault })
      expectPlainAnswer(await rig.open(buyer, order), fault)
      expect(proxy.struck(order)).toBeGreaterThan(0)
      end()
      await rig.pay({ order, ...(await openPayment(buyer, order)) })
      await rig.becomes(order, 'paid')
      expect(await rig.intentsAtProvider(order)).toEqual(['succeeded'])
    })
  }

  for (const { cases, options } of inTurns(0, triedAgain)) {
    it.each(cases)('once, while a payment is opened (%s): the customer sees nothing of it', options, async fault => {
      const order = await rig.orderBy(buyer)
      proxy.trouble({ call: calls.create, about: order, fault, times: 1 })
      expect((await rig.open(buyer, order)).status).toBe(200)
      expect(proxy.struck(order)).toBe(1)
      expect(await rig.intentsAtProvider(order)).toHaveLength(1)
    })
  }

  for (const { cases, options } of inTurns(1)) {
    it.each(cases)('while a payment is reported (%s): it is found later, without a hand', options, async fault => {
      const payment = await rig.orderToPay(buyer)
      const endSilence = proxy.trouble({ call: calls.event, about: payment.intentId, fault: 'refused' })
      await rig.pay(payment)
      const end = proxy.trouble({ call: calls.look, about: payment.intentId, fault })
      const report = { tool: payment.order, transactionId: payment.intentId }
      expectPlainAnswer(await buyer.call('PATCH', `/tools/${payment.order}`, report), fault)
      expect(await rig.stateOf(payment.order)).toBe(fault === 'twice' ? 'paid' : 'unpaid')
      end()
      await sql`
        update payment_intent set created_at = created_at - interval '11 minutes',
          checked_at = checked_at - interval '11 minutes'
        where id = ${payment.intentId}`.execute(shop.db)
      await reconcile(shop.system, shop.payment)
      await rig.becomes(payment.order, 'paid')
      endSilence()
    })
  }

  for (const { cases, options } of inTurns(2)) {
    it.each(cases)('while an order is deleted (%s): it waits, and goes once', options, async fault => {
      const payment = await rig.orderToPay(buyer)
      const end = proxy.trouble({ call: calls.cancel, about: payment.intentId, fault })
      expectPlainAnswer(await buyer.call('DELETE', `/orders/${payment.order}`), fault)
      expect(await rig.stateOf(payment.order)).toBe(fault === 'twice' ? 'cancelled' : 'unpaid')
      end()
      const again = await buyer.call('DELETE', `/orders/${payment.order}`)
      expect(again).toMatchObject({ status: 200, body: { deletedCount: fault === 'twice' ? 0 : 1 } })
      expect(await rig.stateOf(payment.order)).toBe('cancelled')
      expect(await rig.intentsAtProvider(payment.order)).toEqual([])
      expect((await payWithCard(shop, payment)).body.error.code).toBe('payment_intent_unexpected_state')
    })
  }

  for (const { cases, options } of inTurns(3)) {
    it.each(cases)('while money goes back (%s): it goes back once', options, async fault => {
      const payment = await rig.orderToPay(buyer)
      await rig.pay(payment)
      await rig.becomes(payment.order, 'paid')
      const times = triedAgain.includes(fault) ? 3 : 1
      proxy.trouble({ call: calls.refund, about: payment.intentId, fault, times })
      const asked = await admin.call('POST', `/orders/${payment.order}/refunds`, { amount: '10.00' })
      expect(asked.status).toBe(200)
      await rig.becomes(payment.order, 'part-refunded')
      // Where the provider has acted, its event may end the refund before the shop has asked again.
      const least = ['late', 'lost', 'acted 500'].includes(fault) ? 1 : times
      expect(proxy.struck(payment.intentId)).toBeGreaterThanOrEqual(least)
      expect(proxy.struck(payment.intentId)).toBeLessThanOrEqual(times)
      const { rows } = await sql`
          select payment.refunded, payment.refunding, intent.amount_refunded as at_provider,
            (select count(*) from refund where order_id = payment.order_id) as asked_for,
            (select count(*) from sandbox.refund where payment_intent_id = intent.id) as made
          from ${ofOrders} payment join sandbox.payment_intent intent on intent.id = payment.transaction_id
          where payment.order_id = ${payment.order}`.execute(shop.db)
      expect(rows).toEqual([{ refunded: 1000, refunding: 0, at_provider: 1000, asked_for: 1, made: 1 }])
    })
  }

  for (const { cases, options } of inTurns(1)) {
    it.each(cases)(
      'while an event is looked into (%s): it comes again, and the order is paid',
      options,
      async fault => {
        const payment = await rig.orderToPay(buyer)
        // As often as the shop asks at two deliveries of the event; then the provider is well.
        const times = triedAgain.includes(fault) ? 6 : 2
        proxy.trouble({ call: calls.look, about: payment.intentId, fault, times })
        await rig.pay(payment)
        await rig.becomes(payment.order, 'paid')
        expect(proxy.struck(payment.intentId)).toBeGreaterThan(0)
      },
    )
  }

  const lookUps: Fault[] = ['late', 'refused', '500', '429', 'garbage', 'other', 'half', 'twice']
  for (const { cases, options } of inTurns(2, lookUps)) {
    it.each(cases)(
      'while a refund is looked up whose key is forgotten (%s): none is made again',
      options,
      async fault => {
        const payment = await rig.orderToPay(buyer)
        await rig.pay(payment)
        await rig.becomes(payment.order, 'paid')
        const made = proxy.trouble({ call: calls.refund, about: payment.intentId, fault: 'lost', times: 3 })
        const endSilence = proxy.trouble({ call: calls.refund, about: payment.intentId, fault: 'refused' })
        await admin.call('POST', `/orders/${payment.order}/refunds`, { amount: '10.00' })
        await eventually(
          async () => proxy.struck(payment.intentId),
          struck => struck >= 3,
          waitMs,
        )
        // A day goes by in which the shop is not answered.
        const { rows } = await sql<{ id: string }>`
        update refund set requested_at = requested_at - interval '25 hours' where order_id = ${payment.order}
        returning id`.execute(shop.db)
        await eventually(
          async () => {
            const jobs = await sql`
            select from pgboss.job where name = 'refund' and data ->> 'refundId' = ${rows[0]?.id} and state = 'retry'`.execute(
              shop.db,
            )
            return jobs.rows.length
          },
          waiting => waiting === 1,
          waitMs,
        )
        await sql`
        delete from sandbox.idempotency_key where answer ->> 'payment_intent' = ${payment.intentId}`.execute(shop.db)
        proxy.trouble({
          call: calls.findRefund,
          about: payment.intentId,
          fault,
          times: triedAgain.includes(fault) ? 3 : 1,
        })
        made()
        endSilence()
        await rig.becomes(payment.order, 'part-refunded')
        const refunds = await sql`
        select amount from sandbox.refund where payment_intent_id = ${payment.intentId}`.execute(shop.db)
        expect(refunds.rows).toEqual([{ amount: 1000 }])
      },
    )
  }
})
