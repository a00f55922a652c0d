import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api'
import { type RateLimit, resetRateLimit, minutesToWait } from '#platform/rate-limits'
import type { Context } from '#platform/context'

/** Tries that somebody who is logged in has for the password: enough for typing errors, too few for guessing. */
export const presentPassword: RateLimit = { what: 'password-of-session', most: 10, minutes: 15 }

export type PasswordTries = {
  /** Counts a try of this user; in how many minutes the next one may come, if not now. */
  count(userId: string): Promise<number | undefined>
  forget(userId: string): Promise<void>
}

export function passwordTries(ctx: Pick<Context, 'db' | 'now'>): PasswordTries {
  return {
    count: userId => minutesToWait(ctx, presentPassword, userId),
    forget: userId => resetRateLimit(ctx, presentPassword, userId),
  }
}

/** Where somebody who is logged in has to type the password once more. */
export const provePath = '/passkey/prove'
const paths: readonly string[] = [
  '/two-factor/enable',
  '/two-factor/disable',
  '/two-factor/generate-backup-codes',
  provePath,
]

/**
 * Counts wrong passwords of an account, whatever address they come from: whoever finds a screen that was left open, or
 * steals a session, could else guess on.
 */
export function passwordTriesAreCounted(tries: PasswordTries): BetterAuthPlugin {
  const matcher = ({ path }: { path?: string | undefined }) => path !== undefined && paths.includes(path)
  const before = createAuthMiddleware(async context => {
    const session = await getSessionFromCtx(context)
    if (!session) return
    const minutes = await tries.count(session.user.id)
    if (minutes === undefined) return
    throw new APIError('TOO_MANY_REQUESTS', {
      code: 'TOO_MANY_PASSWORDS',
      message: 'Too many wrong passwords',
      minutes,
    })
  })
  const after = createAuthMiddleware(async context => {
    if (isAPIError(context.context.returned)) return
    const session = context.context.newSession ?? (await getSessionFromCtx(context))
    if (session) await tries.forget(session.user.id)
  })
  return {
    id: 'password-tries-are-counted',
    hooks: { before: [{ matcher, handler: before }], after: [{ matcher, handler: after }] },
  }
}
