import { type BetterAuthOptions, betterAuth } from 'better-auth'
import { isAPIError } from 'better-auth/api'
import { type GenericOAuthConfig, type Jwk, genericOAuth, jwt } from 'better-auth/plugins'
import type pg from 'pg'
import type { Context } from '#platform/context'
import type { Log } from '#platform/log'
import type { Settings } from '#platform/settings'
import { hooksOf } from './hooks.server.ts'
import type { Notice } from '../notices/notices.server.ts'
import { passkeyCalls, passkeys } from '../passkeys/passkeys.server.ts'
import { passkeyPlace } from '../passkeys/passkeys.rules.ts'
import type { GoogleClient } from '../google/google.server.ts'
import { googleCalls, requireCodeToJoin, tellJoined } from '../google/joining.server.ts'
import { googleDonePath } from '../google/google.rules.ts'
import { addressHeader, knownOrigins, refusal } from '../library/http.server.ts'
import { passwordLength } from '../passwords/length.rules.ts'
import { SignUp } from '../sign-in.rules.ts'
import { secondFactor } from '../second-factor/second-factor.server.ts'
import { logSignUp, tellChangeOfUser } from '../notices/security-events.server.ts'
import { identityTables } from '../sessions/session-tokens.server.ts'
import { sessionDays } from '../sign-in.rules.ts'
import { usableKeys, versionOf } from '../library/secrets.server.ts'
import { addressLimits } from '../limits/sign-in-limits.server.ts'
import { requireStillOpen } from '../sessions/still-open.server.ts'
import type { EmptyAccount } from '../sessions/takeover.server.ts'

/** Constant, so that accounts stay the same when the shop's address changes. */
export const issuer = 'urn:tappet:identity'
export const audience = 'urn:tappet:shop'
export const algorithm = 'EdDSA'

export type EmbeddedIdentityOptions = {
  /** Connections whose search path is the schema `identity`. */
  pool: pg.Pool
  /** The shop's own clock and database, where tries are counted. */
  now: Context
  settings: Settings
  secrets: readonly string[]
  publicUrl: () => string
  log: Log
  /** Has the mail sent that lets a new user confirm the address. */
  sendConfirmation(userId: string): Promise<void>
  /** The name on the passkeys that people see on their devices. */
  shopName: () => string
  /** What happens to an account whose address has got its owner. */
  emptyAccount: EmptyAccount
  /** Tells the owner of an account what was changed about the ways into it. */
  notify: (notice: Notice) => Promise<void>
  google: GoogleClient | undefined
  /** How passwords are hashed; the library's own way unless said. */
  passwordHash?: PasswordHash
}

/** Hashes a password, and compares one with a hash. */
export type PasswordHash = {
  hash(password: string): Promise<string>
  verify(pair: { hash: string; password: string }): Promise<boolean>
}

/** The identity library, set up for this shop. `google` only in the instance that serves Continue with Google. */
export function createService(options: EmbeddedIdentityOptions, publicUrl: string, google?: GenericOAuthConfig) {
  const { settings, log, pool, now, secrets } = options
  return betterAuth({
    database: identityTables(pool),
    basePath: '/identity',
    baseURL: publicUrl,
    secrets: secrets.map(secret => ({ version: versionOf(secret), value: secret })),
    trustedOrigins: knownOrigins(settings, publicUrl),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: passwordLength.least,
      maxPasswordLength: passwordLength.most,
      ...(options.passwordHash && { password: options.passwordHash }),
    },
    account: {
      updateAccountOnSignIn: false,
      // Google's account joins a user of the same email only when both sides have confirmed it (decisions, section 2).
      accountLinking: { enabled: true, requireLocalEmailVerified: true, trustedProviders: [] },
    },
    // Of the instance with Google alone: with it, nobody makes a user outside of a call, as the shop does for its first admin.
    ...(google && { user: { validateUserInfo: validatorOf(pool) } }),
    databaseHooks: databaseHooksOf(options),
    hooks: hooksOf(options),
    // Adding a passkey asks for a proof of its own, whatever the session's age.
    session: { expiresIn: sessionDays * 24 * 3600, updateAge: 24 * 3600, freshAge: 0 },
    rateLimit: addressLimits(now, settings),
    plugins: [
      secondFactor(),
      passkeys({ ...options, place: passkeyPlace(publicUrl, settings) }),
      passkeyCalls(options),
      googleCalls(options),
      genericOAuth({ config: google ? [google] : [] }),
      jwt({
        jwks: { keyPairConfig: { alg: algorithm } },
        adapter: {
          getJwks: async ({ context }) => usableKeys(await context.adapter.findMany<Jwk>({ model: 'jwks' }), secrets),
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
      // A user with the ways in comes by one statement, so that an email without an account costs as many.
      database: { joins: true },
      ipAddress: { ipAddressHeaders: [addressHeader] },
      cookiePrefix: 'tappet',
      useSecureCookies: publicUrl.startsWith('https:'),
      // Left to itself the library checks no origin where NODE_ENV is test: ours are to meet the service as it is.
      disableOriginCheck: false,
    },
    telemetry: { enabled: false },
    logger: { log: (level, ...parts) => log[level](...asLogged(parts)) },
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

/** What the shop adds wherever the library writes. */
function databaseHooksOf(options: EmbeddedIdentityOptions): BetterAuthOptions['databaseHooks'] {
  const { pool } = options
  return {
    user: {
      create: {
        before: checkNewUser,
        async after(user, context) {
          logSignUp(options.log, user, context)
          await sendConfirmation(options, user)
        },
      },
      update: { before: checkUser, after: (user, context) => tellChangeOfUser(options, user, context) },
    },
    account: {
      create: {
        before: async () => ({ data: noTokens }),
        after: (account, context) => tellJoined(options, account, context),
      },
    },
    session: { create: { after: (session, context) => requireStillOpen(pool, session, context) } },
  }
}

type Here = { user: { email: string; emailVerified: boolean; name: string }; session: { id: string } }

const claimsOf = ({ user: { email, emailVerified, name }, session }: Here) => ({
  email,
  email_verified: emailVerified,
  name,
  sid: session.id,
})

const validatorOf =
  (pool: pg.Pool): NonNullable<NonNullable<BetterAuthOptions['user']>['validateUserInfo']> =>
  async ({ user, source }, context) =>
    source.action === 'link-account' ? requireCodeToJoin(pool, String(user.id), context) : undefined

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
    if (message) throw refusal('BAD_REQUEST', `INVALID_${field.toUpperCase()}`, { message })
  }
}

/** A message of the library as a line of the log. An error may be any part of it. */
function asLogged(parts: unknown[]): [{ error?: unknown; details?: object }, string] {
  const error = parts.find(part => part instanceof Error)
  const objects = parts.filter(part => typeof part === 'object' && part !== null && part !== error)
  const words = parts.filter(part => typeof part === 'string' && part !== '')
  const message = words.join(' ') || error?.message || 'the service said nothing'
  const details = objects.length > 0 ? { details: Object.assign({}, ...objects) as object } : {}
  return [{ ...(error && { error }), ...details }, `identity: ${message}`]
}

export type Service = ReturnType<typeof createService>
