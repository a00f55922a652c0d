import { passkey } from '@better-auth/passkey'
import type { BetterAuthPlugin } from 'better-auth'
import {
  APIError,
  createAuthEndpoint,
  createAuthMiddleware,
  getSessionFromCtx,
  isAPIError,
  sensitiveSessionMiddleware,
} from 'better-auth/api'
import type pg from 'pg'
import * as z from 'zod/mini'
import { type Notice, receiverOf } from '../notices.server.ts'
import { PasskeyName, type PasskeyPlace, freshLoginMinutes, mostPasskeys } from './passkeys.rules.ts'
import { provePath } from '../passwords/tries.server.ts'
import { signInSentence } from '../sign-in.rules.ts'
import { hasPassword } from '../sessions/takeover.server.ts'

const beginPath = '/passkey/generate-register-options'
const addPath = '/passkey/verify-registration'
const askPath = '/passkey/generate-authenticate-options'
/** Where a session begins by a passkey. */
const passkeyLogInPath = '/passkey/verify-authentication'

export type PasskeyOptions = {
  pool: pg.Pool
  /** Undefined where the shop is opened by an address of digits, or in the clear: browsers use no passkeys there. */
  place: PasskeyPlace | undefined
  shopName: string
  notify: (notice: Notice) => Promise<void>
}

/**
 * Login by passkey. The device checks who holds it, each time, so a passkey is two factors in one and no code is asked
 * for afterwards.
 */
export function passkeys(options: PasskeyOptions): [ReturnType<typeof passkey>, BetterAuthPlugin] {
  const { place, shopName, pool } = options
  const library = passkey({
    rpID: place?.host ?? 'localhost',
    rpName: shopName,
    // Never what a request says of itself.
    origin: place?.origin ?? 'https://passkeys.invalid',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    advanced: { webAuthnChallengeCookie: 'passkey_challenge' },
    registration: {
      async afterVerification({ verification }) {
        const { registrationInfo } = verification
        if (!registrationInfo?.userVerified) throw refusal('UNAUTHORIZED', 'PASSKEY_UNVERIFIED')
        await checkUnknown(pool, registrationInfo.credential.id)
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
  return [library, passkeyRules(options)]
}

function refusal(status: 'UNAUTHORIZED' | 'FORBIDDEN' | 'BAD_REQUEST' | 'NOT_FOUND', code: string): APIError {
  return new APIError(status, { code, message: signInSentence(code, code) })
}

/** The library finds a passkey by this id alone. The table's own constraint holds it also when two come at once. */
async function checkUnknown(pool: pg.Pool, credentialId: string): Promise<void> {
  const { rowCount } = await pool.query('select from "passkey" where "credentialID" = $1', [credentialId])
  if (rowCount) throw refusal('BAD_REQUEST', 'PASSKEY_TAKEN')
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

/** What the shop adds to the library: a proof before a passkey is added, and news for the owner about each change. */
function passkeyRules(options: PasskeyOptions): BetterAuthPlugin {
  const { pool } = options
  return {
    id: 'passkey-rules',
    endpoints: { provePasskeyOwner: prove(pool), renamePasskey: rename(pool), removePasskey: remove(options) },
    hooks: {
      before: [
        { matcher: ({ path }) => path === beginPath || path === addPath, handler: checkProof(pool) },
        { matcher: ({ path }) => path === addPath, handler: checkAdding },
      ],
      after: [
        { matcher: ({ path }) => path === addPath, handler: tellAdded(options) },
        { matcher: ({ path }) => path === askPath, handler: insist(pool) },
      ],
    },
  }
}

/** What somebody has who only found an open session: neither the password nor a login of the last minutes. */
const prove = (pool: pg.Pool) =>
  createAuthEndpoint(
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
  )

/** Asked before the device is, and once more with its answer. The proof itself is used up by the row of the passkey. */
const checkProof = (pool: pg.Pool) =>
  createAuthMiddleware(async context => {
    const here = await getSessionFromCtx(context)
    if (!here) throw new APIError('UNAUTHORIZED')
    const { rows } = await pool.query<{ proven: boolean; count: number }>(
      `select exists (select from "passkeyProof" where "sessionId" = $1 and "expiresAt" > now()) as proven,
        (select count(*)::integer from "passkey" where "userId" = $2) as count`,
      [here.session.id, here.user.id],
    )
    if (!rows[0]?.proven) throw refusal('FORBIDDEN', 'PASSKEY_PROOF_NEEDED')
    if (rows[0].count >= mostPasskeys) throw refusal('BAD_REQUEST', 'TOO_MANY_PASSKEYS')
  })

const checkAdding = createAuthMiddleware(async context => {
  const { name, createSession } = Object(context.body) as { name?: unknown; createSession?: unknown }
  // The session that adds a passkey is there already.
  if (createSession || !PasskeyName.safeParse({ name }).success) throw refusal('BAD_REQUEST', 'VALIDATION_ERROR')
})

const tellAdded = ({ notify }: PasskeyOptions) =>
  createAuthMiddleware(async context => {
    const added = Object(context.context.returned) as { name?: unknown }
    const here = isAPIError(added) ? null : await getSessionFromCtx(context)
    if (!here) return
    await notify({ to: receiverOf(here.user), kind: 'passkey added', passkey: String(added.name) })
  })

/**
 * Whoever logs in names nobody: the passkey says who it is, also in a browser with somebody's old session. Visitors who
 * look at the login page and go leave questions behind, which the library would keep; they go with the next one.
 */
const insist = (pool: pg.Pool) =>
  createAuthMiddleware(async context => {
    const asked = context.context.returned
    if (isAPIError(asked)) return undefined
    await pool.query('delete from "verification" where "expiresAt" < now()')
    const { allowCredentials: _allowed, ...rest } = Object(asked) as Record<string, unknown>
    return context.json({ ...rest, userVerification: 'required' })
  })

const rename = (pool: pg.Pool) =>
  createAuthEndpoint(
    '/passkey/rename',
    {
      method: 'POST',
      body: z.object({ id: z.string(), ...PasskeyName.shape }),
      use: [sensitiveSessionMiddleware],
    },
    async context => {
      const { rowCount } = await pool.query('update "passkey" set "name" = $3 where "id" = $1 and "userId" = $2', [
        context.body.id,
        context.context.session.user.id,
        context.body.name,
      ])
      if (!rowCount) throw refusal('NOT_FOUND', 'PASSKEY_NOT_FOUND')
      return context.json({ status: true })
    },
  )

const remove = ({ pool, notify }: PasskeyOptions) =>
  createAuthEndpoint(
    '/passkey/remove',
    { method: 'POST', body: z.object({ id: z.string() }), use: [sensitiveSessionMiddleware] },
    async context => {
      const { user } = context.context.session
      const { rows } = await pool.query<{ name: string }>(
        'delete from "passkey" where "id" = $1 and "userId" = $2 returning "name"',
        [context.body.id, user.id],
      )
      const [gone] = rows
      // Removed by another press of the button, or somebody else's: either way it is not there.
      if (gone) await notify({ to: receiverOf(user), kind: 'passkey removed', passkey: gone.name })
      return context.json({ status: true })
    },
  )

type Opening = { path?: string | undefined; body?: unknown }

/**
 * Between the check of a passkey and its session, its owner may have removed it, or the owner of the mailbox voided it.
 * Asked once the session is there: whoever voids it later finds the session, and takes it away too.
 */
export async function checkPasskeyStillOpens(
  pool: pg.Pool,
  session: { id: string; userId: string },
  opening: Opening | null | undefined,
): Promise<void> {
  if (opening?.path !== passkeyLogInPath) return
  const { data } = z.safeParse(z.object({ response: z.object({ id: z.string() }) }), opening.body)
  const { rowCount } = await pool.query('select from "passkey" where "credentialID" = $1 and "userId" = $2 for share', [
    data?.response.id,
    session.userId,
  ])
  if (rowCount) return
  await pool.query('delete from "session" where "id" = $1', [session.id])
  throw refusal('UNAUTHORIZED', 'PASSKEY_NOT_FOUND')
}
