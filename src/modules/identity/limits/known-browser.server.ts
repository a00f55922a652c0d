import type { createAuthMiddleware } from 'better-auth/api'
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

export type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

const aYearSeconds = 365 * 24 * 3600
const prefix = 'known_'

/**
 * A browser that has signed in to an account keeps a cookie that says so ("device cookie", as OWASP names it): its tries
 * are counted apart from everybody else's, so that a stranger who types wrong passwords closes the account to strangers
 * only. It opens nothing. One cookie for one account, because workshops share computers.
 */
export function knownBrowsers(secrets: readonly string[]) {
  const [signing] = secrets
  if (signing === undefined) throw new Error('known browsers need a secret')
  return {
    /** Whether it is worth asking whose account an email is. */
    carriesAny: (context: HookContext) => context.headers?.get('cookie')?.includes(prefix) === true,

    /** The name under which this browser is known to the account; undefined where it never signed in. */
    of(context: HookContext, userId: string): string | undefined {
      const [browser = '', signature = ''] = (context.getCookie(cookieFor(context, userId).name) ?? '').split('.')
      const isKnown = browser && secrets.some(secret => isSame(signature, sign(secret, userId, browser)))
      return isKnown ? browser : undefined
    },

    /** Notes that this browser has signed in to the account, under the name that it has, if it has one. */
    keep(context: HookContext, userId: string, known: string | undefined): void {
      const browser = known ?? randomBytes(16).toString('base64url')
      const { name, attributes } = cookieFor(context, userId)
      context.setCookie(name, `${browser}.${sign(signing, userId, browser)}`, attributes)
    },
  }
}

function cookieFor(context: HookContext, userId: string) {
  const account = createHash('sha256').update(userId).digest('hex').slice(0, 16)
  return context.context.createAuthCookie(`${prefix}${account}`, { maxAge: aYearSeconds, path: '/identity' })
}

function sign(secret: string, userId: string, browser: string): string {
  return createHmac('sha256', secret).update(`known browser\n${userId}\n${browser}`).digest('base64url')
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
