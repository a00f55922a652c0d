import * as z from 'zod/mini'
import { type Caller, may, needsAccount, permissionFor } from '#kernel/access'
import type { Contract, Endpoint, Handlers, InputOf, OutcomeOf, Page, WaitingFile } from '#kernel/endpoint'
import { hidingPrices, unstorableTexts, fieldTexts } from '#kernel/fields'
import {
  type FieldError,
  Refusal,
  type RefusalEntry,
  type RefusalTable,
  commonRefusals,
  refuse,
  refuseFields,
} from '#kernel/refusals'
import { plainSentence } from '#kernel/sentences'
import { anything } from '../changes.server.ts'
import type { Context } from '../context.server.ts'
import { requestTexts } from './http.texts.ts'
import { answerOnce } from './idempotency.server.ts'
import { refusalsOf } from './openapi.server.ts'

/** A request as it arrived, before anything of it is believed. */
export type RawRequest = {
  params: unknown
  query: unknown
  body: unknown
  /** The body's text, for endpoints that check a signature over it. */
  rawBody: string | undefined
  /** The bytes of the file, for endpoints that take an upload, or where it waits. */
  file?: Uint8Array | WaitingFile | undefined
  headers: Record<string, string | undefined>
}

type Handler = (ctx: Context, input: InputOf<Endpoint>) => Promise<OutcomeOf<Endpoint>>
/** Takes the prices out of what a call answers, for whoever may not see them. */
type Hide = (outcome: unknown) => unknown
/** `name` is the endpoint's in its contract; calls of a `tag` stand together in the reference. */
export type Mounted = { tag: string; name: string; endpoint: Endpoint; handler: Handler; hide: Hide | undefined }

export type Api = {
  /** Adds a contract, and a handler for each endpoint of it. Its refusals must stand in a table. */
  add<C extends Contract>(tag: string, contract: C, handlers: Handlers<C, Context>): void
  mounted(): Mounted[]
  /** Every refusal that a call may answer, by its code. */
  refusals: ReadonlyMap<string, RefusalEntry>
  /** Checks access, parses the input, runs the handler. Throws `Refusal` for every expected no. */
  run(mounted: Mounted, ctx: Context, request: RawRequest): Promise<unknown>
  find(method: string, path: string): Mounted | undefined
}

/** `refusals`: those of all modules. `hidesPrices`: whether whoever asks may not see what anything costs. */
type ApiOptions = { strict: boolean; refusals: RefusalTable; hidesPrices: (ctx: Context) => boolean }

/**
 * The calls of the shop, independent of HTTP: the mount feeds it from the network, pages from their loaders.
 * `strict` (tests) also holds answers and refusals against the contracts, so that neither can drift.
 */
export function createApi({ strict, refusals, hidesPrices }: ApiOptions): Api {
  const endpoints = new Map<string, Mounted>()
  const table = new Map(Object.entries({ ...commonRefusals, ...refusals }))
  return {
    add(tag, contract, handlers) {
      for (const [name, endpoint] of Object.entries(contract)) {
        const key = `${endpoint.method} ${endpoint.path}`
        if (endpoints.has(key)) throw new Error(`two handlers for ${key}`)
        const unknown = endpoint.refusals?.find(code => !table.has(code))
        if (unknown) throw new Error(`${key} names the refusal ${unknown}, which stands in no table`)
        // The mapped type has matched each handler with its endpoint; by name they stay together here.
        const handler = handlers[name] as unknown as Handler
        endpoints.set(key, { tag, name, endpoint, handler, hide: hidingIn(endpoint) })
      }
    },
    mounted: () => [...endpoints.values()],
    refusals: table,
    find: (method, path) => endpoints.get(`${method} ${path}`),
    async run(mounted, ctx, request) {
      try {
        const { endpoint, handler, hide } = mounted
        requireAccess(endpoint, ctx.caller)
        for (const topic of endpoint.reads ?? [anything]) ctx.topics?.add(topic)
        const input = parseInput(endpoint, request)
        const isKept = endpoint.idempotent === true
        const whole = isKept ? await answerOnce(ctx, mounted, input) : await handler(ctx, input)
        const outcome = hide && hidesPrices(ctx) ? hide(whole) : whole
        if (strict) requireDeclaredAnswer(endpoint, outcome)
        return outcome
      } catch (error) {
        if (strict) requireDeclaredRefusal(mounted.endpoint, error)
        throw error
      }
    },
  }
}

/** Of calls that anybody may make, so that no handler can forget it. */
function hidingIn({ access, answer, paged }: Endpoint): Hide | undefined {
  const hide = access === 'everyone' ? hidingPrices(answer) : undefined
  if (!hide || !paged) return hide
  return outcome => ({ ...(outcome as Page<unknown>), items: hide((outcome as Page<unknown>).items) })
}

/** Refuses: sign-in-needed, not-permitted. */
export function requireAccess(endpoint: Endpoint, caller: Caller | undefined): void {
  if (needsAccount(endpoint.access) && !caller) throw refuse('sign-in-needed')
  const permission = permissionFor(endpoint.access)
  if (permission && !may(caller, permission)) throw refuse('not-permitted')
}

/** Nobody reads more of them, and a body can have as many as it has letters. */
const mostErrors = 100

function parseInput(endpoint: Endpoint, request: RawRequest): InputOf<Endpoint> {
  const errors: FieldError[] = []
  const parse = (schema: z.core.$ZodType | undefined, value: unknown) => {
    if (!schema) return undefined
    const result = z.safeParse(schema, value, { error: plainSentence })
    const wrong = result.success ? [] : result.error.issues.map(asFieldError)
    // Whatever a schema says of a text: the database has to take it.
    const wrongFields = new Set(wrong.map(error => error.field))
    const broken = unstorableTexts(value).filter(field => !wrongFields.has(field))
    for (const error of [...wrong, ...broken.map(field => ({ field, message: fieldTexts.unstorable }))].slice(
      0,
      mostErrors,
    )) {
      errors.push(error)
    }
    return result.data
  }
  const params = parse(endpoint.params, request.params)
  if (errors.length > 0) throw refuse('unknown-id', {}, errors)
  const query = parse(endpoint.query, request.query)
  const body = parse(endpoint.body, requireObject(endpoint, request.body))
  if (errors.length > 0) throw refuseFields(errors)
  return {
    params,
    query,
    body,
    idempotencyKey: endpoint.idempotent ? readIdempotencyKey(request.headers['idempotency-key']) : undefined,
    headers: request.headers,
    rawBody: request.rawBody,
    // An endpoint with `upload` has one: the mount refuses a request without. The type knows it by the endpoint alone.
    file: request.file as undefined,
  }
}

function requireObject(endpoint: Endpoint, body: unknown): unknown {
  if (!endpoint.body) return undefined
  if (body === undefined || body === null) return {}
  if (typeof body !== 'object' || Array.isArray(body)) throw refuse('malformed-request')
  return body
}

function readIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  if (/^[\x21-\x7e]{1,255}$/.test(header)) return header
  throw refuseFields([{ field: 'Idempotency-Key', message: requestTexts.idempotencyKey }])
}

function asFieldError(issue: z.core.$ZodIssue): FieldError {
  return { field: issue.path.join('.'), message: issue.message }
}

function requireDeclaredAnswer(endpoint: Endpoint, outcome: unknown): void {
  if (endpoint.file) return
  const answer = endpoint.paged ? (outcome as Page<unknown>).items : outcome
  const result = z.safeParse(endpoint.answer, answer)
  if (!result.success)
    throw new Error(`${endpoint.method} ${endpoint.path} breaks its contract: ${z.prettifyError(result.error)}`)
}

function requireDeclaredRefusal(endpoint: Endpoint, error: unknown): void {
  if (!(error instanceof Refusal) || refusalsOf(endpoint).includes(error.code)) return
  throw new Error(`${endpoint.method} ${endpoint.path} does not declare the refusal ${error.code}`)
}
