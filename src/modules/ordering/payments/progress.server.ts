import { sql } from 'kysely'
import type { Context } from '#platform/context'
import { isOwed, joinMoney } from '../orders/money.server.ts'

/** Whether money of the account's orders may still come, or is on its way back. */
export async function isMoneyOnItsWay(ctx: Context, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from orders
    where account_id = ${accountId} and (
      exists (select from payment_intent where order_id = orders.id and state = 'live')
      or exists (select from refund where order_id = orders.id and state = 'requested'))
    limit 1`.execute(ctx.db)
  return rows.length > 0
}

/** Whether the account owes money for goods on account. */
export async function isMoneyOwed(ctx: Context, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from orders ${joinMoney} where account_id = ${accountId} and ${isOwed} limit 1`.execute(ctx.db)
  return rows.length > 0
}
