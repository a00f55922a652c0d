import { getSessionFromCtx } from 'better-auth/api'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { Email } from '#kernel/fields'
import type { Log } from '#platform/log'
import { type SecurityEvent, logSecurity } from '#platform/security-log'
import { addressHeader, requestIdHeader } from './http.server.ts'
import type { HookContext } from './limits/sign-in-limits.server.ts'
import { type IdentityUser, type Notice, type NoticeKind, receiverOf } from './notices.server.ts'
import {
  addPasskeyPath,
  codePath,
  passkeyLogInPath,
  passwordPath,
  secondFactorPaths,
  signUpPath,
} from './paths.server.ts'

type Telling = { log: Log; notify: (notice: Notice) => Promise<void> }

/** What a call that went well is: a line of the security log, and for some a mail to the account's owner. */
const events = new Map<string, { event: SecurityEvent; mail?: NoticeKind }>([
  [signUpPath, { event: 'sign-up' }],
  ['/two-factor/generate-backup-codes', { event: 'factor-changed', mail: 'new recovery codes' }],
  [addPasskeyPath, { event: 'factor-changed', mail: 'passkey added' }],
  // Its mail names the passkey, which only the call itself knows.
  ['/passkey/remove', { event: 'factor-changed' }],
])

/** The same of calls that write the user's row, told where that is written: the code of a login writes none. */
const changesOfUser = new Map<string | undefined, NoticeKind>([
  [codePath, 'second factor on'],
  ['/two-factor/disable', 'second factor off'],
])

/** From where the identity library was asked. */
const whereOf = (headers: Headers | null | undefined) => ({
  address: headers?.get(addressHeader) ?? undefined,
  requestId: headers?.get(requestIdHeader) ?? undefined,
})

/**
 * Attack: a way in that somebody adds to an account at a screen that was left open, or with a stolen password. Its owner
 * hears of it.
 * Held by "are told to the owner by mail" in `second-factor/changes.server.test.ts`, "is told to its owner by mail" in
 * `passkeys/passkeys.server.test.ts` and "the security log" in `test/faults/log.test.ts`.
 */
export async function tellSuccess(context: HookContext, { log, notify }: Telling): Promise<void> {
  const { newSession, returned } = context.context
  const { event, mail } = events.get(context.path) ?? {}
  const user = newSession?.user ?? (event && (await getSessionFromCtx(context))?.user)
  const details = { user: user?.id, ...whereOf(context.headers), way: context.path }
  if (event) logSecurity(log, event, details)
  if (newSession) logSecurity(log, 'sign-in', details)
  if (!user || !mail) return
  const { name } = Object(returned) as { name?: unknown }
  await notify({ to: receiverOf(user), kind: mail, ...(mail === 'passkey added' && { passkey: String(name) }) })
}

/** As `tellSuccess`. */
export async function tellChangeOfUser(
  { log, notify }: Telling,
  user: IdentityUser & { id: string },
  context: { path?: string | undefined; headers?: Headers | undefined } | null,
): Promise<void> {
  const kind = changesOfUser.get(context?.path)
  if (!kind) return
  logSecurity(log, 'factor-changed', { user: user.id, way: context?.path, ...whereOf(context?.headers) })
  await notify({ to: receiverOf(user), kind })
}

const refused = [401, 403, 429]
const Failure = z.object({ code: z.string() })

/** Whether a path is a step of logging in. */
const isSignIn = (path: string) =>
  [passwordPath, ...secondFactorPaths, passkeyLogInPath].includes(path) || path.startsWith('/callback/')

/** Logs what was refused: not in a hook, because the library's own limits answer before any hook is asked. */
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
