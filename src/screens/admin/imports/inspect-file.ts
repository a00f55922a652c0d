import type { DecimalSign } from '#kernel/tables/decimals'
import { type TableChoices, readTable } from '#kernel/tables/read-table'
import { TableRefused } from '#kernel/tables/table-problem'
import { type ProposedColumn, areNamesOfList, importForm } from '#rules/imports'
import { openTableFile } from '#ui/controls/tables/read-table-file.ts'
import { mostBytesLookedAt } from '#ui/controls/tables/use-sheets.ts'

const isTable = (file: File): boolean => !/\.(xml|gz)$/i.test(file.name)

/** Whether a browser looks through a file: a table, and not too long. */
const isLookedThrough = (file: File): boolean => file.size <= mostBytesLookedAt && isTable(file)

/** So much of a long list shows what its columns are. */
const beginningBytes = 1024 * 1024

/**
 * What a browser looks at of a file to propose what its columns are: of a long list its beginning, up to the end of a row. Undefined
 * where that says nothing: of what is no table, and of a long workbook, whose contents stand at its end.
 */
export async function beginningOf(file: File): Promise<Blob | undefined> {
  if (isLookedThrough(file)) return file
  if (!isTable(file)) return undefined
  const bytes = new Uint8Array(await file.slice(0, beginningBytes).arrayBuffer())
  const [first, second] = bytes
  const end = Math.max(bytes.lastIndexOf(10), bytes.lastIndexOf(13))
  if (end < 0 || (first === 0x50 && second === 0x4b)) return undefined
  // In UTF-16 the second byte of the sign may stand behind it.
  return new Blob([bytes.subarray(0, end + (bytes[end + 1] === 0 ? 2 : 1))])
}

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
export async function inspectFile(file: File, inspecting: Inspecting): Promise<TableRefused | undefined> {
  const read = await readWhole(file, inspecting)
  return read instanceof TableRefused && read.fault !== 'names-missing' ? read : undefined
}

/** Whether the figures of a file all have the other decimal sign than this one. */
export async function speaksAgainst(sign: DecimalSign, file: File, inspecting: Inspecting): Promise<boolean> {
  const read = await readWhole(file, inspecting)
  if (!read || read instanceof TableRefused) return false
  const signs = new Set([...read.shape.decimals.values()].flatMap(({ sign }) => sign ?? []))
  return signs.size === 1 && !signs.has(sign)
}

async function readWhole(file: File, { columns, choices, ...money }: Inspecting) {
  if (!isLookedThrough(file)) return undefined
  try {
    const isMapped = columns?.some(({ column }) => column === 'part_number')
    const mapping = columns && isMapped ? { columns: columns.filter(({ head }) => head !== '') } : undefined
    const table = await openTableFile(file, choices, areNamesOfList(mapping))
    return await readTable(table, importForm({ ...money, mapping }), choices)
  } catch (error) {
    if (error instanceof TableRefused) return error
    return undefined
  }
}
