import { sql } from 'kysely'
import { audit } from '#platform/audit'
import { type Context, newId } from '#platform/context'
import type { EmptyAccount } from '#services/identity'
import { handOverOrders, lockOrdersOf } from '#services/ordering'
import { removeReviewsOf } from '#services/reviews'

/**
 * What a new owner of an account finds of the former one, and why. Whatever else hangs on an account goes with its row, so a
 * table that is added tomorrow is empty for them, too.
 */
export const staysAtTakeover = new Map([
  [
    'orders',
    'What was paid: its receipt and each mail about it went to the address that has its owner now. Not what is still owed.',
  ],
  ['account_sales', 'Counts the orders that stay.'],
  ['customer_name', 'Finds the orders that stay.'],
  ['account_note', 'Written by staff: it says why they blocked an account, which a new owner does not undo.'],
])

/**
 * Attack: pre-hijacking, an account that somebody fills with an address, a phone, a basket and orders of their own, in the name of
 * a person who never heard of it, before that person comes. The account's row makes way for a new one with another id: whatever a
 * session of before is just writing finds no account any more. Held by `takeover.server.test.ts`.
 */
export const emptyAccount: EmptyAccount = async (ctx, { issuer, subject, name }) => {
  const account = await ctx.db
    .selectFrom('account')
    .select('id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  if (!account) return
  const former = account.id
  // The order of the house; an order that was placed meanwhile is there once the account is held.
  await lockOrdersOf(ctx, former)
  await sql`select from account where id = ${former} for update`.execute(ctx.db)
  const id = await beginAnew(ctx, { former, name })
  const owed = await handOverOrders(ctx, { from: former, to: id })
  await ctx.db.updateTable('account_note').set({ account_id: id }).where('account_id', '=', former).execute()
  await removeReviewsOf(ctx, former)
  await ctx.db.deleteFrom('account').where('id', '=', former).execute()
  await audit(ctx, {
    action: 'account.emptied',
    subject: { kind: 'account', id },
    before: { account: former, ...(owed.length > 0 && { owed }) },
  })
}

/** A new account for the same login; the former one gives the login up. Who was blocked stays so. */
async function beginAnew(ctx: Context, { former, name }: { former: string; name: string }): Promise<string> {
  const id = newId()
  const { issuer, subject, email, blocked_at } = await ctx.db
    .selectFrom('account')
    .select(['issuer', 'subject', 'email', 'blocked_at'])
    .where('id', '=', former)
    .executeTakeFirstOrThrow()
  await ctx.db
    .updateTable('account')
    .set({ subject: `left:${former}` })
    .where('id', '=', former)
    .execute()
  const now = ctx.now()
  await ctx.db
    .insertInto('account')
    .values({ id, issuer, subject, email, blocked_at, display_name: name, created_at: now, updated_at: now })
    .execute()
  return id
}
