import { type Paste, readRows } from '#kernel/tables/paste'

/** What a file of so many rows is far below. */
export const mostBytes = 5 * 1024 * 1024

/** The rows of a CSV or XLSX file, or the sentence that says why there are none. */
export async function readPadFile(file: File): Promise<Paste | string> {
  // Fetched when a file is chosen.
  const [{ readTableFile }, { TableRefused }] = await Promise.all([
    import('#ui/controls/tables/read-table-file.ts'),
    import('#kernel/tables/table-problem'),
  ])
  try {
    return readRows(await readTableFile(file))
  } catch (error) {
    if (error instanceof TableRefused) return error.message
    throw error
  }
}
