import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testAddress } from '../access/basket.ts'
import { type Person, createPerson, createTool, orderOf } from '../factories.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import { eventually } from '../eventually.ts'
import { atOnce, inTurn, waitingForLocks } from './in-turn.ts'
import { expectLedgerToAddUp } from './ledger.ts'

let shop: TestShop
let buyer: Person

beforeAll(async () => {
  shop = await startTestShop({ environment: { MAX_OPEN_ORDERS: '1000' } })
})
beforeEach(async () => {
  buyer = await createPerson(shop)
})
afterEach(() => expectLedgerToAddUp(shop))
afterAll(() => shop.close())

type Line = { tools_id: string; quantity: number; reference?: string }
const set = (...lines: Line[]) => buyer.call('PUT', '/basket/lines', { lines })
const basket = async (): Promise<Line[]> => (await buyer.call('GET', '/basket')).body.lines
const order = (key: string = randomUUID(), more: Record<string, unknown> = {}) =>
  buyer.call('POST', '/basket/order', { address: testAddress, ...more }, { 'idempotency-key': key })

async function unitsOrdered(tool: string): Promise<number> {
  const { rows } = await sql<{ units: number }>`
    select coalesce(sum(quantity), 0) as units from order_line where tool_id = ${tool}`.execute(shop.db)
  return rows[0]?.units ?? 0
}

describe('two devices', () => {
  it('that add at once add all of it, though the basket was not there before', async () => {
    const tool = await createTool(shop)
    const lines = [{ tools_id: tool, quantity: 2 }]
    const answers = await atOnce(20, () => buyer.call('POST', '/basket/lines', { lines }))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(await basket()).toMatchObject([{ quantity: 40 }])
  })

  it('that send the same addition once more add it once', async () => {
    const lines = [{ tools_id: await createTool(shop), quantity: 2 }]
    const headers = { 'idempotency-key': randomUUID() }
    await atOnce(16, () => buyer.call('POST', '/basket/lines', { lines }, headers))
    expect(await basket()).toMatchObject([{ quantity: 2 }])
  })

  it('that join their visitors’ baskets leave the larger quantity of each, in whatever order they come', async () => {
    const tools = await atOnce(3, () => createTool(shop))
    const baskets = tools.map((_, device) =>
      tools.map((tools_id, at) => ({ tools_id, quantity: 1 + ((at + device) % 3) })),
    )
    await atOnce(12, index => buyer.call('PUT', '/basket/joined', { lines: baskets[index % 3] }))
    expect((await basket()).map(({ quantity }) => quantity)).toEqual([3, 3, 3])
  })

  it('that set several lines crosswise never wait for each other for ever', async () => {
    const tools = await atOnce(4, () => createTool(shop))
    const lines = tools.map(tools_id => ({ tools_id, quantity: 1 }))
    const answers = await atOnce(24, index => set(...(index % 2 === 0 ? lines : lines.toReversed())))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(await basket()).toHaveLength(4)
  })

  it('keep what one has seen, though the other accepts what was there before', async () => {
    const tool = await createTool(shop, { price: 1000 })
    await set({ tools_id: tool, quantity: 1 })
    await sql`update tool set price = 1200 where id = ${tool}`.execute(shop.db)
    const { changed } = (await buyer.call('GET', '/basket')).body
    const seesAnother = sql`update basket_line set seen_price = 1300 where tool_id = ${tool}`
    await inTurn(shop.db, seesAnother, [() => buyer.call('PUT', '/basket/accepted', { changes: changed })])
    await sql`update tool set price = 1300 where id = ${tool}`.execute(shop.db)
    expect((await buyer.call('GET', '/basket')).body.changed).toEqual([])
  })

  it('never have more than 500 lines together', async () => {
    const tool = await createTool(shop)
    const answers = await atOnce(6, index =>
      set(
        ...Array.from({ length: 100 }, (_, at) => ({ tools_id: tool, quantity: 1, reference: `Job ${index} ${at}` })),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 409])
    expect(await basket()).toHaveLength(500)
  })
})

describe('ordering', () => {
  it('with the same key 16 times at once is one order, and each is told of it', async () => {
    const tools = await atOnce(3, () => createTool(shop))
    await set(...tools.map(tools_id => ({ tools_id, quantity: 2 })))
    const key = randomUUID()
    const answers = await atOnce(16, () => order(key))
    expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(200))
    expect(new Set(answers.map(({ body }) => body.insertedId)).size).toBe(1)
    for (const tool of tools) expect(await unitsOrdered(tool)).toBe(2)
    expect(await basket()).toEqual([])
  })

  it('with a key whose order is placed while the basket is read is told of that order', async () => {
    await set({ tools_id: await createTool(shop), quantity: 2 })
    const [placedUnder, key] = [randomUUID(), randomUUID()]
    const { body: first } = await order(placedUnder)
    const again = await shop.db.transaction().execute(async holder => {
      await sql`lock table basket in access exclusive mode`.execute(holder)
      const again = order(key)
      await eventually(
        () => waitingForLocks(shop.db, 'select basket.version'),
        waiting => waiting > 0,
      )
      // As if the first had come under this key, and had committed just now.
      await sql`update orders set idempotency_key = ${key} where idempotency_key = ${placedUnder}`.execute(holder)
      return { again }
    })
    expect(await again.again).toMatchObject({ status: 200, body: { insertedId: first.insertedId } })
  })

  it('on two devices at once orders what is there once', async () => {
    for (let round = 0; round < 5; round++) {
      const tool = await createTool(shop)
      await set({ tools_id: tool, quantity: 2 })
      const answers = await atOnce(8, () => order())
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      for (const { body, status } of answers) if (status !== 200) expect(body.code).toMatch(/^basket-(empty|changed)$/)
      expect(await unitsOrdered(tool)).toBe(2)
    }
  })

  it('while lines change takes the basket that was shown or none, and loses no unit that came after it', async () => {
    const outcomes = new Set<string>()
    for (let round = 0; round < 12; round++) {
      const tool = await createTool(shop, { price: 1000 })
      await set({ tools_id: tool, quantity: 3 })
      const add = () => buyer.call('POST', '/basket/lines', { lines: [{ tools_id: tool, quantity: 2 }] })
      const [placed, added] = await Promise.all([order(randomUUID(), { total: 39.9 }), add()])
      expect(added.status).toBe(200)
      const left = (await basket()).map(({ quantity }) => quantity)
      if (placed.status === 200) expect([await unitsOrdered(tool), left]).toEqual([3, [2]])
      else expect([await unitsOrdered(tool), left]).toEqual([0, [5]])
      outcomes.add(placed.status === 200 ? 'placed' : placed.body.code)
      await set({ tools_id: tool, quantity: 0 })
    }
    for (const outcome of outcomes) expect(['placed', 'basket-changed', 'terms-changed']).toContain(outcome)
  })

  it('of baskets and of single tools crosswise never waits for ever, and together gets what there is', async () => {
    const [left, right] = [await createTool(shop, { onHand: 45 }), await createTool(shop, { onHand: 30 })]
    const people = await atOnce(10, () => createPerson(shop))
    const answers = await Promise.all(
      people.map(async (person, index) => {
        const statuses: number[] = []
        for (let times = 0; times < 3; times++) {
          const lines = [left, right].map(tools_id => ({ tools_id, quantity: 1 }))
          await person.call('PUT', '/basket/lines', { lines: index % 2 === 0 ? lines : lines.toReversed() })
          const [both, one] = await Promise.all([
            person.call('POST', '/basket/order', { address: testAddress }),
            person.call('POST', '/orders', orderOf(left)),
          ])
          statuses.push(both.status, one.status)
        }
        return statuses
      }),
    )
    expect(answers.flat().filter(status => status !== 200 && status !== 409)).toEqual([])
    expect(answers.flat().filter(status => status === 409)).toHaveLength(15)
    expect(await unitsOrdered(left)).toBe(45)
  })
})
