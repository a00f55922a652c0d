import { type RawBuilder, sql } from 'kysely'
import { type Context, callerOf } from '#platform/context'

/** Whom a call buys for. Not its actor: who does something for a customer is not the customer. */
type Buyer = { accountId: string }

export const buyerOf = (ctx: Context): Buyer => ({ accountId: callerOf(ctx).id })

/** Whether rows are the buyer's: orders, a basket, lists, addresses, vehicles. `table`: its name in the statement. */
export const isMine = (ctx: Context, table: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${table}.account_id`)} = ${buyerOf(ctx).accountId}`
