import { type TableChoices, readTable } from '#kernel/tables/read-table'
import { TableRefused } from '#kernel/tables/table-problem'
import { type ProposedColumn, importForm } from '#rules/imports'
import { openTableFile } from '#ui/controls/tables/read-table-file.ts'
import { mostBytesLookedAt } from '#ui/controls/tables/use-sheets.ts'

/** Whether a browser looks through a file: a table, and not too long. */
export const isLookedThrough = (file: File): boolean =>
  file.size <= mostBytesLookedAt && !/\.(xml|gz)$/i.test(file.name)

type Inspecting = {
  /** Of the list's amounts. */
  currency: string
  locale: string
  /** What its columns are taken for. */
  columns: readonly ProposedColumn[] | undefined
  choices: TableChoices
}

/**
 * What the server would refuse of a table as a whole, by the same reader, before it is sent. Undefined: nothing, or the file is none
 * that a browser looks through.
 */
export async function inspectFile(
  file: File,
  { columns, choices, ...money }: Inspecting,
): Promise<TableRefused | undefined> {
  if (!isLookedThrough(file)) return undefined
  try {
    const isMapped = columns?.some(({ column }) => column === 'part_number')
    const mapping = columns && isMapped ? { columns: columns.filter(({ head }) => head !== '') } : undefined
    await readTable(await openTableFile(file), importForm({ ...money, mapping }), choices)
  } catch (error) {
    if (error instanceof TableRefused && error.fault !== 'names-missing') return error
  }
  return undefined
}
