import { getSessionFromCtx } from 'better-auth/api'
import { type RateLimit, minutesToWait, resetRateLimit } from '#platform/http/rate-limits'
import type { Context } from '#platform/context'
import { type HookContext, refusal } from '../library/http.server.ts'
import { provePath, setupPath } from '../library/paths.server.ts'

/** Tries that somebody who is logged in has for the password: enough for typing errors, too few for guessing. */
export const presentPassword: RateLimit = { what: 'password-of-session', most: 10, minutes: 15 }

type Now = Pick<Context, 'db' | 'now'>

/** Where somebody who is logged in has to type the password once more. */
const paths = [setupPath, '/two-factor/disable', '/two-factor/generate-backup-codes', provePath]

/**
 * Attack: guessing on at the password of a screen that was left open, or of a stolen session, from whatever address.
 * Held by "who guesses at the password of an open session" in `passkeys/adding.server.test.ts`, and by "are closed for a
 * while to whoever guesses at the password" in `second-factor/changes.server.test.ts`.
 */
export async function countPresentPassword(context: HookContext, now: Now): Promise<void> {
  const session = paths.includes(context.path) && (await getSessionFromCtx(context))
  if (!session) return
  const minutes = await minutesToWait(now, presentPassword, session.user.id)
  if (minutes !== undefined) throw refusal('TOO_MANY_REQUESTS', 'TOO_MANY_PASSWORDS', { minutes })
}

/** It was right: the count begins anew. */
export async function forgetPresentPasswords(context: HookContext, now: Now): Promise<void> {
  if (!paths.includes(context.path)) return
  const session = context.context.newSession ?? (await getSessionFromCtx(context))
  if (session) await resetRateLimit(now, presentPassword, session.user.id)
}
