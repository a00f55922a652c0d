import { sql } from 'kysely'
import type { Handlers } from '#kernel/endpoint'
import { Refusal } from '#kernel/refusals'
import type { Context } from '#platform/context'
import type { Columns } from '#platform/database'
import { bankKeepsMoney } from '../orders/keeps-money.server.ts'
import { joinMoney } from '../orders/money.server.ts'
import { hasUnitsToShip } from '../orders/to-pack.server.ts'
import { type ShippingInput, correctParcel, deliverOrder, shipOrder } from './ship.server.ts'
import { refuse } from '../refusals.rules.ts'
import { type FileRow, readShipmentFile } from './file.server.ts'
import type { ShipmentReport, shipmentsContract } from './shipments.contract.ts'
import { type Shipment, type ShipmentOutcome, type ShipmentStanding, shipmentAnswer } from './shipments.rules.ts'

/** The calls of `ordering/shipments/shipments.contract.ts`. */
export const shipmentsHandlers: Handlers<typeof shipmentsContract, Context> = {
  async previewShipments(ctx, { body }) {
    const { rows, leftOut } = await readShipmentFile(body)
    const orders = await readStandings(ctx, rows)
    return reportOf(
      rows.map(row => ({ row, order: orders.get(row.number), ...preview(row, orders) })),
      leftOut,
    )
  },

  async reportShipments(ctx, { body }) {
    const { rows, leftOut } = await readShipmentFile(body)
    const orders = await readStandings(ctx, rows)
    const done: Done[] = []
    // One after the other, each by a transaction of its own: whoever dies half-way has shipped the rows before, and the
    // same file sent again goes on from there.
    for (const row of rows) {
      const order = orders.get(row.number)
      done.push({ row, order, ...(await ship(ctx, row, order)) })
    }
    return reportOf(done, leftOut)
  },

  shipOrder: (ctx, { params, body }) =>
    shipOrder(ctx, params.id, { carrier: body.carrier, tracking: body.tracking ?? null, lines: body.lines }),

  correctParcel: (ctx, { params, body: { carrier, tracking = null } }) =>
    correctParcel(ctx, { orderId: params.id, parcelId: params.parcelId, shipment: { carrier, tracking } }),

  deliverOrder: (ctx, { params }) => deliverOrder(ctx, params.id),
}

type RowResult = { outcome: ShipmentOutcome; reason: string | null }
type Order = ShipmentStanding & Columns<'orders', 'id'>
type Done = RowResult & { row: FileRow; order: Order | undefined }

const resultOf = (outcome: ShipmentOutcome, reason: string | null = null): RowResult => ({ outcome, reason })

async function readStandings(ctx: Context, rows: FileRow[]): Promise<Map<string, Order>> {
  const numbers = [...new Set(rows.map(row => row.number))]
  const { rows: orders } = await sql<Order & Columns<'orders', 'number'>>`
    select orders.id, orders.number, orders.payment_state as "paymentState", orders.fulfilment_state as "fulfilmentState",
      coalesce(money.refundable <= 0, false)
        or orders.fulfilment_state = 'open' and not ${hasUnitsToShip} as "goesBack",
      ${bankKeepsMoney} as "isDisputed", coalesce((
        select json_agg(json_build_object('carrier', carrier, 'tracking', tracking) order by shipped_at, id)
        from parcel where order_id = orders.id), '[]') as parcels
    from orders ${joinMoney}
    where orders.number = any(${numbers}::text[])`.execute(ctx.db)
  return new Map(orders.map(({ number, ...order }) => [number, order]))
}

/** What would become of a row. What an earlier row of the file would do to its order is thought of as done. */
function preview({ number, shipment, problem }: FileRow, orders: Map<string, Order>): RowResult {
  if (problem !== undefined) return resultOf('refused', problem)
  const order = orders.get(number)
  if (!order) return resultOf('refused', noSuchOrder())
  const answer = shipmentAnswer(order, shipment)
  if (answer === 'same') return resultOf('unchanged')
  if (answer === 'correct') return resultOf('refused', shippedOtherwise(order.parcels.at(-1)).message)
  if (answer !== 'ship') return resultOf('refused', refuse(answer).message)
  orders.set(number, { ...order, parcels: [...order.parcels, shipment], fulfilmentState: 'shipped' })
  return resultOf('shipped')
}

async function ship(ctx: Context, { shipment, problem }: FileRow, order: Order | undefined): Promise<RowResult> {
  if (problem !== undefined) return resultOf('refused', problem)
  if (!order) return resultOf('refused', noSuchOrder())
  try {
    const input: ShippingInput = { ...shipment, refuseCorrection: shippedOtherwise, refuseDisputed: true }
    const { modifiedCount } = await shipOrder(ctx, order.id, input)
    return resultOf(modifiedCount === 0 ? 'unchanged' : 'shipped')
  } catch (error) {
    if (error instanceof Refusal) return resultOf('refused', error.message)
    throw error
  }
}

const noSuchOrder = () => refuse('order-unknown').message

/** A file reports what left; an earlier shipment is corrected on the order's page, by whoever knows why. */
const shippedOtherwise = (before: Shipment | undefined) =>
  refuse('shipped-otherwise', { by: [before?.carrier, before?.tracking].filter(Boolean).join(', ') })

function reportOf(done: Done[], leftOut: number[]): ShipmentReport {
  const count = (outcome: ShipmentOutcome) => done.filter(one => one.outcome === outcome).length
  return {
    shipped: count('shipped'),
    unchanged: count('unchanged'),
    refused: count('refused'),
    leftOut,
    rows: done.map(({ row, order, outcome, reason }) => ({
      line: row.line,
      number: row.number,
      ...row.shipment,
      outcome,
      reason,
      orderId: order?.id ?? null,
    })),
  }
}
