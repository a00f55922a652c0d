import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestShop, startTestShop } from '#test/harness'
import { fileWith, importFiles, importerOf, problemsOf, stageFiles } from '#test/files/imports'
import { commitImport } from './commit/commit.server.ts'
import { undoImport } from './commit/undo.server.ts'
import type { Importer } from './preview/stage.server.ts'

/** Minimum, multiple, unit and weight, on their way in from a file. */
let shop: TestShop
let importer: Importer
beforeAll(async () => {
  shop = await startTestShop()
  importer = importerOf(shop)
})
afterAll(() => shop.close())

const parts = (head: string, ...lines: string[]) => fileWith([`part_number,brand,price,${head}`, ...lines].join('\n'))
const take = async (head: string, ...lines: string[]) =>
  importFiles(importer, [await parts(head, ...lines)], { createParts: true, source: 'sale' })

async function saleOf(part: string) {
  const { rows } = await sql`
    select minimum_quantity as minimum, quantity_multiple as multiple, sales_unit as unit, box_quantity as box, weight_grams as grams,
      tax_class as class
    from tool where part_number = ${part}`.execute(shop.db)
  return rows[0]
}

describe('a file of parts', () => {
  it('says in what they are sold, and what they weigh', async () => {
    const done = await take(
      'minimum,multiple,unit,weight,tax_class',
      'S-1,Acme,5,48,24,Box of 10,1.25,Reduced',
      'S-2,Acme,5,,,pair,,',
    )
    expect(done.counts?.part).toMatchObject({ added: 2, refused: 0 })
    expect(await saleOf('S-1')).toEqual({
      minimum: 48,
      multiple: 24,
      unit: 'box',
      box: 10,
      grams: 1250,
      class: 'reduced',
    })
    expect(await saleOf('S-2')).toEqual({
      minimum: 1,
      multiple: 1,
      unit: 'pair',
      box: null,
      grams: null,
      class: 'standard',
    })
    const other = await take('unit,weight,tax_class', 'S-1,Acme,5,set,2,standard')
    expect(await saleOf('S-1')).toEqual({
      minimum: 48,
      multiple: 24,
      unit: 'set',
      box: null,
      grams: 2000,
      class: 'standard',
    })
    await undoImport(shop.system, other.id)
    expect(await saleOf('S-1')).toEqual({
      minimum: 48,
      multiple: 24,
      unit: 'box',
      box: 10,
      grams: 1250,
      class: 'reduced',
    })
  })

  it('that contradicts itself is refused row by row, and says what would do', async () => {
    const done = await take(
      'minimum,multiple,unit,weight,tax_class',
      'T-1,Acme,5,50,24,each,,',
      'T-2,Acme,5,,,box,,',
      'T-3,Acme,5,,,crate,,',
      'T-4,Acme,5,,,,"1,5",',
      'T-6,Acme,5,,,,,food & drink',
      'T-5,Acme,5,1,1,,,',
    )
    expect(done.counts?.part).toMatchObject({ added: 2, refused: 4 })
    expect((await problemsOf(importer, done)).map(({ code, field, value }) => [code, field, value])).toEqual([
      ['unit-unknown', 'unit', 'box'],
      ['unit-unknown', 'unit', 'crate'],
      ['tax-class-malformed', 'tax_class', 'food & drink'],
      ['minimum-not-multiple', 'minimum', '50'],
    ])
  })

  it('that says one of minimum and multiple has the minimum raised to a multiple, and noted', async () => {
    await take('minimum,multiple', 'R-1,Acme,5,6,6', 'R-2,Acme,5,5,1')
    const done = await take('minimum', 'R-1,Acme,5,7')
    expect(await saleOf('R-1')).toMatchObject({ minimum: 12, multiple: 6 })
    expect(await problemsOf(importer, done)).toMatchObject([{ code: 'minimum-raised', value: '12' }])
    await take('multiple', 'R-2,Acme,5,4', 'R-3,Acme,5,3')
    expect(await saleOf('R-2')).toMatchObject({ minimum: 8, multiple: 4 })
    expect(await saleOf('R-3')).toMatchObject({ minimum: 3, multiple: 3 })
  })

  it('leaves a part alone that somebody sells otherwise since the preview', async () => {
    await take('minimum,multiple', 'C-1,Acme,5,6,6')
    const staged = await stageFiles(importer, [await parts('minimum', 'C-1,Acme,9,12')], { source: 'later' })
    await sql`update tool set quantity_multiple = 5, minimum_quantity = 5, version = version + 1
      where part_number = 'C-1'`.execute(shop.db)
    const done = await commitImport(importer, staged.id)
    expect(done).toMatchObject({ state: 'committed', problem_count: 1, counts: { part: { changed: 0, refused: 1 } } })
    expect(await saleOf('C-1')).toMatchObject({ minimum: 5, multiple: 5 })
    expect(await problemsOf(importer, done)).toMatchObject([{ code: 'minimum-not-multiple', value: '12' }])
  })
})
