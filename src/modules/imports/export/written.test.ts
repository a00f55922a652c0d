import { describe, expect, it } from 'vitest'
import { figureIn, formIn, headLanguages, headsOf, plainForm } from '#kernel/tables/column-heads'
import { columnNames, foldedName } from '#kernel/tables/column-names'
import { readHead } from '../files/csv-head.rules.ts'
import { eachToolColumn } from '../columns/tool-columns.rules.ts'
import { exportColumns, exportKinds, exportName } from './export.rules.ts'

describe.each(exportKinds)('the columns of a file of %s', kind => {
  it.each(headLanguages)('have heads in %s that are read as these columns', language => {
    const { headOf } = formIn(language)
    const columns = exportColumns[kind]
    expect(readHead(columns.map(headOf), 1)).toMatchObject({ kind, columns, ignored: [] })
  })

  it('have a head in every language', () => {
    for (const column of exportColumns[kind]) expect(headsOf(column), column).toHaveLength(headLanguages.length)
  })
})

it('a column that the trade has a name for is called so', () => {
  for (const { name, concept } of eachToolColumn) {
    const names: readonly string[] = concept ? columnNames[concept] : []
    const unknown = concept ? headsOf(name).filter(head => !names.includes(foldedName(head))) : []
    expect(unknown, name).toEqual([])
  }
})

it.each([
  ['en', '.', ','],
  ['de', ',', ';'],
  ['de-CH', '.', ','],
  ['sv', ',', ';'],
  ['zh-CN', '.', ','],
  ['ar-EG', '.', ','],
])('in %s the decimal sign is %s, and %s stands between cells', (language, decimalSign, separator) => {
  expect(formIn(language)).toMatchObject({ decimalSign, separator })
})

it('a language without heads has the plain ones', () => {
  expect(formIn('zh-CN').headOf('price')).toBe('price')
  expect(formIn('fr-CA').headOf('price')).toBe('Prix')
  expect(plainForm.headOf('price')).toBe('price')
})

it.each([
  ['12.50', '12,50'],
  ['1.234', '1,2340'],
  ['-1.234', '-1,2340'],
  ['0.125', '0,125'],
  ['1234.500', '1234,500'],
  ['140', '140'],
])('the figure %s is written so that no other is read', (figure, written) => {
  expect(figureIn(',', figure)).toBe(written)
})

it('is called by its source where it is of one', () => {
  expect(exportName('parts', { format: 'xlsx' })).toBe('parts.xlsx')
  expect(exportName('numbers', { format: 'csv', source: 'A/B 2026' })).toBe('A_B 2026.numbers.csv')
})
