import { sql } from 'kysely'
import { refuse } from '../refusals.rules.ts'
import { type Context, callerOf } from '#platform/context'

// The session that a call comes with, and the others of its user. Their tables are in the shop's own database, so a verb of the
// shop reads and ends them in its own transaction.

export type CallersIdentity = { subject: string; session: string }

/** Who calls, as the identity service knows them, and the session that they came with. */
export async function callersIdentity(ctx: Context): Promise<CallersIdentity> {
  const { rows } = await sql<CallersIdentity>`
    select account.subject, account_session.identity_session as session
    from account_session join account on account.id = account_session.account_id
    where account_session.id = ${callerOf(ctx).sessionId}`.execute(ctx.db)
  const [who] = rows
  if (!who) throw refuse('token-expired')
  return who
}

/**
 * The user behind a token whose session is open and whose address is still the user's; undefined when not. It stays so
 * until the caller's transaction is over: whoever ends the session or confirms the address meanwhile waits, and then does
 * it to what was opened in the shop as well. The user first, as everybody does who ends sessions.
 */
export async function holdSession(
  ctx: Pick<Context, 'db'>,
  who: { subject: string; session: string; email: string },
): Promise<{ emailVerified: boolean } | undefined> {
  const user = await sql<{ emailVerified: boolean }>`
    select "emailVerified" from identity."user"
    where "id" = ${who.subject} and "email" = ${who.email} for share`.execute(ctx.db)
  const session = await sql`
    select from identity."session" where "id" = ${who.session} and "userId" = ${who.subject} for key share`.execute(
    ctx.db,
  )
  return session.rows.length > 0 ? user.rows[0] : undefined
}

/**
 * Ends the user's sessions, with what they have open in the shop, and every sign-in that waits for its second factor:
 * the password that began it may be the old one.
 */
export async function endOtherSessions(
  ctx: Context,
  { userId, but }: { userId: string; but: string | undefined },
): Promise<void> {
  await sql`delete from identity."session" where "userId" = ${userId} and "id" <> ${but ?? ''}`.execute(ctx.db)
  await sql`delete from identity."verification" where "value" = ${userId}`.execute(ctx.db)
}
