import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expireOrders } from '../../src/modules/ordering/release/expire.server.ts'
import { orderPayments } from '../../src/modules/ordering/settlement/handlers.server.ts'
import { placeOrder as place } from '../../src/modules/ordering/placing/place.server.ts'
import {
  type Person,
  createPerson,
  createTool,
  openPayment,
  orderOf,
  payWithCard,
  placeOrder,
  signIn,
} from '../factories.ts'
import { eventually } from '../eventually.ts'
import { type TestShop, startTestShop } from '../harness.ts'

const hour = 3_600_000

let shop: TestShop
let buyer: Person
let other: Person
let admin: Person

beforeAll(async () => {
  shop = await startTestShop({ environment: { MAX_OPEN_ORDERS: '50' } })
  buyer = await createPerson(shop)
  other = await createPerson(shop)
  admin = await createPerson(shop, 'admin')
})
afterAll(() => shop.close())

async function pay(person: Person, order: string): Promise<string> {
  const payment = await openPayment(person, order)
  await payWithCard(shop, payment)
  await eventually(
    async () => (await person.call('GET', `/orders/${order}`)).body.paid,
    paid => paid === true,
  )
  return payment.intentId
}

const stockOf = async (tool: string) =>
  (await sql`select on_hand, reserved, free from tool where id = ${tool}`.execute(shop.db)).rows[0]

describe('an order', () => {
  it('[D4.01] keeps name, part number and price of its tool as they were', async () => {
    const tool = await createTool(shop, { name: 'Torque wrench', price: 1250 })
    await sql`update tool set part_number = 'TW-40' where id = ${tool}`.execute(shop.db)
    const order = await placeOrder(buyer, tool, 2)
    await sql`update tool set name = 'Another name', part_number = 'X', price = 9900, version = version + 1
      where id = ${tool}`.execute(shop.db)
    expect((await buyer.call('GET', `/orders/${order}`)).body).toMatchObject({
      toolName: 'Torque wrench',
      unitPrice: 12.5,
      lines: [{ toolName: 'Torque wrench', partNumber: 'TW-40', unitPrice: 12.5, quantity: 2 }],
    })
  })

  it('[D1.04 D4.02 S3.02] has the specification’s names at the edge, and the product’s own beside them', async () => {
    const order = await placeOrder(buyer, await createTool(shop, { name: 'Relay', price: 1000 }), 3)
    const intent = await pay(buyer, order)
    const { body } = await buyer.call('GET', `/orders/${order}`)
    expect(body).toMatchObject({
      _id: order, tools_id: expect.any(String), name: 'Test Person', email: buyer.email, phone: '+1 555 010 0148',
      company: 'Test Garage', address: '1 Test Lane', quantity: 3, paid: true, price: 39.9, unitPrice: 10,
      toolName: 'Relay', transactionId: intent, transactionID: intent,
    }) // prettier-ignore
    expect(body.number).toMatch(/^[A-Z]+-?\d+$/)
    expect(body.lines).toHaveLength(1)
  })

  it('comes to the total that its buyer was shown, or is refused before anything is held', async () => {
    const tool = await createTool(shop, { price: 1000 })
    const shown = { total: '29.90' }
    expect(await buyer.call('POST', '/orders', orderOf(tool, 2, shown))).toMatchObject({ status: 200 })
    const changed = { status: 409, body: { code: 'terms-changed' } }
    // The price, and then the delivery.
    await sql`update tool set price = 1100, version = version + 1 where id = ${tool}`.execute(shop.db)
    const stock = await stockOf(tool)
    expect(await buyer.call('POST', '/orders', orderOf(tool, 2, shown))).toMatchObject(changed)
    expect(await buyer.call('POST', '/orders', orderOf(tool, 2, { total: 31.9 }))).toMatchObject({ status: 200 })
    await admin.call('PUT', '/settings', { settings: { SHIPPING_FEE: '12.50' } })
    expect(await buyer.call('POST', '/orders', orderOf(tool, 2, { total: 31.9 }))).toMatchObject(changed)
    await admin.call('PUT', '/settings', { settings: { SHIPPING_FEE: null } })
    expect(await stockOf(tool)).toMatchObject({ on_hand: (stock as { on_hand: number }).on_hand })
    expect(await buyer.call('POST', '/orders', orderOf(tool, 2, { total: 'much' }))).toMatchObject({ status: 400 })
  })

  it('is of the shop’s currency, also where this process does not know yet that it has changed', async () => {
    const tool = await createTool(shop)
    await sql`insert into shop_fact (currency) values ('eur') on conflict (only_row) do update set currency = 'eur'`.execute(
      shop.db,
    )
    try {
      const answer = await buyer.call('POST', '/orders', orderOf(tool))
      expect(answer).toMatchObject({ status: 409, body: { code: 'terms-changed' } })
      expect(await stockOf(tool)).toMatchObject({ reserved: 0 })
    } finally {
      await sql`update shop_fact set currency = 'usd'`.execute(shop.db)
    }
  })

  it('[D4.14] carries the purchase-order reference and the VAT number', async () => {
    const more = { purchaseOrderReference: 'PO 4711', vatNumber: 'DE123456789' }
    const placed = await buyer.call('POST', '/orders', orderOf(await createTool(shop), 1, more))
    expect((await buyer.call('GET', `/orders/${placed.body.insertedId}`)).body).toMatchObject(more)
  })

  it('[D2.24 D8.07] is there for its owner and an admin, and for nobody else', async () => {
    const order = await placeOrder(buyer, await createTool(shop))
    expect((await buyer.call('GET', `/orders/${order}`)).status).toBe(200)
    expect((await admin.call('GET', `/orders/${order}`)).body._id).toBe(order)
    const theirs = await other.call('GET', `/orders/${order}`)
    const nobodys = await other.call('GET', '/orders/00000000-0000-7000-8000-000000000000')
    expect(theirs).toMatchObject({ status: 404, body: { code: 'order-gone' } })
    const { requestId: _theirs, ...saidOfTheirs } = theirs.body
    const { requestId: _nobodys, ...saidOfNobodys } = nobodys.body
    expect(saidOfTheirs).toEqual(saidOfNobodys)
  })

  it('[D2.26 S7.17] that is paid cannot be deleted', async () => {
    const order = await placeOrder(buyer, await createTool(shop))
    await pay(buyer, order)
    expect(await buyer.call('DELETE', `/orders/${order}`)).toMatchObject({ status: 409, body: { code: 'order-paid' } })
    expect((await buyer.call('GET', `/orders/${order}`)).body.paid).toBe(true)
  })

  it('[D8.02 D2.28] that is deleted takes no other with it', async () => {
    const tool = await createTool(shop, { onHand: 10 })
    const [first, second] = [await placeOrder(buyer, tool, 2), await placeOrder(buyer, tool, 3)]
    expect((await buyer.call('DELETE', `/orders/${first}`)).body).toEqual({ deletedCount: 1 })
    const left = (await buyer.call('GET', `/orders?email=${buyer.email}`)).body.map((one: { _id: string }) => one._id)
    expect(left).toContain(second)
    expect(left).not.toContain(first)
    expect(await stockOf(tool)).toEqual({ on_hand: 10, reserved: 3, free: 7 })
    const kept = await sql`select payment_state from orders where id = ${first}`.execute(shop.db)
    expect(kept.rows).toEqual([{ payment_state: 'cancelled' }])
  })

  it('[D4.07] of anybody is released by an admin', async () => {
    const tool = await createTool(shop, { onHand: 4 })
    const order = await placeOrder(buyer, tool, 4)
    expect(await other.call('DELETE', `/orders/${order}`)).toMatchObject({ status: 404 })
    expect((await admin.call('DELETE', `/orders/${order}`)).body).toEqual({ deletedCount: 1 })
    expect(await stockOf(tool)).toEqual({ on_hand: 4, reserved: 0, free: 4 })
  })
})

describe('the payment of an order', () => {
  it('[D2.30] is found by its total, when it is the only unpaid one of it', async () => {
    const person = await createPerson(shop)
    const tool = await createTool(shop, { price: 4321 })
    const ask = () => person.call('POST', '/create-payment-intent', { price: 53.11 })
    expect(await ask()).toMatchObject({ status: 409, body: { code: 'order-needed' } })
    const order = await placeOrder(person, tool)
    expect(await ask()).toMatchObject({ status: 200, body: { orderId: order, clientSecret: expect.any(String) } })
    await placeOrder(person, tool)
    expect(await ask()).toMatchObject({ status: 409, body: { code: 'order-needed' } })
  })

  it('[D2.31 D8.04] is what the order comes to, whatever price the browser names', async () => {
    const order = await placeOrder(buyer, await createTool(shop, { price: 1000 }), 4)
    const ask = (price: unknown) => buyer.call('POST', '/create-payment-intent', { price, orderId: order })
    for (const price of [10, '40', 0.01, 49.91]) {
      expect(await ask(price)).toMatchObject({
        status: 409,
        body: { code: 'price-changed', message: 'The amount due is 49.90. Reload the page and pay that.' },
      })
    }
    const { body } = await ask('49.90')
    const intent = await sql`select amount, currency from sandbox.payment_intent
      where id = ${body.clientSecret.split('_secret_')[0]}`.execute(shop.db)
    expect(intent.rows).toEqual([{ amount: 4990, currency: 'usd' }])
  })

  it('[D2.29] is read by the order’s id, or by the tool’s for the caller’s latest paid order of it', async () => {
    const tool = await createTool(shop)
    const order = await placeOrder(buyer, tool)
    for (const id of [order, tool]) expect((await buyer.call('GET', `/payment/${id}`)).body.code).toBe('not-paid')
    const first = await pay(buyer, order)
    const later = await placeOrder(buyer, tool)
    const second = await pay(buyer, later)
    expect((await buyer.call('GET', `/payment/${order}`)).body).toEqual({ transactionId: first })
    expect((await buyer.call('GET', `/payment/${tool}`)).body).toEqual({ transactionId: second })
    for (const id of [order, tool]) expect((await other.call('GET', `/payment/${id}`)).status).toBe(404)
  })

  it('[D8.08] has a transaction of its own', async () => {
    const tool = await createTool(shop)
    const orders = [await placeOrder(buyer, tool), await placeOrder(buyer, tool)]
    const intents = [await pay(buyer, orders[0] ?? ''), await pay(buyer, orders[1] ?? '')]
    const listed = (await buyer.call('GET', `/orders?email=${buyer.email}`)).body
    const shown = orders.map(id => listed.find((one: { _id: string }) => one._id === id).transactionId)
    expect(shown).toEqual(intents)
    expect(new Set(shown).size).toBe(2)
  })
})

describe('an unpaid order whose time is up', () => {
  it('is held for as long as the shop promises, though its clock goes on while the order is placed', async () => {
    const { accountId: id, email } = buyer
    const caller = {
      id,
      sessionId: id,
      email,
      emailVerified: true,
      displayName: 'Test Person',
      role: 'customer',
      permissions: [],
    }
    let seconds = 0
    const now = () => new Date(Date.now() + 1000 * seconds++)
    const ctx = { ...shop.system, caller, actor: { kind: 'customer' as const, id }, now }
    const lines = [{ toolId: await createTool(shop, { onHand: 3 }), quantity: 1 }]
    const details = { phone: '1', company: 'Test Garage', address: '1 Test Lane' }
    const { insertedId } = await place(ctx, { ...details, lines }, undefined)
    const { placedAt, reservedUntil } = (await buyer.call('GET', `/orders/${insertedId}`)).body
    expect(Date.parse(reservedUntil) - Date.parse(placedAt)).toBe(48 * hour)
  })

  it('[D4.04 D4.06 D4.21] frees its stock, waits an hour for its tool, and stays in sight for 30 days', async () => {
    const shop = await startTestShop()
    try {
      const { email } = await createPerson(shop)
      const tool = await createTool(shop, { onHand: 3 })
      let person = await signIn(shop, email)
      const order = await placeOrder(person, tool, 3)
      const { placedAt, reservedUntil } = (await person.call('GET', `/orders/${order}`)).body
      expect(Date.parse(reservedUntil) - Date.parse(placedAt)).toBe(48 * hour)
      const listed = async () => {
        person = await signIn(shop, email)
        const orders = (await person.call('GET', `/orders?email=${email}`)).body
        return orders.map((one: { _id: string; paymentState: string }) => [one._id, one.paymentState])
      }
      const expire = () => expireOrders(shop.system, orderPayments(shop.payment))

      shop.passTime(48 * hour - 60_000)
      await expire()
      expect(await listed()).toEqual([[order, 'unpaid']])
      shop.passTime(2 * 60_000)
      await expire()
      expect(await listed()).toEqual([[order, 'expired']])
      const stock = await sql`select reserved, free from tool where id = ${tool}`.execute(shop.db)
      expect(stock.rows).toEqual([{ reserved: 0, free: 3 }])

      const again = () => person.call('POST', '/orders', orderOf(tool, 1))
      const tooSoon = { status: 409, body: { code: 'held-too-recently' } }
      expect(await again()).toMatchObject(tooSoon)
      const another = await createPerson(shop)
      expect((await another.call('POST', '/orders', orderOf(tool, 1))).status).toBe(200)
      // What others hold of another tool is not held against them.
      const next = await createTool(shop)
      await placeOrder(another, next)
      expect((await person.call('POST', '/orders', orderOf(next))).status).toBe(200)
      shop.passTime(hour - 5 * 60_000)
      person = await signIn(shop, email)
      expect(await again()).toMatchObject(tooSoon)
      shop.passTime(5 * 60_000)
      expect((await again()).status).toBe(200)

      shop.passTime(29 * 24 * hour)
      expect(await listed()).toContainEqual([order, 'expired'])
      shop.passTime(2 * 24 * hour)
      expect((await listed()).map(([id]: [string]) => id)).not.toContain(order)
    } finally {
      await shop.close()
    }
  })
})
