import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#platform/database'
import { testAddress } from '../access/basket.ts'
import { type Answer, createTool, orderOf, testCards } from '../factories.ts'
import { eventually } from '../eventually.ts'
import type { Browser } from './kept-shop.ts'
import type { Clockwork } from './queue.ts'

/** What takes part in the life of an order. */
export type Cast = { db: Database; clockwork: Clockwork; customer: Browser; admin: Browser }
/** Lives an order through, from placing it to its end, whatever happens to the shop meanwhile. Returns its id. */
export type Life = (cast: Cast) => Promise<string>

/** The statuses that say yes; a refusal ends a life, and the test. */
function granted(answer: Answer): Answer {
  if (answer.status !== 200) throw new Error(`refused: ${JSON.stringify(answer.body)}`)
  return answer
}

async function place({ db, customer }: Cast, quantity = 2): Promise<string> {
  const tool = await createTool({ db })
  const { body } = granted(await customer.call('POST', '/orders', orderOf(tool, quantity), randomUUID()))
  return body.insertedId
}

/** Places what a basket holds, on several lines, as the checkout does. */
async function placeBasket({ db, customer }: Cast, quantity = 2): Promise<string> {
  const tools = [await createTool({ db }), await createTool({ db })]
  const lines = tools.map((tools_id, at) => ({ tools_id, quantity: at === 0 ? quantity : 1, reference: 'Job 7' }))
  granted(await customer.call('PUT', '/basket/lines', { lines }))
  const { body } = granted(await customer.call('POST', '/basket/order', { address: testAddress }, randomUUID()))
  // Whatever died meanwhile: what was ordered is ordered whole, and has left the basket.
  const order = granted(await customer.call('GET', `/orders/${body.insertedId}`))
  const left = granted(await customer.call('GET', '/basket'))
  if (order.body.lines.length !== 2 || left.body.lines.length !== 0)
    throw new Error('the basket and its order disagree')
  return body.insertedId
}

async function openPayment({ customer }: Cast, orderId: string) {
  const order = granted(await customer.call('GET', `/orders/${orderId}`))
  const wanted = { price: order.body.price, orderId }
  const clientSecret: string = granted(await customer.call('POST', '/create-payment-intent', wanted)).body.clientSecret
  return { clientSecret, intentId: clientSecret.split('_secret_')[0] ?? '' }
}

/** Types the card; a browser that asks once more hears that it has paid already. */
async function pay({ customer }: Cast, payment: { intentId: string; clientSecret: string }): Promise<void> {
  const { body } = await customer.pay(payment)
  const status = body.status ?? body.error?.payment_intent?.status
  if (status !== 'succeeded') throw new Error(`the card was not taken: ${JSON.stringify(body)}`)
}

/** What fails right after a start, because it reaches no payment provider yet, has its next turn some minutes later. */
const looksUntilMinutesPass = 100

async function becomes({ db, clockwork }: Cast, orderId: string, state: string): Promise<void> {
  let looked = 0
  await eventually(
    async () => {
      if (++looked % looksUntilMinutesPass === 0) await clockwork.passMinutes()
      const { rows } = await sql<{ state: string }>`
        select payment_state as state from orders where id = ${orderId}`.execute(db)
      return rows[0]?.state
    },
    now => now === state,
    60_000,
  )
}

/** Bought by somebody who closes the tab after the card, then refunded in part and in whole. */
async function bought(cast: Cast): Promise<string> {
  const order = await placeBasket(cast)
  await pay(cast, await openPayment(cast, order))
  await becomes(cast, order, 'paid')
  const refund = { amount: '10.00', returned: [{ position: 1, quantity: 1 }], reason: 'Dented' }
  granted(await cast.admin.call('POST', `/orders/${order}/refunds`, refund, randomUUID()))
  await becomes(cast, order, 'part-refunded')
  granted(await cast.admin.call('POST', `/orders/${order}/refunds`, {}, randomUUID()))
  await becomes(cast, order, 'refunded')
  return order
}

/** Bought by somebody whose browser reports the payment, as it comes to the last page. */
async function reported(cast: Cast): Promise<string> {
  const order = await place(cast)
  const payment = await openPayment(cast, order)
  await pay(cast, payment)
  const report = { tool: order, transactionId: payment.intentId }
  granted(await cast.customer.call('PATCH', `/tools/${order}`, report))
  await becomes(cast, order, 'paid')
  return order
}

/** Bought with the second card; the first is declined. */
async function declined(cast: Cast): Promise<string> {
  const order = await place(cast)
  const payment = await openPayment(cast, order)
  await cast.customer.pay(payment, testCards.declined)
  // One decline, however often its news comes.
  await eventually(
    async () => (await sql`select from orders where id = ${order} and declines = 1`.execute(cast.db)).rows,
    rows => rows.length === 1,
    60_000,
  )
  await pay(cast, payment)
  await becomes(cast, order, 'paid')
  return order
}

/** Deleted by its buyer, its payment open. */
async function deleted(cast: Cast): Promise<string> {
  const order = await place(cast)
  await openPayment(cast, order)
  granted(await cast.customer.call('DELETE', `/orders/${order}`))
  await becomes(cast, order, 'cancelled')
  return order
}

/** Forgotten by its buyer, its payment open. */
async function expired(cast: Cast): Promise<string> {
  const order = await place(cast)
  await openPayment(cast, order)
  await sql`update orders set reserved_until = now() - interval '1 second' where id = ${order}`.execute(cast.db)
  await cast.clockwork.passMinutes()
  await becomes(cast, order, 'expired')
  return order
}

/** Of four units one is cancelled before the payment, one after it, and the others leave in two parcels. */
async function cut(cast: Cast): Promise<string> {
  const order = await placeBasket(cast, 4)
  await openPayment(cast, order)
  await cancelOne(cast, order, 4)
  await pay(cast, await openPayment(cast, order))
  await becomes(cast, order, 'paid')
  await cancelOne(cast, order, 3)
  await becomes(cast, order, 'part-refunded')
  const ship = (parcel: Record<string, unknown>) =>
    cast.admin.call('POST', `/orders/${order}/shipment`, { carrier: 'Sundarban', ...parcel }, randomUUID())
  granted(await ship({ lines: [{ position: 1, quantity: 1 }] }))
  granted(await ship({}))
  return order
}

async function cancelOne({ admin }: Cast, order: string, left: number): Promise<void> {
  const lines = [{ position: 1, quantity: 1, left }]
  granted(await admin.call('POST', `/orders/${order}/cancellation`, { lines }, randomUUID()))
}

/** Deleted while its buyer types the card in another tab: money comes by an intent that the shop has called off. */
async function late(cast: Cast): Promise<string> {
  const order = await place(cast)
  const payment = await openPayment(cast, order)
  await sql`update payment_intent set state = 'canceled' where id = ${payment.intentId}`.execute(cast.db)
  granted(await cast.customer.call('DELETE', `/orders/${order}`))
  await pay(cast, payment)
  await eventually(
    async () => (await sql`select from refund where order_id = ${order} and state = 'done'`.execute(cast.db)).rows,
    done => done.length === 1,
    60_000,
  )
  return order
}

export const lives = { bought, reported, declined, deleted, cut, expired, late } satisfies Record<string, Life>
