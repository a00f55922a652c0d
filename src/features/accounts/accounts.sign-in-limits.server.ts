import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api'
import type pg from 'pg'
import { type AttemptLimit, forgetAttempts, minutesToWait } from '#platform/attempts'
import type { Context } from '#platform/context'
import type { Settings } from '#platform/settings'
import { type HookContext, knownBrowsers } from './accounts.known-browser.server.ts'
import { tooManyPasswords } from './accounts.rules.ts'
import { secondFactorPaths } from './accounts.second-factor.server.ts'

type Now = Pick<Context, 'db' | 'now'>

const passwordPath = '/sign-in/email'

/** Wrong passwords for one email, whether it has an account or not: ten, then a quarter of an hour of quiet. */
const passwords: AttemptLimit = { what: 'password', most: 10, minutes: 15 }

/** Passwords typed once more in an open session, for what a session alone may not do: whoever took it has few guesses. */
export const passwordsInSession: AttemptLimit = { what: 'password in session', most: 10, minutes: 15 }
const askingAgain = ['/two-factor/enable', '/two-factor/disable', '/two-factor/generate-backup-codes']
const asksAgain = ({ path }: { path?: string | undefined }) => askingAgain.includes(path ?? '')

/** Where a password had a part in what has just begun. */
const isByPassword = (path: string | undefined) => path === passwordPath || secondFactorPaths.includes(path ?? '')

type Parts = { now: Now; pool: pg.Pool; secrets: readonly string[] }

/**
 * Counts the tries for an account before its password is looked at, so that many at once are all counted and none that
 * is refused costs a hash. A browser that has signed in to the account before has a count of its own; everybody else
 * shares one. A right password is refused too while that one is full: else the refusals would say which one is right.
 * To stand behind the plugin that reads bearer tokens, and behind the second factor: a password that still waits for
 * its code has not signed anybody in.
 */
export function signInLimits({ now, pool, secrets }: Parts): BetterAuthPlugin {
  const browsers = knownBrowsers(secrets)

  const count = createAuthMiddleware(async context => {
    const { email } = Object(context.body) as { email?: unknown }
    if (typeof email !== 'string') return
    const userId = browsers.carriesAny(context) ? await userWith(pool, email) : undefined
    refuseFor(await minutesToWait(now, passwords, whoTries(email, userId && browsers.of(context, userId))))
  })

  const countInSession = createAuthMiddleware(async context => {
    const session = await getSessionFromCtx(context)
    if (session) refuseFor(await minutesToWait(now, passwordsInSession, session.user.id))
  })

  const forgetInSession = createAuthMiddleware(async (context: HookContext) => {
    const session = context.context.newSession ?? context.context.session
    if (session && !isAPIError(context.context.returned)) await forgetAttempts(now, passwordsInSession, session.user.id)
  })

  const begin = createAuthMiddleware(async (context: HookContext) => {
    const user = context.context.newSession?.user
    if (!user) return
    const known = browsers.of(context, user.id)
    if (isByPassword(context.path)) await forgetAttempts(now, passwords, whoTries(user.email, known))
    browsers.keep(context, user.id, known)
  })

  return {
    id: 'sign-in-limits',
    hooks: {
      before: [
        { matcher: ({ path }) => path === passwordPath, handler: count },
        { matcher: asksAgain, handler: countInSession },
      ],
      after: [
        { matcher: () => true, handler: begin },
        { matcher: asksAgain, handler: forgetInSession },
      ],
    },
  }
}

/** For whoever has shown otherwise that the account is theirs, as by a reset of the password: strangers count anew. */
export function forgetStrangers(now: Now, email: string): Promise<void> {
  return forgetAttempts(now, passwords, whoTries(email, undefined))
}

function refuseFor(minutes: number | undefined): void {
  if (minutes === undefined) return
  throw new APIError('TOO_MANY_REQUESTS', { code: 'TOO_MANY_PASSWORDS', message: tooManyPasswords(minutes), minutes })
}

const whoTries = (email: string, browser: string | undefined) => (browser ? `${email}\n${browser}` : email)

async function userWith(pool: pg.Pool, email: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ id: string }>('select "id" from "user" where "email" = $1', [email.toLowerCase()])
  return rows[0]?.id
}

/** Tries that one network address has: enough for a shared workshop's typing errors, too few for guessing. */
export function addressLimits(now: Now, settings: Settings) {
  const most = (tries: number) => tries * (settings.loopbackOnly ? 30 : 1)
  return {
    enabled: true,
    window: 60,
    max: 300,
    customRules: {
      '/sign-in/email': { window: 60, max: most(10) },
      // Sign-up tells which emails have an account: it has to, and so it is slow.
      '/sign-up/email': { window: 3600, max: most(20) },
      '/sign-in/social': { window: 60, max: most(20) },
      '/two-factor/*': { window: 60, max: most(10) },
      '/send-verification-email': { window: 60, max: most(3) },
    },
    customStorage: {
      // One statement where the library's own makes two or three; and no address stands readable in a table.
      async consume(key: string, rule: { window: number; max: number }) {
        const limit = { what: 'identity calls', most: rule.max, minutes: rule.window / 60 }
        const minutes = await minutesToWait(now, limit, key)
        return { allowed: minutes === undefined, retryAfter: minutes === undefined ? null : minutes * 60 }
      },
    },
  }
}
