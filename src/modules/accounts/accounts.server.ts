import { sql } from 'kysely'
import type { Caller, Role } from '#kernel/access'
import type { Handlers } from '#kernel/endpoint'
import { refuse } from './refusals.rules.ts'
import { type Context, callerOf, newId, transact } from '#platform/context'
import { type Columns, brokenConstraint } from '#platform/database'
import { StartupProblem } from '#platform/startup'
import { isClosedDemoAccount } from '#rules/identity'
import type { accountsContract } from './accounts.contract.ts'
import { isBeingDeleted } from './identity-deletions.server.ts'
import { keepForOwner } from './hosted.server.ts'
import { holdSession, type Identity, type IdentityPort } from '#services/identity'
import { recordRole } from './roles.server.ts'
import { endSessionHere } from './sessions/sessions.server.ts'
import type { AccessTokens } from './tokens.server.ts'

export { finishDeletion, finishDeletions } from './identity-deletions.server.ts'
export { readProfile } from './profile.server.ts'
export { forgetWhereabouts, subjectOf } from './sessions/sessions.server.ts'
export { accessTokens } from './tokens.server.ts'
export { readOwnUser } from './users.server.ts'
export { readWaysIn } from './ways-in.server.ts'

type Ports = { identity: IdentityPort; tokens: AccessTokens }

/** The calls of `accounts/accounts.contract.ts`. */
export function accountsHandlers({ identity, tokens }: Ports): Handlers<typeof accountsContract, Context> {
  return {
    async enter(ctx, { params, body, headers }) {
      const bearer = bearerOf(headers.authorization)
      if (!bearer) throw refuse('sign-in-needed')
      const who = await identity.verify(bearer)
      if (!who) throw refuse('token-expired')
      if (isClosedDemoAccount(who.email, ctx.settings)) throw refuse('demo-account-closed')
      if (who.email !== params.email || who.email !== body.email) throw refuse('not-yours')
      const { account, sessionId } = await transact(ctx, async ctx => {
        if (identity.provider !== 'embedded') return enter(ctx, who)
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
          name: account.display_name,
          email: account.email,
          emailVerified: account.email_verified,
          admin: account.role === 'admin',
        },
      }
    },

    async leave(ctx) {
      await endSessionHere(ctx, identity)
      return { deletedCount: 1 }
    },

    async isAdmin(ctx, { params }) {
      const caller = callerOf(ctx)
      if (caller.email === params.email) return { admin: caller.role === 'admin' }
      if (caller.role !== 'admin') throw refuse('not-yours')
      const { rows } = await sql<{ found: boolean }>`
        select exists (select from account where email = ${params.email} and role = 'admin') as found`.execute(ctx.db)
      return { admin: rows[0]?.found === true }
    },
  }
}

/** Browsers call themselves by a hundred letters or two; what is longer is no browser. */
const longestBrowser = 300

type AccountRow = Columns<'account', 'id' | 'email' | 'email_verified' | 'display_name' | 'role'> & {
  role: Role
}

/** The account of an identity, made at first sight, and the session that its tokens will name. */
async function enter(ctx: Context, who: Identity): Promise<{ account: AccountRow; sessionId: string }> {
  await keepForOwner(ctx, who)
  const account = await keepAccount(ctx, who)
  // Asked after the row is there: whoever was deleted while it was waited for is seen by now.
  if (await isBeingDeleted(ctx, who)) throw refuse('token-expired')
  const { rows } = await sql<{ id: string; ended_at: Date | null }>`
    insert into account_session as session
      (id, account_id, identity_session, created_at, last_seen_at, proven_at, address, browser)
    values (${newId()}, ${account.id}, ${who.session}, ${ctx.now()}, ${ctx.now()}, ${who.signedInAt ?? ctx.now()},
      ${ctx.client?.address},
      ${ctx.client?.browser?.slice(0, longestBrowser)})
    on conflict (account_id, identity_session) do update set
      last_seen_at = excluded.last_seen_at, address = excluded.address, browser = excluded.browser
    returning session.id, session.ended_at`.execute(ctx.db)
  const [session] = rows
  // After a logout the identity service's token may still be good for minutes; it opens nothing any more.
  if (!session || session.ended_at) throw refuse('token-expired')
  const becomesAdmin = who.emailVerified && who.email === ctx.settings.adminEmail && account.role !== 'admin'
  return { account: becomesAdmin ? await setRole(ctx, account, 'admin') : account, sessionId: session.id }
}

/** What the identity service says now replaces what it said before; who loses the verified email loses the role. */
async function keepAccount(
  ctx: Context,
  who: Pick<Identity, 'issuer' | 'subject' | 'email' | 'emailVerified' | 'name'>,
) {
  const before = await sql<{ role: Role }>`
    select role from account where issuer = ${who.issuer} and subject = ${who.subject} for no key update`.execute(
    ctx.db,
  )
  const { rows } = await sql<AccountRow>`
    insert into account (id, issuer, subject, email, email_verified, display_name, created_at, updated_at)
    values (${newId()}, ${who.issuer}, ${who.subject}, ${who.email}, ${who.emailVerified}, ${who.name},
      ${ctx.now()}, ${ctx.now()})
    on conflict (issuer, subject) do update set
      email = excluded.email, email_verified = excluded.email_verified, display_name = excluded.display_name,
      role = case when excluded.email_verified then account.role else 'customer' end,
      updated_at = excluded.updated_at
    returning id, email, email_verified, display_name, role`.execute(ctx.db)
  const [account] = rows
  if (!account) throw new Error('an account was neither made nor found')
  const hasLostRole = before.rows[0]?.role === 'admin' && account.role === 'customer'
  if (hasLostRole) await recordRole(ctx, account.id, 'customer')
  return account
}

async function setRole(ctx: Context, account: AccountRow, role: Role): Promise<AccountRow> {
  await sql`update account set role = ${role}, updated_at = ${ctx.now()} where id = ${account.id}`.execute(ctx.db)
  await recordRole(ctx, account.id, role)
  return { ...account, role }
}

/** The account behind an access token as the database knows it now; undefined when its session has ended. */
export async function findCaller(
  ctx: Pick<Context, 'db' | 'now' | 'settings'>,
  tokens: AccessTokens,
  token: string,
): Promise<Caller | undefined> {
  const claims = tokens.verify(token, ctx.now())
  if (!claims) return undefined
  const { rows } = await sql<AccountRow>`
    select account.id, account.email, account.email_verified, account.display_name, account.role
    from account_session join account on account.id = account_session.account_id
    where account_session.id = ${claims.sessionId} and account.id = ${claims.accountId}
      and account_session.ended_at is null`.execute(ctx.db)
  const [row] = rows
  if (!row || isClosedDemoAccount(row.email, ctx.settings)) return undefined
  return {
    id: row.id,
    sessionId: claims.sessionId,
    email: row.email,
    emailVerified: row.email_verified,
    displayName: row.display_name,
    role: row.role,
  }
}

/** The token of an `Authorization: Bearer …` header. */
export function bearerOf(header: string | undefined): string | undefined {
  return /^bearer\s+(\S+)$/i.exec(header ?? '')?.[1]
}

/** Makes the account with this verified email an admin: the shop's command for it, for an operator at the server. */
export async function grantAdmin(ctx: Context, email: string): Promise<void> {
  const { rows } = await sql<AccountRow>`
    select id, email, email_verified, display_name, role from account where email = ${email.toLowerCase()}
    order by email_verified desc, id limit 1`.execute(ctx.db)
  const [account] = rows
  if (!account)
    throw new StartupProblem(`No account has the email ${email}. Sign up in the shop first, then run this again.`)
  if (account.role === 'admin') return
  try {
    await transact(ctx, ctx => setRole(ctx, account, 'admin'))
  } catch (error) {
    if (brokenConstraint(error) !== 'account_admin_is_verified') throw error
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
  user: { email: string; password: string; name: string; role: Role },
): Promise<{ passwordSet: boolean }> {
  const { subject, name, passwordSet } = await identity.ensureUser(user)
  const { issuer } = identity
  await transact(ctx, async ctx => {
    const email = user.email.toLowerCase()
    const account = await keepAccount(ctx, { issuer, subject, email, emailVerified: true, name })
    if (user.role === 'admin' && account.role !== 'admin') await setRole(ctx, account, 'admin')
  })
  return { passwordSet }
}
