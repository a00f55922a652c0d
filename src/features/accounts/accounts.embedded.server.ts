import { betterAuth } from 'better-auth'
import { APIError, isAPIError } from 'better-auth/api'
import { type Jwk, bearer, jwt } from 'better-auth/plugins'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createLocalJWKSet, jwtVerify } from 'jose'
import type pg from 'pg'
import { type Http, addressOf } from '#platform/http'
import type { Log } from '#platform/log'
import type { Settings } from '#platform/settings'
import { deleteUser, sessionsOf } from './accounts.forget.server.ts'
import type { Identity, IdentityPort } from './accounts.port.server.ts'
import { SignUp, passwordLength } from './accounts.rules.ts'
import { usableKeys, versionOf, withCurrentSignatures } from './accounts.secrets.server.ts'

/** Constant, so that accounts stay the same when the shop's address changes. */
const issuer = 'urn:tappet:identity'
const audience = 'urn:tappet:shop'
const algorithm = 'EdDSA'
/** The library keys its rate limits on this header, which only this module writes: forwarded ones count by TRUST_PROXY. */
const addressHeader = 'x-tappet-client-address'

export type EmbeddedIdentityOptions = {
  /** Connections whose search path is the schema `identity`. */
  pool: pg.Pool
  settings: Settings
  secrets: readonly string[]
  publicUrl: () => string
  log: Log
  sendVerification(message: { to: string; name: string; url: string }): Promise<void>
}

/** The embedded identity service: better-auth on the shop's own database, at `/identity`. */
export function embeddedIdentity(options: EmbeddedIdentityOptions): IdentityPort {
  let service: ReturnType<typeof createService> | undefined
  // The shop's address is known only once it listens, so the service is made at its first use.
  const running = () => (service ??= createService(options, options.publicUrl()))
  return {
    provider: 'embedded',
    issuer,
    verify: token => verify(running(), options.pool, token),
    mount(http) {
      mountAt(http, running, options)
    },
    async ensureUser(user) {
      return ensureUser(createService(options, 'http://localhost'), options.pool, user)
    },
    deleteUser: subject => deleteUser(options.pool, subject),
    sessionsOf: subject => sessionsOf(options.pool, subject),
  }
}

function createService(options: EmbeddedIdentityOptions, publicUrl: string) {
  const { settings, log } = options
  return betterAuth({
    database: options.pool,
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
    databaseHooks: { user: { create: { before: checkUser }, update: { before: checkUser } } },
    session: { expiresIn: 30 * 24 * 3600, updateAge: 24 * 3600 },
    rateLimit: { enabled: true, storage: 'database', window: 60, max: 300, customRules: rateRules(settings) },
    plugins: [
      bearer(),
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
          definePayload: ({ user, session }) => ({
            email: user.email,
            email_verified: user.emailVerified,
            name: user.name,
            sid: session.id,
          }),
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
      onError(error) {
        if (isAPIError(error) && error.statusCode >= 500) log.error({ error }, 'identity: the service failed')
        // Its own refusals the library answers itself all the same. Anything else it would write to the console: thrown
        // on, the shop answers it, with the request's id beside the cause in the log.
        throw error
      },
    },
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

function mountAt(http: Http, service: () => Service, { publicUrl, secrets }: EmbeddedIdentityOptions): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const asked = asWebRequest(request, publicUrl())
    const cookies = asked.headers.get('cookie')
    if (cookies) asked.headers.set('cookie', withCurrentSignatures(cookies, secrets))
    const response = await service().handler(asked)
    reply.status(response.status)
    for (const [name, value] of response.headers) if (name !== 'set-cookie') reply.header(name, value)
    for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie)
    reply.header('cache-control', 'no-store')
    return reply.send(response.body ? Buffer.from(await response.arrayBuffer()) : null)
  }
  http.route({ method: ['GET', 'POST'], url: '/identity/*', handler: answer })
}

function asWebRequest(request: FastifyRequest, publicUrl: string): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) if (value !== undefined) headers.set(name, String(value))
  headers.set(addressHeader, request.ip)
  headers.delete('content-length')
  // A browser that says how it asks also says from where; Node's own fetch does not: a program, and no other site's page.
  if (!headers.has('sec-fetch-site') && !headers.has('origin')) headers.delete('sec-fetch-mode')
  const url = addressOf(request, publicUrl)
  const hasBody = request.method !== 'GET' && request.body !== undefined
  return new Request(url, { method: request.method, headers, ...(hasBody && { body: JSON.stringify(request.body) }) })
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

async function hasPassword(pool: pg.Pool, userId: string): Promise<boolean> {
  const { rows } = await pool.query(
    `select from "account" where "userId" = $1 and "providerId" = 'credential' and "password" is not null`,
    [userId],
  )
  return rows.length > 0
}

/**
 * Voids every way in that somebody made with an address that they never confirmed, and confirms it: all at once, so that
 * no moment has a confirmed address with a stranger's password.
 */
async function takeOver(pool: pg.Pool, userId: string, name: string): Promise<void> {
  await pool.query(
    `with ended as (delete from "session" where "userId" = $1),
      voided as (delete from "account" where "userId" = $1)
    update "user" set "emailVerified" = true, "name" = $2, "updatedAt" = now() where "id" = $1`,
    [userId, name],
  )
}
