import { type RawBuilder, sql } from 'kysely'
import { decimalsOf } from '#kernel/money'
import { refuse } from '#kernel/refusals'
import { numberCell, plainCell } from '#kernel/tables/cells'
import { type WrittenForm, figureIn } from '#kernel/tables/column-heads'
import {
  type WrittenCell,
  type WrittenColumn,
  csvLineBy,
  guardedCell,
  mostWorkbookRows,
} from '#kernel/tables/written-files'
import type { Context } from '../context.server.ts'
import { countRows } from '../paging.server.ts'
import { fromReplica } from '../replica.server.ts'
import { type SheetCell, type SheetColumn, sheetPieces } from './workbook.server.ts'

/** A row on its way into a file: `place` is behind it, for a page that goes on from there. */
export type WrittenRow = { place: string; cells: WrittenCell[] }

type Rows = AsyncIterable<readonly WrittenRow[]>

type Reading = {
  /** The rows behind a place, or the first ones, in an order that stays; none behind the last. */
  read: (ctx: Context, after: string | undefined) => Promise<WrittenRow[]>
  /** Hears how many rows each page has. */
  onRows?: ((rows: number) => void) | undefined
}

/** All rows of a table, a page at a time, each read when it is asked for: no more is in memory. */
export async function* everyRow(ctx: Context, { read, onRows }: Reading): AsyncGenerator<WrittenRow[]> {
  let after: string | undefined
  do {
    const from = after
    const rows = await fromReplica(ctx, ctx => read(ctx, from))
    onRows?.(rows.length)
    yield rows
    after = rows.at(-1)?.place
  } while (after !== undefined)
}

/** By column, what makes a cell of it that is read as this text. */
const readAs = (columns: readonly WrittenColumn[]) =>
  columns.map(({ kind }) => (kind === 'number' ? numberCell : (text: string) => text))

/** A table as a CSV file, some rows at a time. */
export async function* csvPieces(
  columns: readonly WrittenColumn[],
  rows: Rows,
  form: WrittenForm,
): AsyncGenerator<string> {
  const { decimalSign, separator } = form
  const lineOf = csvLineBy(separator)
  // Spreadsheets take a file without this mark for one of another encoding.
  yield `\ufeff${lineOf(columns.map(({ name }) => form.headOf(name)))}`
  const cellsAre = readAs(columns)
  const textOf = (cell: WrittenCell, at: number) =>
    typeof cell === 'string' ? (cellsAre[at]?.(cell) ?? cell) : figureIn(decimalSign, cell.figure)
  for await (const some of rows) {
    if (some.length > 0) yield some.map(({ cells }) => lineOf(cells.map(textOf))).join('')
  }
}

type WorkbookToWrite = {
  sheet: string
  columns: readonly WrittenColumn[]
  rows: Rows
  form: WrittenForm
  /** Of amounts, as ISO 4217 in lower case. */
  currency: string
}

/** The same as a workbook: its figures are numbers, which each spreadsheet shows by its own signs. */
export function workbookPieces({ sheet, columns, rows, form, currency }: WorkbookToWrite): AsyncGenerator<Uint8Array> {
  const cellsAre = readAs(columns)
  const cellOf = (cell: WrittenCell, at: number): SheetCell =>
    typeof cell === 'string' ? textIn(cellsAre[at]?.(cell) ?? cell) : cell
  async function* written() {
    for await (const some of rows) yield some.map(({ cells }) => cells.map(cellOf))
  }
  return sheetPieces({
    name: sheet,
    columns: columns.map(column => sheetColumn(column, form, currency)),
    rows: written(),
  })
}

/** What begins like a formula is a text in a workbook; only what the reader would take a mark from needs one. */
const textIn = (text: string) => (plainCell(text) === text ? text : guardedCell(text))

function sheetColumn(
  { name, kind, isFigures, width }: WrittenColumn,
  form: WrittenForm,
  currency: string,
): SheetColumn {
  const head = form.headOf(name)
  return {
    head,
    width: width ?? Math.max(14, Math.min(40, head.length + 2)),
    isFigures,
    decimals: kind === 'amount' ? decimalsOf(currency) : undefined,
  }
}

/** Refuses what is too long for a workbook; `from` are its rows, as a table with its condition. Refuses: export-too-long. */
export async function requireWorkbookLength({ db }: Context, from: RawBuilder<unknown>): Promise<void> {
  const more = sql`(select from ${from} limit ${sql.lit(mostWorkbookRows + 1)}) counted`
  if ((await countRows(db, more)) > mostWorkbookRows) throw refuse('export-too-long')
}
