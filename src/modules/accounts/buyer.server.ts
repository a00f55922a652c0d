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

/**
 * Parts of a statement that has a row `buyer`: `held` among its first words, ending in a comma, holds that the buyer is a member of the
 * company until the transaction ends; `isHeld`, whether they are one still. Who buys for themselves needs nothing of it.
 */
export function membershipOf({ companyId }: Buyer): { held: RawBuilder<unknown>; isHeld: RawBuilder<boolean> } {
  if (companyId === null) return { held: sql``, isHeld: sql<boolean>`true` }
  const held = sql`member as (
    select member.account_id from buyer join company_member member on member.account_id = buyer.id
    where member.company_id = ${companyId} for key share of member
  ),`
  return { held, isHeld: sql<boolean>`exists (select from member)` }
}
