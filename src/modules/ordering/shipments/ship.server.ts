import { sql } from 'kysely'
import { type Refusal, refuseFields } from '#kernel/refusals'
import { type Context, newId, transact } from '#platform/context'
import type { Columns } from '#platform/database'
import { ordersAdminTexts } from '../orders/admin.texts.ts'
import { orderProblems } from '../orders/problems.texts.ts'
import { bankKeepsMoney } from '../orders/keeps-money.server.ts'
import { joinMoney } from '../orders/money.server.ts'
import { refuse } from '../refusals.rules.ts'
import { type Shipment, isSameParcel, shipmentAnswer } from './shipments.rules.ts'
import { type FulfilmentState, type PaymentState, isReleased, mayFulfil, unitsToShip } from '../orders/orders.rules.ts'
import { failpoint } from '../orders/failpoints.server.ts'
import { happened } from '../release/happened.server.ts'

type States = { payment_state: PaymentState; fulfilment_state: FulfilmentState | null }

/** Units of an order's line. */
type Units = Columns<'parcel_line', 'position' | 'quantity'>

export type ShippingInput = Shipment & {
  /** What goes with this parcel; without it, all that is left. */
  lines?: Units[] | undefined
  /** Makes the refusal of a report that would correct an earlier one; without it, it corrects. */
  refuseCorrection?: (before: Shipment) => Refusal
  /** Refuses an order whose money the customer's bank has taken; without it, whoever ships knows why. */
  refuseDisputed?: boolean
}

/**
 * Writes down a parcel of a released order, and the order as shipped when all of it has left; while it is on its way, corrects
 * the carriage of the last one. Reporting the same again changes nothing. Refuses: order-gone, order-unpaid, order-refunded,
 * order-delivered, order-disputed, too-many-shipped.
 */
export function shipOrder(
  ctx: Context,
  orderId: string,
  { lines, refuseCorrection, refuseDisputed = false, ...shipment }: ShippingInput,
): Promise<{ modifiedCount: number }> {
  return transact(ctx, async ctx => {
    const order = await lockStanding(ctx, orderId)
    const parcels = await readParcels(ctx, orderId)
    const chosen = lines && unitsOf(lines)
    if (chosen && parcels.some(parcel => isSentAgain(parcel, shipment, chosen))) return { modifiedCount: 0 }
    const standing = {
      paymentState: order.payment_state,
      fulfilmentState: order.fulfilment_state,
      parcels: chosen ? [] : parcels,
      goesBack: await allGoesBack(ctx, orderId),
      isDisputed: refuseDisputed && (await isDisputed(ctx, orderId)),
    }
    const answer = shipmentAnswer(standing, shipment)
    if (answer === 'same') return { modifiedCount: 0 }
    if (answer === 'ship' || (chosen && answer === 'correct')) {
      await sendParcel(ctx, { orderId, shipment, chosen, hasParcels: parcels.length > 0 })
      return { modifiedCount: 1 }
    }
    if (answer !== 'correct') throw refuse(answer)
    const last = parcels.at(-1)
    if (!last) throw new Error(`order ${orderId} was shipped without a parcel`)
    if (refuseCorrection) throw refuseCorrection(last)
    await correct(ctx, orderId, { parcel: last, shipment })
    return { modifiedCount: 1 }
  })
}

type Parcel = Columns<'parcel', 'id' | 'carrier' | 'tracking'> & { lines: Units[] }

/** What has left of an order, in its order. */
async function readParcels(ctx: Context, orderId: string): Promise<Parcel[]> {
  const { rows } = await sql<Parcel>`
    select parcel.id, parcel.carrier, parcel.tracking, (
      select json_agg(json_build_object('position', position, 'quantity', quantity) order by position)
      from parcel_line where parcel_id = parcel.id) as lines
    from parcel where order_id = ${orderId} order by shipped_at, id`.execute(ctx.db)
  return rows
}

/** One entry for each line, in the order of lines, however they were sent; a line without units has none. */
function unitsOf(sent: readonly Units[]): Units[] {
  const units = new Map<number, number>()
  for (const { position, quantity } of sent) units.set(position, (units.get(position) ?? 0) + quantity)
  const chosen = [...units].filter(([, quantity]) => quantity > 0)
  if (chosen.length === 0) throw refuseFields([{ field: 'lines', message: ordersAdminTexts.unitsNeeded }])
  return chosen.map(([position, quantity]) => ({ position, quantity })).toSorted((a, b) => a.position - b.position)
}

/** Whether a parcel with a tracking number is reported once more, with the same in it. */
function isSentAgain(parcel: Parcel, shipment: Shipment, chosen: Units[]): boolean {
  const isAlike = shipment.tracking !== null && isSameParcel(parcel, shipment) && parcel.lines.length === chosen.length
  return isAlike && parcel.lines.every((line, at) => isSameUnits(line, chosen[at]))
}

const isSameUnits = (one: Units, other: Units | undefined) =>
  one.position === other?.position && one.quantity === other.quantity

type Sending = { orderId: string; shipment: Shipment; chosen: Units[] | undefined; hasParcels: boolean }

async function sendParcel(ctx: Context, { orderId, shipment, chosen, hasParcels }: Sending): Promise<void> {
  const left = await readLeft(ctx, orderId)
  const units = chosen ?? left.filter(line => line.toShip > 0).map(line => ({ ...line, quantity: line.toShip }))
  const tooMany = units.find(unit => unit.quantity > (left.find(line => line.position === unit.position)?.toShip ?? 0))
  if (tooMany) throw tooManyShipped(left, tooMany.position)
  // All of its units went back to the shelf, though not all of its money went back.
  if (units.length === 0) throw refuse('order-refunded')
  const parcelId = newId()
  await insertParcel(ctx, { parcelId, orderId, shipment, units })
  await failpoint(ctx, 'ship: parcel written')
  const isRest = left.every(
    line => line.toShip === (units.find(unit => unit.position === line.position)?.quantity ?? 0),
  )
  const isAll = isRest && !(await mayStillLeave(ctx, orderId))
  if (isAll) await markShipped(ctx, orderId, shipment)
  const named = units.map(unit => ({ quantity: unit.quantity, name: nameOf(left, unit.position) }))
  const detail = { ...shipment, ...((hasParcels || !isAll) && { lines: named }) }
  const kind = isAll ? 'shipped' : 'part-shipped'
  const after = { fulfilmentState: isAll ? 'shipped' : 'open', ...detail }
  const trail = { before: { fulfilmentState: 'open' }, after }
  await happened(ctx, { orderId, kind, detail, trail, mails: [{ kind: 'shipped', key: parcelId }] })
}

type Left = { position: number; name: string; toShip: number }

/** What is still to leave of each line. */
async function readLeft(ctx: Context, orderId: string): Promise<Left[]> {
  const rows = await ctx.db
    .selectFrom('order_line')
    .select(['position', 'tool_name', 'quantity', 'shipped_quantity'])
    .select(['returned_quantity', 'returning_quantity', 'sent_back_quantity'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()
  return rows.map(row => ({ position: row.position, name: row.tool_name, toShip: unitsToShip(row) }))
}

const nameOf = (lines: Left[], position: number) => lines.find(line => line.position === position)?.name ?? ''

function tooManyShipped(left: Left[], position: number): Refusal {
  const line = left.find(line => line.position === position)
  return refuse('too-many-shipped', { item: line?.name ?? orderProblems.line(position), left: line?.toShip ?? 0 })
}

type NewParcel = { parcelId: string; orderId: string; shipment: Shipment; units: Units[] }

async function insertParcel(ctx: Context, { parcelId, orderId, shipment, units }: NewParcel): Promise<void> {
  await ctx.db
    .insertInto('parcel')
    .values({ id: parcelId, order_id: orderId, ...shipment, shipped_at: ctx.now() })
    .execute()
  await sql`
    with sent as (
      insert into parcel_line (parcel_id, order_id, position, quantity)
      select ${parcelId}, ${orderId}, unit.position, unit.quantity
      from unnest(${units.map(unit => unit.position)}::integer[], ${units.map(unit => unit.quantity)}::integer[])
        as unit (position, quantity)
      returning position, quantity
    )
    update order_line line set shipped_quantity = line.shipped_quantity + sent.quantity
    from sent where line.order_id = ${orderId} and line.position = sent.position`.execute(ctx.db)
}

async function markShipped(ctx: Context, orderId: string, shipment: Shipment): Promise<void> {
  const { carrier, tracking } = shipment
  await ctx.db
    .updateTable('orders')
    .set({ fulfilment_state: 'shipped', carrier, tracking })
    .where('id', '=', orderId)
    .execute()
}

/** Whether units stay in the shop for a refund that is on its way: if their money does not arrive, they are to leave again. */
async function mayStillLeave(ctx: Context, orderId: string): Promise<boolean> {
  const part = await ctx.db
    .selectFrom('unit_return as coming')
    .innerJoin('unit_return_line as part', 'part.return_id', 'coming.id')
    .select('coming.id')
    .where(({ eb }) => eb.and({ 'coming.order_id': orderId, state: 'coming' }))
    .whereRef('part.quantity', '>', 'part.sent_back')
    .executeTakeFirst()
  return part !== undefined
}

/**
 * Units that were still to leave stay in the shop for good: an order of which the rest has left is shipped by that. In the transaction
 * that writes it down, the order's row locked. No way leads back from there (decisions, section 4), so it waits for their money.
 */
export async function endShipping(ctx: Context, orderId: string): Promise<void> {
  const order = await lockStanding(ctx, orderId)
  const last = (await readParcels(ctx, orderId)).at(-1)
  if (order.fulfilment_state !== 'open' || !last) return
  if ((await readLeft(ctx, orderId)).some(line => line.toShip > 0) || (await mayStillLeave(ctx, orderId))) return
  await markShipped(ctx, orderId, last)
  const after = { fulfilmentState: 'shipped', carrier: last.carrier, tracking: last.tracking }
  await happened(ctx, { orderId, kind: 'shipped', trail: { before: { fulfilmentState: 'open' }, after } })
}

type Correction = { orderId: string; parcelId: string; shipment: Shipment }

/** Corrects the carriage of a parcel. Refuses: order-gone, order-unpaid, order-delivered, parcel-gone. */
export function correctParcel(
  ctx: Context,
  { orderId, parcelId, shipment }: Correction,
): Promise<{ modifiedCount: number }> {
  return transact(ctx, async ctx => {
    const order = await lockStanding(ctx, orderId)
    const parcel = (await readParcels(ctx, orderId)).find(({ id }) => id === parcelId)
    if (!parcel) throw refuse('parcel-gone')
    if (isSameParcel(parcel, shipment)) return { modifiedCount: 0 }
    if (order.fulfilment_state === 'delivered') throw refuse('order-delivered')
    await correct(ctx, orderId, { parcel, shipment })
    return { modifiedCount: 1 }
  })
}

async function correct(
  ctx: Context,
  orderId: string,
  { parcel, shipment }: { parcel: Parcel; shipment: Shipment },
): Promise<void> {
  const { carrier, tracking } = shipment
  await ctx.db.updateTable('parcel').set({ carrier, tracking }).where('id', '=', parcel.id).execute()
  // The order has what its last parcel has, once all of it has left.
  await ctx.db
    .updateTable('orders')
    .set({ carrier, tracking })
    .where('id', '=', orderId)
    .where('carrier', 'is not', null)
    .where(
      sql<boolean>`${parcel.id} = (select id from parcel where order_id = ${orderId} order by shipped_at desc, id desc limit 1)`,
    )
    .execute()
  const id = newId()
  await happened(ctx, {
    id,
    orderId,
    kind: 'shipment-corrected',
    detail: { carrier, tracking },
    trail: { before: { carrier: parcel.carrier, tracking: parcel.tracking }, after: { carrier, tracking } },
    mails: [{ kind: 'shipped', key: `${parcel.id}/${id}` }],
  })
}

/** Marks a shipped order as delivered, once. Refuses: order-gone, order-unpaid, order-not-shipped. */
export function deliverOrder(ctx: Context, orderId: string): Promise<{ modifiedCount: number }> {
  return transact(ctx, async ctx => {
    const { fulfilment_state: from } = await lockStanding(ctx, orderId)
    if (from === 'delivered') return { modifiedCount: 0 }
    if (!from || !mayFulfil(from, 'delivered')) throw refuse('order-not-shipped')
    await ctx.db.updateTable('orders').set({ fulfilment_state: 'delivered' }).where('id', '=', orderId).execute()
    const trail = { before: { fulfilmentState: from }, after: { fulfilmentState: 'delivered' } }
    await happened(ctx, { orderId, kind: 'delivered', trail })
    return { modifiedCount: 1 }
  })
}

/** How a released order stands, its row locked until the transaction ends. */
async function lockStanding(ctx: Context, orderId: string) {
  const order = await ctx.db
    .selectFrom('orders')
    .select(['payment_state', 'fulfilment_state'])
    .$narrowType<States>()
    .where('id', '=', orderId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!order) throw refuse('order-gone')
  if (!isReleased(order.payment_state)) throw refuse('order-unpaid')
  return order
}

/** Asked after the order's row is locked, so that no refund can come in between. */
async function allGoesBack(ctx: Context, orderId: string): Promise<boolean> {
  const { rows } =
    await sql`select from orders ${joinMoney} where orders.id = ${orderId} and money.refundable <= 0`.execute(ctx.db)
  return rows.length > 0
}

async function isDisputed(ctx: Context, orderId: string): Promise<boolean> {
  const { rows } = await sql`select from orders where id = ${orderId} and ${bankKeepsMoney}`.execute(ctx.db)
  return rows.length > 0
}
