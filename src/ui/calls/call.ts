import { writtenNumber } from '#kernel/written'
import { createContext } from 'react-router'
import { type AnswerOf, type Endpoint, type Page, type RequestOf, pathOf } from '#kernel/endpoint'
import type { Problem } from '#kernel/problem'
import { problemMediaType } from '#kernel/problem-media-type'
import { CallFailed, unreachable } from './call-failed.ts'
import { borrowSession } from './call-session.ts'
import { kitTexts } from '../kit.texts.ts'

export { unreachable } from './call-failed.ts'

/** Makes the calls of a contract: over HTTP in the browser, in process while a page is rendered on the server. */
export type Call = <E extends Endpoint>(endpoint: E, request: RequestOf<E>) => Promise<AnswerOf<E>>

/** How a page's loader calls: `context.get(callContext)`. */
export const callContext = createContext<Call>()

/** As `Call`, for a paged list: with its total, and the query (`?after=…&limit=24`) of the page after it. */
export type PageCall = <E extends Endpoint & { paged: true }>(
  endpoint: E,
  request: RequestOf<E>,
) => Promise<Page<AnswerOf<E>>>

/** Makes a call over HTTP with the session's token. Throws `CallFailed`; what was typed is the screen's to keep. */
export const call: Call = async (endpoint, request) =>
  read(await answerBy(endpoint, token => send(endpoint, request, { token })))

/** As `call`, for a file: its bytes as they come. What ends them early is thrown where they are read. */
export async function callFile<E extends Endpoint & { file: string }>(
  endpoint: E,
  request: RequestOf<E>,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const answer = await answerBy(endpoint, token => send(endpoint, request, { token }))
  return answer.ok && answer.body ? answer.body : read(answer)
}

type OpenEndpoint = Endpoint & { method: 'GET'; access: 'everyone'; personal?: true }

/**
 * As `call`, for what has the same answer for everyone, by its path:
 * `callOpen<typeof vehiclesContract.listYears>('/vehicles/years', {})`. An island that names no contract brings no schemas, a tenth of what a visitor would download.
 * `signal` gives the call up.
 */
export async function callOpen<E extends OpenEndpoint>(
  path: E['path'],
  request: RequestOf<E>,
  signal?: AbortSignal,
): Promise<AnswerOf<E>> {
  return read(await send({ method: 'GET', path }, request, { signal }))
}

type OpenPost = Endpoint & { method: 'POST'; access: 'everyone' }

/** As `callOpen`, for what is asked by sending something. */
export const postOpen = async <E extends OpenPost>(path: E['path'], request: RequestOf<E>): Promise<AnswerOf<E>> =>
  read(await send({ method: 'POST', path }, request, {}))

/** One sending of a call, with this access token. */
type Sending = (token: string | undefined) => Promise<Response>

/** As `call`, for what is sent in a way of its own: an upload. */
export async function callBy<E extends Endpoint>(endpoint: E, sending: Sending): Promise<AnswerOf<E>> {
  return read(await answerBy(endpoint, sending))
}

/** The answer to a call, after one silent renewal where its session was over (decisions, section 3). */
async function answerBy(endpoint: Endpoint, sending: Sending): Promise<Response> {
  const session = await borrowSession()
  const first = await sending(session?.token())
  if (!session || !isSessionOver(endpoint, first.status)) return first
  if (!(await session.renew())) {
    session.refused(endpoint, 401)
    return first
  }
  // Read to its end: a browser reports an answer that nobody reads as a failed request.
  await first.text()
  const second = await sending(session.token())
  if (isSessionOver(endpoint, second.status)) session.refused(endpoint, second.status)
  return second
}

/** As `call`, for one page of a paged list: with its total, and the query of the page after it. */
export const callPage: PageCall = async (endpoint, request) => {
  const answer = await answerBy(endpoint, token => send(endpoint, request, { token }))
  const items = await read<AnswerOf<typeof endpoint>>(answer)
  const next = /\?[^>]*/.exec(answer.headers.get('link') ?? '')?.[0]
  const { headers } = answer
  return {
    items,
    total: writtenNumber(headers.get('x-total-count')),
    totalIsMore: headers.has('x-total-is-more'),
    next,
  }
}

/** A 401 anywhere, or a 403 on a protected read, ends the session; a 403 on an action is that action's own answer. */
function isSessionOver(endpoint: Endpoint, status: number): boolean {
  if (endpoint.personal === 'by-caller') return status === 401
  if (endpoint.access === 'everyone' || endpoint.access === 'id-token') return false
  return status === 401 || (status === 403 && endpoint.method === 'GET')
}

type AnyRequest = { params?: unknown; query?: unknown; body?: unknown; idempotencyKey?: string }

type Address = Pick<Endpoint, 'method' | 'path'>

type SendOptions = { token?: string | undefined; signal?: AbortSignal | undefined }

async function send(to: Address, request: AnyRequest, { token, signal }: SendOptions): Promise<Response> {
  const headers = new Headers({ accept: 'application/json' })
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (request.idempotencyKey) headers.set('idempotency-key', request.idempotencyKey)
  if (request.body !== undefined) headers.set('content-type', 'application/json')
  try {
    return await fetch(`/api${pathOf(to, request)}`, {
      method: to.method,
      headers,
      ...(signal && { signal }),
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
    })
  } catch {
    throw unreachable()
  }
}

async function read<T>(answer: Response): Promise<T> {
  if (answer.ok) return (await answer.json()) as T
  const isProblem = answer.headers.get('content-type')?.startsWith(problemMediaType)
  if (isProblem) throw new CallFailed((await answer.json()) as Problem)
  throw new CallFailed({
    code: 'unexpected-answer',
    status: answer.status,
    message: kitTexts.unexpectedAnswer(answer.status),
  })
}
