import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Person, createPerson, createTool, openPayment, orderOf, payWithCard, placeOrder } from '../factories.ts'
import { eventually } from '../eventually.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import { inTurn } from './in-turn.ts'
import { expectLedgerToAddUp } from './ledger.ts'

/** Races whose course the test decides: it holds a row, and lets those who want it come one after the other. */
let shop: TestShop
let buyer: Person
let order: string
let price: number

beforeAll(async () => {
  shop = await startTestShop({ environment: { MAX_OPEN_ORDERS: '100' } })
  buyer = await createPerson(shop)
})
beforeEach(async () => {
  order = await placeOrder(buyer, await createTool(shop))
  price = (await buyer.call('GET', `/orders/${order}`)).body.price
})
afterAll(async () => {
  await expectLedgerToAddUp(shop)
  await shop.close()
})

const holdOrder = () => sql`select from orders where id = ${order} for update`
const open = () => buyer.call('POST', '/create-payment-intent', { price, orderId: order })
const remove = () => buyer.call('DELETE', `/orders/${order}`)

/** The order's intents at the provider by which money could still come. */
async function payableIntents(): Promise<unknown[]> {
  const { rows } = await sql`
    select id from sandbox.payment_intent
    where metadata ->> 'order_id' = ${order} and status not in ('canceled', 'succeeded')`.execute(shop.db)
  return rows
}

async function stateOf(id: string) {
  const { rows } = await sql<{ state: string }>`select payment_state as state from orders where id = ${id}`.execute(
    shop.db,
  )
  return rows[0]?.state
}

it('a payment that is opened just before its order is deleted is called off before the order is', async () => {
  const [opened, deleted] = await inTurn(shop.db, holdOrder(), [open, remove])
  expect(opened?.status).toBe(200)
  expect(deleted?.body).toEqual({ deletedCount: 1 })
  expect(await payableIntents()).toEqual([])
  expect(await stateOf(order)).toBe('cancelled')
  const clientSecret: string = opened?.body.clientSecret
  const paid = await payWithCard(shop, { clientSecret, intentId: clientSecret.split('_secret_')[0] ?? '' })
  expect(paid.body.error.code).toBe('payment_intent_unexpected_state')
})

it('a payment that is opened just after its order is deleted is refused, and leaves nothing to pay by', async () => {
  const [deleted, opened] = await inTurn(shop.db, holdOrder(), [remove, open])
  expect(deleted?.body).toEqual({ deletedCount: 1 })
  expect(opened).toMatchObject({ status: 409, body: { code: 'order-not-open' } })
  expect(await payableIntents()).toEqual([])
})

it('an order whose money came while it waited to be deleted is paid', async () => {
  const payment = await openPayment(buyer, order)
  expect((await payWithCard(shop, payment)).body.status).toBe('succeeded')
  await eventually(
    () => stateOf(order),
    state => state === 'paid',
  )
  expect(await remove()).toMatchObject({ status: 409, body: { code: 'order-paid' } })
  const unpaid = await placeOrder(buyer, await createTool(shop))
  const next = await openPayment(buyer, unpaid)
  const pay = async () => ({ status: (await payWithCard(shop, next)).status })
  // The card is confirmed at the provider, whose event waits for the order, and the deletion behind it.
  const held = sql`select from orders where id = ${unpaid} for update`
  const [paid, deleted] = await inTurn<{ status: number }>(shop.db, held, [
    pay,
    () => buyer.call('DELETE', `/orders/${unpaid}`),
  ])
  expect([paid?.status, deleted?.status]).toEqual([200, 409])
  expect(await stateOf(unpaid)).toBe('paid')
})

it('an order whose price changes while it is placed is placed at the new one', async () => {
  const tool = await createTool(shop, { price: 1000 })
  const change = sql`update tool set price = 2000, version = version + 1 where id = ${tool}`
  const [placed] = await inTurn(shop.db, change, [() => buyer.call('POST', '/orders', orderOf(tool, 3))])
  const { body } = await buyer.call('GET', `/orders/${placed?.body.insertedId}`)
  expect(body).toMatchObject({ unitPrice: 20, goods: 60, shipping: 0, price: 60, lines: [{ unitPrice: 20 }] })
})

it('an order whose tool is archived while it is placed is not placed', async () => {
  const tool = await createTool(shop)
  const archive = sql`update tool set archived_at = now(), version = version + 1 where id = ${tool}`
  const [placed] = await inTurn(shop.db, archive, [() => buyer.call('POST', '/orders', orderOf(tool))])
  expect(placed).toMatchObject({ status: 404, body: { code: 'tool-gone' } })
})

it('an order whose units are taken while it is placed is told what is left', async () => {
  const tool = await createTool(shop, { onHand: 5 })
  const take = sql`
    with taken as (update tool set on_hand = on_hand - 3 where id = ${tool} returning id)
    insert into stock_movement (id, tool_id, reason, on_hand_change, actor_kind)
    select gen_random_uuid(), id, 'corrected', -3, 'admin' from taken`
  const place = (quantity: number) => () => buyer.call('POST', '/orders', orderOf(tool, quantity))
  const [three] = await inTurn(shop.db, take, [place(3)])
  expect(three).toMatchObject({ status: 409, body: { code: 'not-enough-stock', details: { available: 2 } } })
  expect((await place(2)()).status).toBe(200)
})

it('the last unit goes to whoever waited for it while its order was deleted', async () => {
  const tool = await createTool(shop, { onHand: 1 })
  const held = await placeOrder(buyer, tool)
  const other = await createPerson(shop)
  const [deleted, placed] = await inTurn(shop.db, sql`select from tool where id = ${tool} for update`, [
    () => buyer.call('DELETE', `/orders/${held}`),
    () => other.call('POST', '/orders', orderOf(tool)),
  ])
  expect(deleted?.body).toEqual({ deletedCount: 1 })
  expect(placed?.status).toBe(200)
})
