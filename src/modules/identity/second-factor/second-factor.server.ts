import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api'
import { parseEnvelope, symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { twoFactor } from 'better-auth/plugins'
import { randomInt } from 'node:crypto'
import type pg from 'pg'
import type { Log } from '#platform/log'
import { type RateLimit, minutesToWait } from '#platform/rate-limits'
import type { Context } from '#platform/context'
import { logSecurity } from '#platform/security-log'
import { type IdentityUser, type Notice, receiverOf } from '../notices.server.ts'
import { recoveryAlphabet, recoveryLength } from './second-factor.rules.ts'
import { versionOf } from '../secrets.server.ts'

const codePath = '/two-factor/verify-totp'
const recoveryPath = '/two-factor/verify-backup-code'

/** Where a session begins by a second factor; the password came before. */
export const secondFactorPaths: readonly string[] = [codePath, recoveryPath]

/** Where a session begins by a password alone. */
export const passwordPath = '/sign-in/email'

/** Where a password has a part in the session that begins. */
export const isByPassword = (path: string | undefined): boolean =>
  path === passwordPath || secondFactorPaths.includes(path ?? '')

/**
 * After a right password, an account with a second factor gets no session but the question for a code. This holds for
 * passwords alone: who comes from Google has been asked there for whatever Google asks, and is not asked again. The
 * library closes an account's second factor for a quarter of an hour after ten wrong codes. To stand before the plugin
 * that hands session tokens out: what the password alone has opened is closed by then.
 */
export function secondFactor() {
  return twoFactor({
    issuer: 'Tappet',
    backupCodeOptions: {
      storeBackupCodes: 'encrypted',
      customBackupCodesGenerate: () => Array.from({ length: 10 }, recoveryCode),
    },
  })
}

/**
 * A password that was checked just before the second factor was turned on has a session just after, which turning it on
 * did not find. To stand behind `secondFactor`: a session that has come so far was not asked for a code.
 */
export function onlyWhereNotAsked(pool: pg.Pool): BetterAuthPlugin {
  const handler = createAuthMiddleware(async context => {
    const opened = context.context.newSession
    if (!opened) return
    const { rowCount } = await pool.query('select from "user" where "id" = $1 and "twoFactorEnabled" for share', [
      opened.user.id,
    ])
    if (!rowCount) return
    await pool.query('delete from "session" where "id" = $1', [opened.session.id])
    throw new APIError('UNAUTHORIZED', {
      code: 'SECOND_FACTOR_JUST_ON',
      message: 'The second factor was just turned on',
    })
  })
  return {
    id: 'only-where-not-asked',
    hooks: { after: [{ matcher: ({ path }) => path === '/sign-in/email', handler }] },
  }
}

/**
 * Turning the second factor on ends the session that did it and opens another. The library answers the token of the old
 * one, which opens nothing any more.
 */
export const newTokenIsAnswered: BetterAuthPlugin = {
  id: 'new-token-is-answered',
  hooks: {
    after: [
      {
        matcher: ({ path }) => path === codePath,
        handler: createAuthMiddleware(async context => {
          const { newSession, returned } = context.context
          if (!newSession || isAPIError(returned)) return undefined
          return context.json({ ...Object(returned), token: newSession.session.token })
        }),
      },
    ],
  },
}

/** Turning on and off is told where the user's row is written; new codes leave it as it is. */
export function newCodesAreTold(notify: (notice: Notice) => Promise<void>): BetterAuthPlugin {
  const handler = createAuthMiddleware(async context => {
    const here = isAPIError(context.context.returned) ? null : await getSessionFromCtx(context)
    if (here) await notify({ to: receiverOf(here.user), kind: 'new recovery codes' })
  })
  return {
    id: 'new-codes-are-told',
    hooks: { after: [{ matcher: ({ path }) => path === '/two-factor/generate-backup-codes', handler }] },
  }
}

type Guessing = {
  pool: pg.Pool
  now: Pick<Context, 'db' | 'now'>
  log: Log
  notify: (notice: Notice) => Promise<void>
}

/** One mail for each quarter of an hour in which the library has closed the codes. */
const tellings: RateLimit = { what: 'mail about wrong codes', most: 1, minutes: 15 }

/**
 * Whoever gets as far as the codes knows the password: after the tenth wrong code, when the library closes the account's
 * second factor for a while, its owner hears of it.
 */
export function wrongCodesAreTold({ pool, now, log, notify }: Guessing): BetterAuthPlugin {
  const handler = createAuthMiddleware(async context => {
    if (!isAPIError(context.context.returned)) return
    const userId = await challenged(context)
    if (userId === undefined) return
    const { rows } = await pool.query<IdentityUser>(
      `select "email", "name", "emailVerified" from "user" join "twoFactor" on "userId" = "user"."id"
      where "user"."id" = $1 and "lockedUntil" > now()`,
      [userId],
    )
    const [user] = rows
    if (!user || (await minutesToWait(now, tellings, userId)) !== undefined) return
    logSecurity(log, 'codes-guessed', { user: userId })
    await notify({ to: receiverOf(user), kind: 'wrong codes' })
  })
  return {
    id: 'wrong-codes-are-told',
    hooks: { after: [{ matcher: ({ path }) => path !== undefined && secondFactorPaths.includes(path), handler }] },
  }
}

/** Easy to copy by hand: small letters and digits that look like nothing else, two groups of five. */
function recoveryCode(): string {
  const signs = Array.from({ length: recoveryLength }, () => recoveryAlphabet[randomInt(recoveryAlphabet.length)])
  return `${signs.slice(0, 5).join('')}-${signs.slice(5).join('')}`
}

export function codesCountOnce(pool: pg.Pool): BetterAuthPlugin {
  const handler = createAuthMiddleware(async context => {
    const { code, trustDevice } = readBody(context.body)
    // The shop asks every time: a browser that is trusted for a month would outlive the session it began with.
    if (trustDevice) throw new APIError('BAD_REQUEST', { code: 'VALIDATION_ERROR', message: 'Not offered here' })
    if (context.path !== codePath || !/^\d{6}$/.test(code)) return
    const userId = await asked(context)
    if (userId === undefined || (await isFirstUse(pool, userId, code))) return
    throw new APIError('UNAUTHORIZED', { code: 'CODE_ALREADY_USED', message: 'This code has been used' })
  })
  return {
    id: 'codes-count-once',
    hooks: { before: [{ matcher: ({ path }) => path !== undefined && secondFactorPaths.includes(path), handler }] },
  }
}

type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

/** Whose code is asked for: of whoever is logged in and turns it on, or of whoever has typed the password so far. */
export async function asked(context: HookContext): Promise<string | undefined> {
  return (await getSessionFromCtx(context))?.user.id ?? (await challenged(context))
}

/** Who is asked for a code: the library keeps it behind a signed cookie. */
async function challenged(context: HookContext): Promise<string | undefined> {
  const { name } = context.context.createAuthCookie('two_factor')
  const identifier = await context.getSignedCookie(name, context.context.secret)
  if (!identifier) return undefined
  return (await context.context.internalAdapter.findVerificationValue(identifier))?.value
}

function readBody(body: unknown): { code: string; trustDevice: boolean } {
  const { code, trustDevice } = Object(body) as { code?: unknown; trustDevice?: unknown }
  return { code: typeof code === 'string' ? code : '', trustDevice: Boolean(trustDevice) }
}

/** The library takes a code for a minute and a half; noted before it looks, one that is read over a shoulder opens nothing. */
async function isFirstUse(pool: pg.Pool, userId: string, code: string): Promise<boolean> {
  await pool.query(`delete from "typedCode" where "userId" = $1 and "typedAt" < now() - interval '3 minutes'`, [userId])
  const { rowCount } = await pool.query(
    `insert into "typedCode" ("userId", "code", "typedAt") values ($1, $2, now()) on conflict do nothing`,
    [userId, code],
  )
  return rowCount === 1
}

type Kept = { id: string; secret: string; backupCodes: string }

/**
 * Encrypts anew, with the first secret, what an older one has encrypted, so that the older one may go at the next start.
 * Whose secret is gone already stays closed: without it, nobody can tell a right code from a wrong one.
 */
export async function renewSecondFactors(pool: pg.Pool, secrets: readonly string[], log: Log): Promise<void> {
  const key = keyOf(secrets)
  if (!key) return
  const { rows } = await pool.query<Kept>(
    `select "id", "secret", "backupCodes" from "twoFactor" where "secret" not like $1 or "backupCodes" not like $1`,
    [`$ba$${key.currentVersion}$%`],
  )
  let closed = 0
  for (const { id, ...texts } of rows) {
    if (!Object.values(texts).every(text => opens(key, text))) {
      closed += 1
      continue
    }
    const again = async (data: string) => symmetricEncrypt({ key, data: await symmetricDecrypt({ key, data }) })
    await pool.query(
      `update "twoFactor" set "secret" = $4, "backupCodes" = $5
      where "id" = $1 and "secret" = $2 and "backupCodes" = $3`,
      [id, texts.secret, texts.backupCodes, await again(texts.secret), await again(texts.backupCodes)],
    )
  }
  if (closed > 0) log.warn({ accounts: closed }, 'identity: second factors hang on a SECRET that is not in the list')
}

type Key = { keys: Map<number, string>; currentVersion: number }

function keyOf(secrets: readonly string[]): Key | undefined {
  const [current, ...older] = secrets.map(secret => ({ version: versionOf(secret), value: secret }))
  if (!current) return undefined
  return { keys: new Map([current, ...older].map(one => [one.version, one.value])), currentVersion: current.version }
}

function opens({ keys }: Key, text: string): boolean {
  const version = parseEnvelope(text)?.version
  return version !== undefined && keys.has(version)
}

/** How many recovery codes have not been used; null when the secret that they are encrypted with is gone. */
export async function countRecoveryCodes(encrypted: string, secrets: readonly string[]): Promise<number | null> {
  const key = keyOf(secrets)
  if (!key || !opens(key, encrypted)) return null
  const codes: unknown = JSON.parse(await symmetricDecrypt({ key, data: encrypted }))
  return Array.isArray(codes) ? codes.length : null
}
