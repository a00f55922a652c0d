import { describe, expect, it } from 'vitest'
import { read } from '#test/files/read'
import { linear } from '#test/linear'
import { attributeColumn, readAttributeCell } from '../columns/attribute-columns.rules.ts'
import { columnTexts } from '../columns/columns.texts.ts'
import { readHead } from './csv-head.rules.ts'
import { columnCalled, columnsOf, csvColumns, csvKinds } from '../columns/csv-columns.rules.ts'
import { sampleCsv } from './samples.rules.ts'

const kindOfRows = {
  parts: 'part',
  prices: 'part',
  stock: 'part',
  fitment: 'fitment',
  numbers: 'number',
  vehicles: 'vehicle',
  categories: 'category',
}

describe.each(csvKinds)('a CSV file of %s', kind => {
  it('has every column told, and no other', () => {
    expect(Object.keys(columnTexts[kind]).toSorted()).toEqual(columnsOf(kind).toSorted())
  })

  it('has a sample that is read as it is', async () => {
    const { rows, problems, broken } = await read(sampleCsv(kind))
    expect({ problems, broken }).toEqual({ problems: [], broken: undefined })
    expect(rows.length).toBeGreaterThan(0)
    const more = kind === 'parts' ? ['number'] : []
    expect(new Set(rows.map(row => row.kind))).toEqual(new Set([kindOfRows[kind], ...more]))
  })

  it('is told by what it needs alone', () => {
    const { needed, oneOf = [[]] } = csvColumns[kind]
    for (const choice of oneOf) expect(readHead([...needed, ...choice], 1)).toMatchObject({ kind, ignored: [] })
  })

  it('is not read without a column that it needs', () => {
    const { needed, oneOf } = csvColumns[kind]
    const all = columnsOf(kind)
    const kinds = [...needed, ...(oneOf ? [undefined] : [])].map(missing => {
      const left = missing
        ? all.filter(column => column !== missing)
        : all.filter(column => !oneOf?.flat().includes(column))
      try {
        return readHead(left, 1)?.kind
      } catch {
        return 'refused'
      }
    })
    expect(kinds).not.toContain(kind)
  })
})

describe('the column of an attribute', () => {
  it.each([
    ['attribute:Outer diameter (mm)', { name: 'Outer diameter', slug: 'outer-diameter', unit: 'mm' }],
    ['ATTRIBUTE: Width ', { name: 'Width', slug: 'width', unit: '' }],
    ['attribute:Width ( mm )', { name: 'Width', slug: 'width', unit: 'mm' }],
    ['attribute:Napięcie [V]', { name: 'Napięcie', slug: 'napiecie', unit: 'V' }],
    ['attribute:Masa[ kg ]', { name: 'Masa', slug: 'masa', unit: 'kg' }],
    ['attribute:Ring [A] wide', { name: 'Ring [A] wide', slug: 'ring-a-wide', unit: '' }],
    ['attribute:', undefined],
    ['attribute:[Ah]', undefined],
    ['attribute:Width (mm) [inch]', undefined],
    ['attribute:(mm)', undefined],
    ['attribute:Width (mm) (inch)', undefined],
    ['attribute:Width (mm) wide', undefined],
    ['attribute:Width (a)b)', undefined],
    ['width', undefined],
    [`attribute:${' '.repeat(3000)}x(`, undefined],
    [`attribute:(${'['.repeat(3000)}`, undefined],
  ])('%# is read from its name', (head, column) => expect(linear(() => attributeColumn(head))).toEqual(column))

  it('is one of parts, and of nothing else; twice the same is refused, however it is written', () => {
    const head = (...cells: string[]) => readHead(cells, 1)
    expect(head('part_number', 'price', 'attribute:Width (mm)')).toMatchObject({
      kind: 'parts',
      columns: ['part_number', 'price', 'attribute:Width (mm)'],
      ignored: [],
    })
    expect(head('part_number', 'number', 'kind', 'attribute:Width')).toMatchObject({
      kind: 'numbers',
      ignored: ['attribute:Width'],
    })
    expect(head('part_number', 'attribute:Width (mm)', 'attribute:Width (in)')?.ignored).toEqual([])
    expect(() => head('part_number', 'attribute:Width (mm)', 'ATTRIBUTE: width (mm)')).toThrow()
    expect(head('part_number', 'attribute:', 'attribute:(mm)')).toMatchObject({
      ignored: ['attribute:', 'attribute:(mm)'],
    })
  })
})

it.each([
  ['UVP € 2027', 'list_price'],
  ['Listenpreis 01/2027', 'list_price'],
  ['Preis ab 1.1.2027', 'price'],
  ['Preis (EUR) gültig ab 1.1.2027', 'price'],
  ['Prix public au 01/01/2027', 'list_price'],
  ['Preis März 2027', 'price'],
  ['Precio a partir de 1 de marzo de 2027', 'price'],
  ['List price Sept. 2027', 'list_price'],
  ['Umsatz 2027', undefined],
  ['März 2027', undefined],
])('the name of a column means the same in any year: %s', (head, column) => {
  expect(columnCalled(head)).toBe(column)
})

it.each([
  ['1/2"', 'in', '0.5'],
  ['3/8 "', 'Zoll', '0.375'],
  ['1 1/4', 'inch', '1.25'],
  ['1-1/4 in.', 'in', '1.25'],
  ['2½″', '"', '2.5'],
  ['5"', 'in', '5'],
  ['1/64', 'in', '0.015625'],
  ['5/4', 'in', null],
  ['3/5', 'in', null],
  ['60/55', 'in', null],
  ['1/2"', 'mm', null],
  ['1/2"', '', null],
])('a size that is written %j is in a column of %j the number %j', (cell, unit, number) => {
  const head = unit === '' ? 'attribute:Size' : `attribute:Size (${unit})`
  expect(readAttributeCell(head, cell)).toMatchObject({ typed: cell, number })
})

it.each([
  ['UN / CX 10', 10],
  ['10 St.', 10],
  ['VE 10', 10],
  ['box of 10', 10],
  ['10er', 10],
  ['10/Karton', 10],
  ['10', 10],
  ['EA', 1],
  ['Stk.', 1],
  ['stuk', 1],
  ['1 Stück', 1],
  ['2 x 10 St.', undefined],
  ['VE 1.000', undefined],
  ['VE 10,5', undefined],
  ['10/20', undefined],
  ['-10', undefined],
  ['10 kg', undefined],
  ['VE 0', undefined],
  ['Karton', undefined],
])('a pack that is written %j is of %j', async (cell, multiple) => {
  const { rows, problems } = await read(`part_number;name;VPE\nA-1;Pads;"${cell}"\n`)
  expect(rows).toMatchObject(multiple === undefined ? [] : [{ multiple }])
  const refused = [{ code: 'number-expected', field: 'multiple', value: cell }]
  expect(problems).toMatchObject(multiple === undefined ? refused : [])
})
