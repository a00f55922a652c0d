import { type TableChoices, openTable, sourceOf } from '#kernel/tables/read-table'
import type { TableRow } from '#kernel/tables/records'
import { TableRefused } from '#kernel/tables/table-problem'
import type { WorkbookFiles } from '#kernel/tables/workbook'

/**
 * The rows of a table file that somebody has chosen, whatever kind it is. Throws `TableRefused`, whose message is for them. It is
 * loaded when a file is there.
 */
export async function readTableFile(file: Blob, choices: TableChoices = {}): Promise<TableRow[]> {
  const bytes = new Uint8Array(
    await file.arrayBuffer().catch(() => {
      throw new TableRefused('empty-file')
    }),
  )
  const table = await openTable(sourceOf(bytes, filesOf), choices)
  return (await Array.fromAsync(table.rows())).flat()
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
