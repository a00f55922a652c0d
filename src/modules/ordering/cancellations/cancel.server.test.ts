import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findViolations } from '#test/faults/invariants'
import {
  type Answer,
  type Person,
  createPerson,
  createTool,
  eventually,
  openPayment,
  orderOf,
  payWithCard,
} from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'

let shop: TestShop
let admin: Person
let buyer: Person

beforeAll(async () => {
  // 7% on top, so that rounding shows; shipping is free from 50.
  shop = await startTestShop({ environment: { MAX_OPEN_ORDERS: '100', TAX_RATE: '7%' } })
  admin = await createPerson(shop, 'admin')
  buyer = await createPerson(shop)
})
afterEach(async () => {
  await eventually(
    async () => (await sql`select from refund where state = 'requested'`.execute(shop.db)).rows.length,
    open => open === 0,
  )
  expect((await findViolations(shop.db)).filter(({ rule }) => !rule.startsWith('each mail'))).toEqual([])
})
afterAll(() => shop.close())

type Line = { position: number; quantity: number; left: number }
type More = { reason?: string; key?: string }
const cancel = (order: string, lines: Line[], { reason, key }: More = {}): Promise<Answer> =>
  admin.call(
    'POST',
    `/orders/${order}/cancellation`,
    { lines, ...(reason && { reason }) },
    key ? { 'idempotency-key': key } : {},
  )
const one = (quantity: number, left: number): Line[] => [{ position: 1, quantity, left }]
const read = async (order: string) => (await admin.call('GET', `/orders/${order}`)).body
const stockOf = async (tool: string) =>
  (await sql`select on_hand, reserved from tool where id = ${tool}`.execute(shop.db)).rows[0]

async function place(tool: string, quantity: number): Promise<string> {
  return (await buyer.call('POST', '/orders', orderOf(tool, quantity))).body.insertedId
}
async function pay(order: string): Promise<void> {
  await payWithCard(shop, await openPayment(buyer, order))
  await eventually(
    async () => (await read(order)).paid,
    paid => paid === true,
  )
}
async function refundsDone(order: string): Promise<number[]> {
  const { body } = await eventually(
    () => admin.call('GET', `/orders/${order}/refunds`),
    ({ body }) => body.every((refund: { state: string }) => refund.state === 'done'),
  )
  return body.map((refund: { amount: number }) => refund.amount)
}

/** How often its customer is written to that units are cancelled. */
async function mailCount(order: string): Promise<number> {
  const { rows } = await sql`
    select from order_mail where order_id = ${order} and kind = 'units-cancelled'`.execute(shop.db)
  return rows.length
}

/** The mails about an order of which the subject says so, once there are so many. */
async function mailsOf(order: string, subject: string, count = 1): Promise<{ text: string }[]> {
  const { number } = await read(order)
  return eventually(
    async () => {
      const { rows } = await sql<{ text: string }>`
        select data ->> 'text' as text from pgboss.job
        where name = 'mail' and data ->> 'subject' like ${`%${number}%${subject}%`}`.execute(shop.db)
      return rows
    },
    mails => mails.length === count,
  )
}

/** An order of two tools, as a basket makes it: the second line is taken from another order. */
async function twoLines(): Promise<{ order: string; tools: [string, string] }> {
  const tools: [string, string] = [
    await createTool(shop, { price: 333, onHand: 10 }),
    await createTool(shop, { price: 1000, onHand: 10 }),
  ]
  const { placeOrder } = await import('../placing/place.server.ts')
  const { accountId: id, email, name: displayName } = buyer
  const caller = { id, sessionId: id, email, displayName, emailVerified: true, role: 'customer', permissions: [] }
  const details = { phone: '+1 555 010 0148', company: 'Test Garage', address: '1 Test Lane' }
  const lines = [
    { toolId: tools[0], quantity: 5 },
    { toolId: tools[1], quantity: 2 },
  ]
  const ctx = { ...shop.system, caller, actor: { kind: 'customer' as const, id } }
  return { order: (await placeOrder(ctx, { ...details, lines }, undefined)).insertedId, tools }
}

describe('units of an unpaid order', () => {
  it('are cancelled once: they are free, the order costs less, and its shipping stays what it was', async () => {
    const { order, tools } = await twoLines()
    // 5 × 3.33 + 2 × 10.00 + 9.90, and 1.17 + 1.40 + 0.69 of tax.
    expect(await read(order)).toMatchObject({ goods: 36.65, shipping: 9.9, tax: 3.26, price: 49.81 })
    const lines = [
      { position: 1, quantity: 2, left: 5 },
      { position: 2, quantity: 2, left: 2 },
    ]
    const request = { reason: 'Out of stock at the maker', key: randomUUID() }
    const first = await cancel(order, lines, request)
    // 3 × 3.33 + 9.90, and 0.70 + 0.69 of tax.
    expect(first.body).toEqual({ modifiedCount: 1, amount: 28.53 })
    expect(await read(order)).toMatchObject({
      goods: 9.99, shipping: 9.9, tax: 1.39, price: 21.28, quantity: 3,
      lines: [{ position: 1, quantity: 3, net: 9.99, tax: 0.7 }],
    }) // prettier-ignore
    expect(await stockOf(tools[0])).toEqual({ on_hand: 10, reserved: 3 })
    expect(await stockOf(tools[1])).toEqual({ on_hand: 10, reserved: 0 })
    expect((await cancel(order, lines, request)).body).toEqual(first.body)
    expect((await cancel(order, lines)).body.code).toBe('order-changed')
    expect((await cancel(order, one(1, 3), request)).body.code).toBe('idempotency-key-reused')
    expect(await mailCount(order)).toBe(1)
    const timeline = (await buyer.call('GET', `/orders/${order}/timeline`)).body
    expect(timeline.at(-1)).toMatchObject({ kind: 'units-cancelled', actor: 'admin' })
    expect(timeline.at(-1).note).toMatch(/^\$28\.53 · 2 × .+ · 2 × .+ · Out of stock at the maker$/)
    await pay(order)
    expect(await stockOf(tools[0])).toEqual({ on_hand: 7, reserved: 0 })
  })

  it('call off an open payment, whose secret pays nothing any more; the new one asks for the new sum', async () => {
    const order = await place(await createTool(shop, { price: 1000 }), 3)
    const old = await openPayment(buyer, order)
    expect((await cancel(order, one(1, 3))).status).toBe(200)
    expect((await payWithCard(shop, old)).status).toBe(400)
    const stale = await buyer.call('POST', '/create-payment-intent', { price: 42.69, orderId: order })
    expect(stale.body).toMatchObject({ code: 'price-changed' })
    await pay(order)
    expect(await read(order)).toMatchObject({ paid: true, price: 31.99, refundable: 31.99 })
  })

  it('sends back money that comes by an intent of the old sum all the same, and stays open', async () => {
    const order = await place(await createTool(shop, { price: 1000 }), 2)
    const old = await openPayment(buyer, order)
    await sql`update payment_intent set state = 'canceled' where id = ${old.intentId}`.execute(shop.db)
    await cancel(order, one(1, 2))
    await payWithCard(shop, old)
    expect(
      await eventually(
        () => refundsDone(order),
        amounts => amounts.length > 0,
      ),
    ).toEqual([31.99])
    expect((await read(order)).paymentState).toBe('unpaid')
    await pay(order)
    expect(await read(order)).toMatchObject({ paymentState: 'paid', price: 21.29 })
  })

  it('all of them close the order', async () => {
    const tool = await createTool(shop, { onHand: 5 })
    const order = await place(tool, 2)
    await openPayment(buyer, order)
    const request = { key: randomUUID() }
    const first = await cancel(order, one(2, 2), request)
    expect(first.body).toEqual({ modifiedCount: 1, amount: 0 })
    expect((await read(order)).paymentState).toBe('cancelled')
    expect(await stockOf(tool)).toEqual({ on_hand: 5, reserved: 0 })
    expect((await cancel(order, one(2, 2), request)).body).toEqual(first.body)
    expect((await cancel(order, one(2, 2))).body.code).toBe('order-not-open')
  })

  it('all of them close the order with the reason that its customer reads', async () => {
    const order = await place(await createTool(shop), 2)
    const reason = `Out of stock at the maker of ${order}`
    await cancel(order, one(2, 2), { reason })
    const timeline = (await buyer.call('GET', `/orders/${order}/timeline`)).body
    expect(timeline.at(-1)).toMatchObject({ kind: 'cancelled', actor: 'admin', note: reason })
    const trail = (await admin.call('GET', `/audit?subject=${order}&action=order.cancelled`)).body
    expect(trail).toMatchObject([{ after: { paymentState: 'cancelled', reason } }])
    const [mail] = await mailsOf(order, 'was closed by the shop')
    expect(mail?.text).toContain(`Reason: ${reason}`)
  })

  it('do not have their mail promise money, where it is written after the order was paid', async () => {
    const order = await place(await createTool(shop, { price: 1000 }), 2)
    await cancel(order, one(1, 2))
    await mailsOf(order, 'some units are cancelled')
    await pay(order)
    // As if the jobs had been down until now.
    await sql`update order_mail set queued_at = null where order_id = ${order} and kind = 'units-cancelled'`.execute(
      shop.db,
    )
    await shop.jobs.send(shop.db, 'order-mail', {})
    const mails = await mailsOf(order, 'some units are cancelled', 2)
    for (const { text } of mails) expect(text).toContain('The order costs less now')
  })

  it('are freed once, though several cancel at once and the buyer opens the payment meanwhile', async () => {
    for (let round = 0; round < 4; round++) {
      const tool = await createTool(shop, { price: 1000, onHand: 9 })
      const order = await place(tool, 4)
      const request = { key: randomUUID() }
      const opening = openPayment(buyer, order).catch(() => undefined)
      const answers = await Promise.all([
        cancel(order, one(1, 4), request),
        cancel(order, one(1, 4), request),
        cancel(order, one(1, 4), request),
      ])
      await opening
      for (const { body } of answers) expect(body).toEqual({ modifiedCount: 1, amount: 10.7 })
      expect(await stockOf(tool)).toEqual({ on_hand: 9, reserved: 3 })
      await pay(order)
      expect((await read(order)).price).toBe(42.69)
    }
  })
})

describe('units of a paid order', () => {
  it('go back to the shelf with what they came to, to the cent, and shipping with the last of them', async () => {
    const tool = await createTool(shop, { price: 333, onHand: 10 })
    const order = await place(tool, 3)
    await pay(order)
    const { price } = await read(order)
    for (const left of [3, 2, 1]) {
      const request = { key: randomUUID() }
      const first = await cancel(order, one(1, left), request)
      expect(first.body.modifiedCount).toBe(1)
      expect((await cancel(order, one(1, left), request)).body).toEqual(first.body)
      await refundsDone(order)
    }
    const back = await refundsDone(order)
    expect(back).toEqual([3.56, 3.57, 14.15])
    expect(Math.round(back.reduce((sum, amount) => sum + amount, 0) * 100)).toBe(Math.round(price * 100))
    expect(await read(order)).toMatchObject({ paymentState: 'refunded', refundable: 0 })
    expect(await stockOf(tool)).toEqual({ on_hand: 10, reserved: 0 })
  })

  it('are cancelled once, by however many at once, and never with what has left', async () => {
    const tool = await createTool(shop, { price: 1000, onHand: 10 })
    const order = await place(tool, 5)
    await pay(order)
    const lines = [{ position: 1, quantity: 2 }]
    await admin.call('POST', `/orders/${order}/shipment`, { carrier: 'Sundarban', tracking: 'S-1', lines })
    expect((await cancel(order, one(4, 5))).body.code).toBe('order-changed')
    expect((await cancel(order, one(4, 3))).body.code).toBe('order-changed')
    // Of several people each has a key of their own.
    const answers = await Promise.all([cancel(order, one(3, 3)), cancel(order, one(3, 3)), cancel(order, one(3, 3))])
    expect(answers.map(({ body }) => body.modifiedCount ?? body.code).toSorted()).toEqual([
      1,
      'order-changed',
      'order-changed',
    ])
    expect(await refundsDone(order)).toEqual([32.1])
    // What was still to leave stays, so the order has left.
    expect(await read(order)).toMatchObject({
      fulfilmentState: 'shipped', carrier: 'Sundarban', tracking: 'S-1',
      lines: [{ shipped: 2, toShip: 0, cancelled: 3, returned: 0, returnable: 2 }],
    }) // prettier-ignore
    expect(await stockOf(tool)).toEqual({ on_hand: 8, reserved: 0 })
  })

  it.each([
    ['shipped', '/shipment', { carrier: 'Sundarban', tracking: 'S-7', lines: [{ position: 1, quantity: 2 }] }],
    ['refunded', '/refunds', { amount: '21.40', returned: [{ position: 1, quantity: 2 }] }],
    ['cancelled by a colleague', '/cancellation', { lines: one(2, 5) }],
  ])('are not taken for cancelled where just so many are %s meanwhile', async (_how, path, body) => {
    const order = await place(await createTool(shop, { price: 1000, onHand: 10 }), 5)
    await pay(order)
    expect((await admin.call('POST', `/orders/${order}${path}`, body)).status).toBe(200)
    expect(await cancel(order, one(2, 5), { key: randomUUID() })).toMatchObject({
      status: 409,
      body: { code: 'order-changed', message: expect.stringContaining('nothing was cancelled') },
    })
    expect((await read(order)).lines).toMatchObject([{ toShip: 3 }])
  })

  it('give back no more than is left of the payment', async () => {
    const order = await place(await createTool(shop, { price: 1000 }), 2)
    await pay(order)
    await admin.call('POST', `/orders/${order}/refunds`, { amount: '30' })
    await refundsDone(order)
    expect((await cancel(order, one(1, 2))).body).toEqual({ modifiedCount: 1, amount: 1.99 })
    expect((await cancel(order, one(1, 1))).body.code).toBe('refund-too-much')
  })

  it('are cancelled by those alone who may refund, too', async () => {
    const desk = await createPerson(shop, 'support')
    const tool = await createTool(shop)
    const [paid, unpaid] = [await place(tool, 2), await place(tool, 2)]
    await pay(paid)
    const cancelOne = (order: string) => desk.call('POST', `/orders/${order}/cancellation`, { lines: one(1, 2) })
    expect(await cancelOne(paid)).toMatchObject({ status: 403, body: { code: 'not-permitted' } })
    expect(await read(paid)).toMatchObject({ lines: [{ toShip: 2 }], refundable: (await read(paid)).price })
    expect((await cancelOne(unpaid)).body.modifiedCount).toBe(1)
  })

  it('tell their customer, once', async () => {
    const order = await place(await createTool(shop, { name: 'Torque wrench', price: 1000 }), 2)
    await pay(order)
    await cancel(order, one(1, 2), { reason: 'Damaged in the warehouse' })
    expect(await mailCount(order)).toBe(1)
    const [mail] = await mailsOf(order, 'some units are cancelled')
    expect(mail?.text).toContain('Damaged in the warehouse')
    expect(mail?.text).toContain('1 × Torque wrench')
    expect(mail?.text).toContain('$10.70 is on its way back')
  })
})

it.each([
  [[], /at least one unit/],
  [[{ position: 1, quantity: 0, left: 2 }], /at least one unit/],
])('nothing chosen is said: %#', async (lines, complaint) => {
  const answer = await cancel(await place(await createTool(shop), 2), lines)
  expect(answer).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'lines', message: expect.stringMatching(complaint) }] },
  })
})
