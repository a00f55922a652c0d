import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Person, createPerson, createTool, createVehicle, placeOrder } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { testAddress } from '#test/access/basket'
import { expectFields } from '#test/problems'

let shop: TestShop
let buyer: Person
let other: Person

beforeAll(async () => {
  shop = await startTestShop({ environment: { MAX_OPEN_ORDERS: '100' } })
  other = await createPerson(shop)
})
afterAll(() => shop.close())
beforeEach(async () => {
  buyer = await createPerson(shop)
})

type Line = { tools_id: string; quantity: number; vehicle?: number; reference?: string }

const save = (body: Record<string, unknown>, person = buyer) => person.call('POST', '/lists', body)
const saved = async (name: string, lines?: Line[]): Promise<string> => (await save({ name, lines })).body.insertedId
const read = async (id: string) => (await buyer.call('GET', `/lists/${id}`)).body
const put = (path: string, key = randomUUID()) =>
  buyer.call('POST', `${path}/basket`, undefined, { 'idempotency-key': key })
const basket = async (): Promise<Line[]> =>
  (await buyer.call('GET', '/basket')).body.lines.map(({ tools_id, quantity, vehicle, reference }: Line) => ({
    tools_id,
    quantity,
    ...(vehicle !== undefined && { vehicle }),
    ...(reference !== undefined && { reference }),
  }))

describe('a list', () => {
  it('is saved from lines, from the basket or from an order, with their vehicles and jobs, in their order', async () => {
    const [one, two] = [await createTool(shop), await createTool(shop)]
    const vehicle = await createVehicle(shop)
    const lines = [
      { tools_id: two, quantity: 3, vehicle, reference: 'Job 7' },
      { tools_id: one, quantity: 2 },
    ]
    expect((await read(await saved('By hand', lines))).lines).toMatchObject(lines)
    await buyer.call('PUT', '/basket/lines', { lines })
    expect((await read(await saved('Of the basket'))).lines).toMatchObject(lines)
    const order = await placeOrder(buyer, one, 4)
    const { body } = await save({ name: 'Of the order', order })
    expect((await read(body.insertedId)).lines).toMatchObject([{ tools_id: one, quantity: 4, differs: [] }])
    expect((await buyer.call('GET', '/lists')).body).toMatchObject([
      { name: 'By hand', lines: 2 },
      { name: 'Of the basket', lines: 2 },
      { name: 'Of the order', lines: 1 },
    ])
  })

  it('is refused where there is nothing to save, or not all of it, and then there is none', async () => {
    const tool = await createTool(shop)
    const order = await placeOrder(other, tool)
    const refusals = [
      [{ name: 'Empty' }, 'list-empty'],
      [{ name: 'Of another', order }, 'order-gone'],
      [
        {
          name: 'Gone',
          lines: [
            { tools_id: tool, quantity: 1 },
            { tools_id: randomUUID(), quantity: 1 },
          ],
        },
        'tool-gone',
      ],
      [{ name: 'No vehicle', lines: [{ tools_id: tool, quantity: 1, vehicle: 999_999 }] }, 'vehicle-unknown'],
    ] as const
    for (const [body, code] of refusals) expect((await save(body)).body.code).toBe(code)
    expectFields(await save({ name: ' ', lines: [] }), [
      ['name', /name/],
      ['lines', /line/],
    ])
    expect((await buyer.call('GET', '/lists')).body).toEqual([])
  })

  it('has its name once in an account, however many save it at once, and sent twice it is one', async () => {
    const lines = [{ tools_id: await createTool(shop), quantity: 1 }]
    const answers = await Promise.all(['Kit', 'KIT', 'kit'].map(name => save({ name, lines })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect((await save({ name: 'Kit', lines }, other)).status).toBe(200)
    const key = { 'idempotency-key': randomUUID() }
    const twice = () => buyer.call('POST', '/lists', { name: 'Twice', lines }, key)
    const [first, second] = [await twice(), await twice()]
    expect(second.body).toEqual(first.body)
    const rename = (name: string) => buyer.call('PUT', `/lists/${first.body.insertedId}`, { name })
    expect((await rename('kIt')).body.code).toBe('list-name-taken')
    expect((await rename('TWICE')).status).toBe(200)
    expect((await buyer.call('GET', '/lists')).body).toHaveLength(2)
  })

  it('is its account’s alone, and is removed once', async () => {
    const id = await saved('Mine', [{ tools_id: await createTool(shop), quantity: 1 }])
    const calls = [
      ['GET', `/lists/${id}`],
      ['POST', `/lists/${id}/basket`],
      ['PUT', `/lists/${id}`],
    ] as const
    for (const [method, path] of calls) {
      const body = method === 'PUT' ? { name: 'Theirs' } : undefined
      expect((await other.call(method, path, body)).body.code).toBe('list-gone')
    }
    expect((await other.call('DELETE', `/lists/${id}`)).body).toEqual({ deletedCount: 0 })
    const both = await Promise.all([1, 2].map(() => buyer.call('DELETE', `/lists/${id}`)))
    expect(both.map(({ body }) => body.deletedCount).toSorted()).toEqual([0, 1])
  })

  it('is one of a hundred at most', async () => {
    const lines = [{ tools_id: await createTool(shop), quantity: 1 }]
    await sql`insert into saved_list (id, account_id, name, currency, saved_at)
      select gen_random_uuid(), ${buyer.accountId}, 'List ' || n, 'usd', now() from generate_series(1, 99) n`.execute(
      shop.db,
    )
    const answers = await Promise.all(['A', 'B', 'C'].map(name => save({ name, lines })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })
})

describe('all of a list', () => {
  it('goes into the basket at today’s prices, and what differs is said', async () => {
    const dearer = await createTool(shop, { name: 'Dearer', price: 1000 })
    const gone = await createTool(shop, { name: 'Gone' })
    const scarce = await createTool(shop, { name: 'Scarce' })
    const same = await createTool(shop, { name: 'Same' })
    const list = await saved('Kit', [
      { tools_id: dearer, quantity: 2 },
      { tools_id: gone, quantity: 1 },
      { tools_id: scarce, quantity: 9, reference: 'Job 7' },
      { tools_id: same, quantity: 1 },
    ])
    await sql`update tool set price = 1250, version = version + 1 where id = ${dearer}`.execute(shop.db)
    await sql`update tool set archived_at = now() where id = ${gone}`.execute(shop.db)
    await sql`update tool set on_hand = 4 where id = ${scarce}`.execute(shop.db)
    const { body } = await put(`/lists/${list}`)
    expect(body).toEqual({
      added: 3,
      differs: [
        { name: 'Dearer', message: 'The price is $12.50 now. It was $10.00.' },
        { name: 'Scarce', message: expect.stringMatching(/^Only 4 left/) },
      ],
      leftOut: [{ name: 'Gone', message: 'This is no longer sold.' }],
    })
    expect(await basket()).toEqual([
      { tools_id: dearer, quantity: 2 },
      { tools_id: scarce, quantity: 9, reference: 'Job 7' },
      { tools_id: same, quantity: 1 },
    ])
    const shown = (await read(list)).lines.map(({ unitPrice, differs }: { unitPrice: number; differs: string[] }) => [
      unitPrice,
      differs.length,
    ])
    expect(shown).toEqual([
      [12.5, 1],
      [null, 1],
      [25, 1],
      [25, 0],
    ])
  })

  it('is added once for a press, and again for another', async () => {
    const tool = await createTool(shop)
    const list = await saved('Kit', [{ tools_id: tool, quantity: 2 }])
    const key = randomUUID()
    await Promise.all([put(`/lists/${list}`, key), put(`/lists/${list}`, key)])
    await put(`/lists/${list}`, key)
    expect(await basket()).toEqual([{ tools_id: tool, quantity: 2 }])
    await put(`/lists/${list}`)
    expect(await basket()).toEqual([{ tools_id: tool, quantity: 4 }])
  })

  it('goes in as a whole or not at all', async () => {
    const tools = await Promise.all([1, 2].map(() => createTool(shop)))
    const list = await saved(
      'Kit',
      tools.map(tools_id => ({ tools_id, quantity: 600_000 })),
    )
    await buyer.call('PUT', '/basket/lines', { lines: [{ tools_id: tools[1], quantity: 500_000 }] })
    expect((await put(`/lists/${list}`)).body.code).toBe('too-many-units')
    expect(await basket()).toEqual([{ tools_id: tools[1], quantity: 500_000 }])
  })
})

it('an order of one’s own goes into the basket again, another’s does not', async () => {
  const tool = await createTool(shop, { name: 'Again', price: 1000 })
  const order = await placeOrder(buyer, tool, 3)
  await sql`update tool set price = 900, version = version + 1 where id = ${tool}`.execute(shop.db)
  const { body } = await put(`/orders/${order}`)
  expect(body).toMatchObject({
    added: 1,
    differs: [{ message: 'The price is $9.00 now. It was $10.00.' }],
    leftOut: [],
  })
  expect(await basket()).toEqual([{ tools_id: tool, quantity: 3 }])
  expect((await other.call('POST', `/orders/${order}/basket`)).body.code).toBe('order-gone')
})

describe('what is ordered often', () => {
  const often = async (person = buyer) => (await person.call('GET', '/often-ordered')).body

  it('is what was in more than one order that came to something, the most often first, with as many as the last time', async () => {
    const [twice, thrice, once, gone] = [
      await createTool(shop, { price: 1000 }),
      await createTool(shop),
      await createTool(shop),
      await createTool(shop),
    ]
    for (const [tool, quantity] of [
      [thrice, 1],
      [twice, 2],
      [thrice, 5],
      [gone, 1],
      [once, 9],
      [thrice, 3],
      [twice, 4],
      [gone, 1],
    ] as const)
      await placeOrder(buyer, tool, quantity)
    const given = await placeOrder(buyer, once, 1)
    expect((await buyer.call('DELETE', `/orders/${given}`)).status).toBe(200)
    await sql`update tool set archived_at = now() where id = ${gone}`.execute(shop.db)
    await sql`update tool set price = 1100 where id = ${twice}`.execute(shop.db)
    expect(await often()).toMatchObject([
      { tools_id: thrice, times: 3, quantity: 3, differs: [] },
      { tools_id: twice, times: 2, quantity: 4, unitPrice: 11, differs: [expect.stringContaining('$10.00')] },
    ])
    expect(await often(other)).toEqual([])
  })

  it('counts an order once, however many lines of it want the tool', async () => {
    const tool = await createTool(shop)
    const vehicle = await createVehicle(shop)
    await buyer.call('PUT', '/basket/lines', {
      lines: [
        { tools_id: tool, quantity: 2 },
        { tools_id: tool, quantity: 3, vehicle, acknowledged: [] },
      ],
    })
    expect(await buyer.call('POST', '/basket/order', { address: testAddress })).toMatchObject({ status: 200 })
    expect(await often()).toEqual([])
    await placeOrder(buyer, tool, 7)
    expect(await often()).toMatchObject([{ tools_id: tool, times: 2, quantity: 7 }])
  })
})

describe('the lines of a list', () => {
  const lineOf = async (id: string, tool: string): Promise<string> =>
    (await read(id)).lines.find(({ tools_id }: Line) => tools_id === tool)?.id
  const quantities = async (id: string) =>
    (await read(id)).lines.map(({ tools_id, quantity }: Line) => [tools_id, quantity])

  it('are changed, taken out and added by themselves, and what is added again is more of it (finding 21)', async () => {
    const [one, two, three] = [await createTool(shop), await createTool(shop), await createTool(shop)]
    const id = await saved('By hand', [
      { tools_id: one, quantity: 1 },
      { tools_id: two, quantity: 2 },
    ])
    const path = `/lists/${id}/lines`
    const line = await lineOf(id, two)
    expect((await buyer.call('PUT', `${path}/${line}`, { quantity: 7 })).body).toEqual({ modifiedCount: 1 })
    expect((await buyer.call('DELETE', `${path}/${await lineOf(id, one)}`)).body).toEqual({ deletedCount: 1 })
    const lines = [
      { tools_id: three, quantity: 3 },
      { tools_id: two, quantity: 1 },
      { tools_id: three, quantity: 1 },
    ]
    const key = { 'idempotency-key': randomUUID() }
    for (const _ of [1, 2]) expect((await buyer.call('POST', path, { lines }, key)).body).toEqual({ insertedCount: 2 })
    expect(await quantities(id)).toEqual([
      [two, 8],
      [three, 4],
    ])
    for (const quantity of ['3,5', 0, -4, 1_000_001, '']) {
      expectFields(await buyer.call('PUT', `${path}/${line}`, { quantity }), [['quantity', /./]])
    }
    expect((await buyer.call('PUT', `${path}/99`, { quantity: 1 })).body.code).toBe('list-line-gone')
    // Another account has no such list.
    expect((await other.call('PUT', `${path}/${line}`, { quantity: 1 })).body.code).toBe('list-line-gone')
    expect((await other.call('DELETE', `${path}/${line}`)).body).toEqual({ deletedCount: 0 })
    expect((await other.call('POST', path, { lines })).body.code).toBe('list-gone')
    expect(await quantities(id)).toHaveLength(2)
  })

  it('are as many as a list may have, however often some were taken out, and all are added or none (finding 21)', async () => {
    const tool = await createTool(shop)
    const job = (at: number) => ({ tools_id: tool, quantity: 1, reference: `Job ${at}` })
    const id = await saved(
      'Full',
      Array.from({ length: 500 }, (_, at) => job(at)),
    )
    const path = `/lists/${id}/lines`
    expect((await buyer.call('POST', path, { lines: [job(500)] })).body.code).toBe('list-full')
    expect((await buyer.call('POST', path, { lines: [{ ...job(7), quantity: 4 }] })).status).toBe(200)
    await buyer.call('DELETE', `${path}/3`)
    expect((await buyer.call('POST', path, { lines: [job(501), job(502)] })).body.code).toBe('list-full')
    expect((await buyer.call('POST', path, { lines: [job(501)] })).status).toBe(200)
    const gone = { tools_id: randomUUID(), quantity: 1 }
    expect((await buyer.call('POST', path, { lines: [job(8), gone] })).body.code).toBe('tool-gone')
    expect((await buyer.call('POST', path, { lines: [{ ...job(8), vehicle: 999_999 }] })).body.code).toBe(
      'vehicle-unknown',
    )
    const { lines } = await read(id)
    expect(lines).toHaveLength(500)
    expect(lines.at(-1)).toMatchObject({ reference: 'Job 501' })
    expect(lines.find(({ reference }: Line) => reference === 'Job 8')).toMatchObject({ quantity: 1 })
  })
})
