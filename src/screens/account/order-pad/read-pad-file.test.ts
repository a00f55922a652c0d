import { describe, expect, it } from 'vitest'
import { workbookOf } from '#test/tables/workbooks'
import { readPadFile } from './read-pad-file.ts'

const file = (...parts: BlobPart[]) => new File(parts, 'order')
const workbook = (...sheets: Parameters<typeof workbookOf>[0]) => file(new Uint8Array(workbookOf(sheets)))

const linesOf = async (...[given, choices]: Parameters<typeof readPadFile>) => {
  const { rows, ...answer } = await readPadFile(given, choices)
  return { ...answer, notes: rows?.notes, lines: rows?.paste.rows.map(({ number, quantity }) => [number, quantity]) }
}

const refusedLines = (text: string) => expect.stringMatching(text)

describe('a file of a quick order', () => {
  it('is read from a workbook, its figures as they are', async () => {
    const rows = [['EAN', 'Qty'], [4_006_381_333_931, 4], [], ['0986-478', 2.5]]
    expect(await linesOf(workbook({ name: 'Order', rows }))).toMatchObject({
      lines: [
        ['4006381333931', '4'],
        ['0986-478', '2.5'],
      ],
      problem: undefined,
    })
  })

  it('is read from a text, whatever its spreadsheet speaks', async () => {
    expect(await linesOf(file('\ufeffPart No.;Qty\r\nBM-88;4\r\n'))).toMatchObject({ lines: [['BM-88', '4']] })
  })

  it('needs no names', async () => {
    expect(await linesOf(file('BM-88,1,000\nBM-89,2\nTotal,1002\n'))).toMatchObject({
      // Both readings of a quantity that its commas have cut.
      lines: [
        ['BM-88', '1 or 1,000'],
        ['BM-89', '2'],
      ],
      notes: 'Left out as titles or totals: line 3.',
    })
    expect(await linesOf(file('BM-88\nBM-89\n'))).toMatchObject({
      lines: [
        ['BM-88', ''],
        ['BM-89', ''],
      ],
    })
  })

  it('finds the names below titles, even one that is a name itself', async () => {
    const answer = await linesOf(file('Parts;;\nOf Miller Ltd;Berlin;\nPart No.;Text;Qty\nBM-88;x;4\n;note;\n'))
    expect(answer).toMatchObject({
      lines: [['BM-88', '4']],
      notes: 'Left out as titles or totals: lines 1, 2, 5.',
    })
  })

  it('says which rows are not taken, equal faults in one sentence, and takes the others', async () => {
    const rows = 'BM-88;4\n04-Mar;1\nBM-89;2;lost\nBM-90;1.500\n1E+05;1\n04-Apr;1\n'
    expect(await linesOf(file(`Part No.;Qty\n${rows}`))).toEqual({
      lines: [
        ['BM-88', '4'],
        ['BM-90', '1.500'],
      ],
      notes: '',
      problem:
        '4 rows of the file were not taken. In lines 3, 7: The spreadsheet has made a date of this number. Format the column as text and type it again. (04-Mar) In line 4: This row has more cells than there are names of columns. Put cells that have a separator in quotation marks. (3) In line 6: The spreadsheet has shortened this number. Format the column as text and type the number again. (1E+05)',
      asks: undefined,
    })
    expect(await linesOf(file('Part No.;Qty\n04-Mar;1\n'))).toMatchObject({
      lines: undefined,
      problem: refusedLines('^One row of the file was not taken'),
    })
  })

  it('tells of rows that were read as one cell, and takes none of them for another', async () => {
    const answer = await linesOf(file('Part No.;Text;Qty\nBM-88;"6 hose;1\nBM-89;7";2\nBM-90;x;3\n'))
    expect(answer).toMatchObject({ lines: [['BM-90', '3']], problem: refusedLines('read as one cell.*lines 2 to 3') })
    const lines = await linesOf(file('Part No.;Text;Qty\nBM-88;"two\nlines; yes";1\n'))
    expect(lines).toMatchObject({ lines: [['BM-88', '1']], problem: undefined })
  })

  it('asks how its letters are written, and which of its sheets is meant', async () => {
    const cyrillic = file('Part No.;Text;Qty\nBM-88;', Uint8Array.from([0xd2, 0xee, 0xf0, 0xec, 0xee, 0xe7]), ';4\n')
    expect(await linesOf(cyrillic)).toMatchObject({ lines: undefined, asks: 'encoding' })
    expect(await linesOf(cyrillic, { encoding: 'windows-1251' })).toMatchObject({ lines: [['BM-88', '4']] })
    const sheet = (name: string, number: string) => ({
      name,
      rows: [
        ['Part No.', 'Qty'],
        [number, 4],
      ],
    })
    const sheets = workbook(sheet('Old', 'A-1'), sheet('New', 'B-2'))
    expect(await linesOf(sheets)).toMatchObject({
      lines: [['A-1', '4']],
      notes: 'The sheet “Old” was read.',
      asks: 'sheet',
    })
    expect(await linesOf(sheets, { sheet: 'New' })).toMatchObject({ lines: [['B-2', '4']] })
  })

  it('is read from the sheet that names numbers and quantities, whatever sheets stand before it', async () => {
    const cover = { name: 'Cover', rows: [['Miller Ltd'], ['Part No.', 'see next sheet']] }
    const order = { name: 'Order', rows: [['Order of May'], ['Part No.', 'Qty'], ['BM-88', 4]] }
    const sheets = workbook(cover, order)
    expect(await linesOf(sheets)).toMatchObject({
      lines: [['BM-88', '4']],
      notes: expect.stringContaining('The sheet “Order” was read.'),
      sheet: 'Order',
      asks: 'sheet',
    })
    expect(await linesOf(sheets, { sheet: 'Cover' })).toMatchObject({ sheet: 'Cover' })
    // Where none names them, the first one with rows is read.
    const bare = workbook(
      { name: 'None', rows: [] },
      { name: 'One', rows: [['BM-88', 4]] },
      { name: 'Two', rows: [['x']] },
    )
    expect(await linesOf(bare)).toMatchObject({ sheet: 'One', lines: [['BM-88', '4']] })
  })

  it('is refused where it is neither', async () => {
    expect(await linesOf(file('PK\u0003\u0004\0\0'))).toMatchObject({
      problem: refusedLines('^This workbook cannot be read'),
    })
    expect(await linesOf(file(Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0])))).toMatchObject({
      problem: refusedLines('older Excel file'),
    })
  })
})
