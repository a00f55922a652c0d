import { createHash, randomBytes } from 'node:crypto'
import { type RateLimit, minutesToWait, networksOf, resetRateLimit, uncountTry } from '#platform/http/rate-limits'
import type { Context } from '#platform/context'
import type { Settings } from '#platform/settings'
import { type HookContext, addressHeader, refusal } from '../library/http.server.ts'
import { isByPassword } from '../library/paths.server.ts'
import { triesTexts } from '../sign-in.texts.ts'

type Now = Pick<Context, 'db' | 'now'>

/** Wrong passwords for one email, whether it has an account or not: ten, then a quarter of an hour of quiet. */
const passwords: RateLimit = { what: 'password', most: 10, minutes: 15 }

/**
 * Attack: guessing one account's password from many addresses, or closing the account to its owner by wrong guesses.
 * Tries are counted before the password is looked at, so that many at once are all counted and none that is refused costs
 * a hash. A browser that has signed in to the account before has a count of its own; everybody else shares one. A right
 * password is refused too while that one is full: else the refusals would say which one is right.
 * Held by "brute force from many addresses" in `test/attacks/brute-force.test.ts`.
 */
export async function countLogin(
  context: HookContext,
  now: Now,
  { email, userId }: { email: string; userId: string | undefined },
): Promise<void> {
  const knownBrowser = userId === undefined ? undefined : await knownAs(context, userId)
  const minutes = await minutesToWait(now, passwords, whoTries(email, knownBrowser))
  if (minutes === undefined) return
  throw refusal('TOO_MANY_REQUESTS', 'ACCOUNT_CLOSED_FOR_A_WHILE', { message: triesTexts.passwords(minutes), minutes })
}

/** Somebody has signed in, by all that was asked for: the count begins anew, and the browser is known from now on. */
export async function rememberLogin(context: HookContext, now: Now): Promise<void> {
  const user = context.context.newSession?.user
  if (!user) return
  const knownBrowser = await knownAs(context, user.id)
  if (isByPassword(context.path)) await resetRateLimit(now, passwords, whoTries(user.email, knownBrowser))
  const { name, attributes } = knownCookie(context, user.id)
  const browser = knownBrowser ?? `${accountOf(user.id)}-${randomBytes(16).toString('base64url')}`
  await context.setSignedCookie(name, browser, context.context.secret, attributes)
}

/** For whoever has shown otherwise that the account is theirs, as by a reset of the password: strangers count anew. */
export function forgetStrangers(now: Now, email: string): Promise<void> {
  return resetRateLimit(now, passwords, whoTries(email, undefined))
}

const whoTries = (email: string, browser: string | undefined) => (browser ? `${email}\n${browser}` : email)

/**
 * The name under which this browser is known to the account ("device cookie", as OWASP calls it). It opens nothing. One
 * cookie for one account, because workshops share computers; the account stands in what is signed.
 */
async function knownAs(context: HookContext, userId: string): Promise<string | undefined> {
  const browser = await context.getSignedCookie(knownCookie(context, userId).name, context.context.secret)
  return browser && browser.startsWith(`${accountOf(userId)}-`) ? browser : undefined
}

const aYearSeconds = 365 * 24 * 3600

const knownCookie = (context: HookContext, userId: string) =>
  context.context.createAuthCookie(`known_${accountOf(userId)}`, { maxAge: aYearSeconds, path: '/identity' })

const accountOf = (userId: string) => createHash('sha256').update(userId).digest('hex').slice(0, 16)

/** How often sign-up may tell a network that an address has an account. */
const tellings: RateLimit = { what: 'sign-up that tells', most: 5, minutes: 60 }

/** On this machine alone there is nobody to hold back. */
const tellingsFor = ({ settings }: Pick<Context, 'settings'>, share: number): RateLimit => ({
  ...tellings,
  most: tellings.most * share * (settings.loopbackOnly ? 30 : 1),
})

/**
 * Attack: asking sign-up which addresses have an account. It has to tell, and does so five times an hour; then nobody of that network
 * signs up, whatever the address, because a refusal for known addresses alone would tell as well. Each sign-up is counted before it is
 * made, so that many at once are all counted, and one that told nothing is taken out again.
 * Held by "sign-up tells" in `test/attacks/enumeration.test.ts`.
 */
export async function countTelling(context: HookContext, ctx: Context): Promise<void> {
  for (const { network, share } of networksOf(context.headers?.get(addressHeader) ?? undefined)) {
    const minutes = await minutesToWait(ctx, tellingsFor(ctx, share), network)
    if (minutes !== undefined)
      throw refusal('TOO_MANY_REQUESTS', 'TOO_MANY_SIGN_UPS', { message: triesTexts.requests(minutes), minutes })
  }
}

/** The sign-up is over, and whether the address has an account was not told. */
export async function forgetTelling(context: HookContext, ctx: Context): Promise<void> {
  for (const { network, share } of networksOf(context.headers?.get(addressHeader) ?? undefined))
    await uncountTry(ctx, tellingsFor(ctx, share), network)
}

/**
 * Attack: guessing passwords and codes, or asking which emails have an account, from one network. Its tries are enough for
 * a shared workshop's typing errors, and too few for guessing.
 * Held by "brute force from one address" in `test/attacks/brute-force.test.ts`.
 */
export function addressLimits(now: Now, settings: Settings) {
  const most = (tries: number) => tries * (settings.loopbackOnly ? 30 : 1)
  return {
    enabled: true,
    window: 60,
    max: 300,
    customRules: {
      '/sign-in/email': { window: 60, max: most(10) },
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
