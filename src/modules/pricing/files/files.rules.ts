import type { ColumnKind } from '#kernel/tables/table'
import { type FileFormat, type WrittenColumn, isFigureKind, nameInFiles } from '#kernel/tables/written-files'

/** A file of the prices of one list: a row for each price, from how many units on. Pure. */

/** `rowsAtOnce`: of a file that is read while its sender waits. */
export const priceFile = {
  bytes: 64 * 1024 * 1024,
  rows: 1_000_000,
  rowsAtOnce: 100_000,
  shownProblems: 100,
}

/** How a file stands: looked at, taken in, taken back, followed by another one, so that it stays, or nothing of it was taken. */
export const priceFileStates = [
  'reading',
  'planned',
  'committing',
  'committed',
  'undoing',
  'undone',
  'settled',
  'failed',
] as const
export type PriceFileState = (typeof priceFileStates)[number]
export const isPriceFileWorking = (state: PriceFileState): boolean =>
  state === 'reading' || state === 'committing' || state === 'undoing'

/** What it does to a product of its list. */
export const priceFileEffects = ['added', 'changed', 'removed'] as const
export type PriceFileEffect = (typeof priceFileEffects)[number]

/** What stands in each column, in the order in which they are written. */
export const priceColumns = {
  brand: 'text',
  part_number: 'number',
  from: 'whole',
  price: 'amount',
  minimum: 'whole',
  multiple: 'whole',
} as const satisfies { [column: string]: ColumnKind }
export type PriceColumn = keyof typeof priceColumns

export const writtenPriceColumns: readonly WrittenColumn[] = Object.entries(priceColumns).map(([name, kind]) => ({
  name,
  kind,
  isFigures: isFigureKind(kind),
}))

/** What a list's file is called. */
export const priceFileName = (list: string, format: FileFormat): string => `${nameInFiles(list)}.${format}`

/** Why no file can have a row for a product of a list. */
export const unnamedReasons = ['archived', 'no-number', 'number-twice', 'no-price'] as const
export type UnnamedReason = (typeof unnamedReasons)[number]
/** So many of them are told one by one. */
export const shownUnnamed = 20

/** How a file was read; `leftOut`: the first lines above the names and below the rows that are none. */
export type PriceReading = {
  format: 'csv' | 'xlsx'
  encoding?: string
  sheet?: string
  decimalSign: '.' | ',' | null
  leftOut: number[]
}
