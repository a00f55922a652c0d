import { getSessionFromCtx } from 'better-auth/api'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type pg from 'pg'
import * as z from 'zod/mini'
import { Email } from '#kernel/fields'
import { audit } from '#platform/audit'
import type { Context } from '#platform/context'
import type { Columns } from '#platform/database'
import type { Log } from '#platform/log'
import { logSecurity, logSecurityOf } from '#platform/log/security'
import { type HookContext, addressHeader, requestIdHeader } from '../library/http.server.ts'
import { type IdentityUser, type Notice, type NoticeKind, receiverOf } from './notices.server.ts'
import { changeAt } from './changes-of-ways.server.ts'
import { passkeyLogInPath, passwordPath, secondFactorPaths } from '../library/paths.server.ts'

type Telling = { log: Log; notify: (notice: Notice) => Promise<void> }
type User = IdentityUser & { id: string }
type Call = { path?: string | undefined; headers?: Headers | undefined } | null

/** Who, by what, and from where the identity library was asked. */
const detailsOf = (user: { id: string } | undefined, call: Call) => ({
  user: user?.id,
  way: call?.path,
  address: call?.headers?.get(addressHeader) ?? undefined,
  requestId: call?.headers?.get(requestIdHeader) ?? undefined,
})

/** An account that somebody has made; one that the shop makes for itself at its start is none. */
export function logSignUp(log: Log, user: { id: string }, call: Call): void {
  if (call) logSecurity(log, 'sign-up', detailsOf(user, call))
}

type Change = { user: User; call: Call; kind: NoticeKind; passkey?: string }

/**
 * Attack: a way in that somebody adds to an account at a screen that was left open, or with a stolen password. Its owner
 * hears of it.
 * Held by "are told to the owner by mail" in `second-factor/changes.server.test.ts` and "is told to its owner by mail" in
 * `passkeys/passkeys.server.test.ts`.
 */
export async function tellChange({ log, notify }: Telling, { user, call, kind, passkey }: Change): Promise<void> {
  logSecurity(log, 'factor-changed', detailsOf(user, call))
  await notify({ to: receiverOf(user), kind, passkey })
}

/** Turning the second factor on and off is told where the user's row is written: the code of a login writes none. */
export async function tellChangeOfUser(parts: Telling, user: User, call: Call): Promise<void> {
  const kind = changeAt(call?.path ?? '')?.notice
  if (kind === 'second factor on' || kind === 'second factor off') await tellChange(parts, { user, call, kind })
}

/** What went well, once it is clear that it did. Held by "the security log" in `test/faults/log.test.ts`. */
export async function tellSuccess(context: HookContext, parts: Telling): Promise<void> {
  const { newSession, returned } = context.context
  if (newSession) logSecurity(parts.log, 'sign-in', detailsOf(newSession.user, context))
  const kind = changeAt(context.path)?.notice
  if (kind !== 'passkey added' && kind !== 'new recovery codes' && kind !== 'recovery code used') return
  const here = newSession ?? (await getSessionFromCtx(context))
  const { name } = Object(returned) as { name?: unknown }
  if (here)
    await tellChange(parts, {
      user: here.user,
      call: context,
      kind,
      ...(kind === 'passkey added' && { passkey: String(name) }),
    })
}

const refused = [401, 403, 429]
const Failure = z.object({ code: z.string() })

/** Whether a path is a step of logging in. */
const isSignIn = (path: string) =>
  [passwordPath, ...secondFactorPaths, passkeyLogInPath].includes(path) || path.startsWith('/callback/')

/** Logs what was refused: not in a hook, because the library's own limits answer before any hook is asked. */
export async function logRefusal(
  { log, pool }: { log: Log; pool: pg.Pool },
  request: FastifyRequest,
  response: Response,
): Promise<void> {
  const path = new URL(request.url, 'http://shop').pathname.replace(/^\/identity/, '')
  const where = { way: path, address: request.ip, requestId: request.id }
  if (path === '/sign-out' && response.ok) return logSecurity(log, 'sign-out', where)
  const reason = await reasonOf(response)
  if (reason === undefined) return undefined
  if (isSignIn(path))
    return logSecurity(log, 'sign-in-failed', { ...where, reason, email: await emailOf(pool, path, request.body) })
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

/**
 * The address that was typed, if it is an account's. Whatever else stands in its place is nobody's business: a password now and
 * then, or the address of a person whom the shop does not know.
 */
async function emailOf(pool: pg.Pool, path: string, body: unknown): Promise<string | undefined> {
  if (path !== passwordPath) return undefined
  const email = z.safeParse(Email, (Object(body) as { email?: unknown }).email).data
  if (email === undefined) return undefined
  const { rows } = await pool.query<{ email: string }>('select "email" from "user" where "email" = $1', [email])
  return rows[0]?.email
}

type Recorded = {
  issuer: string
  userId: string
  action: 'account.password-changed' | 'account.email-changed'
  after: object
}

/** The trail outlives the account, so it keeps no address. */
export async function recordOf(ctx: Context, { issuer, userId, action, after }: Recorded): Promise<void> {
  logSecurityOf(ctx, action === 'account.email-changed' ? 'email-changed' : 'password-changed', { user: userId })
  const { rows } = await sql<Columns<'account', 'id'>>`
    select id from account where issuer = ${issuer} and subject = ${userId}`.execute(ctx.db)
  for (const { id } of rows) await audit(ctx, { action, subject: { kind: 'account', id }, after })
}
