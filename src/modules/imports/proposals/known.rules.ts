import type { NumberKind } from '#rules/finder'
import type { ProposedColumn } from './propose.rules.ts'

/** `asked`: how many cells of a column were sent. The others: how many of these are numbers of the shop, by kind. */
export type NumberCounts = { asked: number } & Record<NumberKind, number>

export const countLimits = { columns: 40, cells: 100, cell: 60 } as const

/** Texts that may be numbers, each once, of cells that may have several: what is asked of the shop about a column. */
export const cellsToAsk = (cells: readonly string[]): string[] =>
  [...new Set(cells.flatMap(cell => cell.split(/[;|\r\n]/).map(one => one.trim())))]
    .filter(cell => /\d/.test(cell) && cell.length <= countLimits.cell)
    .slice(0, countLimits.cells)

/** What each kind of number is in a list of parts, those first that can be proposed but once. */
const columnOfKind: readonly (readonly [NumberKind, string])[] = [
  ['own', 'part_number'],
  ['gtin', 'gtin'],
  ['oem', 'oem'],
  ['interchange', 'cross_reference'],
]

/** Fewer would be by chance. */
const fewest = 2

/**
 * Takes columns of which nothing is said yet for what most of their cells are in the shop. `counts`: by the place of a column; those that
 * are not in it were not counted. Of two columns of part numbers the one of which the shop knows more is it, the other is left as it was.
 */
export function proposeByNumbers(
  columns: readonly ProposedColumn[],
  counts: ReadonlyMap<number, NumberCounts>,
  isFree: (column: ProposedColumn) => boolean,
): void {
  for (const [kind, column] of columnOfKind) {
    const fitting = [...counts]
      .map(([place, numbers]) => ({
        proposed: columns[place],
        hits: numbers[kind],
        share: numbers[kind] / numbers.asked,
      }))
      .filter(({ hits, share }) => hits >= fewest && share > 0.5)
      .toSorted((one, other) => other.share - one.share)
    const isTaken = columns.some(other => other.column === column)
    for (const { proposed } of column === 'part_number' ? (isTaken ? [] : fitting.slice(0, 1)) : fitting) {
      if (proposed && isFree(proposed)) Object.assign(proposed, { column, by: 'shop' })
    }
  }
}
