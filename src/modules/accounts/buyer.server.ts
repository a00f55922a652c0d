import { type RawBuilder, sql } from 'kysely'
import { type Context, callerOf } from '#platform/context'

/**
 * Who buys by a call: an account, for the company that its session is in, or for itself. Not its actor: who does something for a customer
 * is not the customer.
 */
export type Buyer = { accountId: string; companyId: string | null }

export function buyerOf(ctx: Context): Buyer {
  const { id, companyId } = callerOf(ctx)
  return { accountId: id, companyId: companyId ?? null }
}

/** Whether rows are the buyer's: orders, a basket, lists, addresses, vehicles. `table`: its name in the statement. */
export const isMine = (ctx: Context, table: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${table}.account_id`)} = ${buyerOf(ctx).accountId}`
