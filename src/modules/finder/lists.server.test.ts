import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTool, createVehicle, visitor } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'

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

const get = async (path: string) => (await visitor(shop).call('GET', path)).body

async function createPart(name: string, number: string): Promise<string> {
  const id = await createTool(shop, { name })
  await sql`update tool set part_number = ${number} where id = ${id}`.execute(shop.db)
  return id
}

describe('a list and a page', () => {
  it('say the same of a universal part for which one vehicle has an answer of its own', async () => {
    const answers = { fits: 'fits', not: 'does-not-fit', none: 'no-data' }
    const vehicle = await createVehicle(shop)
    for (const [kind, answer] of Object.entries(answers)) {
      const number = `UNI-${kind.length}00`
      const tool = await createPart('Fluid for all', number)
      await sql`update tool set is_universal = true where id = ${tool}`.execute(shop.db)
      if (kind !== 'none') {
        await sql`insert into fitment (vehicle_id, tool_ordinal, fits, source_id)
          select ${vehicle}, ordinal, ${kind === 'fits'}, ${source} from tool where id = ${tool}`.execute(shop.db)
      }
      await shop.searchIndex.catchUp()
      const fit = { answer, isUniversal: kind === 'none' }
      expect(await get(`/fitment?tool=${tool}&vehicle=${vehicle}`)).toMatchObject(fit)
      const byNumber = await get(`/search?q=${number}&vehicle=${vehicle}`)
      expect(byNumber.tools.find((one: { _id: string }) => one._id === tool).fit).toEqual(fit)
      const byWords = await get(`/search?q=fluid+for+all&vehicle=${vehicle}`)
      const inWords = byWords.tools.find((one: { _id: string }) => one._id === tool)
      // A list for a vehicle leaves out what does not fit it.
      if (kind === 'not') expect(inWords).toBeUndefined()
      else expect(inWords.fit).toEqual(fit)
    }
  })

  it('say the same conditions, by number and by words (finding 15)', async () => {
    const vehicle = await createVehicle(shop, { model: 'Accord' })
    const tool = await createPart('Conditional lever', 'COND-100')
    const conditions = [{ name: 'Position', value: 'front' }]
    await sql`insert into fitment (vehicle_id, tool_ordinal, conditions, notes, source_id)
      select ${vehicle}, ordinal, ${JSON.stringify(conditions)}, array['Not with ABS'], ${source}
      from tool where id = ${tool}`.execute(shop.db)
    await shop.searchIndex.catchUp()
    const fit = { answer: 'fits-if', isUniversal: false, conditions, notes: ['Not with ABS'] }
    expect(await get(`/fitment?tool=${tool}&vehicle=${vehicle}`)).toMatchObject(fit)
    for (const q of ['COND-100', 'conditional+lever']) {
      expect((await get(`/search?q=${q}&vehicle=${vehicle}`)).tools).toMatchObject([{ _id: tool, fit }])
    }
  })

  it('show where a number comes from', async () => {
    const tool = await createPart('Numbered', 'SRC-100')
    await sql`insert into part_number (tool_ordinal, kind, value, brand, source_id)
      select ordinal, 'oem', 'OEM-100', 'Zedder', ${source} from tool where id = ${tool}`.execute(shop.db)
    expect((await get(`/tools/${tool}/numbers`)).numbers).toMatchObject([
      { kind: 'own', value: 'SRC-100', source: null },
      { kind: 'oem', value: 'OEM-100', source: { name: 'Test file', date: '2026-10-01', isDemo: false } },
    ])
  })
})

describe('a word with a digit', () => {
  it('is no beginning of a number where the catalogue says it, and one where it does not', async () => {
    const oil = await createPart('Engine oil 5W-30', 'ENG-1')
    const filter = await createPart('Filter', '5W30-4L')
    await shop.searchIndex.catchUp()
    const idsOf = async (q: string) => (await get(`/search?q=${q}`)).tools.map((one: { _id: string }) => one._id)
    expect(await idsOf('5w30')).toEqual([oil])
    expect(await idsOf('5w30-4')).toEqual([filter])
    expect(await idsOf('5w3')).toEqual([filter])
    expect((await idsOf('5w30-4l'))[0]).toBe(filter)
  })

  it('is a number where it is nothing but many digits, whatever a description says', async () => {
    const longer = await createPart('Alternator', '0986 478567-A')
    await createPart('Bearing instead of 0986478567', 'BRG-7')
    await shop.searchIndex.catchUp()
    const { tools } = await get('/search?q=0986478567')
    expect(tools.map((one: { _id: string }) => one._id)).toEqual([longer])
  })
})
