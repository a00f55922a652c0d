import type { TableRow } from '#kernel/tables/records'

/**
 * The rows, or the cells, that a cell has swallowed, each of its lines by itself with the mark as a sign: what comes back to be corrected is as its
 * list was meant, and can be sent as it is where the mark was an inch sign. None where no cell has several.
 */
export function unswallowed({ cells, unended }: TableRow, separator: string): string[][] {
  const long = cells.findIndex(cell => /[\r\n]/.test(cell))
  const at = long < 0 ? cells.findIndex(cell => cell.includes(separator)) : long
  if (at < 0) return []
  const lines = `"${cells[at] ?? ''}${unended === 'mark' ? '' : '"'}`
    .split(/\r\n|\r|\n/)
    .map(line => line.split(separator))
  return lines.map((line, place) => [
    ...(place === 0 ? cells.slice(0, at) : []),
    ...line,
    ...(place === lines.length - 1 ? cells.slice(at + 1) : []),
  ])
}
