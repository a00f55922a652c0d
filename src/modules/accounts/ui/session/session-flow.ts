import { writtenNumber } from '#kernel/written'
import * as z from 'zod/mini'
import { pathOf } from '#kernel/endpoint'
import { CallFailed } from '#ui/calls/call-failed.ts'
import { call } from '#ui/calls/call.ts'
import { accountsContract } from '../../accounts.contract.ts'
import { emailContract, passwordsContract } from '#contracts/identity'
import {
  type GoogleStart,
  type LogIn,
  type SecondFactor,
  signInSentence,
  type SignUp,
  triesTexts,
} from '#rules/identity'
import { accountsTexts } from '../../accounts.texts.ts'
import type { StoredSession } from './session-storage.ts'
import type { SessionFlow } from './session-store.ts'

const Token = z.object({ token: z.string() })
/** What a right password is answered with: the session's token, or the question for a second factor. */
const SignedIn = z.union([Token, z.object({ twoFactorRedirect: z.literal(true) })])
const Address = z.object({ url: z.url({ protocol: /^https?$/ }) })
const Failure = z.object({ code: z.optional(z.string()), message: z.optional(z.string()) })
const IdClaims = z.object({ email: z.string() })
const Lifetime = z.object({ iat: z.number(), exp: z.number() })

/** How long a sign-out waits for the server before it is done without it. */
export const leaveTimeoutMs = 5000

/**
 * The conversation with the identity service and the shop. Loaded when somebody signs in, renews or leaves, so that a
 * visitor who only looks around does not carry it.
 */
export const sessionFlow: SessionFlow = {
  async logIn({ email, password }: LogIn) {
    const answer = await ask('/identity/sign-in/email', SignedIn, { method: 'POST', body: { email, password } })
    return 'token' in answer ? enter(await idTokenOf(answer.token)) : 'second factor'
  },

  async confirm({ kind, code }: SecondFactor) {
    const { token } = await ask(confirmPaths[kind], Token, { method: 'POST', body: { code } })
    return enter(await idTokenOf(token))
  },

  async signUp({ name, email, password }: SignUp) {
    const body = { name, email, password }
    const { token } = await ask('/identity/sign-up/email', Token, { method: 'POST', body })
    return enter(await idTokenOf(token))
  },

  async enter() {
    return enter(await idTokenOf())
  },

  async renew() {
    try {
      return await enter(await idTokenOf())
    } catch (error) {
      // The service's own session is over, or does not open this shop any more.
      if (error instanceof CallFailed && (error.status === 401 || error.status === 403)) return undefined
      throw error
    }
  },

  async leave(token) {
    const { method, path } = accountsContract.leave
    const isHeard = [
      !token || (await hears(statusOf(`/api${path}`, { method, bearer: token, timeoutMs: leaveTimeoutMs }))),
      // After the other: the end of the service's session is the end of the shop's, which would then have nobody to hear.
      await hears(statusOf('/identity/sign-out', { method: 'POST', body: {}, timeoutMs: leaveTimeoutMs })),
    ].every(Boolean)
    if (!isHeard) throw new CallFailed({ code: 'network-request-failed', status: 0, message: accountsTexts.leftUntold })
  },

  async sendVerificationMail() {
    await call(emailContract.mailConfirmation, {})
  },

  async requestReset(email) {
    await call(passwordsContract.requestReset, { body: { email } })
  },

  async changePassword(body) {
    await call(passwordsContract.changePassword, { body })
  },

  async requestEmailChange(body) {
    await call(emailContract.requestEmailChange, { body })
  },

  storageProblem: () => failureOf(0, { code: 'web-storage-unsupported' }),
}

/** Whether the server was told. A token that it no longer knows is as good as an ended session. */
const hears = (answer: Promise<number>) =>
  answer.then(
    status => status < 500,
    () => false,
  )

/** Where an answer to the question for a second factor goes. */
export const confirmPaths: Record<SecondFactor['kind'], string> = {
  app: '/identity/two-factor/verify-totp',
  recovery: '/identity/two-factor/verify-backup-code',
}

/** Where Firebase's verification mail ends: the account page, which then says that it worked. */
export const confirmedPath = '/dashboard/account?confirmed=yes'

/** Begins a sign-in at Google; the address there, to which the browser goes next. */
export async function beginAtGoogle(start: GoogleStart): Promise<string> {
  const { url } = await ask('/identity/google', Address, { method: 'POST', body: start })
  return url
}

/** The signed ID token of the session that a sign-in has just returned, or of the one that the cookie names. */
async function idTokenOf(session?: string): Promise<string> {
  const { token } = await ask('/identity/token', Token, { method: 'GET', bearer: session })
  return token
}

/** Exchanges the ID token for one of the shop's. The email is the token's: the cookie decides who this is. */
export async function enter(idToken: string): Promise<StoredSession> {
  const { email } = z.parse(IdClaims, claimsOf(idToken))
  const { method, answer } = accountsContract.enter
  const path = pathOf(accountsContract.enter, { params: { email } })
  const { token, expiresAt, account } = await ask(`/api${path}`, answer, { method, body: { email }, bearer: idToken })
  return { token, expiresAt: endOf(token) ?? Date.parse(expiresAt), account }
}

/** When the token ends by this browser's clock, which may be wrong: its length counts from now. */
function endOf(token: string): number | undefined {
  const { data } = z.safeParse(Lifetime, claimsOf(token))
  return data && Date.now() + (data.exp - data.iat) * 1000
}

/** What a token says of itself. The server checks it; here it only names things. */
function claimsOf(token: string): unknown {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(payload), character => character.charCodeAt(0))
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

type Sent = { method: string; body?: object; bearer?: string | undefined; timeoutMs?: number }

/** One question to the identity service or the shop. Throws a `CallFailed` with a sentence for the person. */
export async function ask<T>(path: string, answer: z.ZodMiniType<T>, sent: Sent): Promise<T> {
  const response = await send(path, sent)
  const body: unknown = await response.json().catch(() => undefined)
  const read = z.safeParse(answer, body)
  if (response.ok && read.success) return read.data
  throw failureOf(response.status, body, writtenNumber(response.headers.get('x-retry-after')))
}

/** The status alone. The body is read all the same: a request whose answer lies unread counts as broken off. */
export async function statusOf(path: string, sent: Sent): Promise<number> {
  const response = await send(path, sent)
  await response.text()
  return response.status
}

async function send(path: string, { method, body, bearer, timeoutMs = 30_000 }: Sent): Promise<Response> {
  const headers = new Headers({ accept: 'application/json' })
  if (body) headers.set('content-type', 'application/json')
  if (bearer) headers.set('authorization', `Bearer ${bearer}`)
  try {
    return await fetch(path, {
      method,
      headers,
      signal: AbortSignal.timeout(timeoutMs),
      ...(body && { body: JSON.stringify(body) }),
    })
  } catch {
    throw failureOf(0, { code: 'network-request-failed' })
  }
}

/** The identity service answers `{code, message}`, the shop problem details: the same two names. */
function failureOf(status: number, body: unknown, retryAfterSeconds = 0): CallFailed {
  const { data } = z.safeParse(Failure, body)
  // Too many tries for one account have a code and a sentence of their own; those of one address have neither.
  if (status === 429 && data?.code === undefined) {
    const message = triesTexts.requests(Math.max(1, Math.ceil(retryAfterSeconds / 60)))
    return new CallFailed({ code: 'too-many-requests', status, message })
  }
  const code = data?.code ?? 'internal-error'
  // The message of a server's own failure speaks of its inside.
  return new CallFailed({ code, status, message: signInSentence(code, status < 500 ? data?.message : undefined) })
}
