import { getSessionFromCtx } from 'better-auth/api'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { twoFactor } from 'better-auth/plugins'
import { randomInt } from 'node:crypto'
import type pg from 'pg'
import type { Log } from '#platform/log'
import { type RateLimit, minutesToWait } from '#platform/http/rate-limits'
import type { Context } from '#platform/context'
import { logSecurity } from '#platform/log/security'
import { type HookContext, refusal } from '../library/http.server.ts'
import { type IdentityUser, type Notice, receiverOf } from '../notices/notices.server.ts'
import { codePath, passwordPath, secondFactorPaths } from '../library/paths.server.ts'
import { recoveryAlphabet, recoveryLength } from './second-factor.rules.ts'
import { versionOf } from '../library/secrets.server.ts'

/**
 * After a right password, an account with a second factor gets no session but the question for a code. This holds for
 * passwords alone: who comes from Google has been asked there for whatever Google asks, and is not asked again. The
 * library closes an account's second factor for a quarter of an hour after ten wrong codes.
 */
export const secondFactor = () =>
  twoFactor({
    backupCodeOptions: { customBackupCodesGenerate: () => Array.from({ length: 10 }, recoveryCode) },
  })

/** Easy to copy by hand: small letters and digits that look like nothing else, two groups of five. */
function recoveryCode(): string {
  const signs = Array.from({ length: recoveryLength }, () => recoveryAlphabet[randomInt(recoveryAlphabet.length)])
  return `${signs.slice(0, 5).join('')}-${signs.slice(5).join('')}`
}

/** The user whose code is asked for: whoever is logged in and turns the factor on, or has typed the password so far. */
export async function userOfCode(context: HookContext): Promise<string | undefined> {
  return (await getSessionFromCtx(context))?.user.id ?? (await challenged(context))
}

/** Who is asked for a code: the library keeps it behind a signed cookie. */
async function challenged(context: HookContext): Promise<string | undefined> {
  const { name } = context.context.createAuthCookie('two_factor')
  const identifier = await context.getSignedCookie(name, context.context.secret)
  if (!identifier) return undefined
  return (await context.context.internalAdapter.findVerificationValue(identifier))?.value
}

/**
 * Attack: a code that was read over a shoulder, typed once more; the library takes each for a minute and a half. It is
 * noted before the library looks at it. And a browser that is trusted for a month, which would outlive its session.
 * Held by "takes each code once, also from two browsers at once" and "trusts no browser for longer than its session" in
 * `second-factor.server.test.ts`, and by "reuse of a code" in `test/attacks/second-factor.test.ts`.
 */
export async function requireFreshCode(context: HookContext, pool: pg.Pool, userId: string | undefined): Promise<void> {
  const { code, trustDevice } = Object(context.body) as { code?: unknown; trustDevice?: unknown }
  if (trustDevice) throw refusal('BAD_REQUEST', 'VALIDATION_ERROR')
  const isCode = context.path === codePath && typeof code === 'string' && /^\d{6}$/.test(code)
  if (userId === undefined || !isCode) return
  await pool.query(`delete from "typedCode" where "userId" = $1 and "typedAt" < now() - interval '3 minutes'`, [userId])
  const { rowCount } = await pool.query(
    `insert into "typedCode" ("userId", "code", "typedAt") values ($1, $2, now()) on conflict do nothing`,
    [userId, code],
  )
  if (!rowCount) throw refusal('UNAUTHORIZED', 'CODE_ALREADY_USED')
}

/**
 * Whether the password that has just opened a session still waits for its code.
 * Attack: logging in by the password alone in the moment in which the second factor is turned on, which did not find
 * this session to end it. The library asks by what it read before the session was there; here it gets what holds now.
 * Held by "leaves nobody logged in by the password alone whose password is looked at in that moment" in
 * `changes.server.test.ts`.
 */
export async function isCodeMissing(context: HookContext, pool: pg.Pool): Promise<boolean> {
  const opened = context.path === passwordPath && context.context.newSession
  if (!opened) return false
  const { rowCount } = await pool.query('select from "user" where "id" = $1 and "twoFactorEnabled" for share', [
    opened.user.id,
  ])
  const twoFactorEnabled = rowCount === 1
  context.context.setNewSession({ ...opened, user: { ...opened.user, twoFactorEnabled } })
  return twoFactorEnabled
}

export type HookParts = {
  pool: pg.Pool
  /** The shop's own clock and database, where tries are counted. */
  now: Context
  log: Log
  /** As the owner calls it now. */
  shopName: () => string
  notify: (notice: Notice) => Promise<void>
}

/** One mail for each quarter of an hour in which the library has closed the codes. */
const warnings: RateLimit = { what: 'mail about wrong codes', most: 1, minutes: 15 }

/**
 * Attack: guessing codes with a stolen password. Whoever gets as far as the codes knows it: after the tenth wrong code,
 * when the library closes the account's second factor for a while, its owner hears of it.
 * Held by "ten wrong codes after a right password are told to the owner by mail, once" in `changes.server.test.ts`.
 */
export async function warnOfGuesses(context: HookContext, { pool, now, log, notify }: HookParts): Promise<void> {
  const userId = secondFactorPaths.includes(context.path) ? await challenged(context) : undefined
  if (userId === undefined) return
  const { rows } = await pool.query<IdentityUser>(
    `select "email", "name", "emailVerified" from "user" join "twoFactor" on "userId" = "user"."id"
    where "user"."id" = $1 and "lockedUntil" > now()`,
    [userId],
  )
  const [user] = rows
  if (!user || (await minutesToWait(now, warnings, userId)) !== undefined) return
  logSecurity(log, 'codes-guessed', { user: userId })
  await notify({ to: receiverOf(user), kind: 'wrong codes' })
}

type SecondFactorRow = { id: string; secret: string; backupCodes: string }

/**
 * Encrypts anew, with the first secret, what an older one has encrypted, so that the older one may go at the next start.
 * Whose secret is gone already stays closed: without it, nobody can tell a right code from a wrong one.
 */
export async function renewSecondFactors(pool: pg.Pool, secrets: readonly string[], log: Log): Promise<void> {
  const key = keyOf(secrets)
  const { rows } = await pool.query<SecondFactorRow>(
    `select "id", "secret", "backupCodes" from "twoFactor" where "secret" not like $1 or "backupCodes" not like $1`,
    [`$ba$${key.currentVersion}$%`],
  )
  let closed = 0
  for (const { id, secret, backupCodes } of rows) {
    const [plainSecret, plainCodes] = [await decrypted(key, secret), await decrypted(key, backupCodes)]
    if (plainSecret === undefined || plainCodes === undefined) {
      closed += 1
      continue
    }
    await pool.query(
      `update "twoFactor" set "secret" = $4, "backupCodes" = $5
      where "id" = $1 and "secret" = $2 and "backupCodes" = $3`,
      [
        id,
        secret,
        backupCodes,
        await symmetricEncrypt({ key, data: plainSecret }),
        await symmetricEncrypt({ key, data: plainCodes }),
      ],
    )
  }
  if (closed > 0) log.warn({ accounts: closed }, 'identity: second factors hang on a SECRET that is not in the list')
}

/** How many recovery codes have not been used; null when the secret that they are encrypted with is gone. */
export async function countRecoveryCodes(encrypted: string, secrets: readonly string[]): Promise<number | null> {
  const text = await decrypted(keyOf(secrets), encrypted)
  const codes: unknown = text === undefined ? null : JSON.parse(text)
  return Array.isArray(codes) ? codes.length : null
}

/** The secrets as the library's encryption takes them. */
function keyOf(secrets: readonly string[]) {
  const versions = secrets.map(versionOf)
  return { keys: new Map(secrets.map((secret, at) => [versions[at] ?? 0, secret])), currentVersion: versions[0] ?? 0 }
}

/** Undefined where no secret of the list opens it. */
const decrypted = (key: ReturnType<typeof keyOf>, data: string): Promise<string | undefined> =>
  symmetricDecrypt({ key, data }).catch(() => undefined)
