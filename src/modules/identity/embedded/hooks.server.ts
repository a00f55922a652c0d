import type { BetterAuthOptions } from 'better-auth'
import { createAuthMiddleware, isAPIError } from 'better-auth/api'
import { countLogin, countTelling, forgetTelling, rememberLogin } from '../limits/sign-in-limits.server.ts'
import { refuseForged, requireProofOfOwner, withOneHandle, withoutNames } from '../passkeys/passkeys.server.ts'
import { type HookContext, refusal } from '../library/http.server.ts'
import { requireOwnPasswordAtSignUp } from '../passwords/common-passwords.server.ts'
import { countPresentPassword, forgetPresentPasswords } from '../passwords/tries.server.ts'
import { changeAt } from '../notices/changes-of-ways.server.ts'
import {
  askPasskeyPath,
  beginPasskeyPath,
  codePath,
  passwordPath,
  recoveryPath,
  secondFactorPaths,
  setupPath,
  signUpPath,
} from '../library/paths.server.ts'
import {
  type HookParts,
  isCodeMissing,
  requireFreshCode,
  userOfCode,
  warnOfGuesses,
} from '../second-factor/second-factor.server.ts'
import { tellSuccess } from '../notices/security-events.server.ts'
import { notePassword } from '../sessions/still-open.server.ts'
import { credentialOf } from '../sessions/takeover.server.ts'

/**
 * All that the shop does around the library's calls, in the order in which it happens. The library runs these two before
 * the hooks of any plug-in, and no plug-in of the shop has hooks: so nothing here depends on the order of plug-ins.
 */
export const hooksOf = (parts: HookParts) =>
  ({
    before: createAuthMiddleware(context => before(context, parts)),
    after: createAuthMiddleware(context => after(context, parts)),
  }) satisfies BetterAuthOptions['hooks']

async function before(context: HookContext, { pool, now, shopName }: HookParts): Promise<object | undefined> {
  const { path } = context
  if (path === signUpPath) {
    requireOwnPasswordAtSignUp(context.body)
    await countTelling(context, now)
  }
  if (path === passwordPath) await beginLogin(context, { pool, now })
  if (secondFactorPaths.includes(path)) {
    const userId = await userOfCode(context)
    notePassword(context, (await credentialOf(pool, 'id', userId ?? ''))?.password)
    await requireFreshCode(context, pool, userId)
  }
  await countPresentPassword(context, now)
  if (path === beginPasskeyPath || changeAt(path)?.proof === 'session') await requireProofOfOwner(context, pool)
  // Beside which name the app of its owner lists the codes.
  return path === setupPath ? { context: { body: { ...Object(context.body), issuer: shopName() } } } : undefined
}

/** Whether a sign-up was refused because the address has an account, which it tells. */
const isTaken = (returned: unknown) =>
  isAPIError(returned) && String(returned.body?.code).startsWith('USER_ALREADY_EXISTS')

/** Asks the same of the database whether the email has an account or not. */
async function beginLogin(context: HookContext, { pool, now }: Pick<HookParts, 'pool' | 'now'>): Promise<void> {
  const { email } = Object(context.body) as { email?: unknown }
  if (typeof email !== 'string') return
  const user = await credentialOf(pool, 'email', email.toLowerCase())
  await countLogin(context, now, { email, userId: user?.id })
  notePassword(context, user?.password)
}

/** What is answered in place of what the library would answer; undefined where that stays. */
async function after(context: HookContext, parts: HookParts): Promise<unknown> {
  const { path } = context
  const { returned } = context.context
  refuseForged(context)
  // A way back from Google ends with an address to go to, which the library throws as it throws its refusals.
  if (path === signUpPath && !isTaken(returned)) await forgetTelling(context, parts.now)
  if (isAPIError(returned) && returned.statusCode >= 400) {
    // Another login with a recovery code came in between: the library's list of codes was not the one that it had read.
    if (path === recoveryPath && returned.statusCode === 409) throw refusal('CONFLICT', 'RECOVERY_CODE_JUST_USED')
    return warnOfGuesses(context, parts)
  }
  if (await isCodeMissing(context, parts.pool)) return undefined
  await forgetPresentPasswords(context, parts.now)
  await rememberLogin(context, parts.now)
  await tellSuccess(context, parts)
  if (path === codePath) return withNewToken(context)
  if (path === beginPasskeyPath) return withOneHandle(context, parts)
  return path === askPasskeyPath ? withoutNames(returned, parts.pool) : undefined
}

/**
 * Turning the second factor on ends the session that did it and opens another. The library answers the token of the old
 * one, which opens nothing any more.
 * Held by "goes on with the token that it is answered" in `second-factor/changes.server.test.ts`.
 */
function withNewToken({ context: { newSession, returned } }: HookContext): object | undefined {
  return newSession ? { ...Object(returned), token: newSession.session.token } : undefined
}
