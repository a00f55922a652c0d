import { sql } from 'kysely'
import { type Caller, type Permission, customerRole, may, ownerRole } from '#kernel/access'
import type { Handlers } from '#kernel/endpoint'
import { inOneLine } from '#kernel/fields'
import { refuse } from './refusals.rules.ts'
import { type Context, callerOf, newId, transact } from '#platform/context'
import { type Columns, brokenConstraint, opaque } from '#platform/database'
import { gathered } from '#platform/postgres/gathered'
import { StartupProblem } from '#platform/startup'
import { isClosedDemoAccount } from '#rules/identity'
import type { accountsContract } from './accounts.contract.ts'
import { isBeingDeleted } from './identity-deletions.server.ts'
import { keepForOwner } from './hosted.server.ts'
import { type EmptyAccount, holdSession, type Identity, type IdentityPort } from '#services/identity'
import { recordRole, takeBackInvitations } from './staff/roles.server.ts'
import { acceptInvitation } from './staff/staff.server.ts'
import { endSessionHere } from './sessions/sessions.server.ts'
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

type Ports = { identity: IdentityPort; tokens: AccessTokens; emptyAccount: EmptyAccount }

/** The calls of `accounts/accounts.contract.ts`. */
export function accountsHandlers({
  identity,
  tokens,
  emptyAccount,
}: Ports): Handlers<typeof accountsContract, Context> {
  return {
    async enter(ctx, { params, body, headers }) {
      const bearer = bearerOf(headers.authorization)
      if (!bearer) throw refuse('sign-in-needed')
      const who = await identity.verify(bearer)
      if (!who) throw refuse('token-expired')
      if (isClosedDemoAccount(who.email, ctx.settings)) throw refuse('demo-account-closed')
      if (who.email !== params.email || who.email !== body.email) throw refuse('not-yours')
      const { account, permissions, sessionId } = await transact(ctx, async ctx => {
        if (identity.provider !== 'embedded') {
          await keepForOwner(ctx, who, emptyAccount)
          return enter(ctx, who)
        }
        // The token may be from before the address was confirmed.
        const held = await holdSession(ctx, who)
        if (!held) throw refuse('token-expired')
        return enter(ctx, { ...who, ...held })
      })
      const { token, expiresAt } = tokens.sign({ accountId: account.id, sessionId }, ctx.now())
      return {
        token,
        expiresAt: expiresAt.toISOString(),
        account: {
          _id: account.id,
          name: account.display_name,
          email: account.email,
          emailVerified: account.email_verified,
          admin: account.role === ownerRole,
          permissions,
        },
      }
    },

    async leave(ctx) {
      await endSessionHere(ctx, identity)
      return { deletedCount: 1 }
    },

    async isAdmin(ctx, { params }) {
      const caller = callerOf(ctx)
      if (caller.email === params.email) return { admin: caller.role === ownerRole }
      if (!may(caller, 'staff')) throw refuse('not-yours')
      const admin = await ctx.db
        .selectFrom('account')
        .select('id')
        .where('email', '=', params.email)
        .where('role', '=', ownerRole)
        .executeTakeFirst()
      return { admin: admin !== undefined }
    },
  }
}

/** Browsers call themselves by a hundred letters or two; what is longer is no browser. */
const longestBrowser = 300

const accountColumns = ['id', 'email', 'email_verified', 'display_name', 'role'] as const
type AccountRow = Columns<'account', (typeof accountColumns)[number]>

/** The account of an identity, made at first sight, and the session that its tokens will name. */
async function enter(ctx: Context, who: Identity) {
  const account = await keepAccount(ctx, who)
  // Asked after the row is there: whoever was deleted while it was waited for is seen by now.
  if (await isBeingDeleted(ctx, who)) throw refuse('token-expired')
  const seen = {
    last_seen_at: ctx.now(),
    address: ctx.client?.address ?? null,
    browser: ctx.client?.browser?.slice(0, longestBrowser) ?? null,
  }
  const session = await ctx.db
    .insertInto('account_session')
    .values({
      id: newId(),
      account_id: account.id,
      identity_session: who.session,
      created_at: ctx.now(),
      proven_at: who.signedInAt ?? ctx.now(),
      ...seen,
    })
    .onConflict(conflict => conflict.columns(['account_id', 'identity_session']).doUpdateSet(seen))
    .returning(['id', 'ended_at'])
    .executeTakeFirstOrThrow()
  // After a logout the identity service's token may still be good for minutes; it opens nothing any more.
  if (session.ended_at) throw refuse('token-expired')
  const entered = await giveDueRole(ctx, account)
  return { account: entered, permissions: await permissionsOf(ctx, entered.role), sessionId: session.id }
}

async function permissionsOf(ctx: Context, role: string): Promise<Permission[]> {
  const { permissions } = await ctx.db
    .selectFrom('account_role')
    .select('permissions')
    .$narrowType<{ permissions: Permission[] }>()
    .where('key', '=', role)
    .executeTakeFirstOrThrow()
  return permissions
}

/** A confirmed address may be the owner's of ADMIN_EMAIL, or invited to a role. */
async function giveDueRole(ctx: Context, account: AccountRow): Promise<AccountRow> {
  if (!account.email_verified || account.role === ownerRole) return account
  if (account.email === ctx.settings.adminEmail) return setRole(ctx, account, ownerRole)
  return account.role === customerRole ? { ...account, role: await acceptInvitation(ctx, account) } : account
}

/** The identity service's present values replace the former ones; who loses the verified email loses the role. */
async function keepAccount(
  ctx: Context,
  who: Pick<Identity, 'issuer' | 'subject' | 'email' | 'emailVerified' | 'name'>,
) {
  const before = await ctx.db
    .selectFrom('account')
    .select('role')
    .where('issuer', '=', who.issuer)
    .where('subject', '=', who.subject)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const profile = {
    email: who.email,
    email_verified: who.emailVerified,
    // From an identity provider it may be anything.
    display_name: inOneLine(who.name),
    updated_at: ctx.now(),
  }
  const account = await ctx.db
    .insertInto('account')
    .values({ id: newId(), issuer: who.issuer, subject: who.subject, created_at: ctx.now(), ...profile })
    .onConflict(conflict =>
      conflict
        .columns(['issuer', 'subject'])
        .doUpdateSet({ ...profile, ...(!who.emailVerified && { role: 'customer' }) }),
    )
    .returning(accountColumns)
    .executeTakeFirstOrThrow()
  if (before && before.role !== account.role) {
    await recordRole(ctx, account.id, { before: before.role, after: account.role })
    await takeBackInvitations(ctx)
  }
  return account
}

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

async function setRole(ctx: Context, account: AccountRow, role: string): Promise<AccountRow> {
  await ctx.db.updateTable('account').set({ role, updated_at: ctx.now() }).where('id', '=', account.id).execute()
  await recordRole(ctx, account.id, { before: account.role, after: role })
  return { ...account, role }
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
