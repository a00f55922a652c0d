import { refuseFields } from '#kernel/refusals'
import { BrokenCsv, type CsvRecord, readCsvRecords } from '#platform/files/csv'
import { Carriage } from '../orders/orders.contract.ts'
import { type Shipment, type ShipmentColumns, shipmentColumns, shipmentFile } from './shipments.rules.ts'

/** A row of a file of shipments; `problem` says why it is none. */
export type FileRow = { line: number; number: string; shipment: Shipment; problem: string | undefined }

/** The rows of a file of shipments, in its order. A file that cannot be read as a whole is refused, and says where. */
export async function readShipmentFile(csv: string): Promise<FileRow[]> {
  const rows: FileRow[] = []
  let columns: ShipmentColumns | undefined
  for (const record of await readRecords(csv)) {
    if (columns) {
      rows.push(rowOf(record, columns))
      continue
    }
    const found = shipmentColumns(record.cells)
    if (typeof found === 'string') throw refuseFile(found)
    columns = found
  }
  if (rows.length === 0) throw refuseFile('This file has no rows below the names of its columns.')
  if (rows.length > shipmentFile.rows) throw refuseFile(`Use at most ${shipmentFile.rows} rows in a file.`)
  return rows
}

async function readRecords(csv: string): Promise<CsvRecord[]> {
  try {
    return await Array.fromAsync(readCsvRecords(asChunks(csv), { mostOfRecord: shipmentFile.characters }))
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

function rowOf({ cells, line }: CsvRecord, columns: ShipmentColumns): FileRow {
  const cell = (column: number | undefined) => (column === undefined ? '' : (cells[column] ?? '').trim())
  const number = cell(columns.number).toUpperCase()
  const parsed = Carriage.safeParse({ carrier: cell(columns.carrier), tracking: cell(columns.tracking) })
  const problem = number === '' ? 'The order’s number is missing.' : parsed.error?.issues[0]?.message
  const { carrier, tracking } = parsed.data ?? { carrier: cell(columns.carrier), tracking: cell(columns.tracking) }
  return { line, number, shipment: { carrier, tracking: tracking || null }, problem }
}
