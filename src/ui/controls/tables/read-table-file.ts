import {
  type AreNames,
  type OpenTable,
  type TableChoices,
  type TableSource,
  leavesLettersOpen,
  openTable,
  sourceOf,
} from '#kernel/tables/read-table'
import type { TableRow } from '#kernel/tables/records'
import { TableRefused } from '#kernel/tables/table-problem'
import type { WorkbookFiles } from '#kernel/tables/workbook'

/**
 * The rows of a table file that somebody has chosen, whatever kind it is. Throws `TableRefused`, whose message is for them. It is
 * loaded when a file is there.
 */
export async function readTableFile(file: Blob, choices: TableChoices, areNames: AreNames): Promise<TableRow[]> {
  const table = await openTableFile(file, choices, areNames)
  return (await Array.fromAsync(table.rows())).flat()
}

/** A table file that somebody has chosen, to be looked through; of a workbook, where they have not said it, the sheet with these names. Throws `TableRefused`. */
export async function openTableFile(file: Blob, choices: TableChoices, areNames: AreNames): Promise<OpenTable> {
  return openTable(await sourceIn(file), choices, areNames)
}

/** Whether a file that somebody has chosen leaves open how its letters are written. Throws `TableRefused`. */
export const hasOpenLetters = async (file: Blob): Promise<boolean> => leavesLettersOpen(await sourceIn(file))

async function sourceIn(file: Blob): Promise<TableSource> {
  const bytes = new Uint8Array(
    await file.arrayBuffer().catch(() => {
      throw new TableRefused('empty-file')
    }),
  )
  return sourceOf(bytes, filesOf)
}

/** The names of the sheets of a file that somebody has chosen; none where it is no workbook, or cannot be read: reading it says why. */
export async function sheetsIn(file: Blob): Promise<readonly string[]> {
  try {
    const { facts } = await openTableFile(file, {}, () => false)
    return facts.format === 'xlsx' ? facts.sheets : []
  } catch (error) {
    if (error instanceof TableRefused) return []
    throw error
  }
}

/** A file within may unpack to no more than this: whoever chose it waits for it. */
const mostUnpacked = 64 * 1024 * 1024

async function filesOf(bytes: Uint8Array): Promise<WorkbookFiles> {
  const { unzipSync } = await import('fflate')
  let unpacked = 0
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (/\.(png|jpe?g|gif|emf|bin)$/i.test(name) && !/vbaProject\.bin$|workbook\.bin$/i.test(name)) return false
        unpacked += originalSize
        if (unpacked > mostUnpacked) throw new TableRefused('large-workbook')
        return true
      },
    })
    return { names: Object.keys(files), open: name => once(files[name]) }
  } catch (error) {
    throw error instanceof TableRefused ? error : new TableRefused('broken-workbook')
  }
}

async function* once(bytes: Uint8Array | undefined): AsyncGenerator<Uint8Array> {
  if (bytes) yield bytes
}
