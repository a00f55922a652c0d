import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#platform/context'
import { type Person, createPerson, createTool, openPayment, payWithCard, placeOrder } from '../factories.ts'
import { testAddress } from '../access/basket.ts'
import { eventually } from '../eventually.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import { reserveRefund } from '../sandbox/money-back.ts'
import { expectLedgerToAddUp } from '../races/ledger.ts'
import { endRefund } from '../../src/modules/ordering/refunds/refunds.server.ts'

let shop: TestShop
let buyer: Person
let admin: Person

beforeAll(async () => {
  shop = await startTestShop({ environment: { MAX_OPEN_ORDERS: '100' } })
  buyer = await createPerson(shop)
  admin = await createPerson(shop, 'admin')
})
afterAll(async () => {
  await expectLedgerToAddUp(shop)
  await shop.close()
})

/** Four units at $25.00: $100.00 and no shipping. */
async function paidOrder() {
  const tool = await createTool(shop, { price: 2500, onHand: 10, name: 'Torque wrench' })
  const order = await placeOrder(buyer, tool, 4)
  return { tool, order, ...(await pay(order)) }
}

async function pay(order: string) {
  const payment = await openPayment(buyer, order)
  await payWithCard(shop, payment)
  await eventually(
    () => read(order),
    ({ paid }) => paid,
  )
  return payment
}

const read = async (order: string) => (await buyer.call('GET', `/orders/${order}`)).body
const refund = (order: string, body: object = {}, headers = {}) =>
  admin.call('POST', `/orders/${order}/refunds`, body, headers)
const refundsOf = async (order: string) => (await buyer.call('GET', `/orders/${order}/refunds`)).body

/** Waits until no refund of the order is under way. */
const settled = (order: string) =>
  eventually(
    () => refundsOf(order),
    (refunds: { state: string }[]) => refunds.every(({ state }) => state !== 'requested'),
  )

const stockOf = async (tool: string) =>
  (await sql<{ on_hand: number }>`select on_hand from tool where id = ${tool}`.execute(shop.db)).rows[0]?.on_hand

describe('a refund', () => {
  it('[D4.18 D4.19] of the whole gives back all of it, and the units that return stand on the shelf again', async () => {
    const other = await paidOrder()
    const { tool, order, intentId } = await paidOrder()
    expect(await stockOf(tool)).toBe(6)
    const answer = await refund(order, { returned: [{ position: 1, quantity: '4' }], reason: 'Wrong size' })
    expect(answer).toMatchObject({ status: 200, body: { amount: 100, insertedId: expect.any(String) } })
    expect(await settled(order)).toMatchObject([
      {
        _id: answer.body.insertedId, amount: 100, currency: 'usd', state: 'done', cause: 'requested',
        reason: 'Wrong size', returned: [{ position: 1, quantity: 4, toolName: 'Torque wrench' }],
      },
    ]) // prettier-ignore
    expect(await read(order)).toMatchObject({
      paymentState: 'refunded', paid: true, refunded: 100, refundable: 0, price: 100,
      lines: [{ position: 1, quantity: 4, cancelled: 4, returnable: 0 }],
    }) // prettier-ignore
    expect(await stockOf(tool)).toBe(10)
    const sales = await sql`select sum(units) as units from tool_sales where tool_id = ${tool}`.execute(shop.db)
    expect(sales.rows).toEqual([{ units: 0 }])
    const provider = await sql`
      select amount_refunded from sandbox.payment_intent where id = ${intentId}`.execute(shop.db)
    expect(provider.rows).toEqual([{ amount_refunded: 10_000 }])
    const trail = await sql`
      select action, actor_kind, actor_id, before, after from audit where subject_id = ${order} order by id desc limit 3`.execute(
      shop.db,
    )
    const actor = { actor_kind: 'admin', actor_id: admin.accountId }
    expect(trail.rows).toMatchObject([
      { action: 'payment.refunded', ...actor, after: { amount: 10_000, transactionId: intentId } },
      { action: 'order.refunded', ...actor, before: { paymentState: 'paid' }, after: { paymentState: 'refunded' } },
      { action: 'payment.refund-requested', ...actor, after: { amount: 10_000, reason: 'Wrong size' } },
    ])
    expect((await refund(order)).body).toMatchObject({ code: 'refund-too-much' })
    expect(await read(other.order)).toMatchObject({ refundable: 100, lines: [{ returned: 0, returnable: 4 }] })
  })

  it('[D4.15 D4.18 D4.19] in two parts is part-refunded, then refunded, and returns only the units that came', async () => {
    const { tool, order } = await paidOrder()
    expect((await refund(order, { amount: '30.50' })).status).toBe(200)
    await settled(order)
    expect(await read(order)).toMatchObject({
      paymentState: 'part-refunded', paid: true, refunded: 30.5, refundable: 69.5,
    }) // prettier-ignore
    expect(await stockOf(tool)).toBe(6)
    expect(await refund(order, { amount: 69.51 })).toMatchObject({
      status: 409, body: { code: 'refund-too-much', message: 'Only $69.50 of this order is left to refund. Lower the amount.' },
    }) // prettier-ignore
    expect((await refund(order, { returned: [{ position: 1, quantity: 1 }] })).body.amount).toBe(69.5)
    await settled(order)
    expect(await read(order)).toMatchObject({ paymentState: 'refunded', refunded: 100, refundable: 0 })
    expect(await stockOf(tool)).toBe(7)
    expect((await refundsOf(order)).map((row: { amount: number }) => row.amount)).toEqual([30.5, 69.5])
  })

  it.each([
    [{ amount: 100.01 }, 'refund-too-much'],
    [{ amount: 0 }, 'invalid-input'],
    [{ amount: -1 }, 'invalid-input'],
    [{ amount: '1.001' }, 'invalid-input'],
    [{ amount: 'all' }, 'invalid-input'],
    [{ amount: 1, returned: [{ position: 1, quantity: 5 }] }, 'too-many-returned'],
    [
      {
        amount: 1,
        returned: [
          { position: 1, quantity: 3 },
          { position: 1, quantity: 2 },
        ],
      },
      'too-many-returned',
    ],
    [{ amount: 1, returned: [{ position: 2, quantity: 1 }] }, 'too-many-returned'],
    [{ amount: 1, returned: [{ position: 1, quantity: -1 }] }, 'invalid-input'],
  ])('%j is refused as %s, and leaves everything as it was', async (body, code) => {
    const { order } = await paidOrder()
    expect((await refund(order, body)).body).toMatchObject({ code })
    expect(await read(order)).toMatchObject({ refunded: 0, refundable: 100, lines: [{ returnable: 4 }] })
    expect(await refundsOf(order)).toEqual([])
  })

  it('of an order of several lines brings back units of the line that it names, and no other’s', async () => {
    const lines = [
      { tools_id: await createTool(shop, { name: 'Ratchet' }), quantity: 2 },
      { tools_id: await createTool(shop, { name: 'Torque wrench' }), quantity: 4 },
    ]
    await buyer.call('PUT', '/basket/lines', { lines })
    const order = (await buyer.call('POST', '/basket/order', { address: testAddress })).body.insertedId
    await pay(order)
    expect((await refund(order, { amount: 1, returned: [{ position: 2, quantity: 5 }] })).body).toMatchObject({
      code: 'too-many-returned', details: { item: 'Torque wrench', left: 4 },
    }) // prettier-ignore
    await refund(order, { amount: 25, returned: [{ position: 2, quantity: 1 }] })
    expect(await settled(order)).toMatchObject([
      { returned: [{ position: 2, quantity: 1, toolName: 'Torque wrench' }] },
    ])
    expect(await read(order)).toMatchObject({ lines: [{ cancelled: 0 }, { cancelled: 1 }] })
  })

  it('of the whole that is on its way keeps the goods from leaving', async () => {
    const paid = await paidOrder()
    const id = newId()
    await reserveRefund(shop, paid, { id, amount: 10_000 })
    const shipped = await admin.call('POST', `/orders/${paid.order}/shipment`, { carrier: 'Sundarban' })
    expect(shipped).toMatchObject({ status: 409, body: { code: 'order-refunded' } })
    expect(await endRefund(shop.system, shop.payment, id)).toBe('ended')
    expect(await read(paid.order)).toMatchObject({ paymentState: 'refunded', fulfilmentState: 'open' })
  })

  it('of an order that is not paid is refused, and one of no order', async () => {
    const order = await placeOrder(buyer, await createTool(shop))
    expect(await refund(order)).toMatchObject({ status: 409, body: { code: 'order-unpaid' } })
    expect(await refund(admin.accountId)).toMatchObject({ status: 404, body: { code: 'order-gone' } })
  })

  it('with the same key is one, with another body refused', async () => {
    const { order } = await paidOrder()
    const key = { 'idempotency-key': `refund-${order}` }
    const first = await refund(order, { amount: 10 }, key)
    expect((await refund(order, { amount: '10' }, key)).body).toEqual(first.body)
    expect(await refund(order, { amount: 11 }, key)).toMatchObject({ status: 422 })
    expect(await refund((await paidOrder()).order, { amount: 10 }, key)).toMatchObject({ status: 422 })
    await settled(order)
    expect(await read(order)).toMatchObject({ refunded: 10 })
  })

  it('that the provider does not take frees what it had reserved, and tells the admins', async () => {
    const { tool, order, intentId } = await paidOrder()
    // Somebody has given most of it back at the provider, past the shop.
    await sql`update sandbox.payment_intent set amount_refunded = 9000 where id = ${intentId}`.execute(shop.db)
    await refund(order, { amount: 50, returned: [{ position: 1, quantity: 2 }] })
    expect(await settled(order)).toMatchObject([{ state: 'failed', amount: 50 }])
    expect(await read(order)).toMatchObject({
      paymentState: 'paid', refunded: 0, refundable: 100, lines: [{ returned: 0, returnable: 4 }],
    }) // prettier-ignore
    expect(await stockOf(tool)).toBe(6)
    const timeline = (await admin.call('GET', `/orders/${order}/timeline`)).body
    expect(timeline.at(-1)).toMatchObject({ kind: 'refund-failed', note: '$50.00' })
    const mails = await sql`select kind from order_mail where order_id = ${order} order by id desc limit 1`.execute(
      shop.db,
    )
    expect(mails.rows).toEqual([{ kind: 'refund-failed-admin' }])
    expect((await refund(order, { amount: 10 })).status).toBe(200)
    expect(await settled(order)).toMatchObject([{ state: 'failed' }, { state: 'done', amount: 10 }])
  })
})
