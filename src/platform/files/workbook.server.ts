import { once } from 'node:events'
import { type DeflateRaw, crc32, createDeflateRaw } from 'node:zlib'
import { Zip, type ZipInputFile } from 'fflate'
import { workbookLimits } from '#kernel/tables/workbook'
import { escapedText } from '#kernel/tables/workbook-cells'

/** A number in plain decimal text, or a text: what looks like a number stays a text. */
export type SheetCell = string | { figure: string }

/** `decimals`: how many its figures are shown with; as many as they have unless it is said. `width`: in characters. */
export type SheetColumn = { head: string; width: number; isFigures: boolean; decimals?: number | undefined }

/** `rows`: some at a time, as they come. */
export type SheetToWrite = {
  name: string
  columns: readonly SheetColumn[]
  rows: AsyncIterable<readonly (readonly SheetCell[])[]>
}

/** Its sheet would hold more than the shop's own reader takes. */
class SheetTooLarge extends Error {
  override name = 'SheetTooLarge'
  constructor() {
    super('This is too large for a workbook. Write a CSV file.')
  }
}

/**
 * A workbook of one sheet, made while its rows come: a piece is what some of them come to, and no more is in memory. The library of
 * such files that is kept holds all cells at once. Throws `SheetTooLarge`.
 */
export async function* sheetPieces(sheet: SheetToWrite): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    pieces.push(piece)
  })
  for (const [name, text] of parts(sheet)) {
    const part = new PackedPart(zip, name)
    await part.write(text)
    await part.end()
  }
  const part = new PackedPart(zip, 'xl/worksheets/sheet1.xml')
  for await (const text of sheetText(sheet)) {
    await part.write(text)
    yield* pieces.splice(0)
  }
  await part.end()
  zip.end()
  yield* pieces.splice(0)
}

/** A file within the ZIP, packed beside the program. */
class PackedPart implements ZipInputFile {
  size = 0
  crc = 0
  readonly compression = 8
  readonly filename: string
  /** The ZIP says where its bytes go. */
  ondata: NonNullable<ZipInputFile['ondata']> = () => undefined
  readonly #deflate: DeflateRaw = createDeflateRaw()

  constructor(zip: Zip, filename: string) {
    this.filename = filename
    zip.add(this)
    this.#deflate.on('data', (piece: Buffer) => this.ondata(null, Uint8Array.from(piece), false))
  }

  async write(text: string): Promise<void> {
    const bytes = Buffer.from(text)
    this.size += bytes.length
    this.crc = crc32(bytes, this.crc)
    if (this.size > workbookLimits.unpackedBytes) throw new SheetTooLarge()
    await new Promise<void>((resolve, reject) => {
      this.#deflate.write(bytes, error => (error ? reject(error) : resolve()))
    })
  }

  async end(): Promise<void> {
    this.#deflate.end()
    await once(this.#deflate, 'end')
    this.ondata(null, new Uint8Array(), true)
  }
}

const start = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const media = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** By the place of a cell's format in the styles. */
const styles = { plain: 0, head: 1, text: 2, firstDecimals: 3 }

const mostDecimals = 4

function parts({ name }: SheetToWrite): [string, string][] {
  const override = (path: string, type: string) =>
    `<Override PartName="/xl/${path}.xml" ContentType="${media}.${type}+xml"/>`
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`
  const related = (...all: string[]) =>
    `${start}<Relationships xmlns="${packages}/relationships">${all.join('')}</Relationships>`
  return [
    [
      '[Content_Types].xml',
      `${start}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${override('workbook', 'sheet.main')}${override('styles', 'styles')}${override('worksheets/sheet1', 'worksheet')}</Types>`,
    ],
    ['_rels/.rels', related(relation('rId1', 'officeDocument', 'xl/workbook.xml'))],
    [
      'xl/_rels/workbook.xml.rels',
      related(relation('rId1', 'worksheet', 'worksheets/sheet1.xml'), relation('rId2', 'styles', 'styles.xml')),
    ],
    [
      'xl/workbook.xml',
      `${start}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="${escaped(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
    ['xl/styles.xml', stylesText()],
  ]
}

function stylesText(): string {
  const decimals = Array.from({ length: mostDecimals + 1 }, (_, decimals) => decimals)
  const formats = decimals.map(
    decimals =>
      `<numFmt numFmtId="${164 + decimals}" formatCode="0${decimals > 0 ? `.${'0'.repeat(decimals)}` : ''}"/>`,
  )
  const format = (number: number, font = 0) =>
    `<xf numFmtId="${number}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`
  const font = (bold: string) => `<font>${bold}<sz val="11"/><name val="Calibri"/></font>`
  const fills = ['none', 'gray125'].map(pattern => `<fill><patternFill patternType="${pattern}"/></fill>`)
  return `${start}<styleSheet xmlns="${main}"><numFmts count="${formats.length}">${formats.join('')}</numFmts>
<fonts count="2">${font('')}${font('<b/>')}</fonts><fills count="2">${fills.join('')}</fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="${styles.firstDecimals + formats.length}">${format(0)}${format(49, 1)}${format(49)}${decimals
    .map(decimals => format(164 + decimals))
    .join('')}</cellXfs></styleSheet>`
}

const styleOf = ({ isFigures, decimals }: SheetColumn): number => {
  if (!isFigures) return styles.text
  return decimals === undefined ? styles.plain : styles.firstDecimals + Math.min(decimals, mostDecimals)
}

async function* sheetText({ columns, rows }: SheetToWrite): AsyncGenerator<string> {
  const letters = columns.map((_, at) => lettersOf(at))
  const widths = columns.map(
    (column, at) =>
      `<col min="${at + 1}" max="${at + 1}" width="${column.width}" style="${styleOf(column)}" customWidth="1"/>`,
  )
  // The names stay in view.
  yield `${start}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`
  const heads = columns.map(({ head }, at) => textCell(head, `${letters[at]}1`, styles.head))
  yield `<row r="1">${heads.join('')}</row>`
  const columnStyles = columns.map(styleOf)
  let line = 1
  for await (const some of rows) {
    const texts = some.map(cells => {
      line += 1
      const row = cells.map((cell, at) => cellText(cell, `${letters[at]}${line}`, columnStyles[at] ?? styles.text))
      return `<row r="${line}">${row.join('')}</row>`
    })
    yield texts.join('')
  }
  yield '</sheetData></worksheet>'
}

/** A spreadsheet knows fifteen digits of a number: one that has more is a text. */
const isFigure = (figure: string) => /^-?\d+(\.\d+)?$/.test(figure) && figure.replaceAll(/\D/g, '').length <= 15

function cellText(cell: SheetCell, at: string, style: number): string {
  if (cell === '') return ''
  if (typeof cell === 'string') return textCell(cell, at, styles.text)
  return isFigure(cell.figure)
    ? `<c r="${at}" s="${style === styles.text ? styles.plain : style}"><v>${cell.figure}</v></c>`
    : textCell(cell.figure, at, styles.text)
}

const textCell = (text: string, at: string, style: number) =>
  `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(escapedText(text))}</t></is></c>`

const escaped = (text: string) =>
  /[&<>"]/.test(text)
    ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
    : text

/** The column 0 is A, and 26 AA. */
function lettersOf(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26))
  return column < 26 ? letter : lettersOf(Math.floor(column / 26) - 1) + letter
}
