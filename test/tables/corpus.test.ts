import { globSync } from 'node:fs'
import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { type Door, type Told, doors, opensTables } from './doors.ts'
import { type Form, type Writing, forms } from './forms.ts'
import { type Line, type Row, rowsOf, woundsOf } from './wounds.ts'
import { inFormat, workbookOf } from './workbooks.ts'

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

/** A row as its door tells it, with the decimals of its currency. */
const plainRow = ({ value }: Door, row: Told['rows'][number]) => ({
  ...row,
  value: value === 'amount' ? Number(row.value).toFixed(2) : row.value,
})

/** What a door has to make of these lines in this form. */
function wanted(door: Door, form: Form, lines: readonly Line[]): Told {
  const told: Told = { rows: [], refused: [], leftOut: [] }
  for (const [at, line] of lines.entries()) {
    if (line.is === 'row') told.rows.push(line.row)
    else if (line.is === 'left out') told.leftOut.push(form.lineOf(at))
    else if (line.is === 'refused') {
      const why = line.why.source
      told.refused.push(door.isTyped && line.isOnPage ? { why } : { line: form.lineOf(at), why })
    }
  }
  return told
}

/** What it makes of them; the sentence of a refused row as the one that is looked for, where it is that one. */
async function made(
  door: Door,
  form: Form,
  { lines, ...writing }: Writing & { lines: readonly Line[] },
): Promise<Told> {
  const cells = lines.map(line => line.cells)
  const { rows, refused, leftOut, ...others } = await door.take(form.write(cells, writing))
  // No row is lost: those that were read are added, refused or left out.
  const read = lines.filter(({ is }) => is !== 'head' && is !== 'within').length
  if (others.whole === undefined) expect(rows.length + refused.length + leftOut.length, form.name).toBe(read)
  const sentences = lines.flatMap(line => (line.is === 'refused' ? line.why : []))
  const plain = (why: string) => sentences.find(said => said.test(why))?.source ?? why
  return {
    rows: rows.map(row => plainRow(door, row)),
    refused: refused.map(({ why, ...at }) => ({ ...at, why: plain(why) })),
    leftOut,
    ...others,
  }
}

describe.each(doors.map(door => [door.name, door] as const))('%s', (_, door) => {
  test.each(woundsOf(door, forms))(
    'takes the sound rows of a file with $name, and tells of the others',
    async wound => {
      // In no form, nothing would be held.
      expect(wound.forms).not.toEqual([])
      const told = await Promise.all(wound.forms.map(async form => [form.name, await made(door, form, wound)] as const))
      expect(new Map(told)).toEqual(new Map(wound.forms.map(form => [form.name, wanted(door, form, wound.lines)])))
    },
  )

  test.each(Object.keys(foreign))('takes nothing of %s, and says what to do', async kind => {
    const [bytes, sentence] = foreign[kind]!
    const told = await door.take(bytes)
    expect(told.rows).toEqual([])
    expect(told.whole).toMatch(sentence)
  })
})

test.each(doors.filter(door => door.isOfNames))('$name takes what may be a row for one, or refuses it', async door => {
  const rows = rowsOf(door).map(({ number, text, value }) => `${number};${text};${value}\n`)
  const after = ';Total;99\nE&OE. Prices are subject to change.;;\n'
  const told = await door.take(Buffer.from(`${door.head.join(';')}\n${rows.join('')}${after}`))
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

test.each(doors.filter(door => !door.isOfNames).map(door => [door.name, door] as const))(
  '%s takes a number with the zeros that its format shows',
  async (_, door) => {
    const [{ text, value }] = rowsOf(door) as [Row]
    const rows = [[...door.head], [inFormat(12_345, 1), text, value]]
    const told = await door.take(workbookOf([{ name: 'Rows', rows }], { formats: ['000\\-000'] }))
    expect(told).toMatchObject({ rows: [{ number: '012345' }], refused: [] })
  },
)

test.each(doors.filter(door => !door.isOfNames).map(door => [door.name, door] as const))(
  '%s takes a number with the digits that its format shows behind the point',
  async (_, door) => {
    const [{ text, value }] = rowsOf(door) as [Row]
    const rows = [[...door.head], [inFormat(4711.1, 1), text, value], [inFormat(4711, 1), text, value]]
    const told = await door.take(workbookOf([{ name: 'Rows', rows }], { formats: ['0.00'] }))
    expect(told).toMatchObject({ rows: [{ number: '4711.10' }, { number: '4711' }], refused: [] })
  },
)

describe.each(doorsOf('amount'))('%s takes for the price of one', (_, door) => {
  const take = (head: string) => door.take(Buffer.from(`Artikelnummer;${head}\nA1;120,50\n`))

  test.each([
    'Preis (USD)',
    'Price [$/pc]',
    'Preis (netto)',
    'Price (USD excl. VAT) 2027',
    'Price (1 pcs)',
    'Preis (je Stk.)',
  ])('what stands below %s', async head =>
    expect((await take(head)).rows.map(({ value }) => value)).toEqual(['120.50']),
  )

  test.each([
    'Preis (100 Stk.)',
    'Price [per 100]',
    'Preis (EK)',
    'Price (cost)',
    'Price (box)',
    'Prix (TTC)',
    'Preis (alt)',
  ])('nothing of what stands below %s', async head => {
    const { rows } = await take(head)
    expect(rows.filter(({ value }) => Number(value) > 0)).toEqual([])
  })

  test.each(['PE', 'Per', 'Preisbasis', 'Price UOM'])('no price of several units by %s', async per => {
    const rows = 'A1;120,00;100\nA2;120,00;C\nA3;3,50;1\nA4;4,50;\nA5;5,50;EA\n'
    const told = await door.take(Buffer.from(`Artikelnummer;Nettopreis;${per}\n${rows}`))
    expect(told.rows.map(({ value }) => Number(value))).not.toContain(120)
    expect(told.rows.slice(-3).map(({ value }) => value)).toEqual(['3.50', '4.50', '5.50'])
    expect(told.rows.length + told.refused.length).toBe(5)
  })
})

test.each(doors.filter(({ isTyped = false }) => !isTyped).map(door => [door.name, door] as const))(
  '%s refuses a second table whose columns stand elsewhere',
  async (_, door) => {
    const [one, two, three] = door.head
    const [first, second] = rowsOf(door) as [Row, Row]
    const table = `${door.head.join(';')}\n${first.number};${first.text};${first.value}\n`
    const told = await door.take(
      Buffer.from(`${table}\n${[three, one, two].join(';')}\n${second.value};${second.number};${second.text}\n`),
    )
    expect(told).toMatchObject({ rows: [], whole: expect.stringMatching(/^names-again$|begin a second table/) })
    // Names that stand again as they are refuse their own row alone.
    expect((await door.take(Buffer.from(`${table}${table}`))).whole).toBeUndefined()
  },
)

test.each([
  ['prices of a list', 'Артикул;Бренд;Цена\nА-1;Боск;5,00\n', { number: 'А-1', text: 'Боск', value: '5.00' }],
  ['stock take', 'Cikkszám;Gyártó;Mennyiség\nH-1;Bosch;5\n', { number: 'H-1', text: 'Bosch', value: '5' }],
  ['quick order', 'Артикул;Бренд;Количество\nА-1;Боск;5\n', { number: 'А-1', text: 'Боск', value: '5' }],
  ['import of stock', '品番;メーカー;数量\nJ-1;x;5\n', { number: 'J-1', text: 'x', value: '5' }],
])('%s knows the names of columns in languages beyond those of the trade’s most lists', async (name, text, row) => {
  const door = doors.find(door => door.name === name)!
  expect(await door.take(Buffer.from(text))).toEqual({ rows: [row], refused: [], leftOut: [] })
})

test.each(doors.filter(door => !door.isOfNames))('$name refuses two columns that mean the same', async door => {
  for (const twice of door.value === 'number' ? [door.head[0]] : [door.head[0], door.head[2]]) {
    const told = await door.take(Buffer.from(`${[...door.head, twice].join(';')}\nA1;x;1;2\n`))
    expect(told).toMatchObject({ rows: [], whole: expect.stringMatching(/^column-twice$|have the same name/) })
  }
})

/** What the doors call. */
const readers = ['src/kernel/tables/read-table.ts', 'src/platform/files/tables.server.ts']

test('every place of the program that opens a table is one of these doors', () => {
  const places = globSync('src/**/*.{ts,tsx}', { exclude: name => name.includes('.test.') })
    .map(path => path.replaceAll('\\', '/'))
    .filter(path => !path.includes('.test.') && !readers.includes(path) && opensTables(path))
  expect(places.toSorted()).toEqual([...new Set(doors.map(({ at }) => at))].toSorted())
})
