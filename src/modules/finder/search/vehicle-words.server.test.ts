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
  await sql`insert into category (id, slug, name) values (gen_random_uuid(), 'brakes', 'Brakes')`.execute(shop.db)
})
afterAll(() => shop.close())

async function createPart({ name, category = null }: { name: string; category?: string | null }): Promise<string> {
  const id = await createTool(shop, { name })
  await sql`update tool set category_id = (select id from category where slug = ${category}) where id = ${id}`.execute(
    shop.db,
  )
  return id
}

const find = async (query: Record<string, string | number>) => {
  const parameters = Object.entries(query).map(([name, value]) => [name, String(value)])
  return (await visitor(shop).call('GET', `/search?${new URLSearchParams(parameters)}`)).body
}
const idsOf = (answer: { tools: { _id: string }[] }) => answer.tools.map(tool => tool._id)

describe('words', () => {
  it('find tools with a vehicle, named by its number or inside the words', async () => {
    const fitting = await createPart({ name: 'Brake pads, ceramic', category: 'brakes' })
    const unfit = await createPart({ name: 'Brake pads, organic' })
    const unknown = await createPart({ name: 'Brake pads, sintered' })
    const vehicle = await createVehicle(shop)
    const other = await createVehicle(shop, { model: 'Jazz' })
    await sql`insert into fitment (vehicle_id, tool_ordinal, fits, source_id)
      select ${vehicle}, ordinal, id = ${fitting}, ${source} from tool where id in (${fitting}, ${unfit})`.execute(
      shop.db,
    )
    await shop.searchIndex.catchUp()
    expect(idsOf(await find({ q: 'brake pads' })).toSorted()).toEqual([fitting, unfit, unknown].toSorted())
    for (const query of [
      { q: 'brake pads', vehicle },
      { q: '2015 civic brake pads' },
      { q: 'brake pads for Honda Civic 2015' },
      { q: '2015 civic brake pads', vehicle: other },
    ]) {
      const answer = await find(query)
      expect(idsOf(answer)).toEqual([fitting])
      expect(answer.tools[0].fit).toEqual({ answer: 'fits', isUniversal: false })
      expect(answer.vehicle).toMatchObject({ id: vehicle, make: 'Honda' })
    }
    // Without its year: what fits some of them, and which years there are (finding 17).
    const ofModel = await find({ q: 'brake pads honda civic' })
    expect(idsOf(ofModel)).toEqual([fitting])
    expect(ofModel.tools[0].fit).toMatchObject({ answer: 'fits-if', notes: ['Not in every year: choose yours'] })
    expect(ofModel.reading).toMatchObject({ name: 'Honda Civic', words: 'brake pads', asks: 'year' })
    expect(ofModel.reading.choices).toEqual([{ label: '2015', q: '2015 Honda Civic brake pads' }])
    expect(ofModel).not.toHaveProperty('vehicle')
    expect(await find({ vehicle, category: 'brakes' })).toMatchObject({ total: 1 })
    const asTyped = await find({ q: '2015 civic brake pads', asTyped: 'true' })
    expect(asTyped).toMatchObject({ total: 0 })
    expect(asTyped.vehicle).toBeUndefined()
  })

  it('that name another vehicle than the chosen one say nothing of the chosen one', async () => {
    const wipers = await createPart({ name: 'Wiper blades, rubber' })
    const unmarked = await createPart({ name: 'Wiper blades, silicone' })
    const chosen = await createVehicle(shop, { make: 'Saab', model: 'Sonett' })
    await createVehicle(shop, { make: 'Saab', model: 'Kombi' })
    await sql`insert into fitment (vehicle_id, tool_ordinal, source_id)
      select ${chosen}, ordinal, ${source} from tool where id = ${wipers}`.execute(shop.db)
    await shop.searchIndex.catchUp()
    // Nothing fits the one that is named, whichever year it is of: that is the answer (finding 17).
    for (const [q = '', name] of [
      ['2015 saab kombi wiper blades', '2015 Saab Kombi'],
      ['saab kombi wiper blades', 'Saab Kombi'],
    ]) {
      const answer = await find({ q, vehicle: chosen })
      expect(answer).toMatchObject({ total: 0, reading: { name, words: 'wiper blades' } })
      expect(answer.reading).not.toHaveProperty('asks')
      expect(answer.vehicle?.id).not.toBe(chosen)
    }
    // In the year that is said none was built.
    const result = await find({ q: '1999 saab sonett wiper blades', vehicle: chosen })
    expect(result.reading).toMatchObject({ asks: 'year', choices: [{ label: '2015' }] })
    expect(idsOf(result)).toEqual([wipers])
    expect(result).not.toHaveProperty('vehicle')
    // Of a make alone nothing is known to fit.
    const ofMake = await find({ q: 'saab wiper blades', vehicle: await createVehicle(shop, { make: 'Ford' }) })
    expect(idsOf(ofMake).toSorted()).toEqual([wipers, unmarked].toSorted())
    expect(ofMake.reading).toMatchObject({ name: 'Saab', asks: 'year' })
    for (const tool of ofMake.tools) expect(tool).not.toHaveProperty('fit')
    for (const q of ['2015 saab sonett wiper blades', 'saab sonett wiper blades']) {
      const answer = await find({ q, vehicle: chosen })
      expect(idsOf(answer)).toEqual([wipers])
      expect(answer).not.toHaveProperty('corrected')
      expect(answer.vehicle.id).toBe(chosen)
    }
  })

  it('that name the chosen vehicle keep its engine', async () => {
    const one = await createPart({ name: 'Glow plug, short' })
    const other = await createPart({ name: 'Glow plug, long' })
    const small = await createVehicle(shop, { make: 'Saab', model: 'Turbine', engine: '1.0 L' })
    const large = await createVehicle(shop, { make: 'Saab', model: 'Turbine', engine: '2.0 L' })
    await sql`insert into fitment (vehicle_id, tool_ordinal, source_id)
      select case id when ${one} then ${small}::integer else ${large}::integer end, ordinal, ${source}
      from tool where id in (${one}, ${other})`.execute(shop.db)
    await shop.searchIndex.catchUp()
    const answer = await find({ q: '2015 saab turbine glow plug', vehicle: small })
    expect(idsOf(answer)).toEqual([one])
    expect(answer.vehicle).toMatchObject({ id: small, engine: '1.0 L' })
    expect(answer.tools[0].fit.answer).toBe('fits')
  })
})
