import { expect, it } from 'vitest'
import type { TableRow } from '#kernel/tables/records'
import { mayBeAttribute, pricesAmong, proposeColumns } from '../proposals/propose.rules.ts'
import { isOfTime } from './said-heads.rules.ts'

it.each(['März', 'Jan 2026', '03/2026', '2026', 'styczeń', 'Sept.', 'août 2026', 'ΜΑΡ', '2026-03'])(
  '%s is a time',
  head => {
    expect(isOfTime(head)).toBe(true)
  },
)
it.each(['Preis', 'Preis 2026', 'Marke', 'Mars bar', '12', 'A 4', ''])('%s is none', head => {
  expect(isOfTime(head)).toBe(false)
})

const proposed = (...lines: string[]) =>
  proposeColumns(
    lines.map((line, at): TableRow => ({ line: at + 1, lastLine: at + 1, cells: line.split('|') })),
    { currency: 'eur', locale: 'de' },
  )!.columns

it('of prices by months none is taken for the price, and all of them are named; none is shown to buyers', () => {
  const columns = proposed(
    'Nummer|Bezeichnung|Februar|März',
    'AB-1|Scheibe vorn|12,50|13,50',
    'AB-2|Belag vorn|2,50|2,60',
  )
  expect(columns.map(({ column }) => column)).toEqual(['part_number', 'name', '', ''])
  expect(pricesAmong(columns)).toEqual(['Februar', 'März'])
  const sold = proposed(
    'Nummer|Bezeichnung|Jan|Feb',
    'AB-1|Scheibe vorn|5|-',
    'AB-2|Belag vorn|-|3',
    'AB-3|Belag hinten|2|1',
  )
  expect(sold.map(({ column }) => column)).toEqual(['part_number', 'name', '', ''])
  expect(sold.filter(mayBeAttribute)).toEqual([])
})

it.each(['Preis je 100', 'Preis (100 Stk.)', 'Preis ab 10', 'Preis (alt)', 'Price (dealer)'])(
  '%s is no price of one, whatever stands below it',
  head => {
    const columns = proposed(`Nummer|Bezeichnung|${head}`, 'AB-1|Scheibe vorn|12,50', 'AB-2|Belag vorn|2,50')
    expect(columns.map(({ column }) => column)).toEqual(['part_number', 'name', ''])
    expect(pricesAmong(columns)).toEqual([head])
  },
)

it('a price of one month alone is the price', () => {
  const columns = proposed('Nummer|Bezeichnung|März 2026', 'AB-1|Scheibe vorn|12,50', 'AB-2|Belag vorn|2,50')
  expect(columns.map(({ column }) => column)).toEqual(['part_number', 'name', 'price'])
})

it('a column of barcodes that have lost their zeros is one all the same', () => {
  const columns = proposed(
    'Nummer|Strich|Preis',
    'AB-1|12345678905|1,50',
    'AB-2|3412000118|1,50',
    'AB-3|36000291452|1,50',
  )
  expect(columns.map(({ column }) => column)).toEqual(['part_number', 'gtin', 'price'])
})
