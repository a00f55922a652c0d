import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanText, plainCell } from '#kernel/tables/cells'
import { asksForRemoval, csvCell, csvLineBy, guardedCell, needsYes, sourceOf } from './import.rules.ts'

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

it.each([
  ['\n=1+1', '"\'\n\'=1+1"'],
  ['＝1+1', "'＝1+1"],
  ['a;=1+1', '"a;\'=1+1"'],
  ['a; @x', '"a; \'@x"'],
  ['a\n-1', '"a\n\'-1"'],
  ["a;'=1", '"a;\'\'=1"'],
  ['a;b', '"a;b"'],
])('a cell of %j begins no formula anywhere that a spreadsheet may begin a cell (finding 32)', (value, cell) => {
  expect(csvCell(value)).toBe(cell)
  const said = cell.startsWith('"') ? cell.slice(1, -1) : cell
  expect(plainCell(said)).toBe(value.trim())
})

it.each([
  ['a, =1', `"a, '=1"`],
  ["a,'=1", `"a,''=1"`],
  ['-1,5', '-1,5'],
  ['1235,00', '1235,00'],
  ['-1.234,5', `"'-1.234,5"`],
  ['a;-b', `"a;'-b"`],
])('nor does %j in a file with semicolons, which may be opened as one with commas', (value, cell) => {
  expect(csvLineBy(';')([value])).toBe(`${cell}\r\n`)
  expect(plainCell(cell.startsWith('"') ? cell.slice(1, -1) : cell)).toBe(value)
})

it('is read as it was written, with either separator', () => {
  const signs = fc.constantFrom("'", ',', ';', '=', '-', '@', '"', ' ', '\n', 'a', '1', '＝', '\t')
  const said = fc.array(signs, { maxLength: 10 }).map(all => cleanText(all.join('')))
  fc.assert(
    fc.property(said, fc.constantFrom(',', ';'), (text, separator) => {
      expect(plainCell(guardedCell(text, separator))).toBe(text)
    }),
    { numRuns: 3000 },
  )
})

describe('a commit that removes', () => {
  it.each([
    ['nothing that is known', null, false],
    ['from a source that had nothing', { rows: 5, of: 0 }, false],
    ['a fifth', { rows: 20, of: 100 }, false],
    ['more than a fifth', { rows: 21, of: 100 }, true],
    ['everything', { rows: 1, of: 1 }, true],
  ])('%s asks for a yes as it should', (_, removal, asks) => {
    expect(asksForRemoval(removal, 20)).toBe(asks)
    expect(needsYes({ options: {}, removal })).toBe(asks)
    expect(needsYes({ options: { allowRemoval: false }, removal })).toBe(asks)
    expect(needsYes({ options: { allowRemoval: true }, removal })).toBe(false)
  })

  it('has a yes for as much as was shown when it was said, and for no more', () => {
    const removing = (mostRemoved: number) =>
      needsYes({ options: { allowRemoval: true, mostRemoved }, removal: { rows: 50, of: 100 } })
    expect([49, 50, 51].map(removing)).toEqual([true, false, false])
    expect(needsYes({ options: { allowRemoval: true, mostRemoved: 0 }, removal: null })).toBe(false)
  })
})

it.each([
  [null, ''],
  [undefined, ''],
  [-12, '-12'],
  ['-12.25', '-12.25'],
  ['-1.', "'-1."],
  ['2 = 1 + 1', '2 = 1 + 1'],
  ['\tx', "'\tx"],
  ['=HYPERLINK("a";"b")', `"'=HYPERLINK(""a"";""b"")"`],
  ['two\nlines', '"two\nlines"'],
])('a cell of %j is written %j', (value, cell) => expect(csvCell(value)).toBe(cell))
