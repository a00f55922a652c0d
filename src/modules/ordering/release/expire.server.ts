import { sql } from 'kysely'
import { Refusal } from '#kernel/refusals'
import type { Context } from '#platform/context'
import { type CloseOutcome, closeOrder } from './close.server.ts'
import type { OrderPayments } from './unpaid.server.ts'

/**
 * Expires the unpaid orders whose time is up. Returns how many. Safe to run at once in several places. An order whose
 * payment is being processed, or fails to close, waits for the next run. In another order each time: one on whose payment the
 * provider always fails keeps no other from its turn.
 */
export async function expireOrders(ctx: Context, payments: OrderPayments): Promise<number> {
  const rows = await ctx.db
    .selectFrom('orders')
    .select('id')
    .where('payment_state', '=', sql.lit('unpaid'))
    .where('reserved_until', '<', ctx.now())
    .orderBy(sql`random()`)
    .execute()
  let expired = 0
  for (const { id } of rows) {
    const outcome = await expire(ctx, payments, id)
    // The provider is down: asking it about each of the others would take for ever.
    if (outcome === 'unreachable') return expired
    if (outcome === 'closed') expired += 1
  }
  return expired
}

async function expire(
  ctx: Context,
  payments: OrderPayments,
  orderId: string,
): Promise<CloseOutcome | 'unreachable' | 'failed'> {
  try {
    return await closeOrder(ctx, payments, { orderId, to: 'expired' })
  } catch (error) {
    ctx.log.error({ error, orderId }, 'an order could not be expired; the next run tries again')
    return error instanceof Refusal && error.code === 'payment-provider-unreachable' ? 'unreachable' : 'failed'
  }
}
