import type * as z from 'zod/mini'
import type { Access } from './access.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Route = `${Method} /${string}`
type Schema = z.core.$ZodType

/** What a contract says about one call. A part that is left out takes nothing. */
export type EndpointSpec = {
  /** One sentence for the reference page. */
  summary: string
  access: Access
  /**
   * Honours an `Idempotency-Key` header: the same key and input return the first answer. The handler runs in one transaction
   * with the row that keeps it. `by-verb`: the verb keeps the key itself, in the transaction of its own that does it.
   */
  idempotent?: true | 'by-verb'
  /** The answer is one page of a list: `Link` and `X-Total-Count` travel as headers beside the array. */
  paged?: boolean
  /**
   * The tables whose changes make another answer of it, of a call that everyone may make; `tool` for what lists or searches
   * tools. A kept answer goes when one of them changes. Left out: any change. What it says of one tool need not be named.
   */
  reads?: readonly string[]
  /**
   * Open to everyone, but what is asked is one person's own, such as a VIN: the answer is kept nowhere. `by-caller`: it differs
   * by account; a call with an access token is answered as that account, and refused where the token is no longer good.
   */
  personal?: true | 'by-caller'
  /** The handler checks a signature, so it needs the body's text as sent. */
  rawBody?: boolean
  /** Takes one file instead of a body: `multipart/form-data`, in this field, of at most so many bytes. */
  upload?: Upload
  /** Answers with a file of this media type, piece by piece as it is made; `answer` is its text. */
  file?: 'text/csv' | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  params?: Schema
  query?: Schema
  body?: Schema
  answer: Schema
  /** The refusals of its own; what every call can answer (invalid input, sign-in, access) goes without saying. */
  refusals?: readonly string[]
}

/** `waits`: it is for a job, so it is left in the database instead of being held in memory. */
export type Upload = { field: string; mostBytes: number; waits?: true }

/** A file that waits for a job. */
export type WaitingFile = { id: string; bytes: number }

export type Endpoint<S extends EndpointSpec = EndpointSpec> = S & { method: Method; path: string }

type AddressOf<R extends Route> = R extends `${infer M} ${infer P}` ? { method: M; path: P } : never

/**
 * Declares a call under `/api`: `endpoint('POST /orders', {…})`, parameters of the path written `:id`.
 * From the one value come the server's parser, the form's resolver, the typed client, the access check, the
 * reference page and the rows of the access matrix test. The annotation below lets a bundle leave out the calls that it does not use.
 */
// @__NO_SIDE_EFFECTS__
export function endpoint<const S extends EndpointSpec, const R extends Route>(route: R, spec: S): S & AddressOf<R> {
  const [method, path] = route.split(' ')
  return { ...spec, ...({ method, path } as AddressOf<R>) }
}

type Parsed<S> = S extends Schema ? z.output<S> : undefined
type Sent<S> = S extends Schema ? z.input<S> : undefined
type Part<S extends EndpointSpec, K extends 'params' | 'query' | 'body'> = K extends keyof S ? S[K] : undefined
type Given<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] }

/** What a handler receives: every part parsed. */
export type InputOf<E extends EndpointSpec> = {
  params: Parsed<Part<E, 'params'>>
  query: Parsed<Part<E, 'query'>>
  body: Parsed<Part<E, 'body'>>
  idempotencyKey: string | undefined
  headers: Record<string, string | undefined>
  /** Present for endpoints with `rawBody`. */
  rawBody: string | undefined
  /** For endpoints with `upload`: the bytes of the file, or where it waits. */
  file: E extends { upload: { waits: true } } ? WaitingFile : E extends { upload: Upload } ? Uint8Array : undefined
}

/** What a client sends: only the parts that the call takes. */
export type RequestOf<E extends EndpointSpec> = Given<{
  params: Sent<Part<E, 'params'>>
  query: Sent<Part<E, 'query'>>
  body: Sent<Part<E, 'body'>>
}> & { idempotencyKey?: string }

/** One page of a list: `next` is the query of the page after it. */
export type Page<T> = { items: T; total: number; totalIsMore?: boolean; next: string | undefined }

type Answered<E extends EndpointSpec> = z.output<E['answer']>

/** A file by its pieces, which are made as they are taken: of a long one, no more is held than a piece. */
export type Pieces = AsyncIterable<string | Uint8Array>

/** What a handler returns: the answer, for a paged call the page around it, for a file its pieces. */
export type OutcomeOf<E extends EndpointSpec> = E extends { paged: true }
  ? Page<Answered<E>>
  : E extends { file: string }
    ? Pieces
    : Answered<E>

/** What a client receives. */
export type AnswerOf<E extends EndpointSpec> = Answered<E>

/** Endpoints by the names of their handlers. */
export type Contract = Record<string, Endpoint>

/** One handler for each endpoint of a contract: leaving one out does not compile. */
export type Handlers<C extends Contract, Ctx> = {
  [K in keyof C]: (ctx: Ctx, input: InputOf<C[K]>) => Promise<OutcomeOf<C[K]>>
}

/** The address of a call below `/api`, parameters and query filled in; of a list, each value stands for itself. */
export function pathOf(endpoint: Pick<Endpoint, 'path'>, request: { params?: unknown; query?: unknown }): string {
  const params = (request.params ?? {}) as Record<string, unknown>
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(request.query ?? {})) {
    for (const one of [value].flat()) if (one !== undefined) query.append(name, String(one))
  }
  return query.size > 0 ? `${path}?${query}` : path
}
