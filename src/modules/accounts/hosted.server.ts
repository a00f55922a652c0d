import { refuse } from '#kernel/refusals'
import type { Context } from '#platform/context'
import type { EmptyAccount, Identity } from '#services/identity'

/**
 * Keeps an address for its owner where the identity service is somebody else's. Whoever typed the address first may have
 * a token from before its owner confirmed it, and the same user behind it: Firebase joins the two. The embedded service
 * ends such sessions itself; of a hosted one the tokens say when they were made. A sign-in that was here before the address was
 * confirmed goes on with what it has put into the shop; any other one finds an empty account.
 */
export async function keepForOwner(ctx: Context, who: Identity, emptyAccount: EmptyAccount): Promise<void> {
  if (!who.issuedAt) return
  const account = await ctx.db
    .selectFrom('account')
    .select(['id', 'email_verified', 'updated_at'])
    .where('issuer', '=', who.issuer)
    .where('subject', '=', who.subject)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!account) return
  if (await isFromBeforeRole(ctx, account.id, who.issuedAt)) throw refuse('token-expired')
  const isOlder = who.issuedAt < account.updated_at
  if (account.email_verified && !who.emailVerified && isOlder) throw refuse('token-expired')
  if (account.email_verified || !who.emailVerified) return
  const { issuer, subject, name } = who
  if (!(await wasHere(ctx, account.id, who.session))) return emptyAccount(ctx, { issuer, subject, name })
  await ctx.db
    .updateTable('account_session')
    .set({ ended_at: ctx.now() })
    .where('account_id', '=', account.id)
    .where('identity_session', '<>', who.session)
    .where('ended_at', 'is', null)
    .execute()
}

async function wasHere(ctx: Context, accountId: string, session: string): Promise<boolean> {
  const sessions = ctx.db.selectFrom('account_session').select('id').where('account_id', '=', accountId)
  return (await sessions.where('identity_session', '=', session).executeTakeFirst()) !== undefined
}

/** How far the clocks of the two services may be apart. */
const skewMs = 60_000

/**
 * A hosted service's token is good for an hour, and whoever has taken one must not become an admin with it because its
 * owner does. Once somebody else has changed an account's role, only tokens made since open anything; a browser has its
 * own made anew by itself. What the account may do is read from its row at each call, whatever token it came with.
 */
async function isFromBeforeRole(ctx: Context, accountId: string, issuedAt: Date): Promise<boolean> {
  const change = await ctx.db
    .selectFrom('audit')
    .select('at')
    .where('subject_kind', '=', 'account')
    .where('subject_id', '=', accountId)
    .where('action', '=', 'account.role-changed')
    .where('actor_kind', '<>', 'customer')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return change !== undefined && issuedAt.getTime() + skewMs < change.at.getTime()
}
