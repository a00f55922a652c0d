import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Person, createPerson, createTool, orderOf, toolOf } from '../factories.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import { givenPicture } from '../files/pictures.ts'

let shop: TestShop
let admin: Person
let img: string
beforeAll(async () => {
  shop = await startTestShop({ environment: { MAX_OPEN_ORDERS: '1000' } })
  admin = await createPerson(shop, 'admin')
  img = await givenPicture(admin)
})
afterAll(() => shop.close())

const times = (count: number) => Array.from({ length: count }, (_, index) => index)

/** The sums of the ledger are the tool's numbers, whatever ran at once. */
async function holdLedger(id: string) {
  const { rows } = await sql`
    select on_hand, reserved,
      (select sum(on_hand_change) from stock_movement where tool_id = tool.id) as moved,
      (select sum(reserved_change) from stock_movement where tool_id = tool.id) as held
    from tool where id = ${id}`.execute(shop.db)
  const [tool] = rows as { on_hand: number; reserved: number; moved: number; held: number }[]
  expect(tool).toMatchObject({ moved: tool?.on_hand, held: tool?.reserved ?? 0 })
  return tool
}

it('the same idempotency key sixteen times adds one tool and answers each the same', async () => {
  const send = () => admin.call('POST', '/tools', toolOf(img, { name: 'Once' }), { 'idempotency-key': 'once' })
  const answers = await Promise.all(times(16).map(send))
  expect(answers.map(({ status }) => status)).toEqual(times(16).map(() => 200))
  expect(new Set(answers.map(({ body }) => body.insertedId)).size).toBe(1)
  const { rows } = await sql`select count(*) as count from tool where name = 'Once'`.execute(shop.db)
  expect(rows).toEqual([{ count: 1 }])
  const other = await admin.call('POST', '/tools', toolOf(img, { name: 'Twice' }), { 'idempotency-key': 'once' })
  expect(other).toMatchObject({ status: 422, body: { code: 'idempotency-key-reused' } })
})

it('a key whose first call was refused can be used again, and counts for its account and call alone', async () => {
  const key = { 'idempotency-key': 'shared' }
  expect((await admin.call('POST', '/tools', toolOf(img, { price: 0 }), key)).status).toBe(400)
  expect((await admin.call('POST', '/tools', toolOf(img), key)).status).toBe(200)
  const tool = await createTool(shop)
  expect((await admin.call('POST', `/tools/${tool}/stock`, { delta: 1, reason: 'x' }, key)).status).toBe(200)
  const other = await createPerson(shop, 'admin')
  expect((await other.call('POST', '/tools', toolOf(img, { name: 'Of another' }), key)).status).toBe(200)
})

it('the same key sixteen times books stock once', async () => {
  const id = await createTool(shop, { onHand: 10 })
  const book = () => admin.call('POST', `/tools/${id}/stock`, { delta: 7, reason: 'x' }, { 'idempotency-key': 'stock' })
  const answers = await Promise.all(times(16).map(book))
  expect(answers.map(({ body }) => body)).toEqual(times(16).map(() => ({ availableQuantity: 17 })))
  expect(await holdLedger(id)).toMatchObject({ on_hand: 17 })
})

it('of many changes of one version, one wins and the others are told', async () => {
  const { body } = await admin.call('POST', '/tools', toolOf(img))
  const change = (n: number) =>
    admin.call('PUT', `/tools/${body.insertedId}`, { ...toolOf(img, { name: `Name ${n}` }), version: 1 })
  const answers = await Promise.all(times(8).map(change))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...times(7).map(() => 409)])
  const winner = answers.findIndex(({ status }) => status === 200)
  expect((await admin.call('GET', `/tools/${body.insertedId}`)).body).toMatchObject({
    name: `Name ${winner}`,
    version: 2,
  })
})

it('stock that is taken while orders reserve it never goes below what they hold', async () => {
  const id = await createTool(shop, { onHand: 20 })
  const buyers = await Promise.all(times(4).map(() => createPerson(shop)))
  const orders = times(12).map(n => buyers[n % 4]?.call('POST', '/orders', orderOf(id, 2)))
  const taking = times(12).map(() => admin.call('POST', `/tools/${id}/stock`, { delta: -2, reason: 'Count' }))
  const answers = await Promise.all([...orders, ...taking])
  expect(new Set(answers.map(answer => answer?.status))).toEqual(new Set([200, 409]))
  const done = answers.filter(answer => answer?.status === 200)
  // Twenty units, two at a time: ten of the twenty-four had their way, and nothing is left.
  expect(done).toHaveLength(10)
  const tool = await holdLedger(id)
  expect(tool?.on_hand).toBe(tool?.reserved)
})

it('a tool that is deleted while it is ordered has either its order or its refusal, and is gone once', async () => {
  const buyers = await Promise.all(times(4).map(() => createPerson(shop)))
  for (const _ of times(5)) {
    const id = await createTool(shop, { onHand: 50 })
    const answers = await Promise.all([
      ...buyers.map(buyer => buyer.call('POST', '/orders', orderOf(id, 1))),
      admin.call('DELETE', `/tools/${id}`),
      admin.call('DELETE', `/tools/${id}`),
    ])
    const placed = answers.slice(0, 4).filter(({ status }) => status === 200).length
    expect(answers.slice(0, 4).filter(({ body }) => body.code === 'tool-gone')).toHaveLength(4 - placed)
    expect(
      answers
        .slice(4)
        .map(({ body }) => body.deletedCount)
        .toSorted(),
    ).toEqual([0, 1])
    expect((await holdLedger(id))?.reserved).toBe(placed)
  }
})

it('a brand that many use first at once is one brand', async () => {
  const names = ['Stahlwille', 'STAHLWILLE', 'stahlwille', 'StahlWille']
  const add = (brand: string, n: number) => admin.call('POST', '/tools', toolOf(img, { brand, partNumber: `S-${n}` }))
  const answers = await Promise.all(names.map(add))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const { rows } = await sql`select count(*) as count from brand where lower(name) = 'stahlwille'`.execute(shop.db)
  expect(rows).toEqual([{ count: 1 }])
})

it('two shops on one database publish what either of them changes', async () => {
  const other = await startTestShop({ database: { url: shop.databaseUrl, drop: async () => undefined } })
  try {
    const answer = await admin.call('POST', '/tools', toolOf(img, { name: 'Seen by both' }))
    expect(answer.status).toBe(200)
    // A notice that gets lost is made up for by the comparison every 30 s.
    await expect
      .poll(async () => (await fetch(`${other.address}/data/newTools.json`)).text(), { timeout: 45_000 })
      .toContain('Seen by both')
  } finally {
    await other.close()
  }
})
