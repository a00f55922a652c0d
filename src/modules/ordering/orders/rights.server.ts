import { type RawBuilder, sql } from 'kysely'
import { type Permission, may } from '#kernel/access'
import { type Context, callerOf } from '#platform/context'
import { isMine } from '#services/accounts'
import { refuse } from '../refusals.rules.ts'

/** What is done with an order. `reuse`: its lines go into a basket or a list. */
type Deed = 'see' | 'cancel' | 'pay' | 'reuse'

/** The permission by which staff does it with anybody's order; what is not here is the buyer's alone. */
const staffDeeds: ReadonlyMap<Deed, Permission> = new Map([
  ['see', 'orders'],
  ['cancel', 'cancellations'],
])

/** Whether the caller may do this with a row of `orders`. Where they may not, the order does not exist for them. */
export function mayDo(ctx: Context, deed: Deed): RawBuilder<boolean> {
  const permission = staffDeeds.get(deed)
  return permission && may(callerOf(ctx), permission) ? sql<boolean>`true` : isMine(ctx, 'orders')
}

/** Refuses order-gone to whoever may not see the order. */
export async function requireVisible(ctx: Context, orderId: string): Promise<void> {
  const { rows } = await sql`select from orders where orders.id = ${orderId} and ${mayDo(ctx, 'see')}`.execute(ctx.db)
  if (rows.length === 0) throw refuse('order-gone')
}
