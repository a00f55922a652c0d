import type { GenericOAuthConfig } from 'better-auth/plugins'
import type { FastifyReply } from 'fastify'
import { createHash } from 'node:crypto'
import { decodeJwt } from 'jose'
import type pg from 'pg'
import * as z from 'zod/mini'
import type { Context } from '#platform/context'
import type { Http } from '#platform/http'
import type { Log } from '#platform/log'
import type { Settings } from '#platform/settings'
import {
  type GoogleStart,
  GoogleStart as Start,
  googleDonePath,
  googleEventParameter,
  googleProviderId,
} from './google.rules.ts'
import { donePage, doneScript, doneStyle } from './page.ts'
import { asWebRequest, refuseSignIn, sendWebResponse } from '../library/http.server.ts'
import { logRefusal } from '../notices/security-events.server.ts'
import { safeReturnPath } from '../sign-in.rules.ts'
import { type TakeoverParts, claimMailbox } from '../sessions/takeover.server.ts'
import { type Whereabouts, standInClient } from './stand-in-client.server.ts'

/** The shop as a client of Google, or of what stands in for it. */
export type GoogleClient = {
  clientId: string
  clientSecret: string
  discoveryUrl: () => string
  /** What it has to call itself; undefined for the stand-in, which is this very program. */
  issuer?: string
  /** Where browsers go, if that is another address than the one that the discovery tells. */
  authorizationUrl?: () => string
  standIn: boolean
}

/** Google where it is set up; in demo mode without it, the stand-in; else nothing. */
export function googleClient(settings: Settings, where: Whereabouts): GoogleClient | undefined {
  const { google, demo, loopbackOnly } = settings
  if (google) {
    const { clientId, clientSecret, issuer } = google
    return { clientId, clientSecret, issuer, discoveryUrl: () => `${issuer}${discoveryPath}`, standIn: false }
  }
  return demo && loopbackOnly ? standInClient(where) : undefined
}

const discoveryPath = '/.well-known/openid-configuration'

/** Google as the identity library knows it: authorization code, PKCE, and an ID token bound to the attempt by a nonce. */
export function googleProvider(
  google: GoogleClient,
  { now: ctx, issuer, emptyAccount }: TakeoverParts & { now: Context },
): GenericOAuthConfig {
  return {
    providerId: googleProviderId,
    name: 'Google',
    clientId: google.clientId,
    clientSecret: google.clientSecret,
    discoveryUrl: google.discoveryUrl(),
    ...(google.authorizationUrl && { authorizationUrl: google.authorizationUrl() }),
    requireIdTokenVerification: true,
    pkce: true,
    scopes: ['openid', 'email', 'profile'],
    // Whoever shares a computer chooses who they are, each time.
    prompt: google.standIn ? 'login' : 'select_account',
    // What the signed ID token says, and nothing else: without one nobody is signed in.
    getUserInfo: async ({ idToken }) => (idToken ? decodeJwt(idToken) : null),
    // The library calls this with a profile whose ID token it has verified, before it looks for a user with that email.
    async mapProfileToUser(profile) {
      const person = personOf(profile)
      const providerSubject = String(profile.sub ?? '')
      if (person.emailVerified && person.email && providerSubject) {
        await claimMailbox(ctx, { issuer, emptyAccount }, { ...person, providerId: googleProviderId, providerSubject })
      }
      return person
    },
  }
}

/** The provider's words, as far as the rules of the sign-up form take them. */
function personOf(profile: Record<string, unknown>): { email: string; name: string; emailVerified: boolean } {
  const email = typeof profile['email'] === 'string' ? profile['email'].trim().toLowerCase() : ''
  const given = typeof profile['name'] === 'string' ? profile['name'].trim() : ''
  const name = (given || email.split('@', 1)[0] || '').slice(0, 80)
  return { email, name, emailVerified: profile['email_verified'] === true }
}

/** The service with Google in it, or the kind of problem that keeps it away. */
export type GoogleService = { answer: (request: Request) => Promise<Response> } | { problem: string }

export type GoogleMount = {
  find: () => Promise<GoogleService>
  publicUrl: () => string
  secrets: readonly string[]
  log: Log
  pool: pg.Pool
}

/** Beginning and end of a sign-in by Google: what is between them happens at Google. */
export function mountGoogle(http: Http, { find, publicUrl, secrets, log, pool }: GoogleMount): void {
  http.post('/identity/google', async (request, reply) => {
    const { data: start } = z.safeParse(Start, request.body)
    if (!start) return refuseSignIn(reply, 400, 'argument-error')
    // Google comes back to the shop's own address alone; elsewhere the attempt's cookie would not be there.
    if (request.headers.origin !== new URL(publicUrl()).origin) return refuseSignIn(reply, 403, 'unauthorized-domain')
    const service = await find()
    if ('problem' in service) return refuseSignIn(reply, 503, service.problem)
    const callbackURL = returnAddress(start, publicUrl())
    const body = { provider: googleProviderId, callbackURL, errorCallbackURL: callbackURL, disableRedirect: true }
    const instead = { path: start.join ? '/identity/link-social' : '/identity/sign-in/social', body }
    return sendWebResponse(
      reply,
      await service.answer(asWebRequest(request, { publicUrl: publicUrl(), secrets, instead })),
    )
  })

  http.get(`/identity/callback/${googleProviderId}`, async (request, reply) => {
    letOpenerHear(reply)
    const service = await find()
    if ('problem' in service) return reply.redirect(`${googleDonePath}?error=server_error`)
    const response = await service.answer(asWebRequest(request, { publicUrl: publicUrl(), secrets }))
    await logRefusal({ log, pool }, request, response)
    return sendWebResponse(reply, response)
  })

  http.get<{ Querystring: Record<string, unknown> }>(googleDonePath, async (request, reply) => {
    const { error } = request.query
    return letOpenerHear(reply)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', donePolicy)
      .send(donePage(typeof error === 'string' ? error : undefined))
  })
}

/** Calls `find` once at a time, and again only after a problem. */
export function findOnce(find: () => Promise<GoogleService>): () => Promise<GoogleService> {
  let finding: Promise<GoogleService> | undefined
  const look = async () => {
    let service: GoogleService | undefined
    try {
      service = await find()
      return service
    } finally {
      if (!service || 'problem' in service) finding = undefined
    }
  }
  return () => (finding ??= look())
}

/** Where the attempt ends: in the window, which tells its opener, or on the page that it began on. */
function returnAddress({ event, way, page, from }: GoogleStart, publicUrl: string): string {
  const address = new URL(way === 'popup' ? googleDonePath : page, publicUrl)
  if (way === 'popup') {
    address.searchParams.set('event', event)
    return address.href
  }
  const target = safeReturnPath(from)
  if (target !== '/') address.searchParams.set('from', target)
  address.searchParams.set(googleEventParameter, event)
  return address.href
}

/** A stricter policy on any page between Google and the last would cut the window off from the page that opened it. */
function letOpenerHear(reply: FastifyReply): FastifyReply {
  return reply.header('cross-origin-opener-policy', 'unsafe-none')
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const donePolicy = `default-src 'none'; script-src ${hashOf(doneScript)}; style-src ${hashOf(doneStyle)}; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
