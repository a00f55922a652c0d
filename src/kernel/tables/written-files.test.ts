import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cleanText, plainCell } from './cells.ts'
import { csvCell, csvLineBy, guardedCell, isLanguage } from './written-files.ts'

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
  const content = cell.startsWith('"') ? cell.slice(1, -1) : cell
  expect(plainCell(content)).toBe(value.trim())
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
  const texts = fc.array(signs, { maxLength: 10 }).map(all => cleanText(all.join('')))
  fc.assert(
    fc.property(texts, fc.constantFrom(',', ';'), (text, separator) => {
      expect(plainCell(guardedCell(text, separator))).toBe(text)
    }),
    { numRuns: 3000 },
  )
})

it.each([
  ['de', true],
  ['fr-CH', true],
  ['', false],
  ['xx-', false],
  ['d e', false],
  ['a'.repeat(300), false],
])('%s names a language: %s', (language, is) => expect(isLanguage(language)).toBe(is))

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
