import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTool } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { catalogueNow, fileWith, fixture, importFiles, importerOf, problemsOf, stageFiles } from '#test/files/imports'
import { type Importer } from './preview/stage.server.ts'
import { undoImport } from './commit/undo.server.ts'

const catalogue = fixture('aces-3.1-airqualitee-full.xml.gz')
const mapping = fixture('basevehicle-map-sample.csv')

let shop: TestShop
let importer: Importer

beforeAll(async () => {
  shop = await startTestShop()
  importer = importerOf(shop)
  const staged = await stageFiles(importer, [catalogue], { brand: 'AirQualitee' })
  const { rows } = await sql<{ value: string }>`
    select value from import_problem where import_id = ${staged.id} and code = 'part-unknown' order by 1`.execute(
    shop.db,
  )
  const parts = rows.map(row => `AirQualitee,${row.value.replace('AirQualitee ', '')},12.50`)
  const path = await fileWith(['brand,part_number,price', ...parts].join('\n'), 'parts.csv')
  const added = await importFiles(importer, [path], { createParts: true })
  expect(added.counts?.part).toMatchObject({ added: 257, refused: 0 })
  // Each is told once, and no vehicle of a part that is not sold.
  expect(rows).toHaveLength(257)
  expect(staged.counts?.fitment).toMatchObject({ refused: 6512, unresolved: 0 })
  expect(staged.problem_count).toBe(6512)
})
afterAll(() => shop.close())

describe('a real catalogue of a brand', () => {
  it('has no duplicates and 211 overlaps, as the published checker says', async () => {
    const staged = await stageFiles(importer, [catalogue], { brand: 'AirQualitee', source: 'overlaps' })
    expect(staged).toMatchObject({ state: 'staged', duplicate_count: 0, overlap_count: 211 })
    const { rows } =
      await sql`select from import_overlap where import_id = ${staged.id} and part <> other_part`.execute(shop.db)
    expect(rows).toHaveLength(211)
  })

  it('has two applications with broken ids, which are told and left out', async () => {
    const staged = await stageFiles(importer, [catalogue], { brand: 'AirQualitee', source: 'broken' })
    const problems = (await problemsOf(importer, staged)).filter(problem => problem.code !== 'vehicle-unknown')
    expect(problems).toMatchObject([
      { record: '2', field: 'Position', code: 'position-implausible', value: '341221' },
      { record: '1', field: 'BaseVehicle', code: 'vehicle-number-implausible', value: '588822' },
    ])
    expect(staged.counts?.fitment).toMatchObject({ added: 0, unresolved: 6510, refused: 2 })
  })

  it('waits for its vehicles, of which a mapping resolves exactly the thirteen', async () => {
    const before = await catalogueNow(importer)
    const fitment = await importFiles(importer, [catalogue], { brand: 'AirQualitee', source: 'catalogue' })
    const mapped = await importFiles(importer, [mapping], { source: 'mapping' })
    expect(mapped.counts?.vehicle).toMatchObject({ added: 16, refused: 0 })
    const { rows } = await sql<{ line: string }>`
      select concat_ws(',', tool.part_number, vehicle.year, make.name, model.name, array_to_string(fitment.notes, ' ')) as line
      from fitment join tool on tool.ordinal = fitment.tool_ordinal join vehicle on vehicle.id = fitment.vehicle_id
        join model on model.id = vehicle.model_id join make on make.id = model.make_id`.execute(shop.db)
    const expected = (await readFile(fixture('fitment-resolved-sample.csv'), 'utf8')).trim().split(/\r?\n/).slice(1)
    const cells = expected.map(line => line.split(','))
    const lines = cells.map(([, , part, , year, make, model, , , , notes]) =>
      [part, year, make, model, notes].filter(Boolean).join(','),
    )
    expect(rows.map(row => row.line).toSorted()).toEqual(lines.toSorted())
    await expect(undoImport(importer.ctx, fitment.id)).rejects.toThrow(`import ${mapped.number}`)
    await undoImport(importer.ctx, mapped.id)
    await undoImport(importer.ctx, fitment.id)
    expect(await catalogueNow(importer)).toEqual(before)
  })
})

describe('a table of parts, numbers and fitment', () => {
  it('goes in and is undone to the last row', async () => {
    await createTool(shop)
    await sql`with m as (insert into make (name) values ('Halden') returning id), o as (insert into model (make_id, name) select id, 'Rook' from m returning id)
      insert into vehicle (year, model_id) select year, id from o, generate_series(2001, 2004) year`.execute(shop.db)
    const before = await catalogueNow(importer)
    const parts = await fileWith(
      'brand;part_number;name;price;stock\nCorvane;CV-1;Brake disc;19,90\nCorvane;CV-2;Brake pad;9.90;7\n',
      'p.csv',
    )
    const fitment = await fileWith(
      'brand,part_number,year_from,year_to,make,model,position,quantity,conditions\nCorvane,cv1,2001,2003,HALDEN,rook,Front,2,Drive=AWD\nCorvane,CV-2,2003,2005,Halden,Rook,,,\n',
      'f.csv',
    )
    const numbers = await fileWith(
      'brand,part_number,kind,number,number_brand\nCorvane,CV-2,oem,00 12-34,Halden\nCorvane,CV-2,supersedes,CV-0,\n',
      'n.csv',
    )
    const done = await importFiles(importer, [parts, fitment, numbers], { createParts: true, source: 'all' })
    expect(done.counts).toMatchObject({
      part: { added: 2, refused: 0 },
      fitment: { added: 5, unresolved: 1, refused: 0 },
      number: { added: 2, refused: 0 },
    })
    expect((await problemsOf(importer, done)).map(problem => problem.code)).toEqual(['vehicle-unknown'])
    await undoImport(importer.ctx, done.id)
    expect(await catalogueNow(importer)).toEqual(before)
  })
})
