import { sql } from 'kysely'
import type { Context } from '#platform/context'

/** Whether nobody has ever ordered. Until this transaction ends nobody does. */
export async function isWithoutOrders(ctx: Context): Promise<boolean> {
  await sql`lock table orders in share row exclusive mode`.execute(ctx.db)
  const { rows } = await sql`select from orders limit 1`.execute(ctx.db)
  return rows.length === 0
}
