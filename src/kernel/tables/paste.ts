/** What somebody pastes or drops: rows of a spreadsheet or of a CSV file. Pure; it reads, and judges nothing. */

import { plainCell, plainNumberCell } from './cells.ts'
import { columnNames, foldedName } from './column-names.ts'
import { RowReader, type TableRow, rowsSwallowed } from './records.ts'

const endOfLine = /\r\n?|\n/

/** A row as it was typed. */
export type TypedRow = { number: string; quantity: string; brand: string }

/** Where the columns of a paste stand, the first being 0; `isNamed`: its first line says so, else they were guessed. */
export type PasteColumns = { number: number; quantity: number | undefined; brand: number | undefined; isNamed: boolean }

export type Paste = { rows: TypedRow[]; columns: PasteColumns }

/** Reads tabs, semicolons or commas, with a spreadsheet's quotation marks. Lines without anything in them are no rows. */
export function readPaste(text: string): Paste {
  const separator = separatorOfPaste(text)
  const records = rowsApart(text, separator).map(plainCells)
  const [head = []] = records
  const named = namedColumns(head)
  const columns = named ?? guessedColumns(records)
  const below = named ? records.slice(1) : records
  const width = named ? head.length : undefined
  return { rows: below.map(cells => typedRow(cells, columns, { separator, width })), columns }
}

const rowsIn = (text: string, separator: string): TableRow[] => {
  const reader = new RowReader(separator)
  return [...reader.read(text), ...reader.end()]
}

/** Lines that an inch sign has made one cell are read each by itself, where the sign has no twin: none of them is lost. */
function rowsApart(text: string, separator: string): TableRow[] {
  const rows = rowsIn(text, separator)
  const width = rows[0]?.cells.length ?? 0
  if (!rows.some(row => rowsSwallowed(row, width))) return rows
  const lines = text.split(endOfLine)
  return rows.flatMap(row =>
    rowsSwallowed(row, width) ? lines.slice(row.line - 1, row.lastLine).flatMap(line => rowsIn(line, separator)) : row,
  )
}

/** The cells of a row as they were typed. */
export const plainCells = ({ cells }: Pick<TableRow, 'cells'>): string[] =>
  cells.map(cell => plainNumberCell(plainCell(cell)).replaceAll(/\s+/g, ' '))

/** A tab wherever there is one: a spreadsheet's. Else what more lines have; a comma may be within a number, a semicolon not. */
function separatorOfPaste(text: string): string {
  const lines = text.split(endOfLine).map(line => line.replaceAll(/"[^"]*"/g, ''))
  const countOf = (sign: string) => lines.filter(line => line.includes(sign)).length
  if (countOf('\t') > 0) return '\t'
  return countOf(',') > countOf(';') ? ',' : ';'
}

type Concept = 'partNumber' | 'oem' | 'gtin' | 'quantity' | 'brand'

/** What columns are called in the trade, the surest name first. Whatever names a part is a number here. */
const names = (of: (concept: Concept) => readonly string[]) => ({
  number: [...of('partNumber'), ...of('oem'), ...of('gtin'), ...words(`code|parts|number|no|nr|item|article|product`)],
  quantity: of('quantity'),
  brand: of('brand'),
})

function words(list: string): readonly string[] {
  return list.split('|')
}

/** The columns that a line names; undefined where it is a row itself. `of`: what they are called in more languages. */
export function namedColumns(
  head: readonly string[],
  of: (concept: Concept) => readonly string[] = concept => columnNames[concept],
): PasteColumns | undefined {
  if (head.some(isAmount)) return undefined
  // `4 pcs` is no name of a column.
  const plain = head.map(cell => (/\d/.test(cell) ? '' : foldedName(cell)))
  const all = names(of)
  const placeOf = (kind: keyof typeof all) => {
    const places = all[kind].map(name => plain.indexOf(name)).filter(at => at >= 0)
    return places[0]
  }
  const [number, quantity, brand] = [placeOf('number'), placeOf('quantity'), placeOf('brand')]
  if (number === undefined && quantity === undefined) return undefined
  const left = plain.findIndex((_, at) => at !== quantity && at !== brand)
  return { number: number ?? Math.max(left, 0), quantity, brand, isNamed: true }
}

/** Reads like a quantity, a price or a line's number; leading zeros and eight digits are a part's. */
const isAmount = (cell: string) =>
  /^[-+\u2212\u2013]?\s*\d[\d.,'’ ]*$/.test(cell) && !/^0\d/.test(cell) && cell.replaceAll(/\D/g, '').length < 8

const readsLikeNumber = (cell: string) => /\d/.test(cell) && cell.length <= 40 && !isAmount(cell)
const isWhole = (cell: string) => /^\d+$/.test(cell)

/** The columns of rows that nothing names. */
export function guessedColumns(records: readonly (readonly string[])[]): PasteColumns {
  const width = Math.max(0, ...records.map(cells => cells.length))
  const all = Array.from({ length: width }, (_, at) => at)
  const cellsOf = (at: number) => records.flatMap(cells => cells[at] || [])
  const share = (at: number, is: (cell: string) => boolean) => {
    const cells = cellsOf(at)
    return cells.length === 0 ? 0 : cells.filter(is).length / cells.length
  }
  const filled = all.filter(at => cellsOf(at).length > 0)
  const amounts = filled.filter(at => share(at, isAmount) > 0.5)
  const others = filled.filter(at => !amounts.includes(at))
  const guess = (number: number, quantity: number | undefined) => ({
    number,
    quantity,
    brand: undefined,
    isNamed: false,
  })
  if (filled.length < 2)
    return guess(
      filled[0] ?? 0,
      all.find(at => at !== filled[0]),
    )
  if (others.length === 0) return guess(...ofAmounts(amounts, cellsOf))
  // By all rows: what commas have cut off a quantity stands in few of them.
  const numbersIn = (at: number) => cellsOf(at).filter(readsLikeNumber).length
  const number = others.reduce((best, at) => (numbersIn(at) > numbersIn(best) ? at : best))
  const whole = amounts.filter(at => share(at, isWhole) > 0.5)
  const among = whole.length > 0 ? whole : amounts
  // Line numbers stand before what they count, and prices behind the quantity.
  const quantity = among.find(at => at > number) ?? among.at(-1)
  return guess(number, quantity ?? (filled.length === 2 ? others.find(at => at !== number) : undefined))
}

/** Where all columns are figures: the number first, unless the second is plainly the longer one. */
function ofAmounts([first = 0, second = 1]: readonly number[], cellsOf: (at: number) => string[]): [number, number] {
  const lengths = (at: number) => cellsOf(at).map(cell => cell.length)
  const isReversed = Math.max(...lengths(first)) <= 3 && Math.min(...lengths(second)) >= 5
  return isReversed ? [second, first] : [first, second]
}

type Shape = { separator: string; width: number | undefined }

/** A row by its columns. `width`: how many of them are named. */
export function typedRow(cells: readonly string[], { number, quantity, brand }: PasteColumns, shape: Shape): TypedRow {
  const cell = (at: number | undefined) => (at === undefined ? '' : (cells[at] ?? ''))
  return { number: cell(number), quantity: unclear(cells, quantity, shape) ?? cell(quantity), brand: cell(brand) }
}

/**
 * Commas stand between cells and within numbers. A row that has more cells than its head, or three digits behind its quantity, may
 * have been cut within `1,000`: it keeps both readings, and is no quantity.
 */
function unclear(
  cells: readonly string[],
  quantity: number | undefined,
  { separator, width }: Shape,
): string | undefined {
  if (separator !== ',' || quantity === undefined) return undefined
  const [own = '', next = ''] = cells.slice(quantity)
  if (width !== undefined && cells.slice(width).every(cell => cell === '')) return undefined
  if (/^\d{1,3}$/.test(own) && /^\d{3}$/.test(next)) return `${own} or ${own},${next}`
  return width === undefined ? undefined : [own, ...cells.slice(Math.max(width, quantity + 1))].join(' or ')
}
