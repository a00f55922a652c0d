import { sql } from 'kysely'
import type { LinePrice, Offer } from './offers.server.ts'
import type { LineFit } from '../orders/orders.contract.ts'
import type { OrderTotals } from '../sums/totals.rules.ts'

/** Units of a tool that one line requests, and for which vehicle. Several lines may request the same tool. */
export type RequestedLine = {
  toolId: string
  quantity: number
  vehicleId?: number | undefined
  /** What the buyer has acknowledged about the fit: the statements of `toAcknowledge`. */
  acknowledged?: readonly string[] | undefined
  /** The job that it is for. */
  reference?: string | undefined
}

/** A line with all that the order keeps of it. */
export type Line = RequestedLine & { offer: Offer; price: LinePrice; fit: LineFit | null }

/** The order's lines as rows, their positions counted from one. */
export function lineRows(lines: Line[], totals: OrderTotals) {
  const column = <T>(valueOf: (line: Line, index: number) => T) => lines.map(valueOf)
  const taxed = (index: number) => {
    const amounts = totals.lines[index]
    if (!amounts) throw new Error('every line of an order has its amounts')
    return amounts
  }
  return sql`unnest(${column((_, index) => index + 1)}::integer[], ${column(line => line.toolId)}::uuid[],
    ${column(line => line.offer.name)}::text[], ${column(line => line.offer.part_number)}::text[],
    ${column(line => line.offer.image)}::text[], ${column(line => line.price.unitPrice)}::bigint[],
    ${column(line => line.quantity)}::integer[], ${column((_, index) => taxed(index).net)}::bigint[],
    ${column((_, index) => taxed(index).taxRate)}::integer[], ${column((_, index) => taxed(index).tax)}::bigint[],
    ${column(line => line.offer.sales_unit)}::text[], ${column(line => line.offer.box_quantity)}::integer[],
    ${column(line => line.fit && JSON.stringify(line.fit))}::jsonb[], ${column(line => line.reference ?? null)}::text[],
    ${column(line => line.price.listPrice)}::bigint[], ${column(line => line.price.list?.id ?? null)}::uuid[],
    ${column(line => line.price.list?.name ?? null)}::text[], ${column(line => line.price.from)}::integer[],
    ${column(line => line.offer.tax_class)}::text[], ${column((_, index) => taxed(index).reason)}::text[]) as line`
}
