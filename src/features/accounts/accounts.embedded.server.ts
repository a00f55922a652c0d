import { createLocalJWKSet, jwtVerify } from 'jose'
import type pg from 'pg'
import { type Http, addressOf } from '#platform/http'
import { deleteUser, endSessions, sessionsOf } from './accounts.forget.server.ts'
import { googleProvider, mountGoogle, untilFound } from './accounts.google.server.ts'
import { asWebRequest, sendWebResponse } from './accounts.identity-http.server.ts'
import { isOpenPath } from './accounts.identity-paths.server.ts'
import {
  type EmbeddedIdentityOptions,
  type Service,
  algorithm,
  audience,
  createService,
  issuer,
} from './accounts.identity-service.server.ts'
import type { Identity, IdentityPort } from './accounts.port.server.ts'
import { renewSecondFactors } from './accounts.second-factor.server.ts'
import { hasPassword, takeOver } from './accounts.takeover.server.ts'

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
    endSessions: (subject, which) => endSessions(options.pool, subject, which),
    passwords: {
      hash: async password => (await running().$context).password.hash(password),
      isRight: async pair => (await running().$context).password.verify(pair),
    },
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
  const service = createService(options, options.publicUrl(), {
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

async function verify(service: Service, pool: pg.Pool, token: string): Promise<Identity | undefined> {
  try {
    const keys = createLocalJWKSet(await service.api.getJwks())
    const { payload } = await jwtVerify(token, keys, { issuer, audience, algorithms: [algorithm] })
    const { sub, email, email_verified: verified, name, sid } = payload
    if (typeof sub !== 'string' || typeof email !== 'string' || typeof sid !== 'string') return undefined
    const here = await userOfSession(pool, { id: sid, userId: sub })
    // A token of before a change of address names one that may be somebody else's by now.
    if (here?.email !== email.toLowerCase()) return undefined
    return {
      issuer,
      subject: sub,
      email: here.email,
      emailVerified: verified === true && here.emailVerified,
      name: typeof name === 'string' ? name : email,
      session: sid,
    }
  } catch {
    return undefined
  }
}

/** A token outlives its session by minutes; what it says of somebody who was signed out counts no more. */
async function userOfSession(pool: pg.Pool, session: { id: string; userId: string }) {
  const { rows } = await pool.query<{ email: string; emailVerified: boolean }>(
    `select "user"."email", "user"."emailVerified" from "session" join "user" on "user"."id" = "session"."userId"
    where "session"."id" = $1 and "session"."userId" = $2 and "session"."expiresAt" > now()`,
    [session.id, session.userId],
  )
  return rows[0]
}

function mountAt(http: Http, service: () => Service, options: EmbeddedIdentityOptions): void {
  const { publicUrl, secrets } = options
  http.addHook('onReady', () => renewSecondFactors(options.pool, secrets, options.log))
  http.route({
    method: ['GET', 'POST'],
    url: '/identity/*',
    handler: async (request, reply) => {
      if (!isOpenPath(request.method, addressOf(request, publicUrl()).pathname)) return reply.callNotFound()
      return sendWebResponse(reply, await service().handler(asWebRequest(request, { publicUrl: publicUrl(), secrets })))
    },
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
