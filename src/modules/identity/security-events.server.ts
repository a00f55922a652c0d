import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { Email } from '#kernel/fields'
import type { Log } from '#platform/log'
import { type SecurityEvent, logSecurity } from '#platform/security-log'
import { addressHeader, requestIdHeader } from './http.server.ts'
import { isByPassword, passwordPath } from './second-factor/second-factor.server.ts'

/** From where a hook of the identity library was reached. */
export const whereOf = (headers: Headers | null | undefined) => ({
  address: headers?.get(addressHeader) ?? undefined,
  requestId: headers?.get(requestIdHeader) ?? undefined,
})

const eventByPath = new Map<string, SecurityEvent>([
  ['/sign-up/email', 'sign-up'],
  ['/two-factor/generate-backup-codes', 'factor-changed'],
  ['/passkey/verify-registration', 'factor-changed'],
  ['/passkey/remove', 'factor-changed'],
])

/**
 * Logs what has gone well at the identity service. To stand last: a session that another hook has taken back is none.
 * Turning the second factor on and off is logged where the user's row is written.
 */
export function successIsLogged(log: Log): BetterAuthPlugin {
  const handler = createAuthMiddleware(async context => {
    const { newSession, returned } = context.context
    if (isAPIError(returned)) return
    const where = { ...whereOf(context.headers), way: context.path }
    const event = eventByPath.get(context.path)
    const user = newSession?.user.id ?? (event && (await getSessionFromCtx(context))?.user.id)
    if (event) logSecurity(log, event, { user, ...where })
    if (newSession) logSecurity(log, 'sign-in', { user, ...where })
  })
  return { id: 'success-is-logged', hooks: { after: [{ matcher: () => true, handler }] } }
}

const refused = [401, 403, 429]
const Failure = z.object({ code: z.string() })

/** Whether a path is a step of logging in. */
const isSignIn = (path: string) =>
  isByPassword(path) || path === '/passkey/verify-authentication' || path.startsWith('/callback/')

/** Logs what was refused: not by a hook, because a hook that refuses keeps the later ones from being asked. */
export async function logRefusal(log: Log, request: FastifyRequest, response: Response): Promise<void> {
  const path = new URL(request.url, 'http://shop').pathname.replace(/^\/identity/, '')
  const where = { way: path, address: request.ip, requestId: request.id }
  if (path === '/sign-out' && response.ok) return logSecurity(log, 'sign-out', where)
  const reason = await reasonOf(response)
  if (reason === undefined) return undefined
  if (isSignIn(path))
    return logSecurity(log, 'sign-in-failed', { ...where, reason, email: emailOf(path, request.body) })
  // Each visitor's browser asks once whether it has a session.
  if (path !== '/token' && refused.includes(response.status)) {
    return logSecurity(log, 'request-refused', { ...where, reason, status: response.status })
  }
  return undefined
}

/** The code of a refusal, which a sign-in by Google has in the address that it leads on to. */
async function reasonOf(response: Response): Promise<string | undefined> {
  if (response.status < 400) {
    const location = response.headers.get('location')
    return location ? (URL.parse(location)?.searchParams.get('error') ?? undefined) : undefined
  }
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  return z.safeParse(Failure, body).data?.code ?? String(response.status)
}

/** What was typed as the email, if it is one: in its place stands a password now and then. */
function emailOf(path: string, body: unknown): string | undefined {
  if (path !== passwordPath) return undefined
  return z.safeParse(Email, (Object(body) as { email?: unknown }).email).data
}
