import { sql } from 'kysely'
import { refuse } from '../refusals.rules.ts'
import type { Context } from '#platform/context'
import type { Columns } from '#platform/database'
import { moveUnits } from '#services/catalogue'
import { lockOrder } from '../release/close.server.ts'
import { type PaymentState, isPaid, mayBecome, stateAfterRefund } from '../orders/orders.rules.ts'
import { happened } from '../release/happened.server.ts'
import { endShipping } from '../shipments/ship.server.ts'

/**
 * Units of an order's lines that come back with a refund. Each position at most once. `sentBack` of them had left the shop; the
 * others stay there.
 */
export type ReturnedUnits = { position: number; quantity: number; sentBack: number }[]

type Holding = { orderId: string; refundId: string }

/**
 * Reserves units to come back with a refund, so that no other refund brings them back too, and writes them down with it. Of those
 * that were to be `sentBack`, no more can be than have left, and of the others no more stay than are here. Refuses
 * too-many-returned. In the caller's transaction, the order's row locked.
 */
export async function holdReturns(ctx: Context, { orderId, refundId }: Holding, units: ReturnedUnits): Promise<void> {
  if (units.length === 0) return
  const { rows } = await sql<Columns<'order_line', 'position'>>`
    with held as (
      select line.position, back.quantity, least(
          line.shipped_quantity - line.sent_back_quantity,
          greatest(back.sent_back, back.quantity - greatest(0, line.quantity - line.shipped_quantity
            - line.refunded_quantity - line.returning_quantity + line.sent_back_quantity))) as sent_back
      from order_line line join ${asRows(units)} on back.position = line.position
      where line.order_id = ${orderId}
        and line.refunded_quantity + line.returning_quantity + back.quantity <= line.quantity
    ), noted as (
      insert into refund_line (refund_id, order_id, position, quantity, sent_back)
      select ${refundId}, ${orderId}, position, quantity, sent_back from held
      on conflict (refund_id, position) do update set sent_back = excluded.sent_back
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
    .select(['tool_name', 'quantity', 'refunded_quantity', 'returning_quantity'])
    .where('order_id', '=', orderId)
    .where('position', '=', position)
    .executeTakeFirst()
  if (!line) return refuse('too-many-returned', { item: `line ${position}`, left: 0 })
  const left = line.quantity - line.refunded_quantity - line.returning_quantity
  return refuse('too-many-returned', { item: line.tool_name, left })
}

/** The refund failed: its units can come back with another one, and those that stayed are to leave again. */
export async function keepReturns(ctx: Context, orderId: string, units: ReturnedUnits): Promise<void> {
  await sql`
    update order_line line set returning_quantity = line.returning_quantity - back.quantity,
      sent_back_quantity = line.sent_back_quantity - back.sent_back
    from ${asRows(units)} where line.order_id = ${orderId} and line.position = back.position`.execute(ctx.db)
}

/**
 * The refund is done: its units are counted as back and stand on the shelf again. Of those, some were sent back; the others never left,
 * and are cancelled.
 */
async function takeReturns(ctx: Context, orderId: string, units: ReturnedUnits): Promise<void> {
  if (units.length === 0) return
  await sql`
    update order_line line set returning_quantity = line.returning_quantity - back.quantity,
      refunded_quantity = line.refunded_quantity + back.quantity
    from ${asRows(units)} where line.order_id = ${orderId} and line.position = back.position`.execute(ctx.db)
  // Locked in the order of their ids, as everywhere, so that two orders never wait crosswise.
  const { rows } = await sql<{ tool_id: string; quantity: number; sent_back: number }>`
    select tool.id as tool_id, returned.quantity, returned.sent_back
    from (
      select line.tool_id, sum(back.quantity) as quantity, sum(back.sent_back) as sent_back
      from order_line line join ${asRows(units)} on back.position = line.position
      where line.order_id = ${orderId} and line.tool_id is not null group by line.tool_id
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

type Refunded = { orderId: string; from: PaymentState; to: PaymentState; units: ReturnedUnits }

/**
 * What went back is not sold any more, on the day on which it was: units that came back, and all of an order whose money did. An order
 * of which nothing of a tool is left has not bought it.
 */
async function countSalesBack(ctx: Context, { orderId, from, to, units }: Refunded): Promise<void> {
  const order = await ctx.db.selectFrom('orders').select('paid_at').where('id', '=', orderId).executeTakeFirst()
  const wasAllBack = from === 'refunded'
  const isAllBack = to === 'refunded'
  await sql`
    with kept as (
      select line.tool_id,
        case when ${wasAllBack} then 0
          else sum(line.quantity - line.refunded_quantity + coalesce(back.quantity, 0)) end as before,
        case when ${isAllBack} then 0 else sum(line.quantity - line.refunded_quantity) end as after
      from order_line line left join ${asRows(units)} on back.position = line.position
      where line.order_id = ${orderId} and line.tool_id is not null group by line.tool_id
    ), counted as (
      select sales.day, sales.tool_id from tool_sales sales join kept on kept.tool_id = sales.tool_id
      where sales.day = ${order?.paid_at ?? null}::date and kept.before <> kept.after
      order by sales.tool_id for update of sales
    )
    update tool_sales sales set units = greatest(0, sales.units - (kept.before - kept.after)),
      orders = greatest(0, sales.orders - (kept.before > 0 and kept.after = 0)::integer)
    from counted join kept on kept.tool_id = counted.tool_id
    where sales.day = counted.day and sales.tool_id = counted.tool_id`.execute(ctx.db)
}

/** `back (position, quantity, sent_back)`, to join with an order's lines. */
function asRows(units: ReturnedUnits) {
  const column = (name: 'position' | 'quantity' | 'sentBack') => units.map(unit => unit[name])
  return sql`unnest(${column('position')}::integer[], ${column('quantity')}::integer[], ${column('sentBack')}::integer[])
    as back (position, quantity, sent_back)`
}

type RefundDone = {
  orderId: string
  /** Whether nothing of the payment is left. */
  isAll: boolean
  amount: number
  note: string | null
  returned: ReturnedUnits
  mailKey: string
}

/** A refund has reached the customer: the order's state follows, and both trails say it. Its row is locked. */
export async function recordRefund(
  ctx: Context,
  { orderId, isAll, amount, note, returned, mailKey }: RefundDone,
): Promise<void> {
  const from = await lockOrder(ctx, orderId)
  const to = from && stateAfterRefund(from, isAll)
  if (!from || !to || !(isPaid(from) && (from === to || mayBecome(from, to))))
    throw new Error(`no order becomes ${to} from ${from}`)
  await ctx.db.updateTable('orders').set({ payment_state: to }).where('id', '=', orderId).execute()
  await takeReturns(ctx, orderId, returned)
  await countSalesBack(ctx, { orderId, from, to, units: returned })
  const after = { paymentState: to, ...(returned.length > 0 && { returned }) }
  await happened(ctx, {
    orderId,
    kind: 'refunded',
    detail: { amount, reason: note },
    trail: { action: `order.${to}`, before: { paymentState: from }, after },
    mails: [{ kind: 'refunded', key: mailKey }],
  })
  await endShipping(ctx, orderId)
}
