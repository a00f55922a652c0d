import { randomUUID } from 'node:crypto'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Tables } from '#db/tables'
import type { Context } from '#platform/context'
import { testAddress } from '#test/access/basket'
import { type Person, createFitment, createPerson, createTool, createVehicle, visitor } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { expectLedgerToAddUp } from '#test/races/ledger'
import type { LineInput } from './basket.contract.ts'
import { writeLines } from './lines.server.ts'
import { readBasket } from './read.server.ts'

let shop: TestShop
let buyer: Person

beforeAll(async () => {
  shop = await startTestShop({ environment: { MAX_OPEN_ORDERS: '100' } })
})
beforeEach(async () => {
  buyer = await createPerson(shop)
})
afterEach(() => expectLedgerToAddUp(shop))
afterAll(() => shop.close())

type Line = Record<string, unknown>
const set = (...lines: Line[]) => buyer.call('PUT', '/basket/lines', { lines })
const add = (lines: Line[], key?: string) =>
  buyer.call('POST', '/basket/lines', { lines }, key ? { 'idempotency-key': key } : {})
const join = (...lines: Line[]) => buyer.call('PUT', '/basket/joined', { lines })
const basket = async () => (await buyer.call('GET', '/basket')).body
const quantities = async () => (await basket()).lines.map((line: { quantity: number }) => line.quantity)
const order = (more: Line = {}, key = randomUUID()) =>
  buyer.call('POST', '/basket/order', { address: testAddress, ...more }, { 'idempotency-key': key })
const update = (tool: string, change: ReturnType<typeof sql>) =>
  sql`update tool set ${change}, version = version + 1 where id = ${tool}`.execute(shop.db)

describe('the lines of a basket', () => {
  it('are priced as the shop prices them now, and summed up as an order is', async () => {
    const [pad, disc] = [await createTool(shop, { name: 'Pad', price: 835 }), await createTool(shop, { price: 1250 })]
    const { status, body } = await set(
      { tools_id: pad, quantity: 2 },
      { tools_id: disc, quantity: 1, reference: 'Job 7' },
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({
      lines: [
        { tools_id: pad, quantity: 2, unitPrice: 8.35, lineTotal: 16.7, problems: [], tool: { name: 'Pad' } },
        { tools_id: disc, quantity: 1, unitPrice: 12.5, lineTotal: 12.5, reference: 'Job 7' },
      ],
      totals: { goods: 29.2, shipping: 9.9, tax: 0, total: 39.1, currency: 'usd', missingForFreeShipping: 20.8 },
      changed: [],
    })
    expect(await basket()).toEqual(body)
    expect((await buyer.call('GET', '/basket/count')).body).toEqual({ lines: 2, ownPrices: false })
  })

  it('are set by PUT and added to by POST, and the same request twice adds once', async () => {
    const tool = await createTool(shop)
    await set({ tools_id: tool, quantity: 2 })
    await set({ tools_id: tool, quantity: 5 })
    expect(await quantities()).toEqual([5])
    const key = randomUUID()
    const twice = [await add([{ tools_id: tool, quantity: 3 }], key), await add([{ tools_id: tool, quantity: 3 }], key)]
    expect(twice.map(({ body }) => body)).toEqual([1, 2].map(() => ({ lines: 1, problems: [] })))
    await add([{ tools_id: tool, quantity: 0 }])
    await join({ tools_id: tool, quantity: 0 })
    expect(await quantities()).toEqual([8])
    await set({ tools_id: tool, quantity: 0 })
    expect(await quantities()).toEqual([])
  })

  it('of one request that are the same are taken together', async () => {
    const tool = await createTool(shop)
    await set({ tools_id: tool, quantity: 2 }, { tools_id: tool.toUpperCase(), quantity: 3 })
    expect(await quantities()).toEqual([5])
  })

  it('cannot get round what the stock has by coming in pieces', async () => {
    const tool = await createTool(shop, { onHand: 5 })
    await add([{ tools_id: tool, quantity: 4 }])
    await add([{ tools_id: tool, quantity: 4 }])
    await set({ tools_id: tool, quantity: 1, reference: 'Another job' })
    const { lines } = await basket()
    expect(lines).toMatchObject([
      { quantity: 8, problems: [{ code: 'not-enough-stock', quantity: 4 }] },
      { quantity: 1, problems: [{ code: 'not-enough-stock' }] },
    ])
    expect(await order()).toMatchObject({ status: 409, body: { code: 'basket-not-orderable' } })
  })

  it('are at most 500, all of a request or none', async () => {
    const tool = await createTool(shop)
    const jobs = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => ({ tools_id: tool, quantity: 1, reference: `Job ${from + at}` }))
    expect((await set(...jobs(0, 499))).body.lines).toHaveLength(499)
    expect(await set(...jobs(498, 3))).toMatchObject({ status: 409, body: { code: 'basket-full' } })
    expect((await set(...jobs(498, 2))).body.lines).toHaveLength(500)
    expect(await set(...jobs(0, 501))).toMatchObject({ status: 400, body: { errors: [{ field: 'lines' }] } })
  })

  it('that make no sense are refused, each by its place', async () => {
    const tool = await createTool(shop)
    const good = { tools_id: tool, quantity: 1 }
    expect(await set(good, { tools_id: randomUUID(), quantity: 1 })).toMatchObject({
      status: 404,
      body: { code: 'tool-gone', errors: [{ field: 'lines.1.tools_id' }] },
    })
    expect(await set(good, { ...good, vehicle: 999_999 })).toMatchObject({
      body: { code: 'vehicle-unknown', errors: [{ field: 'lines.1.vehicle' }] },
    })
    expect(await set({ ...good, quantity: 1_000_001 })).toMatchObject({ status: 400 })
    await set({ ...good, quantity: 1_000_000 })
    expect(await add([good])).toMatchObject({ status: 409, body: { code: 'too-many-units' } })
    expect(await quantities()).toEqual([1_000_000])
  })

  it('are changed one by one in their place, and one that becomes another is added to it', async () => {
    const tool = await createTool(shop)
    await set({ tools_id: tool, quantity: 2 }, { tools_id: tool, quantity: 3, reference: 'Job 1' })
    const [first, second] = (await basket()).lines
    const change = (id: string, body: Line) => buyer.call('PUT', `/basket/lines/${id}`, body)
    const renamed = await change(first.id, { quantity: 4, reference: 'Job 2' })
    expect(renamed.body.lines).toMatchObject([
      { id: first.id, quantity: 4, reference: 'Job 2' },
      { id: second.id, quantity: 3 },
    ])
    const merged = await change(second.id, { quantity: 3, reference: 'Job 2' })
    expect(merged.body.lines).toMatchObject([{ id: first.id, quantity: 7, reference: 'Job 2' }])
    expect(await change(second.id, { quantity: 1 })).toMatchObject({ status: 404, body: { code: 'basket-line-gone' } })
    const path = `/basket/lines/${first.id}`
    expect((await buyer.call('DELETE', path)).body).toEqual({ deletedCount: 1 })
    expect((await buyer.call('DELETE', path)).body).toEqual({ deletedCount: 0 })
  })

  it('of another account are out of reach', async () => {
    await set({ tools_id: await createTool(shop), quantity: 2 })
    const [line] = (await basket()).lines
    const other = await createPerson(shop)
    expect((await other.call('PUT', `/basket/lines/${line.id}`, { quantity: 9 })).status).toBe(404)
    expect((await other.call('DELETE', `/basket/lines/${line.id}`)).body).toEqual({ deletedCount: 0 })
    expect(await quantities()).toEqual([2])
  })

  it('cost the same number of statements, however many they are', async () => {
    const vehicle = await createVehicle(shop)
    const tools = await Promise.all(Array.from({ length: 30 }, () => createTool(shop)))
    const lines = tools.map(tools_id => ({ tools_id, quantity: 1, vehicle }))
    const ofTwo = await statementsFor(lines.slice(0, 2))
    expect(ofTwo).toBeGreaterThan(5)
    expect(await statementsFor(lines)).toBe(ofTwo)
  })
})

/** How many statements it takes to set these lines, and to show them. */
async function statementsFor(lines: LineInput[]): Promise<number> {
  let count = 0
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: shop.pool }), log: () => void (count += 1) })
  const { accountId: id, email } = buyer
  const caller = { id, sessionId: id, email, displayName: '', emailVerified: true, role: 'customer', permissions: [] }
  const ctx: Context = { ...shop.system, db, caller, actor: { kind: 'customer', id } }
  await writeLines(ctx, lines, 'set')
  expect((await readBasket(ctx)).shown.lines).toHaveLength(lines.length)
  return count
}

describe('a visitor’s basket', () => {
  it('is priced without an account, and tells what has changed since it was seen', async () => {
    const tool = await createTool(shop, { price: 1000 })
    const line = { id: randomUUID(), tools_id: tool, quantity: 2 }
    const priced = await visitor(shop).call('POST', '/basket/priced', { lines: [line] })
    expect(priced).toMatchObject({ status: 200, body: { lines: [{ id: line.id, lineTotal: 20 }], changed: [] } })
    const seen = { price: 9, free: 100 }
    const again = await visitor(shop).call('POST', '/basket/priced', { lines: [{ ...line, seen }] })
    expect(again.body.changed).toMatchObject([{ line: line.id, kind: 'price' }])
  })

  it('joins at sign-in: the larger quantity wins, nothing is lost, and twice is once', async () => {
    const [own, both, brought] = [await createTool(shop), await createTool(shop), await createTool(shop)]
    await set({ tools_id: own, quantity: 1 }, { tools_id: both, quantity: 5 })
    const visitors = [{ tools_id: both, quantity: 3 }, { tools_id: brought, quantity: 7 }] // prettier-ignore
    const first = await join(...visitors)
    expect(first.body.lines).toMatchObject([{ quantity: 1 }, { quantity: 5 }, { quantity: 7 }])
    expect((await join(...visitors)).body).toEqual(first.body)
    await join({ tools_id: both, quantity: 9 })
    expect(await quantities()).toEqual([1, 9, 7])
  })

  it('brings along what is no longer sold, and leaves out what never was', async () => {
    const tool = await createTool(shop)
    await update(tool, sql`archived_at = now()`)
    const { status, body } = await join(
      { tools_id: tool, quantity: 2, vehicle: 999_999 },
      { tools_id: randomUUID(), quantity: 1 },
    )
    expect(status).toBe(200)
    expect(body.lines).toMatchObject([
      { tools_id: tool, unitPrice: null, lineTotal: null, problems: [{ code: 'tool-gone' }] },
    ])
    expect(body.totals.total).toBe(0)
  })
})

describe('what has changed since the buyer looked', () => {
  it('is said until it is accepted, and an order waits for that', async () => {
    const tool = await createTool(shop, { price: 1000 })
    await set({ tools_id: tool, quantity: 2 })
    await update(tool, sql`price = 1200`)
    const { changed, lines } = await basket()
    expect(changed).toEqual([
      {
        id: `${lines[0].id}:price:1200`,
        line: lines[0].id,
        kind: 'price',
        message: expect.stringContaining('the price is $12.00 now. It was $10.00'),
      },
    ])
    expect(await order()).toMatchObject({
      status: 409,
      body: { code: 'changes-not-accepted', errors: [{ field: `lines.${lines[0].id}` }] },
    })
    await update(tool, sql`price = 1300`)
    // It was another price that was accepted.
    const late = await buyer.call('PUT', '/basket/accepted', { changes: changed.map(({ id }: { id: string }) => id) })
    expect(late.body.changed).toMatchObject([{ id: `${lines[0].id}:price:1300` }])
    const accepted = await buyer.call('PUT', '/basket/accepted', { changes: late.body.changed })
    expect(accepted.body.changed).toEqual([])
    expect(await order({ total: 35.9 })).toMatchObject({ status: 200 })
  })

  it('can be accepted with the order, by what it says', async () => {
    const tool = await createTool(shop, { price: 1000 })
    await set({ tools_id: tool, quantity: 1 })
    await update(tool, sql`price = 900`)
    const { changed } = await basket()
    expect(await order({ accepted: [`${changed[0].line}:price:800`] })).toMatchObject({ status: 409 })
    expect(await order({ accepted: changed })).toMatchObject({ status: 200 })
  })

  it('is a fit that is known by now', async () => {
    const [tool, vehicle] = [await createTool(shop), await createVehicle(shop)]
    const { body } = await set({ tools_id: tool, quantity: 1, vehicle })
    expect(body.lines).toMatchObject([{ vehicle, vehicleName: '2015 Honda Civic', fit: { answer: 'no-data' } }])
    await createFitment(shop, { tool, vehicle, conditions: [{ name: 'ABS', value: 'yes' }] })
    const seen = await basket()
    expect(seen.changed).toMatchObject([{ kind: 'fit' }])
    expect(seen.lines[0]).toMatchObject({
      fit: { answer: 'fits-if', statements: ['ABS: yes'], isAcknowledged: false },
      problems: [{ code: 'fit-not-acknowledged' }],
    })
    const ticked = { quantity: 1, vehicle, acknowledged: ['ABS: yes', 'x'.repeat(20_000)] }
    const line = await buyer.call('PUT', `/basket/lines/${seen.lines[0].id}`, ticked)
    expect(line.body.lines).toMatchObject([{ problems: [], fit: { isAcknowledged: true } }])
    // Anything else that is said is not kept: a line must not grow with each time that it is written.
    const stored = sql`select acknowledged from basket_line where id = ${seen.lines[0].id}`
    expect((await stored.execute(shop.db)).rows).toEqual([{ acknowledged: ['ABS: yes'] }])
    const placed = await order({ accepted: line.body.changed })
    const seenOrder = await buyer.call('GET', `/orders/${placed.body.insertedId}`)
    expect(seenOrder.body.lines).toMatchObject([{ fit: { vehicle: '2015 Honda Civic', acknowledged: ['ABS: yes'] } }])
  })
})

describe('ordering a basket', () => {
  it('makes one order of all lines, which leave the basket', async () => {
    const tools = [await createTool(shop, { price: 1000 }), await createTool(shop, { price: 2500 })]
    await set({ tools_id: tools[0], quantity: 3, reference: 'Job 7' }, { tools_id: tools[1], quantity: 1 })
    const details = { purchaseOrderReference: 'PO 4711', notes: 'Ring twice', company: 'Padma Motors' }
    const placed = await order({ ...details, total: 55 })
    expect(placed).toMatchObject({ status: 200, body: { number: expect.stringMatching(/^T-\d+$/) } })
    expect(await basket()).toMatchObject({ lines: [], totals: { total: 0 } })
    const seen = await buyer.call('GET', `/orders/${placed.body.insertedId}`)
    expect(seen.body).toMatchObject({
      ...details,
      price: 55,
      quantity: 4,
      phone: testAddress.phone,
      address: 'Test Garage\n1 Test Lane\nDayton OH 45402\nUnited States',
      deliveryAddress: {
        name: 'Test Garage',
        street: '1 Test Lane',
        postalCode: '45402',
        city: 'Dayton',
        country: 'US',
      },
      deliveryMethod: 'standard',
      lines: [{ tools_id: tools[0], quantity: 3, reference: 'Job 7' }, { tools_id: tools[1] }],
    })
  })

  it('names every line that does not hold, with what would, and reserves nothing', async () => {
    const [scarce, multiple, gone, good] = [
      await createTool(shop, { name: 'Scarce', onHand: 10 }),
      await createTool(shop, { name: 'By 24', minimum: 48, multiple: 24 }),
      await createTool(shop, { name: 'Gone' }),
      await createTool(shop),
    ]
    await set(
      { tools_id: scarce, quantity: 9 },
      { tools_id: multiple, quantity: 50 },
      { tools_id: gone, quantity: 1 },
      { tools_id: good, quantity: 1 },
    )
    await update(scarce, sql`on_hand = 4`)
    await update(gone, sql`archived_at = now()`)
    const { body, status } = await order()
    expect(status).toBe(409)
    const lines = (await basket()).lines.map((line: { id: string }) => `lines.${line.id}`)
    expect(body).toMatchObject({ code: 'basket-not-orderable', details: { lines: 3 } })
    expect(body.errors).toEqual([
      { field: lines[0], message: 'Scarce: Only 4 left. Order 4 or fewer.' },
      { field: lines[1], message: 'By 24: This is sold in multiples of 24. Order 48 or 72.' },
      { field: lines[2], message: 'Gone: This is no longer sold. Remove it to order the rest.' },
    ])
    await update(scarce, sql`on_hand = 10`)
    expect(await quantities()).toEqual([9, 50, 1, 1])
  })

  it('answers the same key as before, though the basket is empty by then or holds something else', async () => {
    const tool = await createTool(shop)
    const key = randomUUID()
    await set({ tools_id: tool, quantity: 1 })
    const first = await order({}, key)
    expect((await order({}, key)).body).toEqual(first.body)
    await set({ tools_id: tool, quantity: 2 })
    expect((await order({}, key)).body).toEqual(first.body)
    expect(await order({ notes: 'Another' }, key)).toMatchObject({ status: 422 })
    expect(await quantities()).toEqual([2])
  })

  it('refuses another total than was shown, an empty basket, and nowhere to go', async () => {
    expect(await order()).toMatchObject({ status: 409, body: { code: 'basket-empty' } })
    await set({ tools_id: await createTool(shop, { price: 1000 }), quantity: 1 })
    expect(await order({ total: 19 })).toMatchObject({ status: 409, body: { code: 'terms-changed' } })
    expect(await order({ address: undefined })).toMatchObject({ status: 400, body: { errors: [{ field: 'address' }] } })
    expect(await order({ address: { ...testAddress, name: ' ', country: 'XX' } })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'address.name' }, { field: 'address.country' }] },
    })
    expect(await order({ address: { ...testAddress, postalCode: ' ', city: '' } })).toMatchObject({
      status: 400,
      body: { errors: [{ message: 'ZIP code is required' }, { field: 'address.city' }] },
    })
    expect(await quantities()).toEqual([1])
    // There are no postal codes in Hong Kong, and no other city.
    const hongKong = { ...testAddress, postalCode: '', city: '', region: 'Kowloon', country: 'hk' }
    expect(await order({ address: hongKong })).toMatchObject({ status: 200 })
  })
})
