import type { BetterAuthPlugin } from 'better-auth'
import { createAuthEndpoint, getSessionFromCtx, sensitiveSessionMiddleware } from 'better-auth/api'
import type pg from 'pg'
import * as z from 'zod/mini'
import { type HookContext, refusal } from '../library/http.server.ts'
import { removeGooglePath } from '../library/paths.server.ts'
import type { Changes } from '../passkeys/passkeys.server.ts'
import { hasPassword } from '../sessions/takeover.server.ts'
import { googleProviderId } from './google.rules.ts'
import { tellChange } from '../notices/security-events.server.ts'
import type { IdentityUser } from '../notices/notices.server.ts'

/** An account of a provider's that is about to open a user's, and the call in which it is. */
type Joining = { userId: string; providerId: string }
type Call = Pick<HookContext, 'path' | 'headers'> | null

const isOwnPassword = ({ providerId }: Joining) => providerId === 'credential'

/**
 * Attack: somebody reads the mail of an account that asks for a code besides its password, and comes by Google with that address.
 * A link to a new password leaves the code asked for, and Google does not ask for it. So whoever joins Google to such an account
 * is logged in to it, by password and code, and has shown so a moment ago.
 * Held by "does not pass the second factor" in `joining.server.test.ts`.
 */
export async function requireCodeToJoin(
  pool: pg.Pool,
  userId: string,
  call: HookContext,
): Promise<{ error: string } | undefined> {
  const { rowCount: asksForCode } = await pool.query('select from "user" where "id" = $1 and "twoFactorEnabled"', [
    userId,
  ])
  if (!asksForCode) return undefined
  const here = await getSessionFromCtx(call)
  const { rowCount: isProven } = await pool.query(
    'delete from "passkeyProof" where "sessionId" = $1 and "userId" = $2 and "expiresAt" > now()',
    [here?.session.id, userId],
  )
  return isProven ? undefined : { error: 'google_needs_code' }
}

/** Tells the owner of an account that had another way in before; a new one, or one just taken over, has no owner to tell. */
export async function tellJoined(parts: Changes, joining: Joining & { id: string }, call: Call): Promise<void> {
  if (isOwnPassword(joining)) return
  const { rows } = await parts.pool.query<IdentityUser & { id: string }>(
    `select "id", "email", "name", "emailVerified" from "user" where "id" = $1 and (
      exists (select from "account" where "userId" = $1 and "id" <> $2)
      or exists (select from "passkey" where "userId" = $1))`,
    [joining.userId, joining.id],
  )
  for (const user of rows) await tellChange(parts, { user, call, kind: 'Google joined' })
}

/**
 * Google no longer opens an account that has a password; whoever has no other way in would lose the account. The proof is used up in
 * the same statement, as a passkey's removal does.
 * Held by `changes-of-ways.server.test.ts`.
 */
export const googleCalls = ({ pool, ...parts }: Changes) =>
  ({
    id: 'google-calls',
    endpoints: {
      removeGoogle: createAuthEndpoint(
        removeGooglePath,
        { method: 'POST', body: z.object({}), use: [sensitiveSessionMiddleware] },
        async context => {
          const { user, session } = context.context.session
          if (!(await hasPassword(pool, user.id))) throw refusal('BAD_REQUEST', 'LAST_WAY_IN')
          const { rowCount } = await pool.query(
            `with proof as (delete from "passkeyProof" where "sessionId" = $2 and "expiresAt" > now() returning "sessionId")
            delete from "account" where "userId" = $1 and "providerId" = $3 and exists (select from proof)`,
            [user.id, session.id, googleProviderId],
          )
          // Removed by another press of the button: either way it is not there.
          if (rowCount) await tellChange(parts, { user, call: context, kind: 'Google removed' })
          return context.json({ status: true })
        },
      ),
    },
  }) satisfies BetterAuthPlugin
