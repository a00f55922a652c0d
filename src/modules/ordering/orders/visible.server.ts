import { sql } from 'kysely'
import { type Permission, may } from '#kernel/access'
import { type Context, callerOf } from '#platform/context'
import { isMine } from '#services/accounts'
import { refuse } from '../refusals.rules.ts'

/** Refuses order-gone to whom the order is not to be seen by: its buyer and staff may. */
export async function requireVisible(ctx: Context, orderId: string): Promise<void> {
  const { rows } = await sql`select from orders where orders.id = ${orderId} and ${visibleTo(ctx)}`.execute(ctx.db)
  if (rows.length === 0) throw refuse('order-gone')
}

/** An order is its buyer's, and that of staff with the permission; to others it does not exist. */
export function visibleTo(ctx: Context, permission: Permission = 'orders') {
  const caller = callerOf(ctx)
  return may(caller, permission) ? sql`true` : isMine(ctx, 'orders')
}
