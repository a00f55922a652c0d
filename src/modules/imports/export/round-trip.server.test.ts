import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPerson } from '#test/factories'
import { fileWith, importFiles, importerOf, problemsOf, stageFiles } from '#test/files/imports'
import { type TestShop, startTestShop } from '#test/harness'
import { headLanguages } from '#kernel/tables/column-heads'
import { csvLine, fileFormats } from '#kernel/tables/written-files'
import { outcomes } from '../import.rules.ts'
import { exportColumns, exportKinds } from './export.rules.ts'
import { exportFile } from './export.server.ts'

/** What a shop writes, it reads as what it has: each kind of file, as each format, plain and in each language. */

/** Beside the languages of heads: one with a decimal comma of which no heads are known, and one that writes as programs do. */
const languages = [undefined, ...headLanguages, 'sv', 'zh-CN', 'de-CH'] as const

const source = 'Catalog 2026'

const partHeads = ['brand', 'part_number', 'name', 'description', 'category', 'price', 'stock', 'weight', 'list_price']
const moreHeads = ['customs_code', 'country_of_origin', 'unit', 'tags', 'universal', 'tax_class', 'low_stock_level']
const attributeHeads = ['attribute:Width (mm)', 'attribute:Remark', 'attribute:Material']

/** Numbers and texts that a spreadsheet, or the reader, would take for something else. */
const parts = [
  ["'007", 'Clip', "=1+1, '=2", '1.234', '0.5', '-1.5', '12,5', 'Steel'],
  ['1E5', 'Seal, -x', 'a;=b\nc,-d', '0.125', '1234.567', '12.345', "'1", 'PA 6, black'],
  ['00451', '="x"', "5,'-3; '=4", '12.5', '10', '1234.5', '_x0041_', 'Steel'],
  ['2026-03-04', "'Hose'", ' "in" 5 ', '2', '0.25', '0.001', 'yes', ''],
  ["''9", 'Nut', 'é漢 <&>', '1.5', '99999', '', '', ''],
  ['=A1', '@home', '+49', '3.75', '1.001', '7', '1.50', 'Steel'],
]

const numbers = [
  ["'007", 'oem', "'04465", 'Halden', "a;'=1"],
  ["'007", 'interchange', '1E5', '', ''],
  ['1E5', 'gtin', '4006381333931', '', ''],
  ['00451', 'supersedes', "'45", '', ''],
  ['=A1', 'oem', '12,5', 'Halden', 'two\nlines'],
]

const fitment = [
  ["'007", '2001', '', 'Front, left', '2', 'yes', 'Drive=AWD; Brakes=a\\;b\\\\', 'One note'],
  ["'007", '2002', '1.8 L', '', '', 'no', '', 'First; one\nSecond\\'],
  ['1E5', '2001', '', '', '1', 'yes', 'A\\=b==c', ''],
]

/** What stands in them, a spreadsheet or the reader would take for something else, too. */
const categories = [
  ["=1+1 > 'Caps", '1e5', '=1; \'-2\nü"', 'yes', '3', '', "'=a; b", 'choice', '', "=1; 'x; a\\; b; 1,5", '2'],
  ["=1+1 > 'Caps", '', '', '', '', '', '12,5', 'number', '-1', '', '1'],
  ['@home', '007', '', 'no', '12', '', '', '', '', '', ''],
  ['Discs', '04-mar', '1.234', '', '', '', '', '', '', '', ''],
]

const line = (text: readonly string[]) => csvLine(text)
const file = (name: string, heads: readonly string[], rows: readonly (readonly string[])[]) =>
  fileWith([heads, ...rows].map(line).join(''), `${name}.csv`)

/** A number as the test's own files have to have it. */
const marked = (number = '') => (/^'*[\p{L}\p{N}]/u.test(number) ? `'${number}` : number)

async function fill(shop: TestShop, { decimals = 2 } = {}): Promise<void> {
  const importer = importerOf(shop)
  const amount = (price: string) => Number(price).toFixed(decimals)
  const write = (rows: readonly (readonly string[])[], at: readonly number[]) =>
    rows.map(row => ['Acme', ...row.map((cell, place) => (at.includes(place) ? marked(cell) : cell))])
  const prices = ['1234.5', '0.99', '48.9', '12', '1000', '7.25']
  const first = parts.map(([number, name, description], at) => {
    const price = decimals === 3 ? Number(prices[at]).toFixed(3) : amount(String(Math.ceil(Number(prices[at]))))
    return [
      'Acme',
      marked(number),
      name ?? '',
      description ?? '',
      at % 2 === 0 ? 'Discs' : '',
      `${price}0`.slice(0, decimals === 3 ? undefined : -1),
      String(at * 7),
    ]
  })
  const heads = partHeads.slice(0, 7)
  const options = { createParts: true, createCategories: true, source }
  const done = await importFiles(importer, [await file('parts', heads, first)], options)
  expect(await problemsOf(importer, done)).toMatchObject([{ code: 'category-new' }])
  const admin = await createPerson(shop, 'admin')
  const { rows } = await sql<{ id: string }>`select id from category where name = 'Discs'`.execute(shop.db)
  for (const body of [
    { name: 'Width', kind: 'number', unit: 'mm' },
    { name: 'Remark', kind: 'text' },
    { name: 'Material', kind: 'choice', choices: ['Steel', 'PA 6, black'] },
  ])
    expect(await admin.call('POST', `/categories/${rows[0]?.id}/attributes`, body)).toMatchObject({ status: 200 })
  await sql`update tool set category_id = ${rows[0]?.id}`.execute(shop.db)
  const more = parts.map(([number = '', , , weight = '', , width = '', remark = '', material = ''], at) => [
    'Acme',
    marked(number),
    weight.replace(/(\.\d{3})$/, '$10'),
    at % 2 === 0 ? '' : '123.00'.slice(0, decimals === 0 ? 3 : undefined),
    ['870830', '39269097', ''][at % 3] ?? '',
    ['DE', 'PL', ''][at % 3] ?? '',
    ['each', 'box of 10', 'pair'][at % 3] ?? '',
    'a\\;b; c',
    at % 2 === 0 ? 'yes' : 'no',
    'reduced',
    String(at),
    width,
    remark,
    material,
  ])
  const moreColumns = [...partHeads.slice(0, 2), 'weight', 'list_price', ...moreHeads, ...attributeHeads]
  const changed = await importFiles(importer, [await file('more', moreColumns, more)], { source })
  expect(await problemsOf(importer, changed)).toEqual([])
  await sql`
    with m as (insert into make (name) values ('Halden') returning id),
      o as (insert into model (make_id, name) select id, 'Rook; 5' from m returning id),
      b as (insert into vehicle (year, model_id) select year, id from o, generate_series(2001, 2003) year returning id, year, model_id),
      e as (insert into engine (name) values ('1.8 L') returning id)
    insert into vehicle (year, model_id, engine_id, base_id) select b.year, b.model_id, e.id, b.id from b, e`.execute(
    shop.db,
  )
  const vehicle = (year: string) => [year, 'Halden', 'Rook; 5']
  const files = [
    await file('numbers', exportColumns.numbers, write(numbers, [0, 2])),
    await file(
      'fitment',
      exportColumns.fitment,
      fitment.map(([number = '', year = '', ...row]) => ['Acme', marked(number), ...vehicle(year), ...row]),
    ),
    await file(
      'categories',
      exportColumns.categories,
      categories.map(([path = '', address, ...row]) => [path, marked(address), ...row]),
    ),
    await file('vehicles', exportColumns.vehicles, [
      ['own', "'0042", ...vehicle('2001')],
      ['vcdb', '17', ...vehicle('2003')],
    ]),
  ]
  const last = await importFiles(importer, files, { source, createCategories: true })
  const codes = (await problemsOf(importer, last)).map(({ code }) => code)
  expect(codes).toEqual(['category-new', 'category-new'])
}

const rowsOf = { parts: 6, prices: 6, stock: 6, fitment: 3, numbers: 5, vehicles: 2, categories: 7 }
const kindOfRows = {
  fitment: 'fitment',
  numbers: 'number',
  vehicles: 'vehicle',
  categories: 'category',
  parts: 'part',
  prices: 'part',
  stock: 'part',
} as const

/** Writes a file and reads it again: what is wrong with it, and what it would change. */
async function again(shop: TestShop, kind: (typeof exportKinds)[number], format: string, language?: string) {
  const path = await fileWith('', `${kind}.${format}`)
  const rows = await exportFile(shop.system, path, {
    kind,
    language,
    source: ['fitment', 'numbers'].includes(kind) ? source : undefined,
  })
  const importer = importerOf(shop)
  const staged = await stageFiles(importer, [path], { createParts: true, source })
  const counts = staged.counts?.[kindOfRows[kind]]
  return {
    rows,
    failure: staged.failure,
    problems: await problemsOf(importer, staged),
    outcome: Object.fromEntries(outcomes.flatMap(one => (counts?.[one] ? [[one, counts[one]]] : []))),
  }
}

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop()
  await fill(shop)
})
afterAll(() => shop.close())

const unchanged = (kind: (typeof exportKinds)[number]) => ({
  rows: rowsOf[kind],
  failure: null,
  problems: [],
  outcome: { unchanged: rowsOf[kind] },
})

describe.each(exportKinds)('a file of %s that the shop wrote', kind => {
  describe.each(fileFormats)('as %s', format => {
    it.each(languages)('in the language %s changes nothing when it is read again', async language => {
      expect(await again(shop, kind, format, language)).toEqual(unchanged(kind))
    })
  })
})

it('has the heads of its language above it, and the separator that its spreadsheets expect', async () => {
  const headOf = async (language?: string) => {
    const path = await fileWith('', 'numbers.csv')
    await exportFile(shop.system, path, { kind: 'prices', language })
    return (await readFile(path, 'utf8')).split('\r\n').slice(0, 2)
  }
  expect(await headOf()).toEqual(['\ufeffbrand,part_number,price', "Acme,''007,1235.00"])
  expect(await headOf('de')).toEqual(['\ufeffMarke;Artikelnummer;Preis', "Acme;''007;1235,00"])
  expect(await headOf('pl')).toEqual(['\ufeffMarka;Numer katalogowy;Cena', "Acme;''007;1235,00"])
  expect(await headOf('zh-CN')).toEqual(await headOf())
})

describe.each([
  ['no decimals', 'jpy', 'en', 0],
  ['three decimals, and a comma before them', 'kwd', 'de', 3],
] as const)('in a currency of %s', (_, CURRENCY, LOCALE, decimals) => {
  it('files are read as they were written', async () => {
    const other = await startTestShop({ environment: { CURRENCY, LOCALE } })
    try {
      await fill(other, { decimals })
      for (const kind of ['parts', 'prices'] as const)
        for (const format of fileFormats)
          for (const language of [undefined, 'de', 'en'])
            expect(await again(other, kind, format, language), `${kind} ${format} ${language}`).toEqual(unchanged(kind))
    } finally {
      await other.close()
    }
  })
})
