import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { Refusal } from '#kernel/refusals'
import type { Context } from '#platform/context'
import { closeOrder } from '../../src/modules/ordering/release/close.server.ts'
import { orderPayments } from '../../src/modules/ordering/settlement/handlers.server.ts'
import { placeOrder } from '../../src/modules/ordering/placing/place.server.ts'
import type { RequestedLine } from '../../src/modules/ordering/placing/line-rows.server.ts'
import { type Person, createPerson, createTool, openPayment, payWithCard } from '../factories.ts'
import { deadlockOnce } from '../shop/deadlocks.ts'
import { eventually } from '../eventually.ts'
import { waitingForLocks } from './in-turn.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import { expectLedgerToAddUp } from './ledger.ts'

/** Orders with several lines, as a basket makes them: the verb takes them before a screen does. */
let shop: TestShop
let buyer: Person

beforeAll(async () => {
  shop = await startTestShop({ environment: { MAX_OPEN_ORDERS: '1000' } })
  buyer = await createPerson(shop)
})
afterEach(() => expectLedgerToAddUp(shop))
afterAll(() => shop.close())

/** As the mount makes it for this person. */
function contextOf(person: Person): Context {
  const { accountId: id, email, name: displayName } = person
  const caller = { id, sessionId: id, email, displayName, emailVerified: true, role: 'customer', permissions: [] }
  return { ...shop.system, caller, actor: { kind: 'customer', id } }
}

const inputOf = (lines: RequestedLine[]) => ({
  phone: '+1 555 010 0148',
  company: 'Test Garage',
  address: '1 Test Lane',
  lines,
})

/** The id of the order, or the code of its refusal. */
async function order(lines: RequestedLine[], key?: string): Promise<string> {
  try {
    return (await placeOrder(contextOf(buyer), inputOf(lines), key)).insertedId
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

async function stockOf(...tools: string[]) {
  const { rows } = await sql<{ id: string; on_hand: number; reserved: number }>`
    select id, on_hand, reserved from tool where id = any(${tools}::uuid[])`.execute(shop.db)
  return tools.map(tool => {
    const row = rows.find(({ id }) => id === tool)
    return [row?.on_hand, row?.reserved]
  })
}

it('what is sold in multiples is ordered in them, all lines of an order together', async () => {
  const tool = await createTool(shop, { onHand: 100, minimum: 48, multiple: 24 })
  expect(await order([{ toolId: tool, quantity: 50 }])).toBe('not-a-multiple')
  expect(await order([{ toolId: tool, quantity: 24 }])).toBe('below-minimum')
  const halves = [20, 28].map(quantity => ({ toolId: tool, quantity }))
  expect(await order([...halves, { toolId: tool, quantity: 1 }])).toBe('not-a-multiple')
  expect(await stockOf(tool)).toEqual([[100, 0]])
  expect(await order(halves)).toMatch(/^[0-9a-f-]{36}$/)
  expect(await stockOf(tool)).toEqual([[100, 48]])
})

it('an order holds the multiple of the moment, however often it changes meanwhile', async () => {
  const tool = await createTool(shop, { onHand: 100_000, minimum: 24, multiple: 24 })
  const change = async () => {
    for (const multiple of [7, 24, 7, 24, 7, 24]) {
      await sql`update tool set quantity_multiple = ${multiple}, minimum_quantity = ${multiple}, version = version + 1
        where id = ${tool}`.execute(shop.db)
    }
  }
  const orders = Array.from({ length: 30 }, () => order([{ toolId: tool, quantity: 24 }]))
  const [placed] = await Promise.all([Promise.all(orders), change()])
  const ids = placed.filter(answer => answer.length === 36)
  expect(placed.filter(answer => answer.length !== 36 && answer !== 'not-a-multiple')).toEqual([])
  expect(await stockOf(tool)).toEqual([[100_000, 24 * ids.length]])
})

it('the same tool on two lines is counted together: against the stock, and against its minimum', async () => {
  const tool = await createTool(shop, { onHand: 5, minimum: 4 })
  const twice = (one: number, other: number) =>
    order([
      { toolId: tool, quantity: one },
      { toolId: tool, quantity: other },
    ])
  expect(await twice(3, 3)).toBe('not-enough-stock')
  expect(await twice(1, 2)).toBe('below-minimum')
  expect(await stockOf(tool)).toEqual([[5, 0]])
  const placed = await twice(2, 3)
  expect(await stockOf(tool)).toEqual([[5, 5]])
  const { rows } = await sql`
    select (select json_agg(json_build_array(position, quantity) order by position) from order_line
      where order_id = ${placed}) as lines, reserved_change as units from stock_movement where order_id = ${placed}`.execute(
    shop.db,
  )
  // Two lines, and one movement of the tool.
  expect(rows).toEqual([{ units: 5, lines: [[1, 2], [2, 3]] }]) // prettier-ignore
  await closeOrder(shop.system, orderPayments(shop.payment), { orderId: placed, to: 'cancelled' })
  expect(await stockOf(tool)).toEqual([[5, 0]])
})

it('all lines are reserved or none, and the payment sells them all', async () => {
  const [plenty, scarce] = [await createTool(shop, { price: 1000 }), await createTool(shop, { price: 300, onHand: 1 })]
  const lines = (units: number) => [
    { toolId: plenty, quantity: 2 },
    { toolId: scarce, quantity: units },
  ]
  expect(await order(lines(2))).toBe('not-enough-stock')
  const stock = await stockOf(plenty, scarce)
  expect(stock).toEqual([[100, 0], [1, 0]]) // prettier-ignore
  const placed = await order(lines(1))
  const seen = await buyer.call('GET', `/orders/${placed}`)
  // 2 × 10.00 + 3.00 and the shipping below 50.
  expect(seen.body).toMatchObject({ price: 32.9, quantity: 3, lines: [{ tools_id: plenty }, { tools_id: scarce }] })
  await payWithCard(shop, await openPayment(buyer, placed))
  await eventually(
    () => stockOf(plenty, scarce),
    ([, last]) => last?.[0] === 0,
  )
  expect(await stockOf(plenty, scarce)).toEqual([[98, 0], [0, 0]]) // prettier-ignore
})

it('orders that want two tools crosswise never wait for each other for ever, and together get what there is', async () => {
  const [left, right] = [await createTool(shop, { onHand: 40 }), await createTool(shop, { onHand: 25 })]
  const outcomes = await Promise.all(
    Array.from({ length: 60 }, (_, index) => {
      const tools = index % 2 === 0 ? [left, right] : [right, left]
      return order(tools.map(toolId => ({ toolId, quantity: 1 })))
    }),
  )
  const refused = outcomes.filter(outcome => outcome === 'not-enough-stock')
  expect(refused).toHaveLength(35)
  expect(outcomes.every(outcome => outcome === 'not-enough-stock' || outcome.length === 36)).toBe(true)
  expect(await stockOf(left, right)).toEqual([[40, 25], [25, 25]]) // prettier-ignore
})

it('a tool that changed since the process last read it is ordered at its new price and name', async () => {
  const tool = await createTool(shop, { name: 'Old name', price: 6000 })
  const lines = [{ toolId: tool, quantity: 1 }]
  const first = await order(lines)
  // As another process writes it.
  await sql`update tool set name = 'New name', price = 7000, version = version + 1 where id = ${tool}`.execute(shop.db)
  const second = await order(lines)
  const seen = [await buyer.call('GET', `/orders/${first}`), await buyer.call('GET', `/orders/${second}`)]
  expect(seen.map(({ body }) => [body.toolName, body.price])).toEqual([['Old name', 60], ['New name', 70]]) // prettier-ignore
  await sql`update tool set archived_at = now(), version = version + 1 where id = ${tool}`.execute(shop.db)
  expect(await order(lines)).toBe('tool-gone')
})

it('an order that the database ends because of a deadlock is placed again, once', async () => {
  const [left, right] = await Promise.all([createTool(shop, { onHand: 9 }), createTool(shop, { onHand: 9 })])
  const end = await deadlockOnce(shop.db, 'orders')
  try {
    const lines = [left, right].map(toolId => ({ toolId, quantity: 2 }))
    expect(await order(lines)).toMatch(/^[0-9a-f-]{36}$/)
    expect(await stockOf(left, right)).toEqual([
      [9, 2],
      [9, 2],
    ])
  } finally {
    await end()
  }
})

it('orders that wait for a tool which somebody puts into a basket do not wait for each other', async () => {
  const tool = await createTool(shop, { onHand: 9 })
  const people = [buyer, await createPerson(shop)]
  const [writer, putter] = [await shop.pool.connect(), await shop.pool.connect()]
  try {
    await writer.query('begin')
    await writer.query('update tool set on_hand = on_hand where id = $1', [tool])
    // A new line of a basket refers to the row as it was, for as long as its transaction runs.
    await putter.query('begin')
    await putter.query('select from tool where id = $1 for key share', [tool])
    let tries = 0
    const onFailpoint = async (name: string) => {
      if (name === 'place: tool read') tries += 1
    }
    const input = inputOf([{ toolId: tool, quantity: 1 }])
    const placing = people.map(person => placeOrder({ ...contextOf(person), onFailpoint }, input, undefined))
    await eventually(
      () => waitingForLocks(shop.db),
      waiting => waiting === 2,
    )
    await writer.query('commit')
    await Promise.all(placing)
    expect(tries).toBe(2)
    expect(await stockOf(tool)).toEqual([[9, 2]])
  } finally {
    for (const client of [writer, putter]) {
      await client.query('rollback')
      client.release()
    }
  }
})
