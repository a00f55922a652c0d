import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestShop, startTestShop } from '#test/harness'
import { catalogueNow, fileWith, importFiles, importerOf, problemsOf } from '#test/files/imports'
import { undoImport } from '../commit/undo.server.ts'
import type { Importer } from '../preview/stage.server.ts'

let shop: TestShop
let importer: Importer

beforeAll(async () => {
  shop = await startTestShop()
  importer = importerOf(shop)
  await sql`with m as (insert into make (name) values ('Halden') returning id),
      o as (insert into model (make_id, name) select id, 'Rook' from m returning id)
    insert into vehicle (year, model_id) select year, id from o, generate_series(2001, 2010) year`.execute(shop.db)
  const parts = ['F-1', 'F-2', 'F-3', 'F 4', 'A-1', 'A-2'].map(part => `Held,${part},10.00`)
  await importFiles(importer, [await fileWith(['brand,part_number,price', ...parts].join('\n'))], {
    createParts: true,
    source: 'parts',
  })
})
afterAll(() => shop.close())

const full = { full: true, allowRemoval: true }
const fits = async (...lines: string[]) => [
  await fileWith(['brand,part_number,year_from,year_to,make,model,quantity', ...lines].join('\n')),
]
/** What is said of parts, and what of them waits for a vehicle. */
const linesOf = async (part: string) =>
  (
    await sql<{ what: string }>`
    select part_number || ' ' || vehicle.year || coalesce(' ' || quantity, '') as what
    from fitment join tool on ordinal = tool_ordinal join vehicle on vehicle.id = vehicle_id where part_number like ${part}
    union all
    select part_number || ' waits ' || waiting.year from unresolved_fitment waiting join tool on ordinal = tool_ordinal
    where part_number like ${part} order by 1`.execute(shop.db)
  ).rows.map(({ what }) => what)

describe('a row of applications that is refused', () => {
  const source = 'fits'
  const one = (part: string) => `Held,${part},2001,2002,Halden,Rook,1`
  const all = ['F 4', 'F-1', 'F-2', 'F-3'].flatMap(part => [`${part} 2001 1`, `${part} 2002 1`])

  it('while it is read leaves its part what a full list gave it, as do those of which nobody knows the part', async () => {
    const waits = 'Held,F-1,1999,1999,Halden,Rook,1'
    await importFiles(importer, await fits(...['F-1', 'F-2', 'F-3', 'F 4'].map(one), waits), { source })
    const before = await catalogueNow(importer)
    expect(await linesOf('F%')).toEqual([...all, 'F-1 waits 1999'].toSorted())

    const wrong = await fits('Held,f1,2001,2001,Halden,Rook,2', 'Held,f1,2002,2002,Halden,Rook,two', one('F-2'))
    const done = await importFiles(importer, wrong, { source, ...full })
    expect(done).toMatchObject({
      removal: { rows: 4, of: 9 },
      counts: { fitment: { added: 0, changed: 1, unchanged: 2, removed: 4, refused: 1 } },
    })
    expect(await linesOf('F%')).toEqual(['F-1 2001 2', 'F-1 2002 1', 'F-1 waits 1999', 'F-2 2001 1', 'F-2 2002 1'])
    await undoImport(shop.system, done.id)
    expect(await catalogueNow(importer)).toEqual(before)

    // A part has many rows: where nobody knows which part one is about, it may be any that the list seems to lack.
    const unread = await fits('Held,#N/A,2002,2002,Halden,Rook,1', 'Held,F-2,2001,2001,Halden,Rook,3')
    const other = await importFiles(importer, unread, { source, ...full })
    expect(other.counts?.fitment).toMatchObject({ changed: 1, removed: 0, refused: 1 })
    expect(await problemsOf(importer, other)).toMatchObject([{ code: 'cell-error' }, { code: 'applications-unknown' }])
    await undoImport(shop.system, other.id)
    expect(await catalogueNow(importer)).toEqual(before)
  })

  it('because several parts have its number leaves each of them what it had', async () => {
    await sql`
      insert into tool (id, name, description, price, on_hand, minimum_quantity, part_number, brand_id)
      select gen_random_uuid(), name, '', price, 0, 1, 'F4', brand_id from tool where part_number = 'F 4'`.execute(
      shop.db,
    )
    const done = await importFiles(importer, await fits(one('F-4'), one('F-2')), { source, ...full })
    expect(done.counts?.fitment).toMatchObject({ unchanged: 2, removed: 5, refused: 2 })
    expect(await linesOf('F%')).toEqual(all.filter(line => /^F( 4|-2)/.test(line)))
  })
})

it('an application in a full ACES file that is refused leaves its part those that it had', async () => {
  const options = { source: 'aces', brand: 'Held', allowRemoval: true }
  const app = (part: string, inside: string) => `<App action="A" id="1">${inside}<Part>${part}</Part></App>`
  const rook = (year: number) => `<Years from="${year}"/><Make>Halden</Make><Model>Rook</Model>`
  const aces = async (...apps: string[]) => [
    await fileWith(
      `<?xml version="1.0"?><ACES version="4.2"><Header><SubmissionType>FULL</SubmissionType></Header>${apps.join('')}</ACES>`,
      'file.xml',
    ),
  ]
  const whole = ['A-1', 'A-2'].flatMap(part => [app(part, rook(2001)), app(part, rook(2002))])
  await importFiles(importer, await aces(...whole), options)
  const before = await linesOf('A%')
  expect(before).toEqual(['A-1 2001', 'A-1 2002', 'A-2 2001', 'A-2 2002'])

  const listed = app('A-2', rook(2001))
  // Wrong as it is read, and wrong once its vehicle is looked for.
  for (const wrong of ['<BaseVehicle id="x5"/>', '<BaseVehicle id="999999"/>']) {
    const done = await importFiles(importer, await aces(app('A-1', wrong), listed), options)
    expect(done.counts?.fitment).toMatchObject({ unchanged: 1, removed: 1, refused: 1 })
    expect(await linesOf('A%')).toEqual(['A-1 2001', 'A-1 2002', 'A-2 2001'])
    await undoImport(shop.system, done.id)
    expect(await linesOf('A%')).toEqual(before)
  }
  // What the file itself takes away goes.
  const away = app('A-1', rook(2002)).replace('"A"', '"D"')
  const partly = await importFiles(
    importer,
    await aces(app('A-1', '<BaseVehicle id="x5"/>'), away, ...whole.slice(2)),
    options,
  )
  expect(partly.counts?.fitment).toMatchObject({ unchanged: 2, removed: 1, refused: 1 })
  await undoImport(shop.system, partly.id)
  const nameless = await importFiles(importer, await aces(`<App action="A">${rook(2001)}</App>`, listed), options)
  expect(nameless.counts?.fitment).toMatchObject({ removed: 0, refused: 1 })
  expect(await linesOf('A%')).toEqual(before)
})
