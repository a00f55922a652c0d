import { betterAuth } from 'better-auth'
import { APIError, isAPIError } from 'better-auth/api'
import { type GenericOAuthConfig, type Jwk, bearer, genericOAuth, jwt } from 'better-auth/plugins'
import { createLocalJWKSet, jwtVerify } from 'jose'
import type pg from 'pg'
import type { Http } from '#platform/http'
import type { Log } from '#platform/log'
import type { Settings } from '#platform/settings'
import { deleteUser, sessionsOf } from './accounts.forget.server.ts'
import { type GoogleClient, googleProvider, mountGoogle, untilFound } from './accounts.google.server.ts'
import { googleDonePath } from './accounts.google.rules.ts'
import { addressHeader, asWebRequest, sendWebResponse } from './accounts.identity-http.server.ts'
import type { Identity, IdentityPort } from './accounts.port.server.ts'
import { SignUp, passwordLength } from './accounts.rules.ts'
import { closedPaths, codesCountOnce, renewSecondFactors, secondFactor } from './accounts.second-factor.server.ts'
import { usableKeys, versionOf } from './accounts.secrets.server.ts'
import { checkPasswordStillOpens, hasPassword, takeOver } from './accounts.takeover.server.ts'

/** Constant, so that accounts stay the same when the shop's address changes. */
const issuer = 'urn:tappet:identity'
const audience = 'urn:tappet:shop'
const algorithm = 'EdDSA'

export type EmbeddedIdentityOptions = {
  /** Connections whose search path is the schema `identity`. */
  pool: pg.Pool
  settings: Settings
  secrets: readonly string[]
  publicUrl: () => string
  log: Log
  sendVerification(message: { to: string; name: string; url: string }): Promise<void>
  google: GoogleClient | undefined
  /** Ends what a user of this service has open in the shop. */
  endSessions(who: { issuer: string; subject: string }): Promise<void>
}

/** The embedded identity service: better-auth on the shop's own database, at `/identity`. */
export function embeddedIdentity(options: EmbeddedIdentityOptions): IdentityPort {
  let service: ReturnType<typeof createService> | undefined
  // The shop's address is known only once it listens, so the service is made at its first use.
  const running = () => (service ??= createService(options, options.publicUrl()))
  return {
    provider: 'embedded',
    issuer,
    deletesUsers: true,
    google: { enabled: options.google !== undefined, standIn: options.google?.standIn === true },
    verify: token => verify(running(), options.pool, token),
    mount(http) {
      mountAt(http, running, options)
      if (options.google) mountGoogle(http, { ...options, service: untilFound(() => serviceWithGoogle(options)) })
    },
    async ensureUser(user) {
      return ensureUser(createService(options, 'http://localhost'), options.pool, user)
    },
    deleteUser: subject => deleteUser(options.pool, subject),
    sessionsOf: subject => sessionsOf(options.pool, subject),
  }
}

/** How long Google may take to say where its endpoints are, before the visitor is told that it does not answer. */
const discoveryTimeoutMs = 10_000

/**
 * The same service once more, with Google in it. Apart from the first one, so that a Google out of reach never keeps
 * anybody from a password. Undefined when it is: the next who asks tries again.
 */
async function serviceWithGoogle(options: EmbeddedIdentityOptions): Promise<Service | undefined> {
  if (!options.google) return undefined
  const service = createService({ ...options, sendVerification: fromAccountPage(options) }, options.publicUrl(), {
    ...googleProvider(options.google, {
      pool: options.pool,
      endSessions: subject => options.endSessions({ issuer, subject }),
    }),
  })
  const late = new Promise<undefined>(resolve => setTimeout(resolve, discoveryTimeoutMs, undefined).unref())
  const context = await Promise.race([service.$context, late])
  if (context && context.socialProviders.length > 0) return service
  options.log.warn({ discoveryUrl: options.google.discoveryUrl() }, 'identity: Google does not say where it is')
  return undefined
}

/** The library would let the mail's link end where the sign-in by Google did. */
function fromAccountPage(options: EmbeddedIdentityOptions): EmbeddedIdentityOptions['sendVerification'] {
  return message => {
    const url = new URL(message.url)
    url.searchParams.set('callbackURL', '/dashboard/account?confirmed=yes')
    return options.sendVerification({ ...message, url: url.href })
  }
}

function createService(options: EmbeddedIdentityOptions, publicUrl: string, google?: GenericOAuthConfig) {
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
    emailVerification: {
      sendOnSignUp: true,
      expiresIn: 24 * 3600,
      sendVerificationEmail: ({ user, url }) => options.sendVerification({ to: user.email, name: user.name, url }),
    },
    account: {
      updateAccountOnSignIn: false,
      // Google's account joins a user of the same email only when both sides have confirmed it (decisions, section 2).
      accountLinking: { enabled: true, requireLocalEmailVerified: true, trustedProviders: [] },
    },
    databaseHooks: {
      user: { create: { before: checkNewUser }, update: { before: checkUser } },
      account: { create: { before: async () => ({ data: noTokens }) } },
      session: { create: { after: (session, context) => checkPasswordStillOpens(pool, session, context?.path) } },
    },
    session: { expiresIn: 30 * 24 * 3600, updateAge: 24 * 3600 },
    disabledPaths: closedPaths,
    rateLimit: { enabled: true, storage: 'database', window: 60, max: 300, customRules: rateRules(settings) },
    plugins: [
      secondFactor(),
      bearer(),
      codesCountOnce(pool),
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

type Service = ReturnType<typeof createService>

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
    '/send-verification-email': { window: 60, max: 3 * generous },
  }
}

async function verify(service: Service, pool: pg.Pool, token: string): Promise<Identity | undefined> {
  try {
    const keys = createLocalJWKSet(await service.api.getJwks())
    const { payload } = await jwtVerify(token, keys, { issuer, audience, algorithms: [algorithm] })
    const { sub, email, email_verified: verified, name, sid } = payload
    if (typeof sub !== 'string' || typeof email !== 'string' || typeof sid !== 'string') return undefined
    if (!(await isSessionOpen(pool, sid))) return undefined
    return {
      issuer,
      subject: sub,
      email: email.toLowerCase(),
      emailVerified: verified === true,
      name: typeof name === 'string' ? name : email,
      session: sid,
    }
  } catch {
    return undefined
  }
}

/** A token outlives its session by minutes; what it says of somebody who was signed out counts no more. */
async function isSessionOpen(pool: pg.Pool, id: string): Promise<boolean> {
  const { rows } = await pool.query('select from "session" where "id" = $1 and "expiresAt" > now()', [id])
  return rows.length > 0
}

function mountAt(http: Http, service: () => Service, options: EmbeddedIdentityOptions): void {
  const { publicUrl, secrets } = options
  http.addHook('onReady', () => renewSecondFactors(options.pool, secrets, options.log))
  http.route({
    method: ['GET', 'POST'],
    url: '/identity/*',
    handler: async (request, reply) =>
      sendWebResponse(reply, await service().handler(asWebRequest(request, { publicUrl: publicUrl(), secrets }))),
  })
}

type WantedUser = { email: string; password: string; name: string }
type FoundUser = { id: string; name: string; emailVerified: boolean }

async function ensureUser(service: Service, pool: pg.Pool, wanted: WantedUser) {
  const email = wanted.email.toLowerCase()
  const { internalAdapter, password } = await service.$context
  const found = await findUser(pool, email)
  if (found && !found.emailVerified) await takeOver(pool, found.id, wanted.name)
  const user =
    found ??
    (await internalAdapter.createUser({ email, name: wanted.name, emailVerified: true }, { method: 'email-password' }))
  // Also when an earlier start was killed between the user and its password.
  const isPasswordMissing = !(await hasPassword(pool, user.id))
  if (isPasswordMissing) {
    await internalAdapter.linkAccount({
      userId: user.id,
      providerId: 'credential',
      accountId: user.id,
      password: await password.hash(wanted.password),
    })
  }
  return { subject: user.id, name: found?.emailVerified ? found.name : wanted.name, passwordSet: isPasswordMissing }
}

async function findUser(pool: pg.Pool, email: string): Promise<FoundUser | undefined> {
  const { rows } = await pool.query<FoundUser>('select "id", "name", "emailVerified" from "user" where "email" = $1', [
    email,
  ])
  return rows[0]
}
