import {
  type Paste,
  type PasteColumns,
  type TypedRow,
  guessedColumns,
  namedColumns,
  plainCells,
  typedRow,
} from '#kernel/tables/paste'
import { foldedName } from '#kernel/tables/column-names'
import { namesOf } from '#kernel/tables/world-names'
import type { OpenTable, TableFacts } from '#kernel/tables/read-table'
import type { TableRow } from '#kernel/tables/records'
import {
  type ColumnKind,
  RowsRead,
  ShapeSearch,
  type TableForm,
  type TableHead,
  mostTitles,
} from '#kernel/tables/table'
import { type RowProblem, TableRefused } from '#kernel/tables/table-problem'

/**
 * The rows of a file of a quick order, each in one of three places: to be put on the page, left out as a title or a total, or refused.
 * A quantity that can be read in two ways stands on the page, where both are offered.
 */
export type PadTable = Paste & {
  facts: TableFacts
  /** Their lines. */
  leftOut: readonly number[]
  refused: readonly RowProblem[]
}

type PadColumn = 'number' | 'quantity' | 'brand'
const kinds = { number: 'number', quantity: 'whole', brand: 'text' } satisfies Record<PadColumn, ColumnKind>

/** The rows of a table. Throws `TableRefused`. */
export async function readPadTable({ facts, rows }: OpenTable): Promise<PadTable> {
  const all = (await Array.fromAsync(rows())).flat()
  if (all.length === 0) throw new TableRefused('no-rows')
  const named = namesIn(all)
  const columns = named?.columns ?? guessedColumns(all.map(plainCells))
  // Where nothing is named, every cell that there is has a place.
  const head = named?.row ?? { line: 0, lastLine: 0, cells: Array.from({ length: widthOf(all) }, () => '') }
  const read = readerOf(named ? all : [head, ...all], head, columns)
  const written = { separator: facts.format === 'csv' ? facts.separator : '\t', width: named && head.cells.length }
  const table = { rows: [] as TypedRow[], columns, facts, leftOut: [...read.titles], refused: [] as RowProblem[] }
  for (const row of all) {
    const reading = read.row(row)
    if (!reading) continue
    const typed = typedRow(plainCells(row), columns, written)
    const problem = reading.problems.find(({ fault }) => fault !== 'amount-unclear')
    if (problem) table.refused.push(problem)
    else if (reading.isBeside || isNothing(typed)) table.leftOut.push(row.line)
    else table.rows.push(typed)
  }
  return table
}

const widthOf = (rows: readonly TableRow[]) => rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)

const isNothing = ({ number, quantity, brand }: TypedRow) => number === '' && quantity === '' && brand === ''

const columnsIn = (cells: readonly string[]) => namedColumns(cells, namesOf)

/** Whether a line names number and quantity, whatever stands above it. */
export function areNamesOfOrder(row: readonly string[]): boolean {
  const cells = plainCells({ cells: row })
  const columns = columnsIn(cells)
  return columns?.quantity !== undefined && columnsIn([cells[columns.number] ?? '']) !== undefined
}

/** A line that names number and quantity, whatever titles stand above it; else the first one, where it names one of them. */
function namesIn(rows: readonly TableRow[]): { row: TableRow; columns: PasteColumns } | undefined {
  const named = rows.slice(0, mostTitles).flatMap((row, at) => {
    const columns = columnsIn(plainCells(row))
    const isWhole = areNamesOfOrder(row.cells)
    return columns && (at === 0 || isWhole) ? [{ row, columns, isWhole }] : []
  })
  const header = named.find(({ isWhole }) => isWhole) ?? named[0]
  if (header) refuseTwice(header.row, header.columns)
  return header
}

/** Of several columns for a number the surest is taken; two of the same name, or two for quantities, may each be meant. */
function refuseTwice({ line, cells }: TableRow, { number, quantity }: PasteColumns): void {
  const numberName = foldedName(cells[number] ?? '')
  const twice = cells.find(
    (cell, at) =>
      (at !== number && numberName !== '' && foldedName(cell) === numberName) ||
      (at !== quantity && columnsIn([cell])?.quantity === 0),
  )
  if (twice !== undefined) throw new TableRefused('column-twice', { line, value: twice })
}

function readerOf(rows: readonly TableRow[], { line, cells }: TableRow, places: PasteColumns) {
  const nameAt = (at: number) => (['number', 'quantity', 'brand'] as const).find(name => places[name] === at)
  const columns: TableHead<PadColumn> = { columns: cells.map((_, at) => nameAt(at)), ignored: [] }
  const form: TableForm<PadColumn> = {
    kindOf: name => kinds[name],
    headOf: (_, at) => (at === line ? columns : undefined),
    needed: () => ['number'],
    names: '',
    money: { locale: 'en', decimals: 0 },
  }
  const search = new ShapeSearch(form)
  for (const row of rows) search.see(row)
  const shape = search.result()
  const read = new RowsRead(form, shape)
  return { titles: shape.titles, row: (row: TableRow) => read.read(row) }
}
