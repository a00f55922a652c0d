import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import type pg from 'pg'
import { type RateLimit, resetRateLimit, minutesToWait, networksOf } from '#platform/rate-limits'
import type { Context } from '#platform/context'
import type { Settings } from '#platform/settings'
import { type HookContext, knownBrowsers } from './known-browser.server.ts'
import { tooManyPasswords } from '../sign-in.rules.ts'
import { isByPassword, passwordPath } from '../second-factor/second-factor.server.ts'

type Now = Pick<Context, 'db' | 'now'>

/** Wrong passwords for one email, whether it has an account or not: ten, then a quarter of an hour of quiet. */
const passwords: RateLimit = { what: 'password', most: 10, minutes: 15 }

type Parts = { now: Now; pool: pg.Pool; secrets: readonly string[] }

/**
 * Counts the tries for an account before its password is looked at, so that many at once are all counted and none that
 * is refused costs a hash. A browser that has signed in to the account before has a count of its own; everybody else
 * shares one. A right password is refused too while that one is full: else the refusals would say which one is right.
 * To stand behind the second factor: a password that still waits for its code has not signed anybody in.
 */
export function signInLimits({ now, pool, secrets }: Parts): BetterAuthPlugin {
  const browsers = knownBrowsers(secrets)

  const count = createAuthMiddleware(async context => {
    const { email } = Object(context.body) as { email?: unknown }
    if (typeof email !== 'string') return
    const userId = browsers.carriesAny(context) ? await userWith(pool, email) : undefined
    const minutes = await minutesToWait(now, passwords, whoTries(email, userId && browsers.of(context, userId)))
    if (minutes === undefined) return
    const message = tooManyPasswords(minutes)
    throw new APIError('TOO_MANY_REQUESTS', { code: 'ACCOUNT_CLOSED_FOR_A_WHILE', message, minutes })
  })

  const begin = createAuthMiddleware(async (context: HookContext) => {
    const user = context.context.newSession?.user
    if (!user) return
    const known = browsers.of(context, user.id)
    if (isByPassword(context.path)) await resetRateLimit(now, passwords, whoTries(user.email, known))
    browsers.keep(context, user.id, known)
  })

  return {
    id: 'sign-in-limits',
    hooks: {
      before: [{ matcher: ({ path }) => path === passwordPath, handler: count }],
      after: [{ matcher: () => true, handler: begin }],
    },
  }
}

/** For whoever has shown otherwise that the account is theirs, as by a reset of the password: strangers count anew. */
export function forgetStrangers(now: Now, email: string): Promise<void> {
  return resetRateLimit(now, passwords, whoTries(email, undefined))
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
      '/passkey/generate-authenticate-options': { window: 60, max: most(30) },
      '/passkey/*': { window: 60, max: most(20) },
    },
    customStorage: {
      // One statement for each network where the library's own makes two or three; and no address stands readable in a table.
      async consume(key: string, rule: { window: number; max: number }) {
        const [address = '', path] = key.split('|')
        for (const { network, share } of networksOf(address)) {
          const limit = { what: 'identity calls', most: rule.max * share, minutes: rule.window / 60 }
          const minutes = await minutesToWait(now, limit, `${network}|${path}`)
          if (minutes !== undefined) return { allowed: false, retryAfter: minutes * 60 }
        }
        return { allowed: true, retryAfter: null }
      },
    },
  }
}
