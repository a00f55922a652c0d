import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTool, createVehicle, visitor } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'

let shop: TestShop
let source: number

beforeAll(async () => {
  shop = await startTestShop()
  const { rows } = await sql<{ id: number }>`
    insert into data_source (name, dated) values ('Test file', '2026-10-01') returning id`.execute(shop.db)
  source = rows[0]?.id ?? 0
  await sql`insert into brand (id, name) values (gen_random_uuid(), 'Halden'), (gen_random_uuid(), 'Corvane')`.execute(
    shop.db,
  )
  await sql`insert into category (id, slug, name) values (gen_random_uuid(), 'brakes', 'Brakes')`.execute(shop.db)
})
afterAll(() => shop.close())

type PartFields = { number?: string; brand?: string; price?: number; name?: string; category?: string }

async function createPart(fields: PartFields): Promise<string> {
  const { number = null, brand = null, category = null, ...tool } = fields
  const id = await createTool(shop, tool)
  await sql`
    update tool set part_number = ${number}, brand_id = (select id from brand where name = ${brand}),
      category_id = (select id from category where slug = ${category})
    where id = ${id}`.execute(shop.db)
  return id
}

const addNumber = (tool: string, kind: string, value: string, brand: string | null = null) =>
  sql`insert into part_number (tool_ordinal, kind, value, brand, source_id)
    select ordinal, ${kind}, ${value}, ${brand}, ${source} from tool where id = ${tool}`.execute(shop.db)

const supersede = (brand: string, from: string, to: string) =>
  sql`insert into supersession (brand, old_number, new_number, source_id)
    values (${brand}, ${from}, ${to}, ${source})`.execute(shop.db)

const findAt = async (address: string) => (await visitor(shop).call('GET', `/search${address}`)).body
const find = (query: Record<string, string | number>) =>
  findAt(`?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`)
const idsOf = (answer: { tools: { _id: string }[] }) => answer.tools.map(tool => tool._id)

describe('a number', () => {
  it('is found whatever its case, spaces and punctuation, and exact before longer ones', async () => {
    const longer = await createPart({ number: 'QX-7701-B', brand: 'Halden' })
    const exact = await createPart({ number: 'QX 77.01', brand: 'Halden' })
    for (const q of ['QX 77.01', 'qx7701', ' qx-77/01 ', 'Halden QX7701']) {
      const answer = await find({ q })
      expect(idsOf(answer)[0]).toBe(exact)
      // Without the point it may be another number: the part is shown first, and as none that is certain.
      const isExact = /77[./]01/.test(q)
      expect(answer.tools[0].matched).toEqual({ kind: 'own', value: 'QX 77.01', brand: 'Halden', isExact })
    }
    expect(idsOf(await find({ q: 'qx77-01' }))).toEqual([exact, longer])
    expect(idsOf(await find({ q: 'QX7' }))).toEqual([exact, longer])
  })

  it('keeps leading zeros, and O is not 0', async () => {
    const zero = await createPart({ number: '0070-55', brand: 'Halden' })
    const letter = await createPart({ number: '0O70-55', brand: 'Halden' })
    expect(idsOf(await find({ q: '007055' }))).toEqual([zero])
    expect(idsOf(await find({ q: '0o7055' }))).toEqual([letter])
    expect(idsOf(await find({ q: '7055' }))).toEqual([])
  })

  it('that is a GTIN is found with 8, 12, 13 and 14 digits, and only with a right check digit', async () => {
    const tool = await createPart({})
    await addNumber(tool, 'gtin', '04006381333931')
    expect(idsOf(await find({ q: '4006381333931' }))).toEqual([tool])
    expect(idsOf(await find({ q: '04006381333931' }))).toEqual([tool])
    expect(idsOf(await find({ q: '4006381333932' }))).toEqual([])
  })

  it('of another brand leads to the tool that replaces it, and not on to what that replaces', async () => {
    const one = await createPart({ number: 'IC-100', brand: 'Halden' })
    const other = await createPart({ number: 'IC-200', brand: 'Corvane' })
    await addNumber(one, 'interchange', 'ZED-9', 'Zedder')
    await addNumber(other, 'interchange', 'IC-100', 'Halden')
    expect(idsOf(await find({ q: 'zed9' }))).toEqual([one])
    const both = await find({ q: 'ic100' })
    expect(idsOf(both)).toEqual([one, other])
    expect(both.collision).toBeUndefined()
    expect(idsOf(await find({ q: 'ic200' }))).toEqual([other])
  })

  it('that was replaced leads to the end of its chain, sold or not, and a circle is told', async () => {
    await supersede('Halden', 'SU-1', 'SU-2')
    await supersede('Halden', 'SU-2', 'SU-3')
    await supersede('Corvane', 'SU-3', 'SU-4')
    const newest = await createPart({ number: 'SU-3', brand: 'Halden' })
    const middle = await createPart({ number: 'SU-2', brand: 'Halden' })
    const answer = await find({ q: 'su 1' })
    expect(idsOf(answer)).toEqual([newest])
    expect(answer.tools[0].matched.kind).toBe('superseded')
    expect(answer.superseded).toEqual({
      chain: ['SU-1', 'SU-2', 'SU-3'].map(value => ({ brand: 'Halden', value })),
      isCircle: false,
    })
    expect(idsOf(await find({ q: 'su2' }))).toEqual([middle, newest])
    await supersede('Halden', 'CI-1', 'CI-2')
    await supersede('Halden', 'CI-2', 'CI-1')
    expect(await find({ q: 'ci1' })).toMatchObject({ total: 0, superseded: { isCircle: true } })
  })

  it('of two makers asks which, and a brand chosen answers', async () => {
    const one = await createPart({ number: 'TWIN-5', brand: 'Halden' })
    const other = await createPart({ number: 'TWIN 5', brand: 'Corvane' })
    const answer = await find({ q: 'twin5' })
    expect(answer.collision).toEqual(['Corvane', 'Halden'])
    expect(idsOf(answer).toSorted()).toEqual([one, other].toSorted())
    const chosen = await find({ q: 'twin5', brand: 'Corvane' })
    expect(idsOf(chosen)).toEqual([other])
    expect(chosen.collision).toBeUndefined()
    expect(chosen.facets.brand).toHaveLength(2)
  })

  it('of two makers is told apart by the brand, though each stands in for the other', async () => {
    const one = await createPart({ number: 'PEER-7', brand: 'Halden' })
    const other = await createPart({ number: 'PEER 7', brand: 'Corvane' })
    const third = await createPart({ number: 'THIRD-7', brand: 'Corvane' })
    const longer = await createPart({ number: 'PEER-71', brand: 'Halden' })
    await addNumber(one, 'interchange', 'PEER 7', 'Corvane')
    await addNumber(other, 'interchange', 'PEER-7', 'Halden')
    await addNumber(third, 'interchange', 'PEER-7', 'Halden')
    expect(idsOf(await find({ q: 'peer7', brand: 'Corvane' })).toSorted()).toEqual([other, third].toSorted())
    // What only stands in for it does so for the brand that is asked for.
    expect(idsOf(await find({ q: 'peer7', brand: 'Halden' })).toSorted()).toEqual([one, third, longer].toSorted())
    const counts = [
      { value: 'Halden', label: 'Halden', count: 3 },
      { value: 'Corvane', label: 'Corvane', count: 2 },
    ]
    // The whole list, and where it is counted in the database.
    for (const query of [{ q: 'peer7' }, { q: 'peer7', limit: 1 }]) {
      expect((await find(query)).facets.brand).toEqual(counts)
    }
  })

  it('pages through many that begin alike, each once, with filters counted', async () => {
    const many = []
    for (let at = 10; at < 40; at++) {
      many.push(await createPart({ number: `MANY-${at}`, brand: 'Halden', price: at * 100, category: 'brakes' }))
    }
    await addNumber(many[0] ?? '', 'oem', 'MANY-99', 'Zedder')
    const seen: string[] = []
    expect((await find({ q: 'many-' })).total).toBe(0)
    let next = '?q=many-1&limit=4'
    do {
      const { body } = await visitor(shop).call('GET', `/search${next}`)
      expect(body).toMatchObject({ total: 10, totalIsExact: true })
      expect(body.facets.category).toEqual([{ value: 'brakes', label: 'Brakes', path: 'brakes', count: 10 }])
      seen.push(...idsOf(body))
      next = body.next
    } while (next)
    expect(seen).toEqual(many.slice(0, 10))
    expect(idsOf(await find({ q: 'many1', sort: 'price-down', limit: 2 }))).toEqual([many[9], many[8]])
    expect((await find({ q: 'many1', maxPrice: '12.00' })).total).toBe(3)
  })

  it('of another maker counts under either brand, and both can be chosen', async () => {
    const tools = []
    for (const brand of ['Halden', 'Corvane']) {
      const tool = await createPart({ number: `EITHER-${brand}`, brand })
      await addNumber(tool, 'oem', 'EIT 55', 'Zedder')
      tools.push(tool)
    }
    const twice = await createPart({ number: 'EIT 55', brand: 'Halden' })
    await addNumber(twice, 'interchange', 'EIT-55', 'Nippart')
    const counts = [
      { value: 'Halden', label: 'Halden', count: 2 },
      { value: 'Zedder', label: 'Zedder', count: 2 },
      { value: 'Corvane', label: 'Corvane', count: 1 },
      { value: 'Nippart', label: 'Nippart', count: 1 },
    ]
    // The whole list, a part of it, and where it is counted in the database.
    for (const query of [{ q: 'eit55' }, { q: 'eit55', sort: 'newest', limit: 1 }, { q: 'eit5', limit: 1 }]) {
      expect((await find(query)).facets.brand).toEqual(counts)
    }
    expect(idsOf(await find({ q: 'eit55', brand: 'Zedder' }))).toEqual(tools)
    expect(idsOf(await find({ q: 'eit55', brand: 'Nippart' }))).toEqual([twice])
  })

  it('on sale is found behind any number of those that are not', async () => {
    for (let at = 10; at < 40; at++) await createPart({ number: `ARK1-${at}`, brand: 'Halden' })
    await sql`update tool set archived_at = now() where part_number like 'ARK1-%'`.execute(shop.db)
    const sold = await createPart({ number: 'ARK1-99', brand: 'Halden' })
    const answer = await find({ q: 'ark1' })
    expect(idsOf(answer)).toEqual([sold])
    expect(answer.total).toBe(1)
    expect(idsOf(await find({ q: 'ark1', sort: 'newest', limit: 1 }))).toEqual([sold])
  })

  it('that stands for more tools than a page has shows the one whose own it is first', async () => {
    for (let at = 0; at < 4; at++) await addNumber(await createPart({}), 'interchange', 'WUN 3', 'Zedder')
    const own = await createPart({ number: 'WUN-3', brand: 'Halden' })
    await createPart({ number: 'WUN-31', brand: 'Halden' })
    const answer = await find({ q: 'wun3', limit: 2 })
    expect(idsOf(answer)[0]).toBe(own)
    expect(answer.total).toBe(6)
    expect(answer.tools).toHaveLength(2)
    const next = await findAt(answer.next)
    expect(next.tools).toHaveLength(2)
    expect(idsOf(next)).not.toContain(own)
  })
})

describe('words', () => {
  beforeAll(async () => {
    for (let price = 100; price <= 300; price += 100) await createPart({ name: 'Brake pads', price })
    await shop.searchIndex.catchUp()
  })

  it('with a VIN among them find what fits its vehicle, or say what the VIN lacks (finding 12)', async () => {
    const vin = '1HGCM82693A000001'
    const horn = await createPart({ name: 'Trumpet horn' })
    const lever = await createPart({ name: 'Gear lever knob' })
    const accord = await createVehicle(shop, { year: 2003, make: 'Honda', model: 'Accord' })
    await sql`insert into fitment (vehicle_id, tool_ordinal, source_id)
      select ${accord}, ordinal, ${source} from tool where id in (${horn}, ${lever})`.execute(shop.db)
    await shop.searchIndex.catchUp()
    const all = await find({ q: '1hgcm826 93a 000001' })
    expect(idsOf(all).toSorted()).toEqual([horn, lever].toSorted())
    expect(all).toMatchObject({ vehicle: { id: accord }, vin: { vin, others: '', warnings: [] } })
    const some = await find({ q: `trumpet horn ${vin}` })
    expect(idsOf(some)).toEqual([horn])
    expect(some).toMatchObject({ vehicle: { id: accord }, vin: { vin, others: 'trumpet horn' } })
    expect(await find({ q: 'WVWZZZ1JZXW000001' })).toMatchObject({ total: 0, vin: { warnings: [expect.any(String)] } })
    expect(await find({ q: vin, asTyped: 'true' })).not.toHaveProperty('vin')
  })

  it('are taken as they are typed where somebody asks for that', async () => {
    const asTyped = await find({ q: '2015 civic brake pads', asTyped: 'true' })
    expect(asTyped).not.toHaveProperty('vehicle')
    expect(asTyped).not.toHaveProperty('corrected')
    expect(await find({ q: 'braks pads' })).toMatchObject({ corrected: 'brake pads', total: 3 })
    const mistyped = await find({ q: 'braks pads', asTyped: 'true' })
    expect(mistyped.total).toBe(0)
    expect(mistyped).not.toHaveProperty('corrected')
  })

  it('refuse what filters do not take, and find nothing for values that nobody has', async () => {
    for (const query of [
      'inStock=perhaps',
      'rating=7',
      'fit=maybe',
      'asTyped=1',
      'sort=size',
      'minPrice=x',
      'limit=x',
    ]) {
      expect(await visitor(shop).call('GET', `/search?${query}`)).toMatchObject({ status: 400 })
    }
    expect(await find({ category: 'nowhere' })).toMatchObject({ total: 0, tools: [] })
    expect(await visitor(shop).call('GET', '/search?vehicle=999999')).toMatchObject({
      status: 404,
      body: { code: 'vehicle-unknown' },
    })
  })

  it('are narrowed by brands whose names have a comma, alone and with others', async () => {
    await sql`insert into brand (id, name) values (gen_random_uuid(), 'Bosch, LLC'), (gen_random_uuid(), 'LLC')`.execute(
      shop.db,
    )
    const [bosch, halden, other] = await Promise.all(
      ['Bosch, LLC', 'Halden', 'LLC'].map(brand => createPart({ name: 'Comma horn', brand })),
    )
    await shop.searchIndex.catchUp()
    const ask = (filters: string) => findAt(`?q=comma+horn&${filters}`)
    expect(idsOf(await ask('brand=Bosch%2C+LLC'))).toEqual([bosch])
    expect(idsOf(await ask('brand=Bosch%2C+LLC&brand=LLC')).toSorted()).toEqual([bosch, other].toSorted())
    const first = await ask('brand=Bosch%2C+LLC&brand=Halden&limit=1')
    expect(first.total).toBe(2)
    const pages = [first, await findAt(first.next)]
    expect(pages.flatMap(idsOf).toSorted()).toEqual([bosch, halden].toSorted())
  })

  it('lead from page to page by an address that carries everything', async () => {
    await shop.searchIndex.catchUp()
    const first = await find({ q: 'brake pads', limit: 2, sort: 'price-up' })
    expect(first).toMatchObject({ total: 3, tools: { length: 2 } })
    const second = await visitor(shop).call('GET', `/search${first.next}`)
    expect(second.body.tools).toHaveLength(1)
    expect(new Set([...idsOf(first), ...idsOf(second.body)]).size).toBe(3)
    expect(second.body.next).toBeUndefined()
  })
})
