import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'
import { tableBody } from '#kernel/tables/table-body'
import { shipmentFile, shipmentOutcomes } from './shipments.rules.ts'

const missing = 'Choose a file with the columns order, carrier and tracking.'

/** A table with the columns `order`, `carrier` and, if there is one, `tracking`. */
export const ShipmentFile = tableBody({
  missing,
  tooLong: `Use at most ${shipmentFile.rows} rows in a file.`,
  characters: shipmentFile.characters,
})
export type ShipmentFile = z.infer<typeof ShipmentFile>

/** What becomes of each row of the file, in its order. `reason` says why one is refused. */
export const ShipmentReport = z.object({
  shipped: z.number(),
  unchanged: z.number(),
  refused: z.number(),
  /** Lines that are no rows: titles above the names of the columns, totals below. */
  leftOut: z.array(z.number()),
  rows: z.array(
    z.object({
      line: z.number(),
      number: z.string(),
      carrier: z.string(),
      tracking: z.nullable(z.string()),
      outcome: z.enum(shipmentOutcomes),
      reason: z.nullable(z.string()),
      /** Where there is such an order. */
      orderId: z.nullable(z.string()),
    }),
  ),
})
export type ShipmentReport = z.infer<typeof ShipmentReport>

export const shipmentsContract = {
  previewShipments: endpoint('POST /shipments/preview', {
    summary:
      'Says of each row of a CSV file (order, carrier, tracking) whether it would ship its order, is known already, or is refused, and why. Changes nothing.',
    access: 'staff:shipping',
    body: ShipmentFile,
    answer: ShipmentReport,
    refusals: ['table-unclear'],
  }),
  reportShipments: endpoint('POST /shipments', {
    summary:
      'Marks the orders of a CSV file (order, carrier, tracking) as shipped, each row by itself. Sent again, it changes nothing: what has been shipped so is `unchanged`.',
    access: 'staff:shipping',
    body: ShipmentFile,
    answer: ShipmentReport,
    refusals: ['table-unclear'],
  }),
}
