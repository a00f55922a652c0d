import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { orderPayments } from '../settlement/handlers.server.ts'
import { findViolations } from '#test/faults/invariants'
import { type Person, createPerson, createTool, openPayment, payWithCard, placeOrder } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { inTurn } from '#test/races/in-turn'
import { expectCalm, paidUnits } from '#test/sandbox/money-back'
import { newId } from '#platform/context'
import { type ReceivedPayment, recordPayment } from '../payments/received.server.ts'
import { releaseOrder } from '../release/release.server.ts'
import { takeBack } from './returns.server.ts'

/** What no call does yet: goods that leave before their money comes, money that comes by bank, units that come back without money. */
let shop: TestShop
let staff: Person
let buyer: Person

beforeAll(async () => {
  shop = await startTestShop({ environment: { MAX_OPEN_ORDERS: '100', SHIPPING_FEE: '0' } })
  staff = await createPerson(shop, 'admin')
  buyer = await createPerson(shop)
})
afterEach(async () => {
  await expectCalm(shop)
  expect((await findViolations(shop.db)).filter(({ rule }) => !rule.startsWith('each mail'))).toEqual([])
})
afterAll(() => shop.close())

const release = (orderId: string, by: 'terms' | 'staff' = 'terms') =>
  releaseOrder(shop.system, orderPayments(shop.payment), { orderId, by })
/** Units of $10.00 each, of a tool that the shop has twice as many of. */
async function placed(units: number): Promise<{ order: string; tool: string }> {
  const tool = await createTool(shop, { price: 1000, onHand: units * 2 })
  return { order: await placeOrder(buyer, tool, units), tool }
}
async function paidByCard(units: number) {
  const tool = await createTool(shop, { price: 1000, onHand: units })
  return { ...(await paidUnits({ shop, buyer, tool, units })), tool }
}
async function onAccount(units: number) {
  const made = await placed(units)
  expect(await release(made.order)).toBe('released')
  return made
}
const read = async (order: string) => (await buyer.call('GET', `/orders/${order}`)).body
const ship = (order: string, quantity?: number) =>
  staff.call('POST', `/orders/${order}/shipment`, {
    carrier: 'Sundarban',
    tracking: 'S-1',
    ...(quantity !== undefined && { lines: [{ position: 1, quantity }] }),
  })
const isToBePacked = async (order: string) =>
  (await staff.call('GET', '/allOrders?state=open')).body.some(({ _id }: { _id: string }) => _id === order)
const kindsOf = async (order: string): Promise<string[]> =>
  (await staff.call('GET', `/orders/${order}/timeline`)).body.map(({ kind }: { kind: string }) => kind)

async function booksOf(tool: string) {
  const { rows } = await sql`
    select on_hand, reserved, free,
      (select coalesce(sum(units), 0)::integer from tool_sales where tool_id = tool.id) as sold,
      (select coalesce(sum(orders), 0)::integer from tool_sales where tool_id = tool.id) as orders
    from tool where id = ${tool}`.execute(shop.db)
  return rows[0]
}
async function salesOf({ accountId }: Person) {
  const { rows } = await sql<{ orders: number; turnover: number }>`
    select orders, turnover from account_sales where account_id = ${accountId}`.execute(shop.db)
  const [row] = rows
  if (!row) throw new Error('the account has no sales')
  return row
}
/** What the overview counts of all days. */
async function takings() {
  const { rows } = await sql<{ orders: number; revenue: number }>`
    select coalesce(sum(orders), 0)::integer as orders, coalesce(sum(revenue), 0)::bigint as revenue from sales_quarter`.execute(
    shop.db,
  )
  return rows[0] ?? { orders: 0, revenue: 0 }
}
const byBank = (allocations: ReceivedPayment['allocations'], more: Partial<ReceivedPayment> = {}): ReceivedPayment => ({
  id: newId(),
  kind: 'bank',
  amount: allocations.reduce((sum, { amount }) => sum + amount, 0),
  currency: 'usd',
  paidAt: new Date(),
  reference: 'T-1001',
  allocations,
  ...more,
})
const receive = (payment: ReceivedPayment) => recordPayment(shop.system, payment)

describe('an order that is released on terms', () => {
  it('is sold, packed and shipped, and is not paid', async () => {
    const { order, tool } = await placed(3)
    const before = { sales: await salesOf(buyer), takings: await takings() }
    expect(await release(order)).toBe('released')
    expect(await booksOf(tool)).toEqual({ on_hand: 3, reserved: 0, free: 3, sold: 3, orders: 1 })
    expect(await salesOf(buyer)).toEqual({ ...before.sales, orders: before.sales.orders + 1 })
    expect(await takings()).toEqual({ ...before.takings, orders: before.takings.orders + 1 })
    expect(await read(order)).toMatchObject({
      paid: false, paymentState: 'on-account', fulfilmentState: 'open', reservedUntil: null, paidAt: null, refundable: 0,
    }) // prettier-ignore
    expect(await isToBePacked(order)).toBe(true)
    expect(await ship(order)).toMatchObject({ status: 200 })
    expect(await staff.call('POST', `/orders/${order}/delivery`)).toMatchObject({ status: 200 })
    expect(await read(order)).toMatchObject({ paid: false, fulfilmentState: 'delivered' })
    expect(await kindsOf(order)).toEqual(['placed', 'released', 'shipped', 'delivered'])
  })

  it('is released once, whoever does it at once', async () => {
    const { order, tool } = await placed(2)
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => release(order, 'staff')))
    expect(outcomes.toSorted()).toEqual([...Array.from({ length: 7 }, () => 'not-open'), 'released'])
    expect(await booksOf(tool)).toEqual({ on_hand: 2, reserved: 0, free: 2, sold: 2, orders: 1 })
  })

  it('counts as no open order, and cannot be paid by card, deleted or refunded', async () => {
    const { order } = await onAccount(1)
    const { rows } = await sql`select from account where id = ${buyer.accountId} and open_orders <> 0`.execute(shop.db)
    expect(rows).toEqual([])
    expect(await buyer.call('POST', '/create-payment-intent', { price: 10, orderId: order })).toMatchObject({
      status: 409, body: { code: 'order-not-open' },
    }) // prettier-ignore
    expect(await buyer.call('DELETE', `/orders/${order}`)).toMatchObject({
      status: 409,
      body: { code: 'order-not-open' },
    })
    expect(await staff.call('POST', `/orders/${order}/refunds`, {})).toMatchObject({
      status: 409, body: { code: 'order-unpaid', message: expect.stringContaining('on account') },
    }) // prettier-ignore
  })

  it('is not said to be deleted by whoever tries to while it is released', async () => {
    const { order } = await placed(1)
    const held = sql`select from orders where id = ${order} for no key update`
    const deleting = () => buyer.call('DELETE', `/orders/${order}`)
    const [released, deleted] = await inTurn<unknown>(shop.db, held, [() => release(order), deleting])
    expect(released).toBe('released')
    expect(deleted).toMatchObject({ status: 409, body: { code: 'order-not-open' } })
  })

  it('is not, once its card’s money has come; an open intent is called off', async () => {
    const { order, tool } = await placed(2)
    const payment = await openPayment(buyer, order)
    await payWithCard(shop, payment)
    expect(await release(order)).toBe('paid')
    expect(await booksOf(tool)).toEqual({ on_hand: 2, reserved: 0, free: 2, sold: 2, orders: 1 })
    const other = await placed(1)
    await openPayment(buyer, other.order)
    expect(await release(other.order)).toBe('released')
    const { rows } = await sql`
      select state from payment_intent where order_id = ${other.order}`.execute(shop.db)
    expect(rows).toEqual([{ state: 'canceled' }])
  })
})

describe('money by bank', () => {
  it('pays an order on account in two parts, before and after it has left', async () => {
    const { order } = await onAccount(3)
    const before = { sales: await salesOf(buyer), takings: await takings() }
    expect(await receive(byBank([{ orderId: order, amount: 1000 }]))).toBe('recorded')
    expect(await read(order)).toMatchObject({ paid: false, paymentState: 'on-account' })
    await ship(order)
    expect(await receive(byBank([{ orderId: order, amount: 2000 }]))).toBe('recorded')
    expect(await read(order)).toMatchObject({ paid: true, paymentState: 'on-account', fulfilmentState: 'shipped' })
    expect(await salesOf(buyer)).toEqual({ ...before.sales, turnover: before.sales.turnover + 3000 })
    expect(await takings()).toEqual({ ...before.takings, revenue: before.takings.revenue + 3000 })
    expect(await kindsOf(order)).toEqual(['placed', 'released', 'payment-received', 'shipped', 'payment-received'])
  })

  it('pays several orders at once, of several buyers, and may leave a rest', async () => {
    const [one, other] = [await onAccount(1), await onAccount(2)]
    const neighbour = await createPerson(shop)
    const tool = await createTool(shop, { price: 1000, onHand: 1 })
    const third = await placeOrder(neighbour, tool)
    expect(await release(third)).toBe('released')
    const allocations = [one.order, other.order, third].map(orderId => ({ orderId, amount: 1000 }))
    expect(await receive(byBank(allocations, { amount: 5000 }))).toBe('recorded')
    expect([await read(one.order), await read(other.order)]).toMatchObject([{ paid: true }, { paid: false }])
    expect(await salesOf(neighbour)).toEqual({ orders: 1, turnover: 1000 })
    const rows: string[][] = (await staff.call('GET', '/reports/payments?limit=5000')).body.rows
    const ofSeveral = rows.filter(([numbers]) => numbers?.includes(', '))
    expect(ofSeveral.map(row => row.slice(-4))).toEqual([['', '', 'bank', 'T-1001']])
  })

  it('is written down once, however often it is sent, also at once', async () => {
    const { order } = await onAccount(2)
    const payment = byBank([{ orderId: order, amount: 1500 }])
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => receive(payment)))
    expect(outcomes.toSorted()).toEqual([...Array.from({ length: 5 }, () => 'known'), 'recorded'])
    // It pays nothing yet: there is no order for which the second waits.
    const rest = byBank([], { amount: 700 })
    expect((await Promise.all([receive(rest), receive(rest), receive(rest)])).toSorted()).toEqual([
      'known',
      'known',
      'recorded',
    ])
  })

  it('never pays more than an order costs or than came, whoever pays at once', async () => {
    const { order } = await onAccount(2)
    const halves = Array.from({ length: 6 }, () => byBank([{ orderId: order, amount: 1000 }]))
    const outcomes = await Promise.all(halves.map(receive))
    expect(outcomes.filter(outcome => outcome === 'recorded')).toHaveLength(2)
    expect(outcomes.filter(outcome => outcome === 'too-much')).toHaveLength(4)
    const { order: next } = await onAccount(2)
    expect(await receive(byBank([{ orderId: next, amount: 1000 }], { amount: 999 }))).toBe('too-much')
    expect(await read(next)).toMatchObject({ paid: false })
  })

  it('pays several orders of several buyers crosswise without a deadlock', async () => {
    const buyers = await Promise.all([createPerson(shop), createPerson(shop)])
    const tool = await createTool(shop, { price: 1000, onHand: 2 })
    const orders: string[] = []
    for (const person of buyers) orders.push(await placeOrder(person, tool))
    for (const order of orders) expect(await release(order)).toBe('released')
    const payments = Array.from({ length: 10 }, (_, n) =>
      byBank((n % 2 ? orders : orders.toReversed()).map(orderId => ({ orderId, amount: 100 }))),
    )
    expect(await Promise.all(payments.map(receive))).toEqual(payments.map(() => 'recorded'))
  })

  it.each([
    ['is unpaid', () => placed(1).then(({ order }) => order)],
    ['a card has paid', () => paidByCard(1).then(({ order }) => order)],
    ['is not there', () => Promise.resolve(newId())],
  ])('pays no order that %s', async (_, make) => {
    expect(await receive(byBank([{ orderId: await make(), amount: 1000 }]))).toBe('not-on-account')
  })
})

describe('units without money', () => {
  it('come back to the shelf: those that had left, then those that had not', async () => {
    const { order, tool } = await onAccount(4)
    await ship(order, 2)
    await takeBack(shop.system, order, { units: [{ position: 1, quantity: 3 }], becomes: 'stock', reason: 'Too many' })
    expect(await booksOf(tool)).toEqual({ on_hand: 7, reserved: 0, free: 7, sold: 1, orders: 1 })
    expect(await read(order)).toMatchObject({
      fulfilmentState: 'open', paymentState: 'on-account', lines: [{ returned: 2, cancelled: 1, shipped: 2, toShip: 1 }],
    }) // prettier-ignore
    expect(await kindsOf(order)).toContain('units-returned')
  })

  it('end the shipping of an order when nothing is to leave any more', async () => {
    const { order, tool } = await onAccount(3)
    await ship(order, 1)
    await takeBack(shop.system, order, { units: [{ position: 1, quantity: 3 }], becomes: 'stock' })
    expect(await read(order)).toMatchObject({ fulfilmentState: 'shipped', lines: [{ toShip: 0 }] })
    expect(await booksOf(tool)).toMatchObject({ on_hand: 6, sold: 0, orders: 0 })
    expect(await isToBePacked(order)).toBe(false)
  })

  it('of an order that a card paid leave its money where it is', async () => {
    const { order, tool } = await paidByCard(4)
    await takeBack(shop.system, order, { units: [{ position: 1, quantity: 4 }], becomes: 'stock' })
    expect(await read(order)).toMatchObject({ paymentState: 'paid', refunded: 0, refundable: 40 })
    expect(await isToBePacked(order)).toBe(false)
    expect(await booksOf(tool)).toEqual({ on_hand: 4, reserved: 0, free: 4, sold: 0, orders: 0 })
    expect(await staff.call('POST', `/orders/${order}/refunds`, { amount: 40 })).toMatchObject({ status: 200 })
  })

  it('are scrapped: not sold any more, and not on the shelf', async () => {
    const { order, tool } = await onAccount(3)
    await ship(order)
    await takeBack(shop.system, order, { units: [{ position: 1, quantity: 2 }], becomes: 'scrap' })
    expect(await booksOf(tool)).toEqual({ on_hand: 3, reserved: 0, free: 3, sold: 1, orders: 1 })
    expect(await read(order)).toMatchObject({ lines: [{ returned: 2, returnable: 1 }] })
  })

  it('come back once, whoever takes them back at once', async () => {
    const { order, tool } = await onAccount(2)
    await ship(order)
    const all = { units: [{ position: 1, quantity: 2 }], becomes: 'stock' } as const
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => takeBack(shop.system, order, all)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(outcomes.flatMap(one => (one.status === 'rejected' ? [one.reason.code] : []))).toEqual(
      Array.from({ length: 4 }, () => 'too-many-returned'),
    )
    expect(await booksOf(tool)).toMatchObject({ on_hand: 4, sold: 0 })
  })

  it.each([
    ['a line twice', [1, 1], [1, 1]],
    ['nothing of a line', [1], [0]],
    ['less than nothing', [1], [-1]],
    ['half a unit', [1], [0.5]],
    ['half a line', [1.5], [1]],
    ['more than anybody counts', [1], [3_000_000_000], 'too-many-returned'],
    ['no line', [], []],
    ['a line that is not there', [1, 2], [1, 1], 'too-many-returned'],
  ])(
    'are not taken back by what says %s, and nothing changes',
    async (_, positions, quantities, code = 'invalid-input') => {
      const { order, tool } = await onAccount(3)
      await ship(order)
      const before = [await booksOf(tool), await read(order), await kindsOf(order)]
      const units = positions.map((position, at) => ({ position, quantity: quantities[at] ?? 0 }))
      await expect(takeBack(shop.system, order, { units, becomes: 'stock' })).rejects.toMatchObject({ code })
      expect([await booksOf(tool), await read(order), await kindsOf(order)]).toEqual(before)
    },
  )

  it('cannot come back of an order that nobody released', async () => {
    const { order } = await placed(1)
    const coming = { units: [{ position: 1, quantity: 1 }], becomes: 'stock' } as const
    await expect(takeBack(shop.system, order, coming)).rejects.toMatchObject({ code: 'order-unpaid' })
    await expect(takeBack(shop.system, newId(), coming)).rejects.toMatchObject({ code: 'order-gone' })
  })
})

describe('money without units', () => {
  it('goes back, and the units are still to leave', async () => {
    const { order, tool } = await paidByCard(4)
    expect(await staff.call('POST', `/orders/${order}/refunds`, { amount: 5 })).toMatchObject({ status: 200 })
    expect(await isToBePacked(order)).toBe(true)
    expect(await booksOf(tool)).toEqual({ on_hand: 0, reserved: 0, free: 0, sold: 4, orders: 1 })
  })
})
