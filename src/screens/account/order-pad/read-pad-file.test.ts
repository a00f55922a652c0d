import { Buffer } from 'node:buffer'
import { crc32, deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readPadFile } from './read-pad-file.ts'

const file = (name: string, ...parts: BlobPart[]) => new File(parts, name)

/** A ZIP archive of these files, as spreadsheets write it. */
function zipped(files: Record<string, string>): Buffer<ArrayBuffer> {
  const locals: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const [title, plain] = [Buffer.from(name), Buffer.from(text)]
    const packed = deflateRawSync(plain)
    const about = Buffer.alloc(26)
    about.writeUInt16LE(20, 0)
    about.writeUInt16LE(8, 4)
    about.writeUInt32LE(crc32(plain), 10)
    about.writeUInt32LE(packed.length, 14)
    about.writeUInt32LE(plain.length, 18)
    about.writeUInt16LE(title.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), about, title, packed])
    locals.push(local)
    entries.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\0'), about, place, title]))
    offset += local.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, directory, Buffer.from('PK\u0005\u0006'), end])
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

function workbook(rows: string): Buffer<ArrayBuffer> {
  const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
  return zipped({
    '_rels/.rels': `${xml}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Order" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${xml}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `${xml}<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
  })
}

const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`

describe('a file of a quick order', () => {
  it('is read from a workbook, its figures as they are', async () => {
    const sheet = workbook(
      `<row r="1">${text('A1', 'EAN')}${text('B1', 'Qty')}</row>
      <row r="2"><c r="A2"><v>4006381333931</v></c><c r="B2"><v>4</v></c></row>
      <row r="4">${text('A4', '0986-478')}<c r="B4"><v>2.5</v></c></row>`,
    )
    expect(await readPadFile(file('Order.XLSX', sheet))).toMatchObject({
      rows: [
        { number: '4006381333931', quantity: '4', brand: '' },
        { number: '0986-478', quantity: '2.5', brand: '' },
      ],
    })
  })

  it('is read from a text, whatever its spreadsheet speaks', async () => {
    const rows = [{ number: 'BM-88', quantity: '4', brand: '' }]
    expect(await readPadFile(file('order.csv', '\ufeffPart No.;Qty\r\nBM-88;4\r\n'))).toMatchObject({ rows })
    // By what it holds, not by its name.
    expect(await readPadFile(file('order.xlsx', 'Part No.;Qty\nBM-88;4'))).toMatchObject({ rows })
  })

  it('keeps both readings of a quantity that its commas have cut', async () => {
    expect(await readPadFile(file('order.csv', 'Part No.,Qty\nBM-88,1,000\nBM-89,2\n'))).toMatchObject({
      rows: [{ quantity: '1 or 1,000' }, { quantity: '2' }],
    })
  })

  it('tells of rows that were read as one cell, and takes none of them for another', async () => {
    const told = await readPadFile(file('order.csv', 'Part No.;Text;Qty\nBM-88;"6 hose;1\nBM-89;7";2\nBM-90;x;3\n'))
    expect(told).toMatch(/^These lines were read as one cell\. .*\(lines 2 to 3\)$/)
    const lines = await readPadFile(file('order.csv', 'Part No.;Text;Qty\nBM-88;"two\nlines; yes";1\n'))
    expect(lines).toMatchObject({ rows: [{ number: 'BM-88', quantity: '1' }] })
  })

  it('is refused where it is neither', async () => {
    expect(await readPadFile(file('order.csv', 'PK\u0003\u0004\0\0'))).toMatch(/^This workbook cannot be read/)
    expect(await readPadFile(file('order.xls', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0])))).toMatch(/older Excel file/)
  })
})
