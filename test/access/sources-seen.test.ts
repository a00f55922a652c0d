import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, createPerson, createVehicle, visitor } from '../factories.ts'
import { fileWith, importFiles, importerOf } from '../files/imports.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import { matrixRows } from './table.ts'
import { whoMayCall } from './who-may-call.ts'

let shop: TestShop
let admin: Person
let buyer: Person

/** They stand in the source's own name, in its files' and in the import's. */
const mark = 'markedsupplier'
const published = 'Published catalogue'

beforeAll(async () => {
  shop = await startTestShop({ environment: { MAX_OPEN_ORDERS: '100' } })
  admin = await createPerson(shop, 'admin')
  buyer = await createPerson(shop)
  await createVehicle(shop)
  const importer = importerOf(shop)
  const file = (name: string, ...lines: string[]) => fileWith(lines.join('\n'), `${mark}-${name}.csv`)
  const files = [
    await file('parts', 'brand,part_number,name,price', 'Halden,MS-1,Marked wrench,5.00'),
    await file('numbers', 'brand,part_number,kind,number', 'Halden,MS-1,oem,4455-66', 'Halden,MS-1,supersedes,MS-0'),
    await file('fitment', 'brand,part_number,year,make,model,fits', 'Halden,MS-1,2015,Honda,Civic,yes'),
  ]
  for (const one of files) await importFiles(importer, [one], { createParts: true, source: `${mark}.csv` })
})
afterAll(() => shop.close())

const rows = matrixRows(() => ({ shop, admin, people: () => [buyer] }))

/** Calls that need no right of staff. */
const buyersCalls = Object.entries(whoMayCall).flatMap(([who, calls]) =>
  who === 'provider' || who.startsWith('staff:') ? [] : calls,
)

/** The source says of all tools that they fit all vehicles, and have a number of their own. */
async function sayOfAll(): Promise<void> {
  const source = sql`(select id from data_source where starts_with(name, ${mark}))`
  await sql`
    insert into fitment (vehicle_id, tool_ordinal, notes, source_id)
    select vehicle.id, tool.ordinal, array['Once only'], ${source} from vehicle cross join tool
    where not exists (select from fitment where tool_ordinal = tool.ordinal and vehicle_id = vehicle.id)`.execute(
    shop.db,
  )
  await sql`
    insert into part_number (tool_ordinal, kind, value, source_id)
    select ordinal, 'oem', 'MS ' || ordinal, ${source} from tool on conflict do nothing`.execute(shop.db)
}

/** What a visitor, a customer and the owner of what it is about hear of a call. */
async function heard(call: string): Promise<string> {
  const row = rows[call]
  if (!row) throw new Error(`${call} has no row`)
  const owner = row.endsAccount || row.endsSession ? await createPerson(shop) : buyer
  const { path, body, headers } = await row.sample(owner, admin)
  await sayOfAll()
  const [method = ''] = call.split(' ')
  const answers = []
  for (const who of [visitor(shop), owner]) answers.push(await who.call(method, path, body, headers))
  return JSON.stringify(answers.map(({ body, headers }) => [body, ...headers])).toLowerCase()
}

describe('the own name of a source stays with staff', () => {
  it.each(buyersCalls)('%s', async call => {
    expect(await heard(call)).not.toContain(mark)
  })

  it('where it has a public name, too, which buyers read where a source is named', async () => {
    const [source] = (await admin.call('GET', '/sources')).body
    expect(source).toMatchObject({ name: `${mark}.csv`, publicName: null })
    const named = await admin.call('PUT', `/sources/${source.id}`, { publicName: published })
    expect(named).toMatchObject({ status: 200, body: { modifiedCount: 1 } })
    const naming: string[] = []
    for (const call of buyersCalls.filter(call => call.startsWith('GET '))) {
      const words = await heard(call)
      expect(words, call).not.toContain(mark)
      if (words.includes(published.toLowerCase())) naming.push(call)
    }
    expect(naming.toSorted()).toEqual(['GET /fitment', 'GET /tools/:id/fitment', 'GET /tools/:id/numbers'])
  })
})
