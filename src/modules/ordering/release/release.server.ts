import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#platform/context'
import { unitsMoved } from '#services/catalogue'
import { type Releaser, isPaid } from '../orders/orders.rules.ts'
import { happenedRows, paymentStateChanged } from './happened.server.ts'
import { type HeldUnits, lockTools } from './locks.server.ts'
import { type OrderPayments, actOnUnpaid } from './unpaid.server.ts'

type Releasing = { orderId: string; to: 'on-account' | 'paid'; by: Releaser; units: readonly HeldUnits[] }

/**
 * The words of a statement that release an unpaid order: its goods may leave, its units are sold. `released` is its row. The order, its
 * buyer and the tools of `units`, which are all that it holds, are locked by earlier statements.
 */
export function releasedRows(ctx: Context, { orderId, to, by, units }: Releasing): RawBuilder<unknown> {
  const now = ctx.now()
  const sold = units.map(({ tool_id: toolId, quantity, unconfirmed }) => ({
    toolId,
    onHand: -quantity,
    reserved: -quantity,
    unconfirmed: -unconfirmed,
  }))
  return sql`
    released as (
      update orders set payment_state = ${to}, paid_at = ${isPaid(to) ? now : null}, released_at = ${now}, released_by = ${by},
        fulfilment_state = 'open' where id = ${orderId}
      returning id, account_id
    ), counted as (
      update account set open_orders = open_orders - 1 from released where account.id = released.account_id
    ), ${unitsMoved(ctx, sold, { reason: 'sold', orderId })}, counted_as_sold as (
      insert into tool_sales as sales (day, tool_id, units, orders)
      select ${now}::date, tool_id, -on_hand, 1 from moved
      on conflict (day, tool_id) do update set units = sales.units + excluded.units, orders = sales.orders + 1
    )`
}

/** Releases an unpaid order before its money comes: it is on account, and its goods may leave. */
export async function releaseOrder(
  ctx: Context,
  payments: OrderPayments,
  { orderId, by }: { orderId: string; by: Exclude<Releaser, 'payment'> },
): Promise<'released' | 'paid' | 'processing' | 'not-open'> {
  const outcome = await actOnUnpaid(ctx, { orderId, payments }, async ctx => {
    const units = await lockTools(ctx, orderId)
    const change = paymentStateChanged({ orderId, from: 'unpaid', to: 'on-account', detail: { by } })
    await sql`
      with ${releasedRows(ctx, { orderId, to: 'on-account', by, units })}, ${happenedRows(ctx, change)}
      select`.execute(ctx.db)
  })
  return outcome === 'done' ? 'released' : outcome
}
