import { decimalsOf } from '#kernel/money'
import { type WrittenForm, figureIn } from '#kernel/tables/column-heads'
import { numberCell, plainCell } from '#kernel/tables/cells'
import { type SheetCell, type SheetColumn, sheetPieces } from '#platform/files/workbook'
import { attributeColumn } from '../files/attribute-columns.rules.ts'
import { kindOfColumn } from '../files/csv-head.rules.ts'
import { csvLineBy, guardedCell } from '../import.rules.ts'
import { type ExportCell, isFigureColumn } from './export.rules.ts'

type Rows = AsyncIterable<readonly (readonly ExportCell[])[]>

/** By column, what makes a cell of it that is read as this text. */
const readAs = (columns: readonly string[]) =>
  columns.map(column => (kindOfColumn(column) === 'number' ? numberCell : (text: string) => text))

export async function* csvPieces(columns: readonly string[], rows: Rows, form: WrittenForm): AsyncGenerator<string> {
  const { decimalSign, separator } = form
  const lineOf = csvLineBy(separator)
  // Spreadsheets take a file without this mark for one of another encoding.
  yield `\ufeff${lineOf(columns.map(form.headOf))}`
  const cellsAre = readAs(columns)
  const textOf = (cell: ExportCell, at: number) =>
    typeof cell === 'string' ? (cellsAre[at]?.(cell) ?? cell) : figureIn(decimalSign, cell.figure)
  for await (const some of rows) {
    if (some.length > 0) yield some.map(cells => lineOf(cells.map(textOf))).join('')
  }
}

type WorkbookToWrite = {
  sheet: string
  columns: readonly string[]
  rows: Rows
  form: WrittenForm
  /** Of amounts, as ISO 4217 in lower case. */
  currency: string
}

/** The same as a workbook: its figures are numbers, which each spreadsheet shows by its own signs. */
export function workbookPieces({ sheet, columns, rows, form, currency }: WorkbookToWrite): AsyncGenerator<Uint8Array> {
  const cellsAre = readAs(columns)
  const cellOf = (cell: ExportCell, at: number): SheetCell =>
    typeof cell === 'string' ? textIn(cellsAre[at]?.(cell) ?? cell) : cell
  async function* written() {
    for await (const some of rows) yield some.map(cells => cells.map(cellOf))
  }
  return sheetPieces({
    name: sheet,
    columns: columns.map(column => sheetColumn(column, form, currency)),
    rows: written(),
  })
}

/** What begins like a formula is a text in a workbook; only what the reader would take a mark from needs one. */
const textIn = (text: string) => (plainCell(text) === text ? text : guardedCell(text))

const wide = new Map([
  ['name', 40],
  ['description', 60],
  ['category', 30],
  ['notes', 40],
])

function sheetColumn(column: string, form: WrittenForm, currency: string): SheetColumn {
  const head = form.headOf(column)
  return {
    head,
    width: wide.get(column) ?? Math.max(14, Math.min(40, head.length + 2)),
    isFigures: isFigureColumn(column) || attributeColumn(column) !== undefined,
    decimals: kindOfColumn(column) === 'amount' ? decimalsOf(currency) : undefined,
  }
}
