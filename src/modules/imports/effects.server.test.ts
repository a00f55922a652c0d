import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPerson, orderOf } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { catalogueNow, fileWith, fixture, importFiles, importerOf, problemsOf, stageFiles } from '#test/files/imports'
import { type Importer } from './preview/stage.server.ts'
import { cancelImport, commitImport } from './commit/commit.server.ts'
import { resolveVehicles } from './tidy.server.ts'
import { undoImport } from './commit/undo.server.ts'

let shop: TestShop
let importer: Importer

beforeAll(async () => {
  shop = await startTestShop()
  importer = importerOf(shop)
  await sql`with m as (insert into make (name) values ('Halden') returning id),
      o as (insert into model (make_id, name) select id, 'Rook' from m returning id)
    insert into vehicle (year, model_id) select year, id from o, generate_series(2001, 2010) year`.execute(shop.db)
})
afterAll(() => shop.close())

const parts = (...lines: string[]) => fileWith(['brand,part_number,name,price,stock', ...lines].join('\n'))
const fits = (...lines: string[]) =>
  fileWith(['brand,part_number,year_from,year_to,make,model,position,quantity,fits', ...lines].join('\n'))
const add = async (...lines: string[]) =>
  importFiles(importer, [await parts(...lines)], { createParts: true, source: 'parts' })

const toolOf = async (part: string) =>
  (
    await sql<{ id: string; price: number; on_hand: number; version: number }>`
    select id, price, on_hand, version from tool where part_number = ${part} and archived_at is null`.execute(shop.db)
  ).rows[0]

describe('the same file again', () => {
  it('changes nothing', async () => {
    await add('Acme,S-1,Disc,10.00,5')
    const file = await fits('Acme,S-1,2001,2004,Halden,Rook,Front,2,yes')
    await importFiles(importer, [file], { source: 'same' })
    const before = await catalogueNow(importer)
    const again = await importFiles(importer, [file], { source: 'same' })
    expect(again.counts?.fitment).toMatchObject({ added: 0, changed: 0, unchanged: 4 })
    const partsAgain = await add('Acme,S-1,Disc,10.00,5')
    expect(partsAgain.counts?.part).toMatchObject({ added: 0, changed: 0, unchanged: 1 })
    expect(await catalogueNow(importer)).toEqual(before)
    const changed = await importFiles(importer, [await fits('Acme,S-1,2001,2002,Halden,Rook,Front,1,yes')], {
      source: 'same',
    })
    expect(changed.counts?.fitment).toMatchObject({ added: 0, changed: 2 })
    await undoImport(shop.system, changed.id)
    expect(await catalogueNow(importer)).toEqual(before)
  })
})

describe('a full file', () => {
  it('removes what its source lacks now, asks where that is a lot, and is undone to the row', async () => {
    await add('Acme,F-1,Disc,10.00,5')
    await importFiles(importer, [await fits('Acme,F-1,2001,2010,Halden,Rook,,,')], { source: 'full' })
    const other = await importFiles(importer, [await fits('Acme,F-1,2001,2001,Halden,Rook,Rear,,')], {
      source: 'other',
    })
    expect(other.counts?.fitment).toMatchObject({ added: 1 })
    const before = await catalogueNow(importer)
    const small = await stageFiles(importer, [await fits('Acme,F-1,2001,2008,Halden,Rook,,,')], {
      source: 'full',
      full: true,
    })
    expect(small).toMatchObject({ removal: { rows: 2, of: 10 }, counts: { fitment: { removed: 2, unchanged: 8 } } })
    const large = await stageFiles(importer, [await fits('Acme,F-1,2001,2007,Halden,Rook,,,')], {
      source: 'full',
      full: true,
    })
    await expect(commitImport(importer, large.id)).rejects.toMatchObject({ code: 'import-removes-too-much' })
    expect(await catalogueNow(importer)).toEqual(before)
    const done = await commitImport(importer, small.id)
    const { rows } = await sql`select from fitment where source_id = ${done.source_id}`.execute(shop.db)
    expect(rows).toHaveLength(8)
    await undoImport(shop.system, done.id)
    expect(await catalogueNow(importer)).toEqual(before)
    await cancelImport(shop.system, large.id)
    await expect(commitImport(importer, large.id)).rejects.toMatchObject({ code: 'import-not-staged' })
  })
})

describe('undoing', () => {
  it('refuses when a later import says the same rows, leaves what an admin has changed, and says which', async () => {
    const first = await add('Acme,U-1,Disc,10.00,5')
    const file = await fits('Acme,U-1,2001,2001,Halden,Rook,,,')
    const one = await importFiles(importer, [file], { source: 'undo' })
    const two = await importFiles(importer, [await fits('Acme,U-1,2001,2001,Halden,Rook,,4,')], { source: 'undo' })
    await expect(undoImport(shop.system, one.id)).rejects.toThrow(`import ${two.number}`)
    await undoImport(shop.system, two.id)
    await undoImport(shop.system, one.id)
    await sql`update tool set price = 1100, version = version + 1 where part_number = 'U-1'`.execute(shop.db)
    expect(await undoImport(shop.system, first.id)).toMatchObject({
      undo_left: { count: 1, first: [{ what: 'U-1, Disc', why: 'part-changed' }] },
    })
  })

  it('puts stock back through the ledger, unless orders hold it', async () => {
    await add('Acme,L-1,Disc,10.00,5')
    const tool = await toolOf('L-1')
    const stock = await importFiles(importer, [await fileWith('brand,part_number,quantity\nAcme,L-1,9\n')], {
      source: 'stock',
    })
    expect((await toolOf('L-1'))?.on_hand).toBe(9)
    const person = await createPerson(shop)
    const ordered = await person.call('POST', '/orders', orderOf(tool?.id ?? '', 7))
    expect(ordered.status).toBe(200)
    const less = await stageFiles(importer, [await fileWith('brand,part_number,quantity\nAcme,L-1,6\n')], {
      source: 'stock',
    })
    expect(await problemsOf(importer, less)).toMatchObject([{ code: 'stock-held', value: '6' }])
    expect(await undoImport(shop.system, stock.id)).toMatchObject({
      undo_left: { count: 1, first: [{ what: 'L-1, Disc', why: 'stock-held' }] },
    })
    const { rows } = await sql<{ sum: number }>`
      select sum(on_hand_change)::integer as sum from stock_movement where tool_id = ${tool?.id ?? ''}`.execute(shop.db)
    expect(rows[0]?.sum).toBe((await toolOf('L-1'))?.on_hand)
  })
})

describe('parts', () => {
  it('are found by number as numbers are compared, and never guessed', async () => {
    await add('Acme,AB-10,One,10.00,1', 'Other,AB10,Three,10.00,1', 'Acme,AB-1O,Four,10.00,1')
    await sql`
      insert into tool (id, name, description, price, on_hand, minimum_quantity, part_number, brand_id)
      select gen_random_uuid(), 'Two', 'As Acme writes another one.', 1000, 1, 1, 'AB 1-0', id from brand where name = 'Acme'`.execute(
      shop.db,
    )
    const lines = [
      'Acme,AB-10,11.00',
      'Acme,ab10,21.00',
      'Other,ab.10,31.00',
      'Acme,AB1O,41.00',
      ',AB10,51.00',
      ',AB1O,61.00',
    ]
    const file = await fileWith(['brand,part_number,price', ...lines].join('\n'))
    const priced = await importFiles(importer, [file], { source: 'prices' })
    const problems = await problemsOf(importer, priced)
    expect(problems.map(problem => [problem.line, problem.code]).toSorted()).toEqual([
      [3, 'part-ambiguous'],
      [6, 'part-ambiguous'],
      [7, 'part-twice'],
    ])
    expect([(await toolOf('AB-10'))?.price, (await toolOf('AB 1-0'))?.price]).toEqual([1100, 1000])
    expect([(await toolOf('AB10'))?.price, (await toolOf('AB-1O'))?.price]).toEqual([3100, 4100])
  })

  it('that are new are several where a sign may tell their numbers apart, in one file and in two', async () => {
    const heads = 'brand,part_number,name,price\n'
    const files = [
      `${heads}Signs,10.5,Ten and a half,1.00\nSigns,105,Hundred and five,2.00\nSigns,1/2,Half,3.00\nSigns,AB-1,First,4.00\n`,
      `${heads}Signs,12,Twelve,5.00\nSigns,AB1,,6.00\n`,
      'brand,part_number,kind,number\nSigns,105,oem,OE105\nSigns,1-2,oem,OE12\nSigns,1.05,oem,OE1.05\n',
    ]
    const paths = await Promise.all(files.map((file, at) => fileWith(file, `file-${at}.csv`)))
    const done = await importFiles(importer, paths, { source: 'signs', createParts: true })
    expect((await problemsOf(importer, done)).map(({ code, value }) => [code, value])).toEqual([
      ['part-unknown', 'Signs 1.05'],
    ])
    const { rows } = await sql<{ number: string; price: number; oem: string | null }>`
      select tool.part_number as number, price, (
        select string_agg(value, ' ') from part_number own where own.tool_ordinal = tool.ordinal and kind = 'oem') as oem
      from tool join brand on brand.id = brand_id where brand.name = 'Signs' order by price`.execute(shop.db)
    expect(rows.map(({ number, price, oem }) => [number, price, oem])).toEqual([
      ['10.5', 100, null],
      ['105', 200, 'OE105'],
      ['1/2', 300, null],
      ['12', 500, 'OE12'],
      ['AB-1', 600, null],
    ])
  })

  it('without a brand are the one that has none and is spelled so, beside one of a brand', async () => {
    const price = async (where: string) => {
      const { rows } = await sql<{ price: number }>`
        select price from tool where part_number = 'BARE 1' and ${sql.raw(where)} order by price`.execute(shop.db)
      return rows.map(row => row.price)
    }
    await add('Acme,BARE 1,Of Acme,10.00,1')
    const bare = () =>
      sql`
      insert into tool (id, name, description, price, on_hand, minimum_quantity, part_number)
      values (gen_random_uuid(), 'Bare', 'Of nobody.', 1000, 1, 1, 'BARE 1')`.execute(shop.db)
    await bare()
    const pricesOf = (...lines: string[]) => fileWith(['brand,part_number,price', ...lines].join('\n'))
    const file = await pricesOf(',BARE 1,5.00', 'Acme,BARE 1,6.00', ',bare1,7.00')
    const priced = await importFiles(importer, [file], { source: 'prices' })
    expect(await problemsOf(importer, priced)).toMatchObject([{ line: 4, code: 'part-ambiguous' }])
    expect([await price('brand_id is null'), await price('brand_id is not null')]).toEqual([[500], [600]])
    await bare()
    const again = await stageFiles(importer, [await pricesOf(',BARE 1,8.00')], { source: 'prices' })
    expect(await problemsOf(importer, again)).toMatchObject([{ line: 2, code: 'part-ambiguous' }])
  })

  it('come from a PIES file with prices, numbers and a GTIN that stands twice', async () => {
    const before = await catalogueNow(importer)
    const options = { createParts: true, source: 'pies', brand: 'AirQualitee' }
    const pies = fixture('pies-8.0-airqualitee-derived.xml')
    const alone = await stageFiles(importer, [pies], options)
    const without = (await problemsOf(importer, alone)).map(problem => [problem.code, problem.value])
    expect(without.filter(([code]) => code === 'price-missing')).toHaveLength(2)
    const prices = await fileWith('brand,part_number,price\nAirQualitee,AQ1153KIT,21.00\nAirQualitee,AQ1154BULK,9.00\n')
    const done = await importFiles(importer, [pies, prices], options)
    expect((await problemsOf(importer, done)).filter(problem => problem.code === 'gtin-taken')).toMatchObject([
      { record: 'AQ1153KIT', value: '734776283922' },
    ])
    expect(done.counts?.part).toMatchObject({ added: 7, refused: 0 })
    expect(await toolOf('AQ1150')).toMatchObject({ price: 672 })
    const { rows } = await sql<{ value: string; brand: string }>`
      select value, part_number.brand from part_number join tool on ordinal = tool_ordinal
      where tool.part_number = 'AQ1150' and kind = 'interchange' order by value`.execute(shop.db)
    expect(rows).toEqual([
      { value: 'FIL12345', brand: 'BQMC' },
      { value: 'FTR4321', brand: 'BKJT' },
    ])
    await undoImport(shop.system, done.id)
    expect(await catalogueNow(importer)).toEqual(before)
  })
})

describe('vehicles that the shop does not know', () => {
  it('are resolved by themselves once they are there', async () => {
    await add('Acme,V-1,Disc,10.00,5')
    const before = await catalogueNow(importer)
    const done = await importFiles(
      importer,
      [await fits('Acme,V-1,2011,2012,Halden,Rook,,,', 'Acme,V-1,2001,2001,Halden,Rook,,,')],
      { source: 'wait' },
    )
    expect(done.counts?.fitment).toMatchObject({ added: 1, unresolved: 2 })
    expect(await resolveVehicles(shop.system)).toBe(0)
    await sql`insert into vehicle (year, model_id) select 2011, id from model where name = 'Rook'`.execute(shop.db)
    expect(await resolveVehicles(shop.system)).toBe(1)
    await expect(undoImport(shop.system, done.id)).rejects.toMatchObject({ code: 'import-changed-since' })
    const { rows } = await sql<{ id: string }>`select id from import where origin = 'shop'`.execute(shop.db)
    await undoImport(shop.system, rows[0]?.id ?? '')
    await undoImport(shop.system, done.id)
    expect(await catalogueNow(importer)).toEqual(before)
  })

  it('with an engine that is not known fit on a condition', async () => {
    await add('Acme,E-1,Disc,10.00,5')
    const file = await fileWith('brand,part_number,year,make,model,engine\nAcme,E-1,2001,Halden,Rook,"9.9 L, steam"\n')
    await importFiles(importer, [file], { source: 'engine' })
    const { rows } = await sql<{ conditions: unknown; answer: number }>`
      select conditions, answer from fitment join tool on ordinal = tool_ordinal where part_number = 'E-1'`.execute(
      shop.db,
    )
    expect(rows).toEqual([{ conditions: [{ name: 'Engine', value: '9.9 L, steam' }], answer: 2 }])
  })
})
