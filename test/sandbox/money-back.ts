import { sql } from 'kysely'
import { ofOrders } from '#test/shop/payments'
import type Stripe from 'stripe'
import { expect } from 'vitest'
import type { PaymentPort } from '../../src/modules/ordering/payments/port.server.ts'
import { sandboxSecrets } from '../shop/compose.ts'
import { type Person, createTool, openPayment, payWithCard, placeOrder, testCards } from '../factories.ts'
import { eventually } from '../eventually.ts'
import type { TestShop } from '../harness.ts'
import { isOnItsWay } from './events.ts'
import { sdkFor } from './rig.ts'

/** What tests of money that goes back do at a shop and at its provider. */

/** Cards whose payments have an aftermath, as with Stripe's. */
export const aftermathCards = {
  refundFails: '4000000000005126',
  refundWaits: '4000000000007726',
  disputed: '4000000000000259',
  askedAbout: '4000000000001976',
}

/** The provider as somebody sees it who has an account there: past the shop. */
export function dashboardOf(shop: TestShop): Stripe {
  return sdkFor(`${shop.address}/sandbox/v1`, sandboxSecrets.secretKey, 6)
}

export type Paid = { tool: string; order: string; intentId: string }

/** Four units at $25.00: $100.00 and no shipping. */
export async function paidOrder(shop: TestShop, buyer: Person, card = testCards.success): Promise<Paid> {
  const tool = await createTool(shop, { price: 2500, onHand: 10, name: 'Torque wrench' })
  return { tool, ...(await paidUnits({ shop, buyer, tool, units: 4 }, card)) }
}

type Wanted = { shop: TestShop; buyer: Person; tool: string; units: number }

/** Units of a tool, ordered and paid: they leave the books. */
export async function paidUnits({ shop, buyer, tool, units }: Wanted, card = testCards.success) {
  const order = await placeOrder(buyer, tool, units)
  const payment = await openPayment(buyer, order)
  await payWithCard(shop, payment, card)
  await eventually(
    async () => (await buyer.call('GET', `/orders/${order}`)).body.paid,
    paid => paid === true,
  )
  return { order, intentId: payment.intentId }
}

/**
 * An order that its buyer deletes, and whose money comes all the same. `before` happens after the provider has it, and
 * before the shop hears of it.
 */
export async function lateMoney(shop: TestShop, buyer: Person, before: (intentId: string) => Promise<unknown>) {
  const tool = await createTool(shop, { price: 2500, onHand: 10, name: 'Torque wrench' })
  const order = await placeOrder(buyer, tool, 4)
  const payment = await openPayment(buyer, order)
  await sql`update payment_intent set state = 'canceled' where id = ${payment.intentId}`.execute(shop.db)
  expect((await buyer.call('DELETE', `/orders/${order}`)).body).toEqual({ deletedCount: 1 })
  const holder = await shop.db.startTransaction().execute()
  await sql`select from orders where id = ${order} for update`.execute(holder)
  await payWithCard(shop, payment)
  await before(payment.intentId)
  await holder.commit().execute()
  return { tool, order, intentId: payment.intentId }
}

/** The customer's bank sends back what the provider took for done: the last refund of the payment. */
export async function failLate(shop: TestShop, intentId: string): Promise<void> {
  await sql`update sandbox.payment_intent set card_last4 = '5126' where id = ${intentId}`.execute(shop.db)
  const { rows } = await sql<{ id: string }>`
    select id from sandbox.refund where payment_intent_id = ${intentId} order by created_at desc, id limit 1`.execute(
    shop.db,
  )
  await shop.system.jobs.send(shop.db, 'sandbox-later', { kind: 'end-refund', id: rows[0]?.id ?? '' })
}

/** From now on the customer's card takes what is sent to it. */
export async function mendCard(shop: TestShop, intentId: string): Promise<void> {
  await sql`update sandbox.payment_intent set card_last4 = '4242' where id = ${intentId}`.execute(shop.db)
}

/** A refund of the shop as it stands when its job has died before it asked. */
export async function reserveRefund(shop: TestShop, { order, intentId }: Paid, refund: { id: string; amount: number }) {
  await sql`
    update payment set refunding = refunding + ${refund.amount} where transaction_id = ${intentId}`.execute(shop.db)
  await sql`
    insert into refund (id, order_id, transaction_id, amount, reason, requested_at)
    values (${refund.id}, ${order}, ${intentId}, ${refund.amount}, 'requested', now())`.execute(shop.db)
}

/** Waits until nothing is on its way: no event, no refund, nothing that the provider does by itself. */
export async function expectCalm(shop: TestShop): Promise<void> {
  await eventually(
    async () => {
      const { rows } = await sql`
        select id, type as what from sandbox.event where ${isOnItsWay}
        union all select id::text, 'a refund of ' || order_id from refund where state = 'requested'
        union all select id::text, name from pgboss.job
          where name in ('sandbox-later', 'refund', 'refund-compare') and state in ('created', 'retry', 'active')`.execute(
        shop.db,
      )
      return rows
    },
    open => open.length === 0,
    30_000,
  )
}

/** When nothing is on its way, shop and provider say the same of every payment, refund by refund. */
export async function expectMoneyToAgree(shop: TestShop): Promise<void> {
  await expectCalm(shop)
  const { rows } = await sql`
    select intent.id, theirs.amount as theirs, ours.amount as ours, payment.refunded, payment.refunding
    from sandbox.payment_intent intent
      join payment_intent known on known.id = intent.id
      left join payment on payment.transaction_id = intent.id
      cross join lateral (
        select coalesce(sum(amount), 0) as amount, coalesce(array_agg(id order by id), '{}') as ids from sandbox.refund
        where payment_intent_id = intent.id and status = 'succeeded') theirs
      cross join lateral (
        select coalesce(sum(amount), 0) as amount, coalesce(array_agg(provider_id order by provider_id), '{}') as ids
        from refund where transaction_id = intent.id and state = 'done') ours
    where theirs.amount <> ours.amount or theirs.ids <> ours.ids or theirs.amount <> intent.amount_refunded
      or coalesce(payment.refunded, ours.amount) <> ours.amount or coalesce(payment.refunding, 0) <> 0`.execute(shop.db)
  expect(rows).toEqual([])
}

export type Row = { state: string; tries: number; amount: number; reason: string; provider_id: string | null }

/** The refunds of an order as they stand in the shop. */
export async function rowsOf(shop: TestShop, order: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select state, tries, amount, reason, provider_id from refund where order_id = ${order} order by id`.execute(shop.db)
  return rows
}

/** What was counted of an order’s money, and how often people were told. */
export async function countsOf(shop: TestShop, order: string) {
  const { rows } = await sql`
    select payment.refunded, payment.refunding,
      (select count(*) from order_event where order_id = ${order} and kind = 'refund-failed') as failures,
      (select count(*) from order_event where order_id = ${order} and kind = 'refunded') as refunds,
      (select count(*) from order_mail where order_id = ${order} and kind = 'refund-failed-admin') as failure_mails,
      (select count(*) from sandbox.refund where payment_intent_id = payment.transaction_id) as at_provider
    from ${ofOrders} payment where order_id = ${order}`.execute(shop.db)
  return rows[0]
}

/** A way to the provider on which an answer, once it is there, waits until it is let go. */
export function holding(shop: TestShop, verb: 'refund' | 'listRefunds' | 'getDispute') {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  const { promise: released, resolve: letGo } = Promise.withResolvers<void>()
  let isFirst = true
  const wait = async <T>(answer: T): Promise<T> => {
    if (!isFirst) return answer
    isFirst = false
    arrive()
    await released
    return answer
  }
  const { payment } = shop
  const held: Pick<PaymentPort, 'refund' | 'listRefunds' | 'getDispute'> = {
    refund: async input => wait(await payment.refund(input)),
    listRefunds: async intentId => wait(await payment.listRefunds(intentId)),
    getDispute: async id => wait(await payment.getDispute(id)),
  }
  return { port: { ...payment, [verb]: held[verb] }, arrived, letGo }
}

/** Waits until the order's first refund stands so. */
export const whenRow = (shop: TestShop, order: string, state: string, tries = 1): Promise<Row[]> =>
  eventually(
    () => rowsOf(shop, order),
    ([row]) => row?.state === state && row.tries === tries,
  )
