import { globSync } from 'node:fs'
import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { type Door, doors, opensTables } from './doors.ts'
import { type MadeCell, type WorkbookKind, inFormat, workbookOf } from './workbooks.ts'

/** Rows as every door can have them: a number, a text beyond ASCII, a value by the kind of its door. */
type Row = readonly [number: string, text: string, value: string]
const valuesOf: Record<Door['value'], readonly string[]> = {
  amount: ['12.50', '1234.00', '3.00'],
  whole: ['12', '1234', '3'],
  number: ['1Z999AA1', '1Z999AA2', '1Z999AA3'],
}
const rowsOf = ({ value }: Door): Row[] =>
  valuesOf[value].map((value, at) => [`T-${at}A`, ['Größe', 'Café', 'Plain'][at] ?? '', value])

const wanted = (door: Door) => rowsOf(door).map(([number, text, value]) => ({ number, text, value }))

type Separated = { separator?: string; end?: string; before?: string; after?: string }

function csvOf(door: Door, { separator = ',', end = '\n', before = '', after = '' }: Separated = {}): string {
  return before + [door.head, ...rowsOf(door)].map(cells => cells.join(separator)).join(end) + end + after
}

const windows1252 = (text: string) => Buffer.from(text, 'latin1')

function workbook(door: Door, kind?: WorkbookKind, beside: 'hidden first' | 'title' | 'none' = 'none'): Buffer {
  const figure = (value: string): MadeCell => (door.value === 'number' ? value : Number(value))
  const rows: MadeCell[][] = [
    [...door.head],
    ...rowsOf(door).map(([number, text, value]) => [number, text, figure(value)]),
  ]
  const sheets = [{ name: 'Rows', rows: beside === 'title' ? [['Our list of 2026'], [], ...rows] : rows }]
  if (beside === 'hidden first') return workbookOf([{ name: 'Old', rows: [['x']], state: 'hidden' }, ...sheets], kind)
  return workbookOf(sheets, kind)
}

/** Files that say the same, as the world writes them. */
const sound: Record<string, (door: Door) => Buffer> = {
  'UTF-8': door => Buffer.from(csvOf(door)),
  'UTF-8 with a mark': door => Buffer.from(`\ufeff${csvOf(door)}`),
  'UTF-16 with a mark': door => Buffer.from(`\ufeff${csvOf(door)}`, 'utf16le'),
  'UTF-16 without one': door => Buffer.from(csvOf(door), 'utf16le'),
  'UTF-16 the other way round': door => Buffer.from(`\ufeff${csvOf(door)}`, 'utf16le').swap16(),
  'Windows-1252': door => windows1252(csvOf(door)),
  semicolons: door => Buffer.from(csvOf(door, { separator: ';' })),
  tabs: door => Buffer.from(csvOf(door, { separator: '\t' })),
  bars: door => Buffer.from(csvOf(door, { separator: '|' })),
  'sep=': door => Buffer.from(`sep=;\r\n${csvOf(door, { separator: ';', end: '\r\n' })}`),
  CRLF: door => Buffer.from(csvOf(door, { end: '\r\n' })),
  CR: door => Buffer.from(csvOf(door, { end: '\r' })),
  'empty lines and cells': door => Buffer.from(csvOf(door, { end: '\n\n', after: ',,\n,,,,\n' })),
  'quoted cells': door =>
    Buffer.from([door.head, ...rowsOf(door)].map(cells => cells.map(cell => `"${cell}"`).join(',')).join('\n')),
  'marks of spreadsheets': door =>
    Buffer.from([door.head, ...rowsOf(door).map(([number, ...rest]) => [`="${number}"`, ...rest])].join('\n')),
  apostrophes: door =>
    Buffer.from([door.head, ...rowsOf(door).map(([number, ...rest]) => [`'${number}`, ...rest])].join('\n')),
  'a workbook': door => workbook(door),
  'a workbook with texts in its cells': door => workbook(door, { texts: 'inline' }),
  'a workbook without references': door => workbook(door, { hasReferences: false }),
  'a workbook of strict OOXML': door => workbook(door, { isStrict: true }),
  'a workbook with prefixes': door => workbook(door, { prefix: 'x' }),
  'a workbook with backslashes': door => workbook(door, { separator: '\\' }),
  'a workbook with its parts elsewhere': door => workbook(door, { folder: 'other/place' }),
  'a workbook whose first sheet is hidden': door => workbook(door, {}, 'hidden first'),
}

/** Files that no door takes, and a word of the sentence that says what to do. */
const foreign: Record<string, [Buffer, RegExp]> = {
  'an old workbook': [Buffer.from('d0cf11e0a1b11ae1', 'hex'), /older Excel|old-workbook/],
  'a workbook with a password': [
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]),
    /password|locked/,
  ],
  'a workbook with macros': [Buffer.from(zipSync({ 'xl/vbaProject.bin': new Uint8Array(9) })), /macro/],
  'an OpenDocument spreadsheet': [Buffer.from(zipSync({ mimetype: new Uint8Array(9) })), /OpenDocument|open-document/],
  'a binary workbook': [Buffer.from(zipSync({ 'xl/workbook.bin': new Uint8Array(9) })), /binary/],
  'a broken workbook': [Buffer.from('PK\u0003\u0004rest', 'latin1'), /cannot be read|broken-workbook/],
  'a picture': [Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), /not a table|no-table/],
  'a web page': [Buffer.from('<html><table><tr><td>x</td></tr></table></html>'), /web page|xml-unknown/],
  'nothing at all': [Buffer.alloc(0), /empty|Choose a file|head-missing/],
  'Cyrillic letters of one byte': [
    Buffer.concat([
      Buffer.from('part_number,price,order,carrier,counted,quantity\nA,'),
      Buffer.from('d2eef0eceee7edfbe520eaeeebeee4eae8', 'hex'),
    ]),
    /read in several ways|encoding-unclear/,
  ],
}

/** A second row that went wrong, the others being sound. */
const wounds: Record<string, (row: Row, separator: string) => string> = {
  'a number that was shortened': ([, text, value], s) => ['4.00638E+12', text, value].join(s),
  'a number that became a date': ([, text, value], s) => ['04-Mar', text, value].join(s),
  'an error of a formula': ([, text, value], s) => ['#N/A', text, value].join(s),
  'more cells than names': ([number, text, value], s) => [number, text, value, '', 'lost'].join(s),
}

describe.each(doors.map(door => [door.name, door] as const))('%s', (_, door) => {
  // A name may begin with one.
  const forms = Object.keys(sound).filter(form => !(door.isOfNames && form === 'apostrophes'))
  test.each(forms)('takes every row of a file: %s', async form => {
    const told = await door.take(sound[form]!(door))
    const values = told.rows.map(row => ({
      ...row,
      value: door.value === 'amount' ? Number(row.value).toFixed(2) : row.value,
    }))
    expect({ ...told, rows: values }).toEqual({ rows: wanted(door), refused: [], leftOut: [] })
  })

  test.each(Object.keys(foreign))('takes nothing of %s, and says what to do', async kind => {
    const [bytes, sentence] = foreign[kind]!
    const told = await door.take(bytes)
    expect(told.rows).toEqual([])
    expect(told.whole).toMatch(sentence)
  })

  if (door.isTyped) return

  test.each(Object.keys(wounds))('refuses a row with %s, and takes the others', async wound => {
    const [first, second, third] = rowsOf(door) as [Row, Row, Row]
    const lines = [door.head.join(';'), first.join(';'), wounds[wound]!(second, ';'), third.join(';')]
    const told = await door.take(Buffer.from(`${lines.join('\n')}\n`))
    expect(told.rows.map(({ number }) => number)).toEqual([first[0], third[0]])
    expect(told.refused.map(({ line }) => line)).toEqual([3])
  })

  test('tells of rows that were read as one cell, and takes none of them for another', async () => {
    const [first, second, third] = rowsOf(door) as [Row, Row, Row]
    const inch = (row: Row, text: string) => [row[0], text, row[2]].join(';')
    const lines = [
      door.head.join(';'),
      first.join(';'),
      inch(second, '"6 hose'),
      inch(third, '7" hose'),
      inch(first, '8"'),
    ]
    const told = await door.take(Buffer.from(`${lines.join('\n')}\n`))
    const swallowed = [door.head.join(';'), inch(second, '"6 hose'), inch(third, '7"'), first.join(';')]
    expect(told.rows).toHaveLength(4)
    expect(told.rows.map(({ text }) => text)).toContain('"6 hose')
    const other = await door.take(Buffer.from(`${swallowed.join('\n')}\n`))
    expect(other.rows.map(({ number }) => number)).toEqual([first[0]])
    expect(other.refused).toHaveLength(1)
  })

  test('a file that ends within a row loses that row alone, and says so', async () => {
    const text = csvOf(door, { separator: ';' })
    const [last] = rowsOf(door).slice(-1) as [Row]
    const told = await door.take(Buffer.from(text.slice(0, text.length - last[2].length - 2)))
    expect(told.rows).toHaveLength(2)
    expect(told.refused).toHaveLength(1)
  })

  test('titles above, and totals and words below are left out, and told', async () => {
    const before = 'Our list of 2026;;\n\n'
    const after = door.isOfNames
      ? ''
      : ';Total;99\n;;\nE&OE. Prices are subject to change.;;\n;Alle Preise zzgl. MwSt.;\n'
    const told = await door.take(Buffer.from(csvOf(door, { separator: ';', before, after })))
    expect(told).toMatchObject({ refused: [], leftOut: door.isOfNames ? [1] : [1, 7, 9, 10] })
    expect(told.rows).toHaveLength(3)
    expect((await door.take(workbook(door, {}, 'title'))).leftOut).toEqual([1])
  })
})

test.each(doors.filter(door => door.isOfNames))('$name takes what may be a row for one, or refuses it', async door => {
  const after = ';Total;99\nE&OE. Prices are subject to change.;;\n'
  const told = await door.take(Buffer.from(csvOf(door, { separator: ';', after })))
  expect(told).toMatchObject({ refused: [{ line: 5 }], leftOut: [] })
  expect(told.rows).toHaveLength(4)
})

const doorsOf = (value: Door['value']) =>
  doors.filter(door => door.value === value && !door.isTyped).map(door => [door.name, door] as const)

test.each(doorsOf('amount'))('%s reads decimal commas, and asks where a sign can be both', async (_, door) => {
  const head = door.head.join(';')
  const commas = await door.take(Buffer.from(`${head}\nA1;x;12,50\nA2;x;1.234,00\nA3;x;1.500\n`))
  expect(commas.rows.map(({ value }) => value)).toEqual(['12.50', '1234.00', '1500.00'])
  const unclear = Buffer.from(`${head}\nA1;x;1.500\n`)
  expect((await door.take(unclear)).whole).toMatch(/read in two ways|decimals-unclear/)
  expect((await door.take(unclear, { decimalSign: ',' })).rows.map(({ value }) => value)).toEqual(['1500.00'])
  expect((await door.take(unclear, { decimalSign: '.' })).rows.map(({ value }) => value)).toEqual(['1.50'])
})

test.each(doorsOf('whole'))('%s refuses units whose sign can be both', async (_, door) => {
  const told = await door.take(Buffer.from(`${door.head.join(';')}\nA1;x;1.500\nA2;x;7\n`))
  expect(told.rows.map(({ value }) => value)).toEqual(['7'])
  expect(told.refused).toHaveLength(1)
})

test.each(doors.filter(door => !door.isTyped && !door.isOfNames).map(door => [door.name, door] as const))(
  '%s refuses a figure for a number that has more digits than a spreadsheet keeps',
  async (_, door) => {
    const [first, second, third] = rowsOf(door) as [Row, Row, Row]
    const longFigure: MadeCell = { xml: '<c><v>1.23456789012345E+17</v></c>' }
    const rows: MadeCell[][] = [[...door.head], [...first], [longFigure, second[1], second[2]], [...third]]
    const told = await door.take(workbookOf([{ name: 'Rows', rows }]))
    expect(told.rows.map(({ number }) => number)).toEqual([first[0], third[0]])
    expect(told.refused).toEqual([
      { line: 3, why: expect.stringMatching(/^number-shortened$|has shortened this number/) },
    ])
  },
)

test.each(doors.filter(door => !door.isTyped && !door.isOfNames).map(door => [door.name, door] as const))(
  '%s refuses a number of which a workbook’s format shows a part that its cell has not',
  async (_, door) => {
    const [first, second, third] = rowsOf(door) as [Row, Row, Row]
    const rows = [[inFormat(12, 1), ...first.slice(1)], [inFormat(12_345, 2), ...second.slice(1)], [...third]]
    const file = workbookOf([{ name: 'Rows', rows: [[...door.head], ...rows] }], {
      formats: ['"KW-"0000', '000\\-000'],
    })
    const told = await door.take(file)
    expect(told.rows.map(({ number }) => number)).toEqual(['012345', third[0]])
    expect(told.refused).toEqual([
      { line: 2, why: expect.stringMatching(/^number-in-part$|shows more than this number/) },
    ])
  },
)

test.each([
  ['prices of a list', 'Артикул;Бренд;Цена\nА-1;Боск;5,00\n', { number: 'А-1', text: 'Боск', value: '5.00' }],
  ['stock take', 'Cikkszám;Gyártó;Mennyiség\nH-1;Bosch;5\n', { number: 'H-1', text: 'Bosch', value: '5' }],
  ['import of stock', '品番;メーカー;数量\nJ-1;x;5\n', { number: 'J-1', text: 'x', value: '5' }],
])('%s knows the names of columns in languages beyond those of the trade’s most lists', async (name, text, row) => {
  const door = doors.find(door => door.name === name)!
  expect(await door.take(Buffer.from(text))).toEqual({ rows: [row], refused: [], leftOut: [] })
})

/** What the doors call. */
const readers = ['src/kernel/tables/read-table.ts', 'src/platform/files/tables.server.ts']

test('every place of the program that opens a table is one of these doors', () => {
  const places = globSync('src/**/*.{ts,tsx}', { exclude: name => name.includes('.test.') })
    .map(path => path.replaceAll('\\', '/'))
    .filter(path => !path.includes('.test.') && !readers.includes(path) && opensTables(path))
  expect(places.toSorted()).toEqual([...new Set(doors.map(({ at }) => at))].toSorted())
})

test.each(doorsOf('amount'))('%s refuses amounts that stand beside another currency', async (_, door) => {
  const rows = rowsOf(door).map(([number, text, value], at) => [number, text, at === 1 ? `€ ${value}` : value])
  const { rows: taken, refused } = await door.take(
    Buffer.from([door.head, ...rows].map(row => row.join(';')).join('\n')),
  )
  expect(taken).toHaveLength(rows.length - 1)
  expect(refused).toEqual([{ line: 3, why: expect.stringMatching(/^row-currency$|not in the shop’s currency/) }])
})

test.each(doorsOf('amount'))('%s refuses figures that a workbook shows in another currency', async (_, door) => {
  const rows = rowsOf(door).map(([number, text, value], at) => [
    number,
    text,
    inFormat(Number(value), at === 1 ? 1 : 2),
  ])
  const formats = ['#,##0.00\\ [$€-407]', '$#,##0.00']
  const { rows: taken, refused } = await door.take(
    workbookOf([{ name: 'Rows', rows: [[...door.head], ...rows] }], { formats }),
  )
  expect(taken).toHaveLength(rows.length - 1)
  expect(refused).toEqual([{ line: 3, why: expect.stringMatching(/^row-currency$|not in the shop’s currency/) }])
})

test.each(doorsOf('amount'))('%s refuses a row of another currency, and takes the others', async (_, door) => {
  const head = [...door.head, 'Currency'].join(';')
  const told = await door.take(Buffer.from(`${head}\nA1;x;12.50;USD\nA2;x;3.00;CHF\nA3;x;4.00;\n`))
  expect(told.rows.map(({ number }) => number)).toEqual(['A1', 'A3'])
  expect(told.refused.map(({ line }) => line)).toEqual([3])
})
