import { sql } from 'kysely'
import type { Context } from '#platform/context'
import type { Columns } from '#platform/database'
import { type MovedUnits, moveUnits } from '#services/catalogue'
import { failpoint } from '../orders/failpoints.server.ts'
import { forgetBuyerOf } from '../orders/forget.server.ts'
import { happened, paymentStateChanged } from './happened.server.ts'
import { type HeldUnits, lockTools } from './locks.server.ts'
import { type OrderPayments, actOnUnpaid } from './unpaid.server.ts'

export type CloseOutcome = 'closed' | 'paid' | 'processing' | 'not-open'

/** Cancels or expires an unpaid order and frees its stock; no money can come for it any more. */
export async function closeOrder(
  ctx: Context,
  payments: OrderPayments,
  { orderId, to }: { orderId: string; to: 'cancelled' | 'expired' },
): Promise<CloseOutcome> {
  const outcome = await actOnUnpaid(ctx, { orderId, payments }, ctx => close(ctx, orderId, { to }))
  if (outcome !== 'done') return outcome
  await failpoint(ctx, 'close: committed')
  return 'closed'
}

/** `reason`: what staff says of it to the customer. */
type Closing = { to: 'cancelled' | 'expired'; reason?: string | undefined }

/** Marks an unpaid order as closed and frees its stock. In the caller's transaction, the order's row locked and no intent of it live. */
export async function close(ctx: Context, orderId: string, { to, reason }: Closing): Promise<void> {
  const { rows } = await sql<Columns<'orders', 'account_id'>>`
    with closed as (
      update orders set payment_state = ${to}, closed_at = ${ctx.now()} where id = ${orderId} returning account_id
    ), counted as (
      update account set open_orders = open_orders - 1 from closed where account.id = closed.account_id
    )
    select account_id from closed`.execute(ctx.db)
  const [{ account_id: buyer } = { account_id: null }] = rows
  await failpoint(ctx, 'close: order marked')
  await moveUnits(ctx, (await lockTools(ctx, orderId)).map(freed), { reason: 'freed', orderId })
  await failpoint(ctx, 'close: stock freed')
  // Who deletes an order of their own knows it.
  const isOwnDeed = to === 'cancelled' && ctx.actor.id === buyer
  const mails = isOwnDeed ? [] : [{ kind: to === 'expired' ? ('expired' as const) : ('cancelled' as const) }]
  const detail = reason && { detail: { reason } }
  await happened(ctx, paymentStateChanged({ orderId, from: 'unpaid', to, ...detail, mails }))
  // The account that placed it went to another person while it was open.
  if (buyer === null) await forgetBuyerOf(ctx, orderId)
}

/**
 * Frees some of the units that an unpaid order holds, after its lines have lost them. In the caller's transaction, the order's row
 * locked.
 */
export async function freePart(
  ctx: Context,
  orderId: string,
  units: readonly { toolId: string | null; quantity: number }[],
): Promise<void> {
  const { rows } = await sql<HeldUnits>`
    select tool.id as tool_id, part.quantity, case when orders.unconfirmed then part.quantity else 0 end as unconfirmed
    from (
      select tool_id, sum(quantity) as quantity
      from unnest(${units.map(unit => unit.toolId)}::uuid[], ${units.map(unit => unit.quantity)}::integer[])
        as unit (tool_id, quantity)
      where tool_id is not null group by tool_id
    ) part join tool on tool.id = part.tool_id join orders on orders.id = ${orderId}
    order by tool.id for no key update of tool`.execute(ctx.db)
  await moveUnits(ctx, rows.map(freed), { reason: 'freed', orderId, isPart: true })
}

const freed = ({ tool_id: toolId, quantity, unconfirmed }: HeldUnits): MovedUnits => ({
  toolId,
  onHand: 0,
  reserved: -quantity,
  unconfirmed: -unconfirmed,
})
