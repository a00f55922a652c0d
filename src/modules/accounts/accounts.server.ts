import { sql } from 'kysely'
import { type Caller, type Permission, customerRole, ownerRole } from '#kernel/access'
import { type Context, transact } from '#platform/context'
import { brokenConstraint, opaque } from '#platform/database'
import { gathered } from '#platform/postgres/gathered'
import { StartupProblem } from '#platform/startup'
import { isClosedDemoAccount } from '#rules/identity'
import type { IdentityPort } from '#services/identity'
import { accountColumns, keepAccount, setRole } from './keep-account.server.ts'
import type { AccessTokens } from './tokens.server.ts'

export { type Buyer, buyerOf, isMine, membershipOf } from './buyer.server.ts'
export { finishDeletion } from './identity-deletions.server.ts'
export { readMailChoices, readMailReceivers, type StaffReceiver } from './mails/mails.server.ts'
export { readProfile } from './profile.server.ts'
export { subjectOf } from './sessions/sessions.server.ts'
export { accessTokens } from './tokens.server.ts'
export { type RequiredRight, beyondRights, requireRight, requireRights } from './staff/rights.server.ts'
export { readOwnUser } from './users.server.ts'
export { readWaysIn } from './ways-in.server.ts'

/** Holds the account's row until the transaction ends. False when the account has been deleted. */
export async function lockAccount(ctx: Context, accountId: string): Promise<boolean> {
  const account = ctx.db.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate()
  return (await account.executeTakeFirst()) !== undefined
}

/** Whether the account can place no orders and write no reviews. Asked under its lock, it stays so. */
export async function isBlocked(ctx: Context, accountId: string): Promise<boolean> {
  const account = ctx.db.selectFrom('account').select('blocked_at').where('id', '=', accountId)
  return (await account.executeTakeFirst())?.blocked_at != null
}

/** Whose session it is, unless it has ended. Each request of somebody who is signed in asks. */
const readSessions = gathered(async (db, ids: string[]) => {
  const rows = await db
    .selectFrom('account_session')
    .innerJoin('account', 'account.id', 'account_session.account_id')
    .innerJoin('account_role', 'account_role.key', 'account.role')
    .select(['account_session.id as session_id', 'account_session.company_id'])
    .select(['account.id', 'account.email', 'account.email_verified', 'account.display_name', 'account.role'])
    .select(['account.blocked_at', 'account_role.permissions'])
    .$narrowType<{ permissions: Permission[] }>()
    .where(sql<boolean>`account_session.id = any(${opaque(ids, 'uuid[]')}::uuid[])`)
    .where('account_session.ended_at', 'is', null)
    .execute()
  return new Map(rows.map(row => [row.session_id, row]))
})

/** The account behind an access token as the database knows it now; undefined when its session has ended. */
export async function findCaller(
  ctx: Pick<Context, 'db' | 'now' | 'settings'>,
  tokens: AccessTokens,
  token: string,
): Promise<Caller | undefined> {
  const claims = tokens.verify(token, ctx.now())
  if (!claims) return undefined
  const row = (await readSessions(ctx.db, claims.sessionId)).get(claims.sessionId)
  if (row?.id !== claims.accountId || isClosedDemoAccount(row.email, ctx.settings)) return undefined
  return {
    id: row.id,
    sessionId: claims.sessionId,
    ...(row.company_id !== null && { companyId: row.company_id }),
    email: row.email,
    emailVerified: row.email_verified,
    displayName: row.display_name,
    ...(row.blocked_at && { isBlocked: true as const }),
    role: row.role,
    permissions: row.permissions,
  }
}

/** The token of an `Authorization: Bearer …` header. */
export function bearerOf(header: string | undefined): string | undefined {
  return /^bearer\s+(\S+)$/i.exec(header ?? '')?.[1]
}

/** Makes the account with this verified email an admin: the shop's command for it, for an operator at the server. */
export async function grantAdmin(ctx: Context, email: string): Promise<void> {
  const account = await ctx.db
    .selectFrom('account')
    .select(accountColumns)
    .where('email', '=', email.toLowerCase())
    .orderBy('email_verified', 'desc')
    .orderBy('id')
    .executeTakeFirst()
  if (!account)
    throw new StartupProblem(`No account has the email ${email}. Sign up in the shop first, then run this again.`)
  if (account.role === ownerRole) return
  try {
    await transact(ctx, ctx => setRole(ctx, account, ownerRole))
  } catch (error) {
    if (brokenConstraint(error) !== 'account_staff_is_verified') throw error
    throw new StartupProblem(
      `${email} has not confirmed this email address yet. Open the link in the verification mail first.`,
    )
  }
}

/**
 * Makes a verified account that can sign in with a password, and grants its role: for the first admin and the demo shop.
 * Of an account that is verified already, nothing but the role changes, and no role is ever taken away here.
 */
export async function ensureAccount(
  ctx: Context,
  identity: IdentityPort,
  user: { email: string; password: string; name: string; role: string },
): Promise<{ passwordSet: boolean }> {
  const { issuer } = identity
  // Kept apart from the transaction: a second run of that finds the password set.
  let isSet = false
  await transact(ctx, async ctx => {
    // Of processes that start at once, the second waits and finds it done.
    await sql`select pg_advisory_xact_lock(hashtext('tappet first accounts'))`.execute(ctx.db)
    const { subject, name, passwordSet } = await identity.ensureUser(user)
    const email = user.email.toLowerCase()
    const account = await keepAccount(ctx, { issuer, subject, email, emailVerified: true, name })
    if (user.role !== customerRole && account.role !== user.role) await setRole(ctx, account, user.role)
    isSet ||= passwordSet
  })
  return { passwordSet: isSet }
}
