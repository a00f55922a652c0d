import { plainCell } from './cells.ts'
import { EncodingSearch, markedEncoding } from './encoding.ts'
import { type TableEncoding, tableEncodings } from './encodings.ts'
import type { DecimalSign } from './decimals.ts'
import { RowReader, type TableRow, separatorOf } from './records.ts'
import { type ReadRow, RowsRead, ShapeSearch, type TableForm, type TableShape, mostTitles } from './table.ts'
import { TableRefused } from './table-problem.ts'
import { type Sheet, type Workbook, type WorkbookFiles, openWorkbook } from './workbook.ts'

/** A file as its door has it. Both can be asked for again: a file is looked through before it is read. */
export type TableSource = {
  /** A chunk holds until the next one is asked for. */
  chunks: () => AsyncIterable<Uint8Array>
  /** Its content, where it is a ZIP. */
  zip: () => Promise<WorkbookFiles>
}

/** What somebody has said of a file that leaves it open. */
export type TableChoices = { encoding?: TableEncoding; decimalSign?: DecimalSign; sheet?: string }

/** What was found out about a file, to be shown. */
export type TableFacts =
  | { format: 'csv'; encoding: TableEncoding; separator: string }
  | { format: 'xlsx'; sheet: string; sheets: readonly string[] }

/** Whether cells are the names of the columns that a door takes. */
export type AreNames = (cells: readonly string[]) => boolean

/** Names of a form's columns, also such as it refuses: whoever sent them hears what is wrong with them. */
export function areNamesOf<Name extends string>(form: Pick<TableForm<Name>, 'headOf'>): AreNames {
  return cells => {
    try {
      return form.headOf(cells.map(plainCell), 1) !== undefined
    } catch {
      return true
    }
  }
}

export type OpenTable = { facts: TableFacts; rows: () => AsyncGenerator<TableRow[]> }

const headBytes = 8192
const zipMark = [0x50, 0x4b, 0x03, 0x04]

/**
 * Tells by its content what a file is, and gives its rows, whatever it is. `areNames`: of a workbook of which nobody has chosen the sheet, the
 * one with such names is read. Throws `TableRefused`.
 */
export async function openTable(
  source: TableSource,
  choices: TableChoices = {},
  areNames: AreNames = () => false,
): Promise<OpenTable> {
  const head = await headOf(source)
  if (head.length === 0) throw new TableRefused('empty-file')
  if (startsWith(head, [0xd0, 0xcf, 0x11, 0xe0]))
    throw new TableRefused(isLocked(head) ? 'locked-workbook' : 'old-workbook')
  if (startsWith(head, zipMark)) return openWorkbookRows(await source.zip(), choices, areNames)
  return openText(source, head, choices)
}

async function headOf({ chunks }: TableSource): Promise<Uint8Array> {
  let head = new Uint8Array()
  for await (const chunk of chunks()) {
    const both = new Uint8Array(head.length + chunk.length)
    both.set(head)
    both.set(chunk, head.length)
    head = both
    if (head.length >= headBytes) break
  }
  return head.subarray(0, headBytes)
}

const startsWith = (head: Uint8Array, signs: readonly number[]) => signs.every((sign, at) => head[at] === sign)

/** The names within such a file are UTF-16. */
const isLocked = (head: Uint8Array) =>
  new TextDecoder('latin1').decode(head).replaceAll('\0', '').includes('EncryptedPackage')

const kindsOfZip = [
  ['macro-workbook', /(^|[/\\])vbaProject\.bin$/i],
  ['binary-workbook', /^xl[/\\]workbook\.bin$/i],
  ['numbers-document', /^Index([/\\]Document\.iwa|\.zip)$/],
  ['open-document', /^(mimetype|content\.xml)$/],
] as const

async function openWorkbookRows(files: WorkbookFiles, choices: TableChoices, areNames: AreNames): Promise<OpenTable> {
  const kind = kindsOfZip.find(([, sign]) => files.names.some(name => sign.test(name)))?.[0]
  if (kind) throw new TableRefused(kind)
  if (!files.names.some(name => /\.rels$|workbook\.xml$/i.test(name))) throw new TableRefused('no-table')
  const workbook = await openWorkbook(files)
  const sheet = await chosenSheet(workbook, choices.sheet, areNames)
  const sheets = workbook.sheets.filter(({ isVisible }) => isVisible).map(({ name }) => name)
  return { facts: { format: 'xlsx', sheet: sheet.name, sheets }, rows: () => workbook.rowsOf(sheet) }
}

/** The sheet to read: the one of that name, else the first visible one with the names of its door, else the first visible one that has rows. */
async function chosenSheet({ sheets, rowsOf }: Workbook, name: string | undefined, areNames: AreNames): Promise<Sheet> {
  if (name !== undefined) {
    const named = sheets.find(sheet => sheet.name === name)
    if (!named) throw new TableRefused('sheet-unknown', { value: name })
    return named
  }
  let first: Sheet | undefined
  for (const sheet of sheets.filter(({ isVisible }) => isVisible)) {
    const rows = await firstRows(rowsOf(sheet))
    if (rows.length > 0) first ??= sheet
    if (rows.some(({ cells }) => areNames(cells))) return sheet
  }
  if (!first) throw new TableRefused('no-rows')
  return first
}

async function firstRows(all: AsyncIterable<TableRow[]>): Promise<TableRow[]> {
  const first: TableRow[] = []
  for await (const rows of all) {
    first.push(...rows)
    if (first.length >= mostTitles) break
  }
  return first.slice(0, mostTitles)
}

/** Whether there are bytes that no text has in any encoding of single bytes. */
const isBinary = (head: Uint8Array) =>
  head.some(byte => byte < 0x09 || (byte > 0x0d && byte < 0x1a) || (byte > 0x1b && byte < 0x20))

async function openText(source: TableSource, head: Uint8Array, choices: TableChoices): Promise<OpenTable> {
  if (!markedEncoding(head) && isBinary(head)) throw new TableRefused('no-table')
  const encoding = await encodingOf(source, choices.encoding)
  const start = new TextDecoder(encoding).decode(head)
  // Neither text of one byte nor of three has a zero in it.
  if (start.includes('\0') || start.startsWith('%PDF')) throw new TableRefused('no-table')
  if (/^\ufeff?\s*<(!doctype|html|table|\?xml)/i.test(start)) throw new TableRefused('web-page')
  const separator = separatorOf(start)
  return { facts: { format: 'csv', encoding, separator }, rows: () => rowsOfText(source, { encoding, separator }) }
}

async function encodingOf(source: TableSource, choice: TableEncoding | undefined): Promise<TableEncoding> {
  if (choice !== undefined) return choice
  const search = new EncodingSearch()
  do await lookThrough(source, search)
  while (search.asksAgain())
  return search.result()
}

async function lookThrough({ chunks }: TableSource, search: EncodingSearch): Promise<void> {
  for await (const chunk of chunks()) {
    search.see(chunk)
    if (search.isSettled) break
  }
}

/**
 * Whether a file leaves open how its letters are written: a text without a mark that is not UTF-8. Others are never to be read by what
 * was said of another file.
 */
export async function leavesLettersOpen(source: TableSource): Promise<boolean> {
  if (startsWith(await headOf(source), zipMark)) return false
  const search = new EncodingSearch()
  await lookThrough(source, search)
  return search.asksAgain()
}

/**
 * So much of a file is rows at once. What a thousand rows are made into has outlived two collections of young garbage before the last of
 * them is done with: then it is kept as if it were to stay.
 */
const aPiece = 4096

type Written = { encoding: TableEncoding; separator: string }

async function* rowsOfText(source: TableSource, { encoding, separator }: Written): AsyncGenerator<TableRow[]> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const reader = new RowReader(separator)
  const decode = (chunk: Uint8Array) => {
    try {
      return decoder.decode(chunk, { stream: true })
    } catch {
      throw new TableRefused('encoding-broken', { line: reader.line, value: tableEncodings[encoding] })
    }
  }
  let size = aPiece
  for await (const chunk of source.chunks()) {
    for (let at = 0, end = 0; at < chunk.length; at = end) {
      end = Math.min(at + size, chunk.length)
      const rows = reader.read(decode(chunk.subarray(at, end)))
      // A row that has no end yet is read from its beginning again.
      size = rows.length > 0 ? aPiece : 2 * size
      if (rows.length > 0) yield rows
    }
  }
  yield reader.end(endsInLetter(decoder))
}

function endsInLetter(decoder: TextDecoder): boolean {
  try {
    decoder.decode()
    return false
  } catch {
    return true
  }
}

export type ReadTable<Name extends string> = {
  facts: TableFacts
  shape: TableShape<Name>
  rows: () => AsyncGenerator<ReadRow<Name>[]>
}

/** Looks a file through, and reads its rows by the columns of its door. Throws `TableRefused`. */
export async function readTable<Name extends string>(
  table: OpenTable,
  form: TableForm<Name>,
  choices: TableChoices = {},
): Promise<ReadTable<Name>> {
  const search = new ShapeSearch(form)
  for await (const rows of table.rows()) for (const row of rows) search.see(row)
  const shape = search.result(choices.decimalSign)
  if (shape.rows === 0) throw new TableRefused('no-rows', { line: shape.headLine })
  return {
    facts: table.facts,
    shape,
    async *rows() {
      const read = new RowsRead(form, shape)
      for await (const rows of table.rows()) yield rows.flatMap(row => read.read(row) ?? [])
    },
  }
}

/** A file that is in memory. `zip` opens it as a ZIP. */
export const sourceOf = (bytes: Uint8Array, zip: (bytes: Uint8Array) => Promise<WorkbookFiles>): TableSource => ({
  async *chunks() {
    for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
  },
  zip: () => zip(bytes),
})
