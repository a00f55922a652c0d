import { sql } from 'kysely'
import { refuse } from '../refusals.rules.ts'
import { type Context, callerOf } from '#platform/context'
import { callersIdentity } from '../sessions/of-caller.server.ts'
import { passwordHash, passwordsOf, requirePassword } from './of-user.server.ts'
import type { IdentityPort } from '../port.server.ts'

/** For how long a login, or the password typed once more, counts as proof of who is here. */
const proofMinutes = 10

/** The caller types the password once more. Refuses: wrong-password, no-password, too-many-tries, hosted-identity. */
export async function proveOwner(
  ctx: Context,
  identity: IdentityPort,
  password: string,
): Promise<{ provenUntil: string }> {
  const passwords = passwordsOf(identity)
  const { subject } = await callersIdentity(ctx)
  await requirePassword(ctx, passwords, { userId: subject, password })
  const now = ctx.now()
  await sql`update account_session set proven_at = ${now} where id = ${callerOf(ctx).sessionId}`.execute(ctx.db)
  return { provenUntil: new Date(now.getTime() + proofMinutes * 60_000).toISOString() }
}

/**
 * Who finds an open screen, or steals a token, is not who logged in: what cannot be undone wants the password, or a login,
 * of the last minutes. An account without a password can only log in anew. Refuses: password-needed, login-needed-again.
 */
export async function requireProof(ctx: Context, identity: IdentityPort): Promise<void> {
  const since = new Date(ctx.now().getTime() - proofMinutes * 60_000)
  const { rows } = await sql`
    select from account_session where id = ${callerOf(ctx).sessionId} and proven_at > ${since}`.execute(ctx.db)
  if (rows.length > 0) return
  const { subject } = await callersIdentity(ctx)
  const hasPassword = identity.passwords !== undefined && (await passwordHash(ctx, subject)) !== undefined
  throw hasPassword ? refuse('password-needed') : refuse('login-needed-again', { minutes: proofMinutes })
}
