import { expect, it } from 'vitest'
import { sourceOf } from './import.rules.ts'

it.each([
  ['catalogue-2026.csv.gz', 'catalogue-2026'],
  ['catalogue.XML', 'catalogue'],
  ['prices.2026.txt', 'prices.2026'],
  ['catalogue.gz', 'catalogue'],
  ['catalogue', 'catalogue'],
  ['a.csv.old', 'a.csv.old'],
  ['.csv', '.csv'],
  ['Catalog 2026.numbers.csv', 'Catalog 2026'],
  ['Catalog 2026.fitment (2).xlsx', 'Catalog 2026'],
  ['fitment.xlsx', 'fitment'],
])('the file %s counts as the source %s', (name, source) => expect(sourceOf(name)).toBe(source))
