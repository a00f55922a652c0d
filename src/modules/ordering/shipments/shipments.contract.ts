import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'
import { Id, optionalText, requiredText, wholeNumber } from '#kernel/fields'
import { tableBody } from '#kernel/tables/table-body'
import { shipmentFile, shipmentOutcomes } from './shipments.rules.ts'
import { shipmentFieldTexts } from './shipments.texts.ts'
import { orderFieldTexts } from '../fields.texts.ts'

/** A table with the columns `order`, `carrier` and, if there is one, `tracking`. */
export const ShipmentFile = tableBody({
  missing: () => shipmentFieldTexts.file,
  tooLong: () => shipmentFieldTexts.rows(shipmentFile.rows),
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

/** By whom goods went. */
export const Carriage = z.object({
  carrier: requiredText(() => shipmentFieldTexts.carrier, 60),
  tracking: optionalText(80),
})

/** What an admin reports of a shipment. Without `lines`, all that is left of the order. */
export const Shipment = z.extend(Carriage, {
  lines: z.optional(
    z
      .array(
        z.object({
          position: wholeNumber(() => orderFieldTexts.line),
          quantity: wholeNumber(() => orderFieldTexts.quantity),
        }),
      )
      .check(z.maxLength(500, { error: () => orderFieldTexts.lines(500) })),
  ),
})

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
  shipOrder: endpoint('POST /orders/:id/shipment', {
    summary:
      'Reports a parcel: all that is left of a paid order, or the units of `lines`. The order is shipped when all of it has left; then it corrects carrier and tracking number of the last parcel.',
    access: 'staff:shipping',
    idempotent: true,
    params: z.object({ id: Id }),
    body: Shipment,
    answer: z.object({ modifiedCount: z.number() }),
    refusals: [
      'order-gone',
      'order-unpaid',
      'order-refunded',
      'order-delivered',
      'too-many-shipped',
      'idempotency-key-reused',
    ],
  }),
  correctParcel: endpoint('PUT /orders/:id/parcels/:parcelId', {
    summary: 'Corrects carrier and tracking number of a parcel until its order is delivered.',
    access: 'staff:shipping',
    params: z.object({ id: Id, parcelId: Id }),
    body: Carriage,
    answer: z.object({ modifiedCount: z.number() }),
    refusals: ['order-gone', 'order-unpaid', 'order-delivered', 'parcel-gone'],
  }),
  deliverOrder: endpoint('POST /orders/:id/delivery', {
    summary: 'Marks a shipped order as delivered.',
    access: 'staff:shipping',
    params: z.object({ id: Id }),
    answer: z.object({ modifiedCount: z.number() }),
    refusals: ['order-gone', 'order-unpaid', 'order-not-shipped'],
  }),
}
