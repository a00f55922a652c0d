import { type Paste, readRows } from '#kernel/tables/paste'
import { type TableRow, rowsSwallowed } from '#kernel/tables/records'

/** What a file of so many rows is far below. */
export const mostBytes = 5 * 1024 * 1024

/** The rows of a CSV or XLSX file, or the sentence that says why there are none. */
export async function readPadFile(file: File): Promise<Paste | string> {
  // Fetched when a file is chosen.
  const [{ openTableFile }, { TableRefused, tableSentence }] = await Promise.all([
    import('#ui/controls/tables/read-table-file.ts'),
    import('#kernel/tables/table-problem'),
  ])
  try {
    const { facts, rows } = await openTableFile(file)
    const all = (await Array.fromAsync(rows())).flat()
    const swallowed = swallowedIn(all)
    if (swallowed) return tableSentence('rows-in-cell', `lines ${swallowed.from} to ${swallowed.to}`)
    return readRows(all, facts.format === 'csv' ? facts.separator : undefined)
  } catch (error) {
    if (error instanceof TableRefused) return error.message
    throw error
  }
}

/** Lines of a cell that holds as much as a row has: parts would be missing in the order, and nobody would see it. */
function swallowedIn(rows: readonly TableRow[]): TableRow['swallowed'] {
  const width = rows[0]?.cells.length ?? 0
  return rows.find(row => rowsSwallowed(row, width))?.swallowed
}
