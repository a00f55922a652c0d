import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestShop, startTestShop } from '#test/harness'
import { catalogueNow, fileWith, importFiles, importerOf, problemsOf } from '#test/files/imports'
import { type Importer } from './preview/stage.server.ts'
import { undoImport } from './commit/undo.server.ts'

let shop: TestShop
let importer: Importer

beforeAll(async () => {
  shop = await startTestShop()
  importer = importerOf(shop)
  await sql`with m as (insert into make (name) values ('Halden') returning id),
      o as (insert into model (make_id, name) select id, 'Rook' from m returning id)
    insert into vehicle (year, model_id) select year, id from o, generate_series(2001, 2010) year`.execute(shop.db)
  const parts = ['A-1', 'A-2', 'P-1', 'P-2'].map(part => `Kestrel,${part},10.00,5`)
  await importFiles(importer, [await fileWith(['brand,part_number,price,stock', ...parts].join('\n'))], {
    createParts: true,
    source: 'parts',
  })
})
afterAll(() => shop.close())

const xmlFile = (text: string) => fileWith(`<?xml version="1.0" encoding="UTF-8"?>${text}`, 'file.xml')

const app = (action: string, part: string, position: string, years = '2001" to="2002') =>
  `<App action="${action}" id="${part}"><Years from="${years}"/><Make>Halden</Make><Model>Rook</Model>
    <PartType id="1"/><Position>${position}</Position><Part>${part}</Part></App>`
const aces = (submission: string, ...apps: string[]) =>
  xmlFile(`<ACES version="4.2"><Header><BrandAAIAID>KSTR</BrandAAIAID><SubmissionType>${submission}</SubmissionType></Header>
    ${apps.join('')}</ACES>`)

const applications = async () =>
  (
    await sql<{ what: string }>`
    select tool.part_number || ' ' || fitment.position || ' ' || vehicle.year as what
    from fitment join tool on ordinal = tool_ordinal join vehicle on vehicle.id = vehicle_id order by 1`.execute(
      shop.db,
    )
  ).rows.map(row => row.what)

describe('an ACES file', () => {
  const options = { source: 'aces', brand: 'Kestrel' }

  it('takes away the very application that it says, tells of one that is not there, and is undone', async () => {
    await importFiles(importer, [await aces('FULL', app('A', 'A-1', 'Front'), app('A', 'A-1', 'Rear'))], options)
    const before = await catalogueNow(importer)
    const away = await aces(
      'UPDATE',
      app('D', 'A-1', 'Rear', '2001" to="2001'),
      app('D', 'A-1', 'Left'),
      app('A', 'A-2', 'Rear'),
    )
    const done = await importFiles(importer, [away], options)
    expect(done.counts?.fitment).toMatchObject({ added: 2, removed: 1 })
    expect((await problemsOf(importer, done)).map(({ code, times }) => [code, times])).toContainEqual([
      'nothing-to-remove',
      1,
    ])
    // What an update does not name stays.
    expect(await applications()).toEqual([
      'A-1 Front 2001',
      'A-1 Front 2002',
      'A-1 Rear 2002',
      'A-2 Rear 2001',
      'A-2 Rear 2002',
    ])
    await undoImport(shop.system, done.id)
    expect(await catalogueNow(importer)).toEqual(before)
  })

  it('takes nothing away that another source has said', async () => {
    const other = await importFiles(importer, [await aces('UPDATE', app('A', 'A-2', 'Front'))], {
      ...options,
      source: 'other',
    })
    const done = await importFiles(importer, [await aces('UPDATE', app('D', 'A-2', 'Front'))], options)
    expect(done.counts?.fitment).toMatchObject({ removed: 0 })
    expect(await applications()).toContain('A-2 Front 2001')
    await undoImport(shop.system, done.id)
    await undoImport(shop.system, other.id)
  })

  it('that is full replaces what its source had', async () => {
    const before = await catalogueNow(importer)
    const full = await aces('FULL', app('A', 'A-1', 'Front'), app('A', 'A-2', 'Front'))
    const done = await importFiles(importer, [full], { ...options, allowRemoval: true })
    expect(done.counts?.fitment).toMatchObject({ added: 2, unchanged: 2, removed: 2 })
    await undoImport(shop.system, done.id)
    expect(await catalogueNow(importer)).toEqual(before)
  })
})

const item = (kind: string, part: string, price: string, ...numbers: string[]) =>
  `<Item MaintenanceType="${kind}"><PartNumber>${part}</PartNumber><BrandAAIAID>KSTR</BrandAAIAID>
    <Prices><Pricing PriceType="RET"><Price UOM="PE">${price}</Price></Pricing></Prices>
    <PartInterchangeInfo><PartInterchange BrandLabel="Marrow">${numbers.map(number => `<PartNumber>${number}</PartNumber>`).join('')}</PartInterchange></PartInterchangeInfo></Item>`
const pies = (submission: string, ...items: string[]) =>
  xmlFile(`<PIES xmlns="http://www.autocare.org"><Header><PIESVersion>7.2</PIESVersion><SubmissionType>${submission}</SubmissionType>
    <CurrencyCode>USD</CurrencyCode></Header><Items>${items.join('')}</Items></PIES>`)

const sold = async () =>
  (
    await sql<{ what: string }>`
    select tool.part_number || ' ' || price || coalesce(' ' || string_agg(number.value, ' ' order by number.value), '') as what
    from tool left join part_number number on tool_ordinal = tool.ordinal and kind = 'interchange'
    where archived_at is null and tool.part_number like 'P-%' group by tool.id order by 1`.execute(shop.db)
  ).rows.map(row => row.what)

describe('a PIES file', () => {
  const options = { source: 'pies', brand: 'Kestrel' }

  it('changes parts and takes parts out of the shop as it says, and is undone', async () => {
    await importFiles(
      importer,
      [await pies('FULL', item('A', 'P-1', '12.00', 'M-1', 'M-2'), item('A', 'P-2', '13.00', 'M-3'))],
      options,
    )
    expect(await sold()).toEqual(['P-1 1200 M-1 M-2', 'P-2 1300 M-3'])
    const before = await catalogueNow(importer)
    const done = await importFiles(
      importer,
      [await pies('UPDATE', item('C', 'P-1', '12.50', 'M-4'), item('D', 'P-2', '13.00'))],
      options,
    )
    expect(done.counts).toMatchObject({ part: { changed: 1, removed: 1 }, number: { added: 1, removed: 0 } })
    expect(await sold()).toEqual(['P-1 1250 M-1 M-2 M-4'])
    await undoImport(shop.system, done.id)
    expect(await catalogueNow(importer)).toEqual(before)
  })

  it('that is full replaces the numbers of its source, and leaves parts that it does not name in the shop', async () => {
    const before = await catalogueNow(importer)
    const done = await importFiles(importer, [await pies('FULL', item('C', 'P-1', '12.00', 'M-1', 'M-9'))], {
      ...options,
      allowRemoval: true,
    })
    expect(done.counts?.number).toMatchObject({ added: 1, unchanged: 1, removed: 2 })
    expect(await sold()).toEqual(['P-1 1200 M-1 M-9', 'P-2 1300'])
    await undoImport(shop.system, done.id)
    expect(await catalogueNow(importer)).toEqual(before)
  })

  it('that is full leaves a part the GTIN that it had where its item has a wrong one, and tells it', async () => {
    const withGtins = (...numbers: string[]) =>
      pies(
        'FULL',
        ...numbers.map((number, at) =>
          item('A', `P-${at + 1}`, '12.00').replace(
            '<Prices>',
            `${number && `<ItemLevelGTIN>${number}</ItemLevelGTIN>`}<Prices>`,
          ),
        ),
      )
    const gtins = async () =>
      (
        await sql<{ what: string }>`
        select part_number || ' ' || value as what from part_number join tool on ordinal = tool_ordinal where kind = 'gtin' order by 1`.execute(
          shop.db,
        )
      ).rows.map(({ what }) => what)
    const gtinOptions = { ...options, source: 'pies gtins', allowRemoval: true }
    await importFiles(importer, [await withGtins('4006381333931', '4012345678901')], gtinOptions)
    expect(await gtins()).toEqual(['P-1 04006381333931', 'P-2 04012345678901'])
    const done = await importFiles(importer, [await withGtins('4006381333932', '')], gtinOptions)
    expect(done.counts).toMatchObject({ part: { refused: 0 }, number: { unchanged: 1, removed: 1, refused: 0 } })
    expect(await problemsOf(importer, done)).toMatchObject([
      { code: 'gtin-left-out', value: '4006381333932', record: 'P-1' },
    ])
    expect(await gtins()).toEqual(['P-1 04006381333931'])
    await undoImport(shop.system, done.id)
  })
})
