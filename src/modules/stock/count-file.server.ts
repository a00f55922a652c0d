import { refuseFields } from '#kernel/refusals'
import { BrokenCsv, type CsvRecord, readCsvRecords } from '#platform/files/csv'
import type { WantedCount } from './counts.server.ts'
import { type CountColumns, countColumns, stockLimits } from './stock.rules.ts'

/** The rows of a file of counts, in its order. A file that cannot be read as a whole is refused, and says where. */
export async function readCountFile(csv: string): Promise<WantedCount[]> {
  const [head, ...records] = await readRecords(csv)
  const columns = countColumns(head?.cells ?? [])
  if (typeof columns === 'string') throw refuseFile(columns)
  if (records.length === 0) throw refuseFile('This file has no rows below the names of its columns.')
  if (records.length > stockLimits.rows) throw refuseFile(`Use at most ${stockLimits.rows} rows in a file.`)
  return records.map(record => rowOf(record, columns))
}

async function readRecords(csv: string): Promise<CsvRecord[]> {
  try {
    return await Array.fromAsync(readCsvRecords(asChunks(csv), { mostOfRecord: stockLimits.characters }))
  } catch (error) {
    if (!(error instanceof BrokenCsv)) throw error
    throw refuseFile(
      `This file cannot be read from line ${error.line ?? 1} on. Look for a quotation mark that is not closed.`,
    )
  }
}

async function* asChunks(text: string) {
  yield text
}

const refuseFile = (message: string) => refuseFields([{ field: 'csv', message }])

function rowOf({ cells, line }: CsvRecord, columns: CountColumns): WantedCount {
  const cell = (column: number | undefined) => (column === undefined ? '' : (cells[column] ?? '').trim())
  const typed = cell(columns.counted)
  return {
    row: line,
    partNumber: cell(columns.part),
    brand: cell(columns.brand),
    counted: /^\d{1,9}$/.test(typed) ? Number(typed) : undefined,
    typed,
  }
}
