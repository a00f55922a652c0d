import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { isGtin } from '#rules/finder'
import { aces, app, plain, read } from '#test/files/read'
import { csvColumns, csvKinds } from '../columns/csv-columns.rules.ts'
import { type Problem } from '../import.rules.ts'
import { commandHelp } from '../imports.texts.ts'

/** Whether a database keeps it: no zero, no half of a character. */
const isText = (problem: Problem | undefined) =>
  [problem?.record, problem?.field, problem?.value].every(
    text => typeof text !== 'string' || (text.isWellFormed() && !text.includes('\0')),
  )

describe('files of another kind', () => {
  const entry = (name: string) =>
    Buffer.concat([Buffer.from('PK\u0003\u0004\u0014\0\b\0\b\0', 'latin1'), Buffer.from(name), Buffer.alloc(40, 7)])
  it.each([
    ['a workbook that is cut', entry('xl/workbook.xml'), 'broken-workbook'],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae10000', 'hex'), 'old-workbook'],
    ['an archive', Buffer.from(zipSync({ 'prices.csv': new Uint8Array(9) })), 'no-table'],
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), 'no-table'],
    ['a workbook with macros', Buffer.from(zipSync({ 'xl/vbaProject.bin': new Uint8Array(9) })), 'macro-workbook'],
    ['an OpenDocument spreadsheet', Buffer.from(zipSync({ mimetype: new Uint8Array(9) })), 'open-document'],
    ['a binary workbook', Buffer.from(zipSync({ 'xl/workbook.bin': new Uint8Array(9) })), 'binary-workbook'],
    ['a Numbers document', Buffer.from(zipSync({ 'Index/Document.iwa': new Uint8Array(9) })), 'numbers-document'],
    [
      'a workbook with a password',
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]),
      'locked-workbook',
    ],
  ])('are refused with what to do: %s', async (_, bytes, code) => {
    const { broken } = await read(bytes)
    expect(broken).toMatchObject({ code })
  })

  it.each([
    ['a column', `part_number,price,${'x'.repeat(79)}😀\nA-1,1.00,\n`],
    ['a cell', `part_number,price\nA-1,${'x'.repeat(399)}😀\n`],
    ['the head', `${'x'.repeat(399)}😀\n`],
    ['a zero in the name of a column', `${'part_number,price,'.padEnd(5000)}a\0b\nA-1,1.00,\n`],
    ['a zero in XML', `<ACES>${' '.repeat(5000)}\0</ACES>`],
  ])('leave nothing in a problem that cannot be kept: %s', async (_, text) => {
    const { problems, broken } = await read(text)
    const all = broken ? [broken] : problems
    expect(all.length).toBeGreaterThan(0)
    expect(all.map(isText)).not.toContain(false)
  })

  it('have no half of a character in what is cut', async () => {
    const long = `${'x'.repeat(119)}😀`
    const { rows } = await read(aces(app(`${plain}<Drive>${long}</Drive>`)))
    expect(rows).toMatchObject([{ conditions: [{ value: 'x'.repeat(119) }] }])
  })
})

describe('the help of the command', () => {
  it('lists the columns of every kind of file', () => {
    for (const kind of csvKinds) {
      const line = commandHelp.split('\n').find(line => line.trim().startsWith(`${kind} `))
      for (const column of [...csvColumns[kind].needed, ...csvColumns[kind].more]) expect(line).toContain(column)
    }
  })
})

describe('GTINs', () => {
  it.each([
    ['00734776282468', true],
    ['4006381333931', true],
    ['4006381333932', false],
    ['123', false],
  ])('%s is %s', (digits, holds) => {
    expect(isGtin(digits)).toBe(holds)
  })
})
