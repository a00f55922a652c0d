import { unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { type MadeCell, type MadeSheet, type WorkbookKind, workbookOf } from '#test/tables/workbooks'
import { openTable, sourceOf } from './read-table.ts'
import { TableRefused } from './table-problem.ts'
import { formatOf, plainNumber } from './workbook-cells.ts'

async function* once(bytes: Uint8Array) {
  yield bytes
}

const source = (bytes: Uint8Array) =>
  sourceOf(bytes, async bytes => {
    const files = unzipSync(bytes)
    return { names: Object.keys(files), open: name => once(files[name]!) }
  })

async function read(sheets: readonly MadeSheet[], kind?: WorkbookKind, sheet?: string) {
  const table = await openTable(source(workbookOf(sheets, kind)), sheet === undefined ? {} : { sheet })
  const rows = await Array.fromAsync(table.rows())
  return { facts: table.facts, rows: rows.flat() }
}
const cellsIn = async (rows: readonly (readonly MadeCell[])[], kind?: WorkbookKind) =>
  (await read([{ name: 'Sheet', rows }], kind)).rows.map(({ cells }) => cells)

const plain: MadeCell[][] = [
  ['part', 'price'],
  ['A & B', 1.5],
  ['C', 12],
]
const kinds: [string, WorkbookKind][] = [
  ['as Excel writes it', {}],
  ['with texts in their cells', { texts: 'inline' }],
  ['without references', { hasReferences: false }],
  ['in strict OOXML', { isStrict: true }],
  ['with a prefix', { prefix: 'x' }],
  ['with backslashes', { separator: '\\' }],
  ['with its parts elsewhere', { folder: 'book/parts' }],
]

describe('A workbook', () => {
  test.each(kinds)('%s', async (_, kind) => {
    expect(await cellsIn(plain, kind)).toEqual([
      ['part', 'price'],
      ['A & B', '1.5'],
      ['C', '12'],
    ])
  })

  test('cells are read as their formats show them', async () => {
    const formats = ['00000', 'dd/mm/yyyy', '0.00" days"', '[$-407]d. mmm yyyy']
    const styled = (style: number, value: string) => ({ xml: `<c s="${style}"><v>${value}</v></c>` })
    const row = [styled(1, '451'), styled(2, '46352'), styled(3, '12.5'), styled(4, '46352.5'), styled(0, '4711.0')]
    expect(await cellsIn([row], { formats })).toEqual([['00451', '2026-11-26', '12.50', '2026-11-26 12:00', '4711']])
    expect(await cellsIn([[styled(2, '44890')]], { formats, is1904: true })).toEqual([['2026-11-26']])
  })

  test.each([
    ['#,##0.00\\ "€"', '€'],
    ['[$€-407] #,##0.00;[Red]"minus" 0.00', '€'],
    ['#,##0.00 [$EUR]', 'EUR'],
    ['$#,##0.00', '$'],
    ['_-* #,##0.00\\ [$zł-415]_-;-* 0', 'zł'],
    ['0.00\\ \\€', '€'],
    ['[$-409]#,##0.00', ''],
    ['#,##0.00', ''],
  ])('the format %j shows %j beside a figure', (code, beside) =>
    expect(formatOf(164, code).beside.replaceAll(' ', '')).toBe(beside),
  )

  test('kinds of cells: errors, truths, formulas, rich and empty ones', async () => {
    const cells = [
      { xml: '<c t="e"><v>#N/A</v></c>' },
      { xml: '<c t="b"><v>1</v></c>' },
      { xml: '<c t="str"><f>A1&amp;"x"</f><v>4711x</v></c>' },
      { xml: '<c t="inlineStr"><is><r><t>Br</t></r><r><t>ake</t></r></is></c>' },
      null,
      { xml: '<c t="d"><v>2026-11-26T00:00:00</v></c>' },
    ]
    expect(await cellsIn([cells])).toEqual([['#N/A', 'yes', '4711x', 'Brake', '', '2026-11-26']])
  })

  test('figures are known as figures, and rows keep their numbers', async () => {
    const { rows } = await read([{ name: 'S', rows: [['part', 'price'], [], ['1.500', 1.5]] }])
    expect(rows.map(({ line, figures }) => [line, [...(figures?.keys() ?? [])]])).toEqual([
      [1, []],
      [3, [1]],
    ])
  })

  test('the first visible sheet with rows is read, and another one where it is named', async () => {
    const sheets: MadeSheet[] = [
      { name: 'Old', rows: [['old']], state: 'hidden' },
      { name: 'Empty', rows: [] },
      { name: 'Prices', rows: [['new']] },
    ]
    expect(await read(sheets)).toMatchObject({
      facts: { sheet: 'Prices', sheets: ['Empty', 'Prices'] },
      rows: [{ cells: ['new'] }],
    })
    expect((await read(sheets, {}, 'Old')).rows[0]?.cells).toEqual(['old'])
    await expect(read(sheets, {}, 'None')).rejects.toMatchObject({ fault: 'sheet-unknown', choice: 'sheet' })
  })

  test('a text that does not end is refused before it fills the memory', async () => {
    const rows = Array.from({ length: 20_000 }, (_, n) => [`Part ${n} ${'x'.repeat(80)}`, n])
    expect(await cellsIn(rows, { texts: 'inline' })).toHaveLength(20_000)
    await expect(cellsIn([['x'.repeat(3_000_000)]], { texts: 'inline' })).rejects.toMatchObject({
      fault: 'large-workbook',
    })
  })

  test('too many columns, and what is no workbook, are refused', async () => {
    const wide = Array.from({ length: 1001 }, () => 'x')
    await expect(cellsIn([wide])).rejects.toMatchObject({ fault: 'too-many-columns' })
    await expect(cellsIn([[{ xml: '<c><v>1</v>' }]])).rejects.toBeInstanceOf(TableRefused)
  })
})

test.each([
  ['4711.0', '4711'],
  ['4006381333931', '4006381333931'],
  ['4.006381333931E12', '4006381333931'],
  ['16.440000000000001', '16.44'],
  ['0.1', '0.1'],
  ['1E-3', '0.001'],
  ['-2.50', '-2.5'],
  ['1e21', '1000000000000000000000'],
])('the figure %s is %s', (raw, text) => {
  expect(plainNumber(raw)).toBe(text)
})
