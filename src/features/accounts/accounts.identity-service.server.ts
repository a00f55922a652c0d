import { betterAuth } from 'better-auth'
import { APIError, isAPIError } from 'better-auth/api'
import { type GenericOAuthConfig, type Jwk, bearer, genericOAuth, jwt } from 'better-auth/plugins'
import type pg from 'pg'
import type { Log } from '#platform/log'
import type { Settings } from '#platform/settings'
import type { GoogleClient } from './accounts.google.server.ts'
import { googleDonePath } from './accounts.google.rules.ts'
import { addressHeader } from './accounts.identity-http.server.ts'
import { SignUp, passwordLength } from './accounts.rules.ts'
import { codesCountOnce, secondFactor } from './accounts.second-factor.server.ts'
import { usableKeys, versionOf } from './accounts.secrets.server.ts'
import { checkPasswordStillOpens, notePasswords } from './accounts.takeover.server.ts'

/** Constant, so that accounts stay the same when the shop's address changes. */
export const issuer = 'urn:tappet:identity'
export const audience = 'urn:tappet:shop'
export const algorithm = 'EdDSA'

export type EmbeddedIdentityOptions = {
  /** Connections whose search path is the schema `identity`. */
  pool: pg.Pool
  settings: Settings
  secrets: readonly string[]
  publicUrl: () => string
  log: Log
  /** Has the mail sent that lets a new user confirm the address. */
  sendConfirmation(userId: string): Promise<void>
  google: GoogleClient | undefined
  /** Ends what a user of this service has open in the shop. */
  endSessions(who: { issuer: string; subject: string }): Promise<void>
}

/** The identity library, set up for this shop. `google` only in the instance that serves Continue with Google. */
export function createService(options: EmbeddedIdentityOptions, publicUrl: string, google?: GenericOAuthConfig) {
  const { settings, log, pool } = options
  return betterAuth({
    database: pool,
    basePath: '/identity',
    baseURL: publicUrl,
    secrets: options.secrets.map(secret => ({ version: versionOf(secret), value: secret })),
    trustedOrigins: [...new Set([publicUrl, ...sameMachine(settings, publicUrl), ...settings.corsOrigins])],
    emailAndPassword: {
      enabled: true,
      minPasswordLength: passwordLength.least,
      maxPasswordLength: passwordLength.most,
    },
    account: {
      updateAccountOnSignIn: false,
      // Google's account joins a user of the same email only when both sides have confirmed it (decisions, section 2).
      accountLinking: { enabled: true, requireLocalEmailVerified: true, trustedProviders: [] },
    },
    databaseHooks: {
      user: {
        create: { before: checkNewUser, after: user => sendConfirmation(options, user) },
        update: { before: checkUser },
      },
      account: { create: { before: async () => ({ data: noTokens }) } },
      session: { create: { after: (session, context) => checkPasswordStillOpens(pool, session, context) } },
    },
    session: { expiresIn: 30 * 24 * 3600, updateAge: 24 * 3600 },
    rateLimit: { enabled: true, storage: 'database', window: 60, max: 300, customRules: rateRules(settings) },
    plugins: [
      secondFactor(),
      bearer(),
      codesCountOnce(pool),
      notePasswords(pool),
      genericOAuth({ config: google ? [google] : [] }),
      jwt({
        jwks: { keyPairConfig: { alg: algorithm } },
        adapter: {
          getJwks: async ({ context }) =>
            usableKeys(await context.adapter.findMany<Jwk>({ model: 'jwks' }), options.secrets),
        },
        jwt: {
          issuer,
          audience,
          expirationTime: '5m',
          definePayload: claimsOf,
        },
      }),
    ],
    advanced: {
      ipAddress: { ipAddressHeaders: [addressHeader] },
      cookiePrefix: 'tappet',
      useSecureCookies: publicUrl.startsWith('https:'),
      // Left to itself the library checks no origin where NODE_ENV is test: ours are to meet the service as it is.
      disableOriginCheck: false,
    },
    telemetry: { enabled: false },
    logger: { log: (level, ...said) => log[level](...asLogged(said)) },
    onAPIError: {
      ...(google && { errorURL: `${publicUrl}${googleDonePath}` }),
      onError(error) {
        if (isAPIError(error) && error.statusCode >= 500) log.error({ error }, 'identity: the service failed')
        // Its own refusals the library answers itself all the same. Anything else it would write to the console: thrown
        // on, the shop answers it, with the request's id beside the cause in the log.
        throw error
      },
    },
  })
}

type Here = { user: { email: string; emailVerified: boolean; name: string }; session: { id: string } }

const claimsOf = ({ user: { email, emailVerified, name }, session }: Here) => ({
  email,
  email_verified: emailVerified,
  name,
  sid: session.id,
})

/** Google is asked once who somebody is; what it hands out for more than that is not kept. */
const noTokens = { accessToken: null, refreshToken: null, idToken: null, accessTokenExpiresAt: null, scope: null }

/** A picture of Google's has no place in the shop either. */
async function checkNewUser(user: { name?: unknown; email?: unknown }) {
  await checkUser(user)
  return { data: { image: null } }
}

/**
 * Once the user is there for everybody to see. The library's own mail would carry a token of its own, which works again
 * and again, and logs in whoever opens it.
 */
async function sendConfirmation(
  options: EmbeddedIdentityOptions,
  user: { id: string; emailVerified: boolean },
): Promise<void> {
  if (user.emailVerified) return
  // The account page sends it again: a sign-up that has succeeded is not told as failed.
  await options.sendConfirmation(user.id).catch((error: unknown) => {
    options.log.error({ error }, 'identity: no mail to a new user')
  })
}

/** The rules of the sign-up form hold here too, whoever writes a name or an email. */
async function checkUser(user: { name?: unknown; email?: unknown }): Promise<void> {
  for (const field of ['name', 'email'] as const) {
    if (user[field] === undefined) continue
    const { error } = SignUp.shape[field].safeParse(user[field])
    const message = error?.issues[0]?.message
    if (message) throw new APIError('BAD_REQUEST', { code: `INVALID_${field.toUpperCase()}`, message })
  }
}

/** What the library says, which may be an error or carry one further on, as a line of the log. */
function asLogged(said: unknown[]): [{ error?: unknown; details?: object }, string] {
  const error = said.find(part => part instanceof Error)
  const objects = said.filter(part => typeof part === 'object' && part !== null && part !== error)
  const words = said.filter(part => typeof part === 'string' && part !== '')
  const message = words.join(' ') || error?.message || 'the service said nothing'
  const details = objects.length > 0 ? { details: Object.assign({}, ...objects) as object } : {}
  return [{ ...(error && { error }), ...details }, `identity: ${message}`]
}

export type Service = ReturnType<typeof createService>

/** A shop that only this machine reaches may be opened by either of its names. */
function sameMachine(settings: Settings, publicUrl: string): string[] {
  if (!settings.loopbackOnly) return []
  const { port } = new URL(publicUrl)
  return ['127.0.0.1', 'localhost'].map(host => new URL(`http://${host}:${port}`).origin)
}

/** Tries an address has for passwords: enough for a shared workshop's typing errors, too few for guessing. */
function rateRules(settings: Settings) {
  const generous = settings.loopbackOnly ? 30 : 1
  return {
    '/sign-in/email': { window: 60, max: 10 * generous },
    '/sign-up/email': { window: 60, max: 10 * generous },
    '/sign-in/social': { window: 60, max: 20 * generous },
    '/two-factor/*': { window: 60, max: 10 * generous },
  }
}
