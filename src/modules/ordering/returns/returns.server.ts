import { sql } from 'kysely'
import { refuseFields } from '#kernel/refusals'
import { refuse } from '../refusals.rules.ts'
import { type Context, newId, transact } from '#platform/context'
import type { Columns } from '#platform/database'
import { moveUnits } from '#services/catalogue'
import { lockOrder } from '../release/locks.server.ts'
import { type PaymentState, isReleased } from '../orders/orders.rules.ts'
import { orderProblems } from '../orders/problems.texts.ts'
import { happened } from '../release/happened.server.ts'
import { endShipping } from '../shipments/ship.server.ts'
import type { ReturnEnd } from './returns.rules.ts'

/**
 * Units of an order's lines that come back. Each position at most once. `sentBack` of them had left the shop; the others stay there.
 */
export type ReturnedUnits = { position: number; quantity: number; sentBack: number }[]

type Holding = { orderId: string; refundId: string }

/**
 * Reserves units to come back with a refund, so that no other return brings them back too. Refuses too-many-returned. In the caller's
 * transaction, the order's row locked.
 */
export async function holdReturn(ctx: Context, { orderId, refundId }: Holding, units: ReturnedUnits): Promise<void> {
  if (units.length === 0) return
  const { id } = await ctx.db
    .insertInto('unit_return')
    .values({
      id: newId(),
      order_id: orderId,
      refund_id: refundId,
      state: 'coming',
      becomes: 'stock',
      asked_at: ctx.now(),
    })
    .onConflict(conflict => conflict.column('refund_id').doUpdateSet({ state: 'coming' }))
    .returning('id')
    .executeTakeFirstOrThrow()
  await holdUnits(ctx, { orderId, returnId: id }, units)
}

/**
 * Writes units down with a return, as coming. Of those that were to be `sentBack`, no more can be than have left, and of the others no
 * more stay than are here. Refuses too-many-returned.
 */
async function holdUnits(
  ctx: Context,
  { orderId, returnId }: { orderId: string; returnId: string },
  units: ReturnedUnits,
): Promise<void> {
  const column = (name: 'position' | 'quantity' | 'sentBack') => units.map(unit => unit[name])
  const { rows } = await sql<Columns<'order_line', 'position'>>`
    with held as (
      select line.position, back.quantity, least(
          line.shipped_quantity - line.sent_back_quantity,
          greatest(back.sent_back, back.quantity - greatest(0, line.quantity - line.shipped_quantity
            - line.returned_quantity - line.returning_quantity + line.sent_back_quantity))) as sent_back
      from order_line line
        join unnest(${column('position')}::bigint[], ${column('quantity')}::bigint[], ${column('sentBack')}::bigint[])
          as back (position, quantity, sent_back) on back.position = line.position
      where line.order_id = ${orderId}
        and line.returned_quantity + line.returning_quantity + back.quantity <= line.quantity
    ), noted as (
      insert into unit_return_line (return_id, order_id, position, quantity, sent_back)
      select ${returnId}, ${orderId}, position, quantity, sent_back from held
      on conflict (return_id, position) do update set sent_back = excluded.sent_back
    )
    update order_line line set returning_quantity = line.returning_quantity + held.quantity,
      sent_back_quantity = line.sent_back_quantity + held.sent_back
    from held where line.order_id = ${orderId} and line.position = held.position
    returning line.position`.execute(ctx.db)
  const held = new Set(rows.map(row => row.position))
  const tooMany = units.find(unit => !held.has(unit.position))
  if (tooMany) throw await explain(ctx, orderId, tooMany.position)
}

async function explain(ctx: Context, orderId: string, position: number) {
  const line = await ctx.db
    .selectFrom('order_line')
    .select(['tool_name', 'quantity', 'returned_quantity', 'returning_quantity'])
    .where('order_id', '=', orderId)
    .where('position', '=', position)
    .executeTakeFirst()
  if (!line) return refuse('too-many-returned', { item: orderProblems.line(position), left: 0 })
  const left = line.quantity - line.returned_quantity - line.returning_quantity
  return refuse('too-many-returned', { item: line.tool_name, left })
}

/** The refund failed: its units can come back with another one, and those that stayed are to leave again. */
export async function letReturnGo(ctx: Context, returnId: string): Promise<void> {
  await sql`
    with gone as (
      update unit_return set state = 'off' where id = ${returnId}
    )
    update order_line line set returning_quantity = line.returning_quantity - back.quantity,
      sent_back_quantity = line.sent_back_quantity - back.sent_back
    from unit_return_line back
    where back.return_id = ${returnId} and line.order_id = back.order_id and line.position = back.position`.execute(
    ctx.db,
  )
}

type Booking = { orderId: string; returnId: string; state: PaymentState }

/** The units of a return are back, and not sold any more. In the caller's transaction, the order's row locked. */
export async function bookReturn(ctx: Context, { orderId, returnId, state }: Booking): Promise<void> {
  const { becomes } = await ctx.db
    .updateTable('unit_return')
    .set({ state: 'back' })
    .where('id', '=', returnId)
    .returning('becomes')
    .executeTakeFirstOrThrow()
  await sql`
    update order_line line set returning_quantity = line.returning_quantity - back.quantity,
      returned_quantity = line.returned_quantity + back.quantity
    from unit_return_line back
    where back.return_id = ${returnId} and line.order_id = back.order_id and line.position = back.position`.execute(
    ctx.db,
  )
  if (becomes === 'stock') await putOnShelf(ctx, { orderId, returnId })
  await countSalesBack(ctx, { orderId, returnId, from: state, to: state })
}

/** Of units that stand on the shelf again, some were sent back; the others never left, and are cancelled. */
async function putOnShelf(ctx: Context, { orderId, returnId }: Omit<Booking, 'state'>): Promise<void> {
  // Locked in the order of their ids, as everywhere, so that two orders never wait crosswise.
  const { rows } = await sql<{ tool_id: string; quantity: number; sent_back: number }>`
    select tool.id as tool_id, returned.quantity, returned.sent_back
    from (
      select line.tool_id, sum(back.quantity) as quantity, sum(back.sent_back) as sent_back
      from unit_return_line back join order_line line on line.order_id = back.order_id and line.position = back.position
      where back.return_id = ${returnId} and line.tool_id is not null group by line.tool_id
    ) returned join tool on tool.id = returned.tool_id
    order by tool.id for no key update of tool`.execute(ctx.db)
  const moved = (unitsOf: (row: (typeof rows)[number]) => number) =>
    rows.flatMap(row => {
      const onHand = unitsOf(row)
      return onHand > 0 ? [{ toolId: row.tool_id, onHand, reserved: 0, unconfirmed: 0 }] : []
    })
  const cancelled = moved(row => row.quantity - row.sent_back)
  const returned = moved(row => row.sent_back)
  if (cancelled.length > 0) await moveUnits(ctx, cancelled, { reason: 'cancelled', orderId })
  if (returned.length > 0) await moveUnits(ctx, returned, { reason: 'returned', orderId })
}

type Unsold = { orderId: string; returnId?: string; from: PaymentState; to: PaymentState }

/**
 * What went back is not sold any more, on the day on which the order was released: units that came back, and all of an order whose money
 * did. An order of which nothing of a tool is left has not bought it.
 */
export async function countSalesBack(ctx: Context, { orderId, returnId, from, to }: Unsold): Promise<void> {
  const order = await ctx.db.selectFrom('orders').select('released_at').where('id', '=', orderId).executeTakeFirst()
  const wasAllBack = from === 'refunded'
  const isAllBack = to === 'refunded'
  await sql`
    with kept as (
      select line.tool_id,
        case when ${wasAllBack} then 0
          else sum(line.quantity - line.returned_quantity + coalesce(back.quantity, 0)) end as before,
        case when ${isAllBack} then 0 else sum(line.quantity - line.returned_quantity) end as after
      from order_line line
        left join unit_return_line back on back.return_id = ${returnId ?? null}::uuid and back.position = line.position
      where line.order_id = ${orderId} and line.tool_id is not null group by line.tool_id
    ), counted as (
      select sales.day, sales.tool_id from tool_sales sales join kept on kept.tool_id = sales.tool_id
      where sales.day = ${order?.released_at ?? null}::date and kept.before <> kept.after
      order by sales.tool_id for update of sales
    )
    update tool_sales sales set units = greatest(0, sales.units - (kept.before - kept.after)),
      orders = greatest(0, sales.orders - (kept.before > 0 and kept.after = 0)::integer)
    from counted join kept on kept.tool_id = counted.tool_id
    where sales.day = counted.day and sales.tool_id = counted.tool_id`.execute(ctx.db)
}

type Coming = { units: readonly { position: number; quantity: number }[]; becomes: ReturnEnd; reason?: string }

const isCount = (value: number) => Number.isSafeInteger(value) && value > 0

/** A line twice would be held once and counted twice; nothing of a line is no return. */
function requireUnits(units: Coming['units']): void {
  const isTwice = new Set(units.map(unit => unit.position)).size < units.length
  const areCounts = units.every(({ position, quantity }) => [position, quantity].every(isCount))
  if (units.length === 0 || isTwice || !areCounts)
    throw refuseFields([{ field: 'units', message: orderProblems.returnedUnits }])
}

/**
 * Takes units of a released order back without money: those that had left come first. Refuses: order-gone, order-unpaid,
 * too-many-returned, and lines that are named twice or without units.
 */
export function takeBack(ctx: Context, orderId: string, { units, becomes, reason }: Coming): Promise<void> {
  return transact(ctx, async ctx => {
    requireUnits(units)
    const state = await lockOrder(ctx, orderId)
    if (!state) throw refuse('order-gone')
    if (!isReleased(state)) throw refuse('order-unpaid')
    const returnId = newId()
    await ctx.db
      .insertInto('unit_return')
      .values({ id: returnId, order_id: orderId, state: 'back', becomes, asked_at: ctx.now() })
      .execute()
    await holdUnits(
      ctx,
      { orderId, returnId },
      units.map(unit => ({ ...unit, sentBack: unit.quantity })),
    )
    await bookReturn(ctx, { orderId, returnId, state })
    const trail = { after: { returned: units, becomes, ...(reason !== undefined && { reason }) } }
    await happened(ctx, { orderId, kind: 'units-returned', detail: { reason: reason ?? null }, trail })
    await endShipping(ctx, orderId)
  })
}
