/** A file of the prices of one list: a row for each price, from how many units on. Pure. */

/** `rowsAtOnce`: of a file that is read while its sender waits. */
export const priceFile = {
  bytes: 64 * 1024 * 1024,
  rows: 1_000_000,
  rowsAtOnce: 100_000,
  recordCharacters: 10_000,
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

/** It was restored from a backup, which holds no files on their way. */
export const priceFileMissing = 'This file is not there any more. Send it again.'
/** What it does to a product of its list. */
export const priceFileEffects = ['added', 'changed', 'removed'] as const
export type PriceFileEffect = (typeof priceFileEffects)[number]

export const priceColumns = ['brand', 'part_number', 'from', 'price', 'minimum', 'multiple'] as const
export type PriceColumn = (typeof priceColumns)[number]

/** Where each column stands in the file; what is wrong with its first line where one is missing. Others are passed over. */
export function columnsOf(head: readonly string[]): Map<PriceColumn, number> | string {
  const names = head.map(cell =>
    cell
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_'),
  )
  const columns = new Map<PriceColumn, number>()
  for (const [at, name] of names.entries()) {
    const column = priceColumns.find(column => column === name)
    if (column === undefined) continue
    if (columns.has(column)) return 'Two columns of this file say the same. Leave one of them out.'
    columns.set(column, at)
  }
  if (columns.has('part_number') && columns.has('price')) return columns
  return 'The first line must name the columns part_number and price; brand, from, minimum and multiple may stand beside them.'
}

export const rowProblems = {
  missing: 'The part number is missing.',
  unknown: 'The shop sells nothing with this number.',
  ambiguous: 'Several products have this number. Say the brand.',
  unclear: 'The shop writes this number with other signs. Write it as the shop does.',
  quantity: 'From, minimum and multiple are whole numbers from 1 to 1,000,000.',
  twice: 'Another row has a price for this product from the same quantity on.',
  differs: 'Rows of one product say the same minimum and multiple, or leave them empty.',
  many: 'A product can have 20 prices in a list.',
} as const
