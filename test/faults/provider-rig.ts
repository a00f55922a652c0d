import { sql } from 'kysely'
import { ofOrders } from '#test/shop/payments'
import { expect } from 'vitest'
import {
  type Answer,
  type Person,
  createPerson,
  createTool,
  openPayment,
  payWithCard,
  placeOrder,
} from '../factories.ts'
import { eventually } from '../eventually.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import { isOnItsWay } from '../sandbox/events.ts'
import { expectLedgerToAddUp } from '../races/ledger.ts'
import { type Proxy, startProxy } from './proxy.ts'

/** Generous: what waits for a queue's pauses, beside others, on a machine under load. */
export const timeout = 180_000
export const waitMs = 120_000

/** What shop and provider ask each other. */
export const calls = {
  create: /^POST .*\/payment_intents$/,
  look: /^GET .*\/payment_intents\/\w+$/,
  cancel: /^POST .*\/payment_intents\/\w+\/cancel$/,
  refund: /^POST .*\/refunds$/,
  findRefund: /^GET .*\/refunds$/,
  event: /^POST .*\/webhooks\/payments$/,
}

export type Payment = { order: string; intentId: string; clientSecret: string }

/** A shop whose every word with its provider goes through a proxy. */
export type ProviderRig = {
  shop: TestShop
  proxy: Proxy
  orderBy(buyer: Person): Promise<string>
  /** An order in payment, when the shop has looked into the event that tells of the payment's making. */
  orderToPay(buyer: Person): Promise<Payment>
  /** Asks for the payment of an order, whatever the answer is. */
  open(buyer: Person, order: string): Promise<Answer>
  pay(payment: Payment): Promise<void>
  stateOf(order: string): Promise<string>
  becomes(order: string, state: string): Promise<string>
  /** The states of the order's intents at the provider that are not cancelled. */
  /** Waits until the shop has taken all that the provider has to tell. */
  newsIsTaken(): Promise<void>
  intentsAtProvider(order: string): Promise<string[]>
  /** Looks whether both sides have the same money, each sum once, when all is done; then stops. */
  stop(): Promise<void>
}

export async function startProviderRig(): Promise<ProviderRig & { buyer: Person; admin: Person }> {
  const proxy = await startProxy(() => shop.address)
  const shop = await startTestShop({
    environment: { MAX_OPEN_ORDERS: '1000' },
    providerDetour: {
      api: () => `${proxy.url}/sandbox/v1`,
      webhook: () => `${proxy.url}/api/webhooks/payments`,
      timeoutMs: 1500,
    },
  })
  const stateOf = async (order: string) => {
    const { rows } = await sql<{ state: string }>`
      select payment_state as state from orders where id = ${order}`.execute(shop.db)
    return rows[0]?.state ?? 'gone'
  }
  const orderBy = async (buyer: Person) => placeOrder(buyer, await createTool(shop))
  return {
    shop,
    proxy,
    buyer: await createPerson(shop),
    admin: await createPerson(shop, 'admin'),
    orderBy,
    async orderToPay(buyer) {
      const order = await orderBy(buyer)
      const payment = { order, ...(await openPayment(buyer, order)) }
      await becomeTaken(shop, payment.intentId)
      return payment
    },
    async open(buyer, order) {
      const { price } = (await buyer.call('GET', `/orders/${order}`)).body
      return buyer.call('POST', '/create-payment-intent', { price, orderId: order })
    },
    async pay(payment) {
      expect((await payWithCard(shop, payment)).body.status).toBe('succeeded')
    },
    stateOf,
    becomes: (order, wanted) =>
      eventually(
        () => stateOf(order),
        state => state === wanted,
        waitMs,
      ),
    newsIsTaken: () => becomeTaken(shop),
    async intentsAtProvider(order) {
      const { rows } = await sql<{ status: string }>`
        select status from sandbox.payment_intent
        where metadata ->> 'order_id' = ${order} and status <> 'canceled'`.execute(shop.db)
      return rows.map(({ status }) => status)
    },
    async stop() {
      try {
        await expectNothingLeftOpen(shop)
      } finally {
        await shop.close()
        await proxy.close()
      }
    },
  }
}

/** Waits until no news is on its way: of this intent, or of any. */
async function becomeTaken(shop: TestShop, intentId?: string): Promise<void> {
  await eventually(
    async () => {
      const isOfIt = intentId === undefined ? sql`true` : sql`payment_intent_id = ${intentId}`
      const { rows } = await sql`
        select from sandbox.event where ${isOnItsWay} and ${isOfIt}`.execute(shop.db)
      return rows.length
    },
    untaken => untaken === 0,
    waitMs,
  )
}

/** When every event is delivered and every refund done, both sides have the same money, once. */
async function expectNothingLeftOpen(shop: TestShop): Promise<void> {
  await eventually(
    async () => {
      const { rows } = await sql`
        select id, type, last_outcome from sandbox.event where ${isOnItsWay}
        union all select id::text, state, null from refund where state <> 'done'`.execute(shop.db)
      return rows
    },
    open => open.length === 0,
    waitMs,
  )
  const { rows } = await sql`
    select orders.id, orders.payment_state, charged.intents, charged.kept, payment.amount, payment.refunded, told.paid
    from orders
      left join ${ofOrders} payment on payment.order_id = orders.id
      left join (
        select metadata ->> 'order_id' as order_id, count(*) as intents, sum(amount_received - amount_refunded) as kept
        from sandbox.payment_intent where status <> 'canceled' group by 1
      ) charged on charged.order_id = orders.id::text
      left join (
        select order_id, count(*) as paid from order_event where kind = 'paid' group by 1
      ) told on told.order_id = orders.id
    where coalesce(charged.kept, 0) <> coalesce(payment.amount - payment.refunded, 0)
      or charged.intents > 1
      or coalesce(told.paid, 0) <> case when payment.id is null then 0 else 1 end
      or (payment.id is not null) <> (orders.payment_state in ('paid', 'part-refunded', 'refunded'))`.execute(shop.db)
  expect(rows).toEqual([])
  await expectLedgerToAddUp(shop)
}
