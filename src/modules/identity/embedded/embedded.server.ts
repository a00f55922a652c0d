import { createLocalJWKSet, jwtVerify } from 'jose'
import type pg from 'pg'
import { fieldTexts, unstorableTexts } from '#kernel/fields'
import { refuse } from '#kernel/refusals'
import { transact } from '#platform/context'
import { type Http, addressOf } from '#platform/http'
import { deleteUser, endSessions, sessionsOf } from '../sessions/sessions-of-user.server.ts'
import { findGoogle } from './with-google.server.ts'
import { findOnce, mountGoogle } from '../google/google.server.ts'
import { asWebRequest, isFromElsewhere, knownOrigins, refuseSignIn, sendWebResponse } from '../library/http.server.ts'
import {
  type EmbeddedIdentityOptions,
  type Service,
  algorithm,
  audience,
  createService,
  issuer,
} from './service.server.ts'
import { passkeyPlace } from '../passkeys/passkeys.rules.ts'
import type { Identity, IdentityPort } from '../port.server.ts'
import { isOpenPath, leadsAway } from '../library/paths.server.ts'
import { logRefusal } from '../notices/security-events.server.ts'
import { renewSecondFactors } from '../second-factor/second-factor.server.ts'
import { hasPassword, takeOver } from '../sessions/takeover.server.ts'
import { waysInOf } from './ways-in.server.ts'

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
      const { google } = options
      if (google) mountGoogle(http, { ...options, find: findOnce(() => findGoogle(options, google)) })
    },
    async ensureUser(user) {
      return ensureUser(createService(options, 'http://localhost'), options, user)
    },
    deleteUser: subject => deleteUser(options.pool, subject),
    sessionsOf: subject => sessionsOf(options.pool, subject),
    endSessions: (subject, which) => endSessions(options.pool, subject, which),
    waysInOf: subject => waysInOf(options.pool, options.secrets, subject),
    passkeys: () => passkeyPlace(options.publicUrl(), options.settings)?.host,
    passwords: {
      hash: async password => (await running().$context).password.hash(password),
      isRight: async pair => (await running().$context).password.verify(pair),
    },
  }
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
  const { publicUrl, secrets, settings } = options
  http.addHook('onReady', () => renewSecondFactors(options.pool, secrets, options.log))
  http.route({
    method: ['GET', 'POST'],
    url: '/identity/*',
    handler: async (request, reply) => {
      const url = addressOf(request, publicUrl())
      if (!isOpenPath(request.method, url.pathname)) return reply.callNotFound()
      const { origin } = request.headers
      if (isFromElsewhere(request, knownOrigins(settings, publicUrl()))) {
        return refuseSignIn(reply, 403, 'unauthorized-domain')
      }
      if (unstorableTexts([request.query, request.body]).length > 0) {
        return reply.status(400).send({ code: 'VALIDATION_ERROR', message: fieldTexts.unstorable })
      }
      if (leadsAway(url, request.body)) throw refuse('malformed-request')
      // With the session's token as bearer; cookies stay the shop's own, because nothing here allows credentials.
      if (origin && settings.corsOrigins.includes(origin)) reply.header('access-control-allow-origin', origin)
      reply.header('vary', 'origin')
      const webRequest = asWebRequest(request, { publicUrl: publicUrl(), secrets })
      const response = await service().handler(webRequest)
      await logRefusal(options, request, response)
      return sendWebResponse(reply, response)
    },
  })
}

type UserInput = { email: string; password: string; name: string }
type ExistingUser = { id: string; name: string; emailVerified: boolean }

async function ensureUser(service: Service, { pool, now, emptyAccount }: EmbeddedIdentityOptions, input: UserInput) {
  const email = input.email.toLowerCase()
  const { internalAdapter, password } = await service.$context
  const existing = await findUser(pool, email)
  if (existing && !existing.emailVerified)
    await transact(now, ctx => takeOver(ctx, { issuer, emptyAccount }, { userId: existing.id, name: input.name }))
  const user =
    existing ??
    (await internalAdapter.createUser({ email, name: input.name, emailVerified: true }, { method: 'email-password' }))
  // Also when an earlier start was killed between the user and its password.
  const isPasswordMissing = !(await hasPassword(pool, user.id))
  if (isPasswordMissing) {
    await internalAdapter.linkAccount({
      userId: user.id,
      providerId: 'credential',
      accountId: user.id,
      password: await password.hash(input.password),
    })
  }
  return {
    subject: user.id,
    name: existing?.emailVerified ? existing.name : input.name,
    passwordSet: isPasswordMissing,
  }
}

async function findUser(pool: pg.Pool, email: string): Promise<ExistingUser | undefined> {
  const { rows } = await pool.query<ExistingUser>(
    'select "id", "name", "emailVerified" from "user" where "email" = $1',
    [email],
  )
  return rows[0]
}
