import { describe, expect, it } from 'vitest'
import type { TableRow } from '#kernel/tables/records'
import { proposeColumns, proposeCurrency } from './propose.rules.ts'

const shop = { currency: 'usd', locale: 'en' }
const rowsOf = (...lines: string[]): TableRow[] =>
  lines.map((line, at) => ({ line: at + 1, lastLine: at + 1, cells: line.split('|') }))

describe('the currency of a list', () => {
  const proposed = (...lines: string[]) => {
    const proposal = proposeColumns(rowsOf(...lines), shop)
    return proposal && proposeCurrency(proposal.columns, proposal, shop)
  }

  it.each([
    ['eur', ['Nr|Preis EUR', 'A-1|12,50']],
    ['eur', ['Nr|Price (€)', 'A-1|12.50']],
    ['chf', ['Nr|Preis|Währung', 'A-1|12.50|CHF', 'A-2|1.50|CHF', 'A-3|1.50|EUR']],
    ['gbp', ['Nr|Price', 'A-1|£12.50', 'A-2|on request EUR']],
    ['eur', ['Preise in EUR, ohne MwSt.|', 'Nr|Preis', 'A-1|12,50']],
    // In another currency nothing is said, or the shop's is.
    [undefined, ['Nr|Price', 'A-1|12.50']],
    [undefined, ['Nr|Price USD', 'A-1|12.50']],
    [undefined, ['PRICE LIST FOR ALL|', 'Nr|Price', 'A-1|12.50']],
    [undefined, ['Nr|Price|Currency', 'A-1|12.50|$']],
    // It is of yen or yuan, and the list has no amounts.
    [undefined, ['Nr|Price ¥', 'A-1|1250']],
    [undefined, ['Nr|Name|Währung', 'A-1|Nabe|EUR']],
  ])('%j of %j', (currency, lines) => expect(proposed(...lines)).toBe(currency))

  it('is what the formats of a workbook show', () => {
    const rows = [
      ...rowsOf('Nr|Preis'),
      { line: 2, lastLine: 2, cells: ['A-1', '12.5'], figures: new Map([[1, '€']]) },
    ]
    const proposal = proposeColumns(rows, shop)!
    expect(proposeCurrency(proposal.columns, proposal, shop)).toBe('eur')
  })

  it('is dollars of the States where the sign alone stands in a shop of euros', () => {
    const euros = { ...shop, currency: 'eur' }
    const proposal = proposeColumns(rowsOf('Nr|Price $', 'A-1|12.50'), euros)!
    expect(proposeCurrency(proposal.columns, proposal, euros)).toBe('usd')
  })
})

it('of two prices that are called alike takes the one in the shop’s currency, wherever it stands', () => {
  const columnsOf = (head: string, currency: string) =>
    proposeColumns(rowsOf(head, 'A-1|12.50|13.50', 'A-2|2.50|3.50'), { ...shop, currency })?.columns.map(({ column }) => column)
  expect(columnsOf('Nr|Preis EUR|Preis USD', 'usd')).toEqual(['part_number', '', 'price'])
  expect(columnsOf('Nr|Preis EUR|Preis USD', 'eur')).toEqual(['part_number', 'price', ''])
  expect(columnsOf('Nr|Preis EUR|Preis USD', 'gbp')).toEqual(['part_number', 'price', ''])
})
