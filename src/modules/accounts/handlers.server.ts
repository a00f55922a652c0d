import { type Permission, customerRole, may, ownerRole } from '#kernel/access'
import type { Handlers } from '#kernel/endpoint'
import { type Context, callerOf, newId, transact } from '#platform/context'
import { isClosedDemoAccount } from '#rules/identity'
import { type EmptyAccount, type Identity, type IdentityPort, holdSession } from '#services/identity'
import type { accountsContract } from './accounts.contract.ts'
import { bearerOf } from './accounts.server.ts'
import { keepForOwner } from './hosted.server.ts'
import { isBeingDeleted } from './identity-deletions.server.ts'
import { type AccountRow, keepAccount, setRole } from './keep-account.server.ts'
import { refuse } from './refusals.rules.ts'
import { endSessionHere } from './sessions/sessions.server.ts'
import { acceptInvitation } from './staff/staff.server.ts'
import type { AccessTokens } from './tokens.server.ts'

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

/** A browser's own name has a hundred letters or two; what is longer is no browser's. */
const longestBrowser = 300

/** The account of an identity, made at first sight, and the session that its tokens will name. */
async function enter(ctx: Context, who: Identity) {
  const account = await keepAccount(ctx, who)
  // Only now: a deletion that ended while this waited for the row is seen by this question.
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
