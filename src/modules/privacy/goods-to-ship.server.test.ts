import { sql } from 'kysely'
import { ofOrders } from '#test/shop/payments'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#platform/context'
import { eventually } from '#test/eventually'
import { type Person, buy, createPerson, createTool, openPayment, payWithCard, placeOrder } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'

let shop: TestShop
let admin: Person

beforeAll(async () => {
  shop = await startTestShop()
  admin = await createPerson(shop, 'admin')
})
afterAll(() => shop.close())

const remove = (person: Person) => person.call('DELETE', '/account', { email: person.email })
const buyOne = async (person: Person) => buy(shop, person, await createTool(shop))
const read = async (order: string) => (await admin.call('GET', `/orders/${order}`)).body

it('an account stays while goods that it has paid for are still to leave, and the shop keeps their address', async () => {
  const person = await createPerson(shop)
  const order = await placeOrder(person, await createTool(shop), 2)
  await payWithCard(shop, await openPayment(person, order))
  await eventually(
    async () => (await read(order)).paid,
    paid => paid === true,
  )
  const message =
    'Goods that you have bought are still to be shipped. Wait for the parcel, or ask the shop to cancel the order.'
  const refused = { status: 409, body: { code: 'goods-to-ship', message } }
  const ship = (more: object) => admin.call('POST', `/orders/${order}/shipment`, { carrier: 'Padma Courier', ...more })
  expect(await remove(person)).toMatchObject(refused)
  expect(await read(order)).toMatchObject({ address: '1 Test Lane', phone: '+1 555 010 0148' })
  await ship({ lines: [{ position: 1, quantity: 1 }] })
  expect(await remove(person)).toMatchObject(refused)
  await ship({})
  expect((await remove(person)).status).toBe(200)
})

it('an account does not stay for goods that the shop has cancelled', async () => {
  const person = await createPerson(shop)
  const lines = [{ position: 1, quantity: 1, left: 1 }]
  expect((await admin.call('POST', `/orders/${await buyOne(person)}/cancellation`, { lines })).status).toBe(200)
  await eventually(
    async () => (await remove(person)).status,
    status => status === 200,
  )
})

it('an account does not stay for goods whose money a bank has given back', async () => {
  const person = await createPerson(shop)
  const order = await buyOne(person)
  const dispute = newId()
  await sql`
    insert into dispute (id, provider_id, order_id, transaction_id, amount, currency, reason, status, is_refundable, opened_at)
    select ${dispute}, 'dp_1', order_id, transaction_id, amount, currency, 'fraudulent', 'under_review', false, now()
    from ${ofOrders} payment where order_id = ${order}`.execute(shop.db)
  expect((await remove(person)).status).toBe(409)
  await sql`update dispute set status = 'lost', closed_at = now() where id = ${dispute}`.execute(shop.db)
  // Of money that came a second time, it says nothing about the goods.
  const second = newId()
  await sql`
    insert into payment_intent (id, provider, order_id, client_secret, amount, currency, state)
    select ${second}, provider, order_id, '', amount, currency, 'succeeded' from payment_intent where order_id = ${order} limit 1`.execute(
    shop.db,
  )
  const move = (to: string) => sql`update dispute set transaction_id = ${to} where id = ${dispute}`.execute(shop.db)
  const { rows } = await sql<{
    id: string
  }>`select transaction_id as id from ${ofOrders} payment where order_id = ${order}`.execute(shop.db)
  await move(second)
  expect((await remove(person)).body.code).toBe('goods-to-ship')
  await move(rows[0]?.id ?? '')
  expect((await remove(person)).status).toBe(200)
})
