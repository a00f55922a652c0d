import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '#test/eventually'
import { type Person, createPerson, createTool, request } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { paidOrder } from '#test/sandbox/money-back'

let shop: TestShop
let owner: Person
let buyer: Person
beforeAll(async () => {
  shop = await startTestShop({ environment: { MAX_OPEN_ORDERS: '50' } })
  owner = await createPerson(shop, 'admin')
  buyer = await createPerson(shop)
})
afterAll(() => shop.close())

const units = (quantity: number) => [{ position: 1, quantity }]
const post = (order: string, path: string, body: object) => owner.call('POST', `/orders/${order}/${path}`, body)

async function refunded(order: string, path: string, body: object): Promise<void> {
  expect(await post(order, path, body)).toMatchObject({ status: 200 })
  await eventually(
    async () => (await owner.call('GET', `/orders/${order}/refunds`)).body as { state: string }[],
    refunds => refunds.every(({ state }) => state === 'done'),
  )
}

async function sold(tool: string) {
  const { rows } = await sql`
    select coalesce(sum(units), 0)::integer as units, coalesce(sum(orders), 0)::integer as orders
    from tool_sales where tool_id = ${tool}`.execute(shop.db)
  return rows[0]
}

async function moved(order: string) {
  const { rows } = await sql<{ reason: string; units: number }>`
    select reason, sum(on_hand_change)::integer as units from stock_movement
    where order_id = ${order} and reason in ('cancelled', 'returned') group by reason`.execute(shop.db)
  return Object.fromEntries(rows.map(({ reason, units }) => [reason, units]))
}

const line = async (order: string) => (await owner.call('GET', `/orders/${order}`)).body.lines[0]

describe('units that went back', () => {
  it('are not sold any more, and cancelled if they never left (finding 6)', async () => {
    const { tool, order } = await paidOrder(shop, buyer)
    expect(await sold(tool)).toEqual({ units: 4, orders: 1 })
    await refunded(order, 'cancellation', { lines: [{ position: 1, quantity: 1, left: 4 }] })
    expect(await sold(tool)).toEqual({ units: 3, orders: 1 })
    expect(await line(order)).toMatchObject({ cancelled: 1, returned: 0 })
    expect(await moved(order)).toEqual({ cancelled: 1 })
    expect(await post(order, 'shipment', { carrier: 'Road freight' })).toMatchObject({ status: 200 })
    await refunded(order, 'refunds', { amount: '10', returned: units(2) })
    expect(await sold(tool)).toEqual({ units: 1, orders: 1 })
    expect(await line(order)).toMatchObject({ cancelled: 1, returned: 2 })
    expect(await moved(order)).toEqual({ cancelled: 1, returned: 2 })
  })

  it('are all units of an order whose money went back, whether they came back or not, each once (finding 6)', async () => {
    const { tool, order } = await paidOrder(shop, buyer)
    await post(order, 'shipment', { carrier: 'Road freight' })
    await refunded(order, 'refunds', { amount: '10', returned: units(1) })
    expect(await sold(tool)).toEqual({ units: 3, orders: 1 })
    await refunded(order, 'refunds', {})
    expect(await sold(tool)).toEqual({ units: 0, orders: 0 })
  })

  it('are in no list of what sells best (finding 6)', async () => {
    const { tool, order } = await paidOrder(shop, buyer)
    await refunded(order, 'refunds', { returned: units(4) })
    const { bestSeller } = (await request(`${shop.address}/api/home-lists`, 'GET')).body
    expect(bestSeller).not.toBe(tool)
    expect((await owner.call('GET', '/overview')).body.bestSellers).not.toContainEqual(
      expect.objectContaining({ tools_id: tool }),
    )
  })
})

it('a tool is the best seller once it was bought in more than three orders, and no longer when one of them went back (finding 6)', async () => {
  const bestSeller = async () => (await request(`${shop.address}/api/home-lists`, 'GET')).body.bestSeller
  // More units than any other, in one order.
  const bulk = await createTool(shop)
  await sql`insert into tool_sales (day, tool_id, units, orders) values (now()::date, ${bulk}, 5000, 3)`.execute(
    shop.db,
  )
  const { tool, order } = await paidOrder(shop, buyer)
  await sql`update tool_sales set units = units + 40, orders = 3 where tool_id = ${tool}`.execute(shop.db)
  expect(await bestSeller()).toBeNull()
  await sql`update tool_sales set orders = 4 where tool_id = ${tool}`.execute(shop.db)
  // Written past the shop, which hears of it a moment later.
  await expect.poll(bestSeller).toBe(tool)
  await refunded(order, 'refunds', { returned: units(4) })
  expect(await bestSeller()).toBeNull()
})
