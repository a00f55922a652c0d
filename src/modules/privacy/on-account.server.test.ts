import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#platform/context'
import { orderPayments } from '../ordering/settlement/handlers.server.ts'
import { type Person, createPerson, createTool, placeOrder } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { recordPayment } from '../ordering/payments/received.server.ts'
import { releaseOrder } from '../ordering/release/release.server.ts'
import { takeBack } from '../ordering/returns/returns.server.ts'

/** Accounts with orders that were released before their money came. */
let shop: TestShop
let admin: Person

beforeAll(async () => {
  shop = await startTestShop({ environment: { SHIPPING_FEE: '0' } })
  admin = await createPerson(shop, 'admin')
})
afterAll(() => shop.close())

const remove = (person: Person) => person.call('DELETE', '/account', { email: person.email })
const refused = { status: 409, body: { code: 'unpaid-orders' } }

/** An order on account of one unit of $10.00, which has left. */
async function shippedTo(person: Person): Promise<string> {
  const order = await placeOrder(person, await createTool(shop, { price: 1000, onHand: 1 }))
  expect(await releaseOrder(shop.system, orderPayments(shop.payment), { orderId: order, by: 'terms' })).toBe('released')
  expect((await admin.call('POST', `/orders/${order}/shipment`, { carrier: 'Padma Courier' })).status).toBe(200)
  return order
}

/** Money by bank, in which the orders share alike. */
async function receive(orders: string[], amount: number): Promise<string> {
  const id = newId()
  const payment = { id, kind: 'bank', currency: 'usd', paidAt: new Date(), reference: 'From Padma, as agreed' } as const
  const allocations = orders.map(orderId => ({ orderId, amount }))
  expect(await recordPayment(shop.system, { ...payment, amount: amount * orders.length, allocations })).toBe('recorded')
  return id
}

async function referenceOf(payment: string): Promise<string | null | undefined> {
  const { rows } = await sql<{ reference: string | null }>`
    select reference from payment where id = ${payment}`.execute(shop.db)
  return rows[0]?.reference
}

it('an account stays while it owes money, and the shop knows who owes it', async () => {
  const person = await createPerson(shop)
  const order = await shippedTo(person)
  expect(await remove(person)).toMatchObject(refused)
  await receive([order], 400)
  expect(await remove(person)).toMatchObject(refused)
  expect((await admin.call('GET', `/orders/${order}`)).body.name).toBe('Test Person')
  await receive([order], 600)
  expect((await remove(person)).status).toBe(200)
})

it('an account does not stay for goods on account that have all come back', async () => {
  const person = await createPerson(shop)
  const order = await shippedTo(person)
  await takeBack(shop.system, order, { units: [{ position: 1, quantity: 1 }], becomes: 'scrap' })
  expect((await remove(person)).status).toBe(200)
})

it('what the payer wrote goes with the last account whose order it paid', async () => {
  const [one, other] = [await createPerson(shop), await createPerson(shop)]
  const payment = await receive([await shippedTo(one), await shippedTo(other)], 1000)
  expect((await remove(one)).status).toBe(200)
  expect(await referenceOf(payment)).toBe('From Padma, as agreed')
  expect((await remove(other)).status).toBe(200)
  expect(await referenceOf(payment)).toBeNull()
})
