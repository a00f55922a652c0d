import { passkey } from '@better-auth/passkey'
import type { BetterAuthPlugin } from 'better-auth'
import {
  APIError,
  isAPIError,
  createAuthEndpoint,
  getSessionFromCtx,
  sensitiveSessionMiddleware,
} from 'better-auth/api'
import { createHash } from 'node:crypto'
import type pg from 'pg'
import * as z from 'zod/mini'
import type { Log } from '#platform/log'
import { type HookContext, refusal, refusalOfFault } from '../library/http.server.ts'
import type { Notice } from '../notices/notices.server.ts'
import { addPasskeyPath, provePath, removeGooglePath, removePasskeyPath } from '../library/paths.server.ts'
import { PasskeyName, type PasskeyPlace, freshLoginMinutes, mostPasskeys } from './passkeys.rules.ts'
import { tellChange } from '../notices/security-events.server.ts'
import { hasPassword } from '../sessions/takeover.server.ts'

export type PasskeyOptions = {
  pool: pg.Pool
  /** Undefined where the shop is opened by an address of digits, or in the clear: browsers use no passkeys there. */
  place: PasskeyPlace | undefined
  shopName: () => string
}

/** Answers of devices that were what they say: what goes wrong with one of these is no fault of whoever sent it. */
const believed = new WeakSet<object>()

/**
 * The library calls an answer that no device gave a fault of the shop. Attack: a forged answer, sent to fill the log with faults.
 * Held by "a forged answer" in `adding.server.test.ts`.
 */
export function refuseForged({ path, body, context: { returned } }: HookContext): void {
  if (path !== addPasskeyPath || !isAPIError(returned) || returned.statusCode < 500) return
  const { response } = Object(body) as { response?: unknown }
  if (typeof response === 'object' && response !== null && believed.has(response)) return
  throw refusalOfFault('FAILED_TO_VERIFY_REGISTRATION')
}

/**
 * Login by passkey. The device checks who holds it, each time, so a passkey is two factors in one and no code is asked
 * for afterwards.
 * Attacks: a device that checks nobody; a credential under the name of another account's; a copy of a device.
 * Held by `passkeys.server.test.ts`, "no session is opened by", and `adding.server.test.ts`, "no passkey is added by".
 */
export function passkeys({ place, shopName, pool }: PasskeyOptions): ReturnType<typeof passkey> {
  return passkey({
    rpID: place?.host ?? 'localhost',
    rpName: shopName(),
    // Never what a request says of itself.
    origin: place?.origin ?? 'https://passkeys.invalid',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    advanced: { webAuthnChallengeCookie: 'passkey_challenge' },
    registration: {
      async afterVerification({ verification: { registrationInfo }, clientData }) {
        believed.add(clientData)
        if (!registrationInfo?.userVerified) throw refusal('UNAUTHORIZED', 'PASSKEY_UNVERIFIED')
        // The library finds a passkey by this id alone. The table's own constraint holds it also when two come at once.
        const taken = await pool.query('select from "passkey" where "credentialID" = $1', [
          registrationInfo.credential.id,
        ])
        if (taken.rowCount) throw refusal('BAD_REQUEST', 'PASSKEY_TAKEN')
      },
    },
    authentication: {
      // The library asks for this check and does not insist on it.
      async afterVerification({ verification: { authenticationInfo } }) {
        if (!authenticationInfo.userVerified) throw refusal('UNAUTHORIZED', 'PASSKEY_UNVERIFIED')
        await noteUse(pool, authenticationInfo)
      },
    },
  })
}

/**
 * Moves the passkey's counter on in one statement. The library has compared it with what it read before; of two answers
 * that were signed at once by a device and its copy, only one comes through here.
 */
async function noteUse(pool: pg.Pool, { credentialID, newCounter }: { credentialID: string; newCounter: number }) {
  const { rowCount } = await pool.query(
    `update "passkey" set "counter" = $2, "lastUsedAt" = now()
    where "credentialID" = $1 and ("counter" < $2 or ("counter" = 0 and $2 = 0))`,
    [credentialID, newCounter],
  )
  if (!rowCount) throw refusal('UNAUTHORIZED', 'AUTHENTICATION_FAILED')
}

/**
 * Attack: a passkey of a stranger's, added at a screen that was left open, or the owner's own way in removed there. Asked before the
 * device is, and once more with its answer. The proof itself is used up by the row of the passkey, in a trigger.
 * Held by "somebody who only found an open session" and "one proof twice" in `adding.server.test.ts`.
 */
export async function requireProofOfOwner(context: HookContext, pool: pg.Pool): Promise<void> {
  const here = await getSessionFromCtx(context)
  if (!here) throw new APIError('UNAUTHORIZED')
  const { rows } = await pool.query<{ proven: boolean; count: number }>(
    `select exists (select from "passkeyProof" where "sessionId" = $1 and "expiresAt" > now()) as proven,
      (select count(*)::integer from "passkey" where "userId" = $2) as count`,
    [here.session.id, here.user.id],
  )
  if (!rows[0]?.proven) throw refusal('FORBIDDEN', 'PASSKEY_PROOF_NEEDED')
  if (context.path === removePasskeyPath || context.path === removeGooglePath) return
  if (rows[0].count >= mostPasskeys) throw refusal('BAD_REQUEST', 'TOO_MANY_PASSKEYS')
  const { createSession } = Object(context.body) as { createSession?: unknown }
  // The session that adds a passkey is there already.
  if (context.path === addPasskeyPath && (createSession || !PasskeyName.safeParse(context.body).success))
    throw refusal('BAD_REQUEST', 'VALIDATION_ERROR')
}

/**
 * Whoever logs in names nobody: the passkey says who it is, also in a browser with somebody's old session. Visitors who
 * look at the login page and go leave questions behind, which the library would keep; they go with the next one.
 * Held by "is asked to check who holds it, and to be found without a name" in `passkeys.server.test.ts`.
 */
export async function withoutNames(question: unknown, pool: pg.Pool): Promise<object> {
  await pool.query('delete from "verification" where "expiresAt" < now()')
  const { allowCredentials: _allowed, ...rest } = Object(question) as Record<string, unknown>
  return { ...rest, userVerification: 'required' }
}

/**
 * An account has one handle for all of its passkeys, so that a device lists them as one account's (WebAuthn, section 5.4.3); the
 * library makes up another each time. It says nothing of the person: that is what the handle is for.
 * Held by "names one account" in `adding.server.test.ts`.
 */
export async function withOneHandle(
  context: HookContext,
  { shopName }: Pick<PasskeyOptions, 'shopName'>,
): Promise<object | undefined> {
  const here = await getSessionFromCtx(context)
  if (!here) return undefined
  const question = Object(context.context.returned) as { user?: object; rp?: object }
  const id = createHash('sha256').update(`passkeys of ${here.user.id}`).digest('base64url')
  return { ...question, rp: { ...question.rp, name: shopName() }, user: { ...question.user, id } }
}

export type Changes = { pool: pg.Pool; log: Log; notify: (notice: Notice) => Promise<void> }

/**
 * The calls of the account page. The library's own tell nobody what was removed, and are not mounted.
 * Attack: a passkey of somebody else's renamed, removed, or added with an open session alone.
 * Held by "are out of another one’s reach" in `passkeys.server.test.ts` and "no passkey is added by" in
 * `adding.server.test.ts`.
 */
export const passkeyCalls = ({ pool, ...parts }: Changes) =>
  ({
    id: 'passkey-calls',
    endpoints: {
      /** What somebody lacks who only found an open session: the password, or a login of the last minutes. */
      provePasskeyOwner: createAuthEndpoint(
        provePath,
        { method: 'POST', body: z.object({ password: z.optional(z.string()) }), use: [sensitiveSessionMiddleware] },
        async context => {
          const { session, user } = context.context.session
          if (await hasPassword(pool, user.id)) await context.context.password.checkPassword(user.id, context)
          else if (Date.now() - new Date(session.createdAt).getTime() > freshLoginMinutes * 60_000)
            throw refusal('FORBIDDEN', 'SESSION_NOT_FRESH')
          await pool.query(
            `insert into "passkeyProof" ("sessionId", "userId", "expiresAt") values ($1, $2, now() + interval '5 minutes')
            on conflict ("sessionId") do update set "expiresAt" = excluded."expiresAt"`,
            [session.id, user.id],
          )
          return context.json({ status: true })
        },
      ),
      renamePasskey: createAuthEndpoint(
        '/passkey/rename',
        { method: 'POST', body: z.extend(PasskeyName, { id: z.string() }), use: [sensitiveSessionMiddleware] },
        async context => {
          const { id, name } = context.body
          const { rowCount } = await pool.query('update "passkey" set "name" = $3 where "id" = $1 and "userId" = $2', [
            id,
            context.context.session.user.id,
            name,
          ])
          if (!rowCount) throw refusal('NOT_FOUND', 'PASSKEY_NOT_FOUND')
          return context.json({ status: true })
        },
      ),
      removePasskey: createAuthEndpoint(
        removePasskeyPath,
        { method: 'POST', body: z.object({ id: z.string() }), use: [sensitiveSessionMiddleware] },
        async context => {
          const { user, session } = context.context.session
          const { rows } = await pool.query<{ name: string }>(
            `with proof as (delete from "passkeyProof" where "sessionId" = $3 and "expiresAt" > now() returning "sessionId")
            delete from "passkey" where "id" = $1 and "userId" = $2 and exists (select from proof) returning "name"`,
            [context.body.id, user.id, session.id],
          )
          const [gone] = rows
          // Removed by another press of the button, or somebody else's: either way it is not there.
          if (gone) await tellChange(parts, { user, call: context, kind: 'passkey removed', passkey: gone.name })
          return context.json({ status: true })
        },
      ),
    },
  }) satisfies BetterAuthPlugin
