import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTool, createVehicle, visitor } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { fitOfVehicle } from './applications.server.ts'
import { fitsOf } from './fitment.server.ts'

let shop: TestShop
let source: number

beforeAll(async () => {
  shop = await startTestShop()
  const { rows } = await sql<{ id: number }>`
    insert into data_source (name, public_name, dated) values ('test.csv', 'Test file', '2026-10-01') returning id`.execute(
    shop.db,
  )
  source = rows[0]?.id ?? 0
})
afterAll(() => shop.close())

type RowFields = {
  fits?: boolean
  position?: string
  quantity?: number
  conditions?: { name: string; value: string }[]
  notes?: string[]
}

async function apply(tool: string, vehicle: number, row: RowFields = {}) {
  const { fits = true, position = null, quantity = null, conditions, notes = null } = row
  await sql`
    insert into fitment (vehicle_id, tool_ordinal, fits, position, quantity, conditions, notes, source_id)
    select ${vehicle}, ordinal, ${fits}, ${position}, ${quantity}::smallint,
      ${conditions ? JSON.stringify(conditions) : null}::jsonb, ${notes}::text[], ${source}
    from tool where id = ${tool}`.execute(shop.db)
}

const ask = async (tool: string, vehicle: number) =>
  (await visitor(shop).call('GET', `/fitment?tool=${tool}&vehicle=${vehicle}`)).body

describe('does it fit', () => {
  it('says no data where nothing is known, of a tool without rows and of a universal one', async () => {
    const [tool, vehicle] = [await createTool(shop), await createVehicle(shop)]
    expect(await ask(tool, vehicle)).toEqual({ answer: 'no-data', isUniversal: false, conditions: [], notes: [] })
    await sql`update tool set is_universal = true where id = ${tool}`.execute(shop.db)
    expect(await ask(tool, vehicle)).toMatchObject({ answer: 'no-data', isUniversal: true })
  })

  it('says what fits, where and how many, and who says so', async () => {
    const [tool, vehicle] = [await createTool(shop), await createVehicle(shop, { engine: '1.8 L' })]
    const base = await createVehicle(shop)
    await apply(tool, base, { position: 'Front', quantity: 2 })
    await apply(tool, base, { position: 'Rear', quantity: 2 })
    const fits = {
      answer: 'fits',
      position: 'Front, Rear',
      quantity: 4,
      source: 'Test file',
      date: '2026-10-01',
      isDemo: false,
    }
    expect(await ask(tool, base)).toMatchObject(fits)
    expect(await ask(tool, vehicle)).toMatchObject(fits)
  })

  it('makes the engine a condition where it is not known', async () => {
    const tool = await createTool(shop)
    const [one, two] = [
      await createVehicle(shop, { model: 'Accord', engine: '2.4 L' }),
      await createVehicle(shop, { model: 'Accord', engine: '3.5 L' }),
    ]
    const base = await createVehicle(shop, { model: 'Accord' })
    await apply(tool, one, { quantity: 1 })
    expect(await ask(tool, base)).toMatchObject({
      answer: 'fits-if',
      conditions: [{ name: 'Engine', value: '2.4 L' }],
      quantity: 1,
    })
    expect(await ask(tool, one)).toMatchObject({ answer: 'fits', conditions: [] })
    expect(await ask(tool, two)).toMatchObject({ answer: 'no-data' })
  })

  it('names exclusions', async () => {
    const [tool, vehicle] = [await createTool(shop), await createVehicle(shop, { model: 'Fit' })]
    await apply(tool, vehicle)
    await apply(tool, vehicle, { fits: false, conditions: [{ name: 'Submodel', value: 'GLS' }] })
    await apply(tool, vehicle, { fits: false, notes: ['vehicles with a tow bar'] })
    expect(await ask(tool, vehicle)).toMatchObject({
      answer: 'fits-if',
      conditions: [{ name: 'Not with Submodel', value: 'GLS' }],
      notes: ['Not with: vehicles with a tow bar'],
    })
    await apply(tool, vehicle, { fits: false })
    expect(await ask(tool, vehicle)).toMatchObject({ answer: 'does-not-fit', conditions: [], notes: [] })
  })

  it('refuses a tool that is gone and a vehicle that is unknown', async () => {
    const [tool, vehicle] = [await createTool(shop), await createVehicle(shop)]
    expect(await ask(tool, 999_999)).toMatchObject({ code: 'vehicle-unknown' })
    await sql`update tool set archived_at = now() where id = ${tool}`.execute(shop.db)
    expect(await ask(tool, vehicle)).toMatchObject({ code: 'tool-gone' })
  })
})

describe('what fits a vehicle', () => {
  it('is what each tool answers by itself', async () => {
    const vehicle = await createVehicle(shop, { model: 'Pilot', engine: '3.5 L' })
    const base = await createVehicle(shop, { model: 'Pilot' })
    const tools = [await createTool(shop), await createTool(shop), await createTool(shop), await createTool(shop)]
    const [one = '', two = '', three = '', four = ''] = tools
    await apply(one, base)
    await apply(two, base, { fits: false })
    await apply(three, vehicle, { notes: ['With rear heater'] })
    await apply(four, base, { fits: false, notes: ['With rear heater'] })
    const fits = await fitsOf(shop.system, tools, vehicle)
    expect(tools.map(tool => fits.get(tool)?.answer)).toEqual(['fits', 'does-not-fit', 'fits-if', 'no-data'])
    const { ordinals, answers } = await fitOfVehicle(shop.system, vehicle)
    const { rows } = await sql<{ ordinal: number }>`
      select ordinal from tool where id = any(${tools}::uuid[]) order by ordinal`.execute(shop.db)
    expect([...ordinals]).toEqual(rows.slice(0, 3).map(row => row.ordinal))
    expect([...answers]).toEqual([1, 3, 2])
  })
})

describe('the table of fitment', () => {
  it('makes one line of years that follow each other, keeps gaps, and pages by key', async () => {
    const tool = await createTool(shop)
    for (const year of [2009, 2010, 2011, 2013]) {
      await apply(tool, await createVehicle(shop, { year, make: 'Kia', model: 'Rio' }), { quantity: 1 })
    }
    await apply(tool, await createVehicle(shop, { year: 2010, make: 'Audi', model: 'A4', engine: '2.0 L' }))
    const read = async (query: string) => (await visitor(shop).call('GET', `/tools/${tool}/fitment${query}`)).body
    const all = await read('')
    const asText = (lines: { make: string; fromYear: number; toYear: number }[]) =>
      lines.map(({ make, fromYear, toYear }) => `${make} ${fromYear}-${toYear}`)
    expect(asText(all.lines)).toEqual(['Audi 2010-2010', 'Kia 2009-2011', 'Kia 2013-2013'])
    expect(all.next).toBeUndefined()
    const first = await read('?limit=2')
    const second = await read(first.next)
    expect(asText([...first.lines, ...second.lines])).toEqual(asText(all.lines))
    expect(second.next).toBeUndefined()
  })
})

describe('numbers of a tool', () => {
  it('lists them with what replaces it to the end of the chain', async () => {
    await sql`insert into brand (id, name) values (gen_random_uuid(), 'Halden')`.execute(shop.db)
    const [old, newest, other] = [await createTool(shop), await createTool(shop), await createTool(shop)]
    const number = (tool: string, value: string) =>
      sql`update tool set part_number = ${value}, brand_id = (select id from brand) where id = ${tool}`.execute(shop.db)
    await number(old, 'HA-1')
    await number(newest, 'HA-3')
    await sql`insert into part_number (tool_ordinal, kind, value, brand, source_id)
      select ordinal, 'interchange', 'ha 1', 'HALDEN', ${source} from tool where id = ${other}`.execute(shop.db)
    await sql`insert into supersession (brand, old_number, new_number, source_id)
      values ('Halden', 'HA-1', 'HA-2', ${source}), ('Halden', 'HA-2', 'HA-3', ${source}),
        ('Halden', 'HA-3', 'HA-1', ${source}), ('Corvane', 'HA-1', 'CV-9', ${source})`.execute(shop.db)
    const { body } = await visitor(shop).call('GET', `/tools/${old}/numbers`)
    expect(body.numbers).toEqual([{ kind: 'own', value: 'HA-1', brand: 'Halden', note: null, source: null }])
    expect(
      body.substitutes.map((one: { relation: string; value: string; tool: { _id: string } | null }) => [
        one.relation,
        one.value.slice(0, 4),
        one.tool?._id,
      ]),
    ).toEqual([
      ['replaced-by', 'HA-2', undefined],
      ['replaced-by', 'HA-3', newest],
      ['replaces', 'HA-3', newest],
      ['replaces', 'HA-2', undefined],
      ['instead', 'Test', other],
    ])
  })
})
