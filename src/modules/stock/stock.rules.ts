export { stockRefusals } from './refusals.rules.ts'

export const takeStates = ['open', 'booked', 'discarded'] as const
/** What became of a count: `held` where orders hold units that would go, `gone` where the tool is no longer sold. */
export const countOutcomes = ['same', 'booked', 'held', 'gone'] as const

export const stockLimits = {
  note: 120,
  /** Counts that one call takes. */
  counts: 500,
  /** Rows and characters of a file: within what a call takes. */
  rows: 5000,
  characters: 150_000,
  mostCounted: 999_999_999,
}

/** Why a row of counts was not taken. */
export const countProblems = {
  unknown: 'The shop sells nothing with this number.',
  ambiguous: 'Several tools have this number. Say the brand.',
  unclear: 'The shop writes this number with other signs. Write it as the shop does.',
  twice: 'This tool stands in an earlier row. Add the two counts up in one row.',
  malformed: 'The count is no whole number of units.',
  missing: 'The part number is missing.',
} as const
export type CountProblem = keyof typeof countProblems

/** What a column of a file of counts is called, by those who write them. */
const columnNames = new Map([
  ['part_number', 'part'],
  ['part', 'part'],
  ['number', 'part'],
  ['sku', 'part'],
  ['barcode', 'part'],
  ['gtin', 'part'],
  ['brand', 'brand'],
  ['counted', 'counted'],
  ['count', 'counted'],
  ['quantity', 'counted'],
  ['qty', 'counted'],
])

export type CountColumns = { part: number; counted: number; brand: number | undefined }

/** Where the columns of a file stand; what is wrong with its first line where they do not. Others are passed over. */
export function countColumns(head: readonly string[]): CountColumns | string {
  const names = head.map(cell =>
    columnNames.get(
      cell
        .trim()
        .toLowerCase()
        .replaceAll(/[\s-]+/g, '_'),
    ),
  )
  const twice = names.find((name, index) => name !== undefined && names.indexOf(name) !== index)
  if (twice) return 'Two columns of this file say the same. Leave one of them out.'
  const [part = -1, counted = -1, brand = -1] = ['part', 'counted', 'brand'].map(name => names.indexOf(name))
  if (part < 0 || counted < 0) {
    return 'The first line must name the columns part_number and counted; a column brand may stand beside them.'
  }
  return { part, counted, brand: brand < 0 ? undefined : brand }
}
