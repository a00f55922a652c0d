import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, createPerson, createTool, orderOf, visitor } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { type ToolFilter, onSale } from './filter.server.ts'

let shop: TestShop
let admin: Person
beforeAll(async () => {
  shop = await startTestShop()
  admin = await createPerson(shop, 'admin')
})
afterAll(() => shop.close())

const setLevel = (id: string, level: number | null) =>
  sql`update tool set low_stock_level = ${level}, version = version + 1 where id = ${id}`.execute(shop.db)
const lowIds = async (query = '') =>
  (await admin.call('GET', `/allTools?stock=low&limit=200${query}`)).body.map((tool: { _id: string }) => tool._id)

describe('a tool that is low', () => {
  it('is listed from its level down, as orders hold and let go of it, and no more once it is gone', async () => {
    const tool = await createTool(shop, { onHand: 7 })
    expect(await lowIds()).not.toContain(tool)
    await setLevel(tool, 5)
    expect(await lowIds()).not.toContain(tool)
    const buyer = await createPerson(shop)
    const { insertedId } = (await buyer.call('POST', '/orders', orderOf(tool, 2))).body
    expect(await lowIds()).toContain(tool)
    expect((await admin.call('GET', `/allTools/${tool}`)).body).toMatchObject({
      availableQuantity: 5,
      onHand: 7,
      held: 2,
      lowStockLevel: 5,
    })
    await buyer.call('DELETE', `/orders/${insertedId}`)
    expect(await lowIds()).not.toContain(tool)
    await setLevel(tool, 7)
    expect(await lowIds()).toContain(tool)
    await admin.call('DELETE', `/tools/${tool}`)
    expect(await lowIds()).not.toContain(tool)
  })

  it('needs a level: what is sold out and has none is not listed', async () => {
    const [none, nought] = [await createTool(shop, { onHand: 0 }), await createTool(shop, { onHand: 0 })]
    await setLevel(nought, 0)
    const ids = await lowIds()
    expect([ids.includes(none), ids.includes(nought)]).toEqual([false, true])
  })

  it('is found among the low ones by name, page by page', async () => {
    for (let n = 0; n < 5; n++) await setLevel(await createTool(shop, { name: `Gasket ${n}`, onHand: 1 }), 1)
    await createTool(shop, { name: 'Gasket plenty', onHand: 90 })
    const first = await admin.call('GET', '/allTools?stock=low&q=gasket&limit=3')
    expect(first.headers.get('x-total-count')).toBe('5')
    const next = /\?[^>]*/.exec(first.headers.get('link') ?? '')?.[0]
    const second = await admin.call('GET', `/allTools${next}`)
    const names = [...first.body, ...second.body].map((tool: { name: string }) => tool.name)
    expect(names).toEqual(['Gasket 4', 'Gasket 3', 'Gasket 2', 'Gasket 1', 'Gasket 0'])
  })
})

it('buyers are not told at what level a tool is bought again', async () => {
  const tool = await createTool(shop)
  await setLevel(tool, 3)
  const { body } = await visitor(shop).call('GET', `/tools/${tool}`)
  expect(body).not.toHaveProperty('lowStockLevel')
  expect(body).not.toHaveProperty('onHand')
})

it('[D2.15] a level is written with the tool, kept where it is not said, and taken away when blank', async () => {
  const tool = await createTool(shop)
  const { name, description, price, minimumQuantity } = (await admin.call('GET', `/allTools/${tool}`)).body
  await sql`update tool set image_url = 'https://pictures.example/1.png' where id = ${tool}`.execute(shop.db)
  const body = { name, description, price, minimumQuantity, img: 'https://pictures.example/1.png' }
  const change = (more: object) => admin.call('PUT', `/tools/${tool}`, { ...body, ...more })
  expect(await change({ lowStockLevel: '0', version: 1 })).toMatchObject({ status: 200 })
  expect(await change({ name: 'Other', version: 2 })).toMatchObject({ status: 200 })
  expect((await admin.call('GET', `/allTools/${tool}`)).body).toMatchObject({ lowStockLevel: 0 })
  expect(await change({ name: 'Other', lowStockLevel: '', version: 3 })).toMatchObject({ status: 200 })
  expect((await admin.call('GET', `/allTools/${tool}`)).body).toMatchObject({ lowStockLevel: null })
})

it('of a large catalogue, the low ones and those with some letters are read from indexes of theirs', async () => {
  await sql`alter table tool disable trigger user`.execute(shop.db)
  await sql`
    insert into tool (id, name, part_number, description, price, on_hand, minimum_quantity, low_stock_level)
    select gen_random_uuid(), 'One of many', 'M-' || n * 7919, 'x', 100, 5 + n % 100, 1, 25 from generate_series(1, 20000) n`.execute(
    shop.db,
  )
  await sql`alter table tool enable trigger user`.execute(shop.db)
  await sql`vacuum analyze tool`.execute(shop.db)
  const planOf = async (filter: ToolFilter) => {
    const { rows } = await sql<Record<string, string>>`
      explain select * from tool where ${onSale(filter)} order by id desc limit 51`.execute(shop.db)
    return rows.map(row => Object.values(row)[0]).join('\n')
  }
  const low = await planOf({ stock: 'low' })
  expect(low).toContain('tool_low')
  expect(low).not.toMatch(/Seq Scan|Sort/)
  expect(await planOf({ q: 'm-79198' })).toContain('tool_search')
  // What all of them have is had by the first, and counted as far as they were looked through.
  const { body, headers } = await admin.call('GET', '/allTools?q=OF%20many&limit=3')
  expect(body).toHaveLength(3)
  expect(headers.get('x-total-is-more')).toBe('yes')
  expect((await admin.call('GET', '/allTools?q=m-79198')).headers.get('x-total-is-more')).toBe(null)
})
