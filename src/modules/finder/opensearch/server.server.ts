import { setTimeout as wait } from 'node:timers/promises'

/** How an OpenSearch is called: JSON over HTTP, by `fetch`. Six calls are all that the shop needs of it. */

/** Where it is, who asks, and what its indexes' names begin with. */
export type SearchAddress = { origin: string; authorization: string | undefined; name: string }

/** `https://user:password@search:9200/tappet`, as the setting has been checked. */
export function searchAddress(text: string): SearchAddress {
  const url = new URL(text)
  const { username, password } = url
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return {
    origin: url.origin,
    authorization: username ? `Basic ${Buffer.from(credentials).toString('base64')}` : undefined,
    name: url.pathname.slice(1),
  }
}

/** It cannot be reached, is too busy, has no index yet, or knows us not: nothing that another question would mend. */
export class SearchServerAway extends Error {
  override name = 'SearchServerAway'
}

export type Call = {
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

export function searchServer({ origin, authorization }: SearchAddress, { timeoutMs, tries }: Patience): SearchServer {
  async function send<T>({ method, path, body, lines, accept = [] }: Call): Promise<T> {
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
    const said = await answer.text()
    if (!answer.ok && !accept.includes(answer.status)) throw failureOf(answer.status, `${method} ${path}`, said)
    return JSON.parse(said) as T
  }

  return {
    async call<T>(call: Call): Promise<T> {
      for (let left = tries; ; left -= 1) {
        try {
          return await send<T>(call)
        } catch (error) {
          const failure = asFailure(error, `${call.method} ${call.path}`)
          if (!(failure instanceof Busy) || left <= 1) throw failure
          await wait(pauseMs * 2 ** (tries - left))
        }
      }
    },
  }
}

const pauseMs = 100

/** Worth another try. */
class Busy extends SearchServerAway {}

const busyStatuses = [429, 502, 503, 504]
/** Who we are is not known there, what we want is not allowed, or what we ask for is not there. */
const closedStatuses = [401, 403, 404, 500]

function failureOf(status: number, what: string, said: string): Error {
  const message = `the search server answered ${what} with ${status}: ${said.slice(0, 500)}`
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
