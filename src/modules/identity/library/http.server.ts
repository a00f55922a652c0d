import { APIError, type createAuthMiddleware } from 'better-auth/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { addressOf } from '#platform/http'
import type { Settings } from '#platform/settings'
import { signInSentence } from '../sign-in.rules.ts'
import { signedAs, withCurrentSignatures } from './secrets.server.ts'

/** The library keys its rate limits on this header, which only this module writes: forwarded ones count by TRUST_PROXY. */
export const addressHeader = 'x-tappet-client-address'
/** The request's id, for what the library's hooks log. */
export const requestIdHeader = 'x-tappet-request-id'

/** A call of the library, as the hooks around it see it. */
export type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

/** Where people may sign in: at the shop's own address, and from the origins of CORS_ORIGINS. */
export function knownOrigins(settings: Pick<Settings, 'loopbackOnly' | 'corsOrigins'>, publicUrl: string): string[] {
  return [...new Set([new URL(publicUrl).origin, ...sameMachine(settings, publicUrl), ...settings.corsOrigins])]
}

/** A shop that only this machine reaches may be opened by either of its names. */
function sameMachine({ loopbackOnly }: Pick<Settings, 'loopbackOnly'>, publicUrl: string): string[] {
  if (!loopbackOnly) return []
  const { port } = new URL(publicUrl)
  return ['127.0.0.1', 'localhost'].map(host => new URL(`http://${host}:${port}`).origin)
}

/**
 * Whether a page at another address asks. A browser names the page's origin; a program that is none names nothing, and
 * `null` the identity library weighs, with what else the browser says.
 */
export function isFromElsewhere({ headers }: Pick<FastifyRequest, 'headers'>, origins: readonly string[]): boolean {
  return Boolean(headers.origin) && headers.origin !== 'null' && !origins.includes(headers.origin ?? '')
}

/** A refusal in the identity service's own form: one of the kinds of section 8, with its sentence. */
export function refuseSignIn(reply: FastifyReply, status: number, code: string): FastifyReply {
  return reply
    .status(status)
    .header('cache-control', 'no-store')
    .send({ code, message: signInSentence(code) })
}

/** The same where the library itself is asked: a code, and its sentence. */
export function refusal(
  status: ConstructorParameters<typeof APIError>[0],
  code: string,
  more: { message?: string; minutes?: number } = {},
): APIError {
  return new APIError(status, { code, message: signInSentence(code, code), ...more })
}

/** Instead of a fault that the library found: it keeps that fault's status, so the true one travels beside it. */
export const refusalOfFault = (code: string): APIError =>
  new APIError('BAD_REQUEST', { code, message: signInSentence(code, code) }, { [statusHeader]: '400' })

const statusHeader = 'x-status'

type RequestParts = {
  publicUrl: string
  secrets: readonly string[]
  /** The call that the service gets instead of the browser's. */
  instead?: { path: string; body: object }
}

/** A request as the identity library reads it. */
export function asWebRequest(request: FastifyRequest, { publicUrl, secrets, instead }: RequestParts): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) if (value !== undefined) headers.set(name, String(value))
  // The zone of a link-local address (fe80::1%eth0) is this machine's own word, and no part of the address.
  headers.set(addressHeader, request.ip.replace(/%.*$/, ''))
  headers.set(requestIdHeader, request.id)
  headers.delete('content-length')
  const cookies = headers.get('cookie')
  if (cookies) headers.set('cookie', withCurrentSignatures(cookies, secrets))
  // A browser that says how it asks also says from where; Node's own fetch does not: a program, and no other site's page.
  if (!headers.has('sec-fetch-site') && !headers.has('origin')) headers.delete('sec-fetch-mode')
  bearerAsCookie(headers, { publicUrl, secrets })
  const url = instead ? new URL(`${publicUrl}${instead.path}`) : addressOf(request, publicUrl)
  const body = instead?.body ?? (request.method === 'GET' ? undefined : request.body)
  return new Request(url, {
    method: request.method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

/** A session's token, as the identity library makes it: 32 letters and digits. An ID token is none. */
const sessionBearer = /^bearer\s+([\w-]{20,64})$/i

/**
 * Turns the session's token of a program into the cookie that a browser has, before the library looks: its own plug-in
 * for bearers hides the session from every hook that stands around it, so none of them would count, or hold, what comes by
 * a bearer. No other site's page can make a browser send one, so there is no origin to ask for.
 */
function bearerAsCookie(
  headers: Headers,
  { publicUrl, secrets: [secret] }: Pick<RequestParts, 'publicUrl' | 'secrets'>,
): void {
  const [, token] = sessionBearer.exec(headers.get('authorization') ?? '') ?? []
  if (token === undefined || secret === undefined) return
  const name = `${publicUrl.startsWith('https:') ? '__Secure-' : ''}tappet.session_token`
  const others = (headers.get('cookie') ?? '').split(/;\s*/).filter(cookie => cookie && !cookie.startsWith(`${name}=`))
  headers.set('cookie', [signedAs(name, token, secret), ...others].join('; '))
  if (!headers.has('origin')) headers.set('origin', new URL(publicUrl).origin)
}

/** Cookies go one by one. The session's token as a header would be a second key beside the cookie that scripts cannot read. */
const keptBack = new Set([statusHeader, 'set-cookie', 'set-auth-token', 'access-control-expose-headers'])

/** Passes the library's answer on. */
export async function sendWebResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.status(Number(response.headers.get(statusHeader) ?? response.status))
  for (const [name, value] of response.headers) if (!keptBack.has(name)) reply.header(name, value)
  const seconds = response.headers.get('x-retry-after')
  if (seconds !== null) reply.header('retry-after', seconds)
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie)
  reply.header('cache-control', 'no-store')
  return reply.send(response.body ? Buffer.from(await response.arrayBuffer()) : null)
}
