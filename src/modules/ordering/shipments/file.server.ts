import { columnNames } from '#kernel/tables/column-names'
import type { ReadRow } from '#kernel/tables/table'
import { tableForm } from '#kernel/tables/table-form'
import { rowSentence } from '#kernel/tables/table-problem'
import { readTableInBody } from '#platform/files/tables'
import { Carriage } from './shipments.contract.ts'
import type { ShipmentFile } from './shipments.contract.ts'
import { type Shipment, shipmentFile } from './shipments.rules.ts'
import { shipmentFileTexts } from './shipments.texts.ts'

/** A row of a file of shipments; `problem` says why it is none. */
export type FileRow = { line: number; number: string; shipment: Shipment; problem: string | undefined }

type ShipmentColumn = 'order' | 'carrier' | 'tracking'

const form = () =>
  tableForm({
    columns: {
      order: { names: columnNames.order, kind: 'number' },
      carrier: { names: columnNames.carrier, kind: 'text' },
      tracking: { names: columnNames.tracking, kind: 'number' },
    },
    needed: ['order', 'carrier'],
    names: shipmentFileTexts.columns,
    money: { locale: 'en', decimals: 0 },
  })

/** The rows of a file of shipments, in its order. A file that cannot be read as a whole is refused, and says where. */
export async function readShipmentFile(body: ShipmentFile): Promise<{ rows: FileRow[]; leftOut: number[] }> {
  const { rows, leftOut } = await readTableInBody(body, form(), shipmentFile.rows)
  return { rows: rows.map(rowOf), leftOut }
}

function rowOf({ line, values, problems: [wound] }: ReadRow<ShipmentColumn>): FileRow {
  const cell = (column: ShipmentColumn) => values.get(column) ?? ''
  const number = cell('order').toUpperCase()
  const parsed = Carriage.safeParse({ carrier: cell('carrier'), tracking: cell('tracking') })
  const own = number === '' ? shipmentFileTexts.numberMissing : parsed.error?.issues[0]?.message
  const { carrier, tracking } = parsed.data ?? { carrier: cell('carrier'), tracking: cell('tracking') }
  const problem = wound ? rowSentence(wound) : own
  return { line, number, shipment: { carrier, tracking: tracking || null }, problem }
}
