import type { Context } from '#platform/context'
import { kindsOfNumbers } from '#services/finder'
import type { NumberCounts } from './known.rules.ts'

/** Of each column's cells, how many the shop has as numbers of parts on sale, and as what. */
export async function countNumbers(ctx: Context, columns: readonly (readonly string[])[]): Promise<NumberCounts[]> {
  const kinds = await kindsOfNumbers(ctx, columns.flat())
  let at = 0
  return columns.map(cells => {
    const own = kinds.slice(at, (at += cells.length))
    const count = (kind: keyof Omit<NumberCounts, 'asked'>) => own.filter(kindsOfCell => kindsOfCell.has(kind)).length
    return {
      asked: cells.length,
      own: count('own'),
      oem: count('oem'),
      interchange: count('interchange'),
      gtin: count('gtin'),
    }
  })
}
