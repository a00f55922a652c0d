import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { ofOrders } from '#test/shop/payments'
import { createPerson, createTool, openPayment, orderOf, payWithCard, placeOrder, testCards } from '../factories.ts'
import { eventually } from '../eventually.ts'
import { type TestShop, startTestShop } from '../harness.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())

test('[S4.01 S3.02 S7.12 S7.15 S7.20] an order is placed, paid by card, and marked paid by the provider’s signed event alone', async () => {
  const buyer = await createPerson(shop)
  const tool = await createTool(shop, { name: 'Torque wrench', price: 1250, onHand: 10, minimum: 2 })
  const placed = await buyer.call('POST', '/orders', orderOf(tool, 3))
  expect(placed.status).toBe(200)
  const before = await buyer.call('GET', `/orders/${placed.body.insertedId}`)
  expect(before.body).toMatchObject({
    toolName: 'Torque wrench', quantity: 3, unitPrice: 12.5, goods: 37.5, shipping: 9.9, tax: 0, price: 47.4,
    currency: 'usd', paid: false, paymentState: 'unpaid', transactionId: null, name: 'Test Person', email: buyer.email,
  }) // prettier-ignore
  const payment = await openPayment(buyer, placed.body.insertedId)
  expect((await payWithCard(shop, payment)).body.status).toBe('succeeded')
  const paid = await eventually(
    async () => (await buyer.call('GET', `/orders/${placed.body.insertedId}`)).body,
    order => order.paid,
  )
  expect(paid).toMatchObject({ paymentState: 'paid', fulfilmentState: 'open', transactionId: payment.intentId })
  expect((await buyer.call('GET', `/payment/${placed.body.insertedId}`)).body).toEqual({
    transactionId: payment.intentId,
  })
  const stock = await sql`select on_hand, reserved, free from tool where id = ${tool}`.execute(shop.db)
  expect(stock.rows).toEqual([{ on_hand: 7, reserved: 0, free: 7 }])
})

test('[S7.10 D2.19 S7.19 S3.03] a report of the payment marks the order paid once, however often it comes', async () => {
  const buyer = await createPerson(shop)
  const order = await placeOrder(buyer, await createTool(shop))
  const payment = await openPayment(buyer, order)
  const report = () => buyer.call('PATCH', `/tools/${order}`, { tool: order, transactionId: payment.intentId })
  expect((await report()).body.code).toBe('payment-not-confirmed')
  await payWithCard(shop, payment)
  const answers = await Promise.all(Array.from({ length: 8 }, report))
  expect(answers.map(answer => answer.status)).toEqual(Array(8).fill(200))
  const payments = await sql`select amount from ${ofOrders} payment where order_id = ${order}`.execute(shop.db)
  expect(payments.rows).toHaveLength(1)
})

test('a declined card leaves the order unpaid, and the next card pays it', async () => {
  const buyer = await createPerson(shop)
  const order = await placeOrder(buyer, await createTool(shop))
  const payment = await openPayment(buyer, order)
  const declined = await payWithCard(shop, payment, testCards.declined)
  expect(declined.status).toBe(402)
  expect(declined.body.error.code).toBe('card_declined')
  expect((await buyer.call('GET', `/orders/${order}`)).body.paid).toBe(false)
  expect((await payWithCard(shop, payment)).body.status).toBe('succeeded')
  await eventually(
    async () => (await buyer.call('GET', `/orders/${order}`)).body.paid,
    paid => paid === true,
  )
})
