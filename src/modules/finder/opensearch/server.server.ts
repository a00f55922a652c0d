import { setTimeout as wait } from 'node:timers/promises'

/** How an OpenSearch is called: JSON over HTTP, by `fetch`. Six calls are all that the shop needs of it. */

/** Where its nodes are, who asks, and what its indexes' names begin with. */
export type SearchAddress = { origins: readonly string[]; authorization: string | undefined; name: string }

/** `https://user:password@one:9200,two:9200/tappet`, as the setting has been checked. */
export function searchAddress(text: string): SearchAddress {
  const urls = nodesOf(text).map(node => new URL(node))
  const { username = '', password = '', pathname = '' } = urls[0] ?? {}
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return {
    origins: urls.map(({ origin }) => origin),
    authorization: username ? `Basic ${Buffer.from(credentials).toString('base64')}` : undefined,
    name: pathname.slice(1),
  }
}

/** It cannot be reached, is too busy, has no index yet, or knows us not: nothing that another question would mend. */
export class SearchServerAway extends Error {
  override name = 'SearchServerAway'
}

type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  body?: object
  /** As lines of JSON, for calls that take many things at once. */
  lines?: readonly object[]
  /** An answer with one of these statuses is no failure. */
  accept?: readonly number[]
}

export type SearchServer = { call<T>(call: Call): Promise<T> }

/** `tries`: so often a call is sent that the server was too busy for, or that did not reach it. */
export type Patience = { timeoutMs: number; tries: number }

/** One node is asked until it fails, then the next: each knows all, and passes on what others have. */
export function searchServer({ origins, authorization }: SearchAddress, { timeoutMs, tries }: Patience): SearchServer {
  let turn = 0

  async function send<T>(origin: string, { method, path, body, lines, accept = [] }: Call): Promise<T> {
    const text = lines ? lines.map(line => `${JSON.stringify(line)}\n`).join('') : body && JSON.stringify(body)
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers: {
        ...(authorization && { authorization }),
        ...(text !== undefined && { 'content-type': lines ? 'application/x-ndjson' : 'application/json' }),
      },
      ...(text !== undefined && { body: text }),
      // Elsewhere nobody may be told the password.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const reply = await answer.text()
    if (!answer.ok && !accept.includes(answer.status)) throw failureOf(answer.status, `${method} ${path}`, reply)
    return JSON.parse(reply) as T
  }

  return {
    async call<T>(call: Call): Promise<T> {
      // Each node once at least.
      const most = Math.max(tries, origins.length)
      for (let tried = 1; ; tried += 1) {
        const node = turn
        try {
          return await send<T>(origins[node % origins.length] ?? '', call)
        } catch (error) {
          const failure = asFailure(error, `${call.method} ${call.path}`)
          // Of many questions that a node fails at once, one goes on to the next node, and the others follow it.
          if (failure instanceof SearchServerAway && node === turn) turn += 1
          if (!(failure instanceof Busy) || tried >= most) throw failure
          if (tried >= origins.length) await wait(pauseMs * 2 ** (tried - origins.length))
        }
      }
    },
  }
}

const pauseMs = 100

/** Every node's address by itself. */
export function nodesOf(text: string): string[] {
  const [, before = '', hosts, after = ''] = /^(https?:\/\/(?:[^/@]*@)?)([^/@]+)(\/.*)$/i.exec(text) ?? []
  return hosts?.split(',').map(host => `${before}${host}${after}`) ?? []
}

export const searchOne = <T>(server: SearchServer, index: string, body: object): Promise<T> =>
  server.call<T>({ method: 'POST', path: `/${index}/_search?${partialAnswers}=false`, body })

/** Several searches in one call. */
export async function searchMany<T>(server: SearchServer, index: string, bodies: readonly object[]): Promise<T[]> {
  const lines = bodies.flatMap(body => [{ index, [partialAnswers]: false }, body])
  type Answers = { responses: (T & { status?: number; error?: object })[] }
  const { responses } = await server.call<Answers>({ method: 'POST', path: '/_msearch', lines })
  for (const { status = 500, error } of responses)
    if (error) throw failureOf(status, 'a search of many', JSON.stringify(error))
  return responses
}

/** Where a node is lost, what the others have would be part of an answer, and a part is a wrong one. */
const partialAnswers = 'allow_partial_search_results'

/** Worth another try. */
class Busy extends SearchServerAway {}

const busyStatuses = [429, 502, 503, 504]
/** Who we are is not known there, what we want is not allowed, or what we ask for is not there. */
const closedStatuses = [401, 403, 404, 500]

function failureOf(status: number, what: string, reply: string): Error {
  const message = `the search server answered ${what} with ${status}: ${reply.slice(0, 500)}`
  if (busyStatuses.includes(status)) return new Busy(message)
  return closedStatuses.includes(status) ? new SearchServerAway(message) : new Error(message)
}

/** `fetch` says by a `TypeError` that nobody was reached. A time-out is not tried again: whoever asks has waited long enough. */
function asFailure(error: unknown, what: string): unknown {
  if (error instanceof TypeError) return new Busy(`the search server was not reached for ${what}`, { cause: error })
  const isLate = error instanceof DOMException && error.name === 'TimeoutError'
  if (isLate) return new SearchServerAway(`the search server did not answer ${what} in time`, { cause: error })
  if (error instanceof SyntaxError) return new SearchServerAway(`the answer to ${what} is no JSON`, { cause: error })
  return error
}
