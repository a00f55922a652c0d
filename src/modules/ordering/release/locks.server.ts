import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#platform/context'
import type { Columns } from '#platform/database'
import type { PaymentState } from '../orders/orders.rules.ts'

/** The order's payment state, its row locked until the transaction ends. */
export async function lockOrder(ctx: Context, orderId: string): Promise<PaymentState | undefined> {
  const order = await ctx.db
    .selectFrom('orders')
    .select('payment_state')
    .$narrowType<{ payment_state: PaymentState }>()
    .where('id', '=', orderId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return order?.payment_state
}

/**
 * The row of `locked`, among the first words of a statement: an order whose row is locked until the transaction ends, and after it that
 * of its buyer. What the statement reads beside it may be older than the locks.
 */
export const orderLocked = (orderId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  ordered as (
    select id, account_id, payment_state, total from orders where id = ${orderId} for no key update
  ), buyer as (
    select account.id from ordered join account on account.id = ordered.account_id for no key update of account
  ), locked as (
    select ordered.* from ordered left join buyer on true
  )`

/** Locks an order's row and its buyer's, until the transaction ends; undefined where there is no such order. */
export async function lockOrderAndBuyer(ctx: Context, orderId: RawBuilder<unknown>) {
  const { rows } = await sql<
    Columns<'orders', 'id' | 'account_id' | 'payment_state'> & { payment_state: PaymentState }
  >`
    with ${orderLocked(orderId)} select id, account_id, payment_state from locked`.execute(ctx.db)
  return rows[0]
}

/** Units that an open order holds. `unconfirmed`: those of them that count as held by an unconfirmed address. */
export type HeldUnits = { tool_id: string; quantity: number; unconfirmed: number }

export async function lockTools(ctx: Context, orderId: string): Promise<HeldUnits[]> {
  const { rows } = await sql<HeldUnits>`${toolsLocked(sql`orders.id = ${orderId}`)}`.execute(ctx.db)
  return rows
}

/** An order's units by tool, the tools' rows locked in the order of their ids, so that two orders never wait crosswise. */
export const toolsLocked = (isThisOrder: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select tool.id as tool_id, line.quantity, case when orders.unconfirmed then line.quantity else 0 end as unconfirmed
  from orders cross join lateral (
    select tool_id, sum(quantity) as quantity from order_line
    where order_id = orders.id and tool_id is not null group by tool_id
  ) line join tool on tool.id = line.tool_id
  where ${isThisOrder} order by tool.id for no key update of tool`
