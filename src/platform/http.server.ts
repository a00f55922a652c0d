import { Readable } from 'node:stream'
import cors from '@fastify/cors'
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { isStaff } from '#kernel/access'
import { completing } from '#kernel/addresses'
import { type Endpoint, type Page, type Pieces, pathOf } from '#kernel/endpoint'
import { refuse } from '#kernel/refusals'
import { type Api, type Mounted, type RawRequest, requireAccess } from './http/api.server.ts'
import { type Context, newId } from './context.server.ts'
import { answerUnreadable, answeringErrors } from './http/errors.server.ts'
import { type Share, shareFairly, usualShare } from './http/fair-share.server.ts'
import { closePipelines } from './http/pipelining.server.ts'
import { holdLimits, usualLimits } from './http/limits.server.ts'
import { type Answer, type ResponseCache, type Topics, sendSealed } from './changes/response-cache.server.ts'
import type { Log } from './log.server.ts'
import { networkOf } from './http/rate-limits.server.ts'
import type { ReadLimit } from './http/read-limit.server.ts'
import type { PlatformSettings } from './settings.server.ts'
import { type Storage, watchStorage } from './files/storage.server.ts'
import { traceRequests } from './log/tracing.server.ts'
import { readJsonAsText } from './http/json-body.server.ts'
import { headersOfAll } from './http/headers.server.ts'
import { acceptUploads, leaveUpload, readUpload, uploadBodyLimit } from './http/upload.server.ts'

export type Http = FastifyInstance

declare module 'fastify' {
  interface FastifyInstance {
    storage: Storage
  }
  interface FastifyRequest {
    /** Who calls, once the access token has said so. */
    accountId: string | undefined
  }
  interface FastifyContextConfig {
    rawBody?: boolean
    isUpload?: boolean
    /** Answers with a file, which may be long. */
    isFile?: boolean
    /** Asks whether the process is well. */
    isCheck?: boolean
  }
}

const bodyLimitBytes = 256 * 1024

/** Where only this machine reaches the shop, these addresses share with nobody. The rest of 127.0.0.0/8 shares as everybody does. */
const ownAddresses: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** Makes the HTTP server: request ids, security headers, bodies, and the one place where errors become answers. */
export async function createHttp(settings: PlatformSettings, log: Log, limits = usualLimits): Promise<Http> {
  const storage = watchStorage()
  const share = shareFairly({ ...usualShare, isFree: address => settings.loopbackOnly && ownAddresses.has(address) })
  const http = fastify({
    bodyLimit: bodyLimitBytes,
    genReqId: () => newId(),
    trustProxy: settings.trustProxy.length > 0 ? settings.trustProxy : false,
    // A stop finishes the requests that are open and closes idle connections.
    forceCloseConnections: 'idle',
    // Requests that still arrive on an open connection are answered, too.
    return503OnClosing: false,
    // Long enough for a whole upload. Requests that take longer are looked for every few seconds.
    requestTimeout: 60_000,
    // A request without a host is refused as any other, in its turn.
    http: { connectionsCheckingInterval: 5000, requireHostHeader: false },
    // Long enough for an email of 254 characters, each of them encoded.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1024 },
    // An address that cannot even be read is refused before the hooks.
    frameworkErrors: inTurn(share, answeringErrors(log, storage)),
    clientErrorHandler: answerUnreadable,
  })
  if (settings.tracesEndpoint !== undefined) traceRequests(http)
  http.decorate('storage', storage)
  http.decorateRequest('accountId', undefined)
  const headers = headersOfAll(settings)
  http.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).headers(headers)
    done()
  })
  http.addHook('onRequest', share)
  closePipelines(http.server)
  holdLimits(http, limits)
  warnOfProxies(http, settings, log)
  readJsonAsText(http)
  http.setErrorHandler(answeringErrors(log, storage))
  http.setNotFoundHandler(answerNothing)
  return http
}

type AnswerError = ReturnType<typeof answeringErrors>

function inTurn(share: Share, answer: AnswerError) {
  return (...[error, request, reply]: Parameters<AnswerError>): void =>
    share(request, reply, refusal => void answer(refusal ?? error, request, reply))
}

const forwardingHeaders = ['x-forwarded-for', 'forwarded']

/**
 * A proxy that TRUST_PROXY does not name makes all customers one address, who then share the limits of one. Said once: a
 * stranger who sends such a header of their own must not fill the log.
 */
function warnOfProxies(http: Http, { trustProxy }: PlatformSettings, log: Log): void {
  let hasWarned = false
  http.addHook('onRequest', (request, _reply, done) => {
    const isForwarded = !hasWarned && forwardingHeaders.some(name => request.headers[name] !== undefined)
    // Of a peer that is trusted, the address before it is known as well.
    if (isForwarded && (request.ips?.length ?? 1) <= 1) {
      hasWarned = true
      log.warn({ peer: request.socket.remoteAddress, trustProxy }, untrustedProxy)
    }
    done()
  })
}

export const untrustedProxy =
  'A request came with a forwarding header from a peer that TRUST_PROXY does not name. If that is your proxy, set TRUST_PROXY to its address: until then all customers count as one, and share one limit.'

/**
 * The address that a request is for, on the shop's own: what `Host` says is only the caller's word, may be malformed,
 * and must not reach a link. Slashes at the start are one, so that no path is read as another host.
 */
export function addressOf(request: Pick<FastifyRequest, 'url'>, publicUrl: string): URL {
  const path = request.url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/^[/\\]*/, '/')
  return new URL(`${publicUrl}${path}`)
}

export type ApiMount = {
  api: Api
  /** Authenticates a request and makes the verbs' context. */
  contextOf: (request: FastifyRequest, endpoint: Endpoint) => Promise<Context>
  /** Keeps what everyone may read. */
  responseCache: ResponseCache
  /** Whether a read that is everyone's is made for this caller alone, and kept nowhere: accounts see prices that visitors do not. */
  isForCaller: (request: FastifyRequest) => boolean
  /** How many of these answers a network may have made anew. */
  readLimit: ReadLimit
  /** Whether an address tells of one person, so that its answer is kept nowhere. */
  isPersonal: (address: string) => boolean
  corsOrigins: string[]
  /** The shop's own address: links in answers begin with it, for clients of any origin. */
  publicUrl: () => string
}

/** Mounts every call under `/api`; other origins may make them as far as `CORS_ORIGINS` says. */
export async function mountApi(http: Http, { corsOrigins, ...mount }: ApiMount): Promise<void> {
  await http.register(async scope => {
    if (corsOrigins.length > 0) {
      await scope.register(cors, {
        origin: corsOrigins,
        methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
        exposedHeaders: ['link', 'x-total-count', 'x-total-is-more', 'x-request-id'],
        maxAge: 600,
      })
    }
    const calls = mount.api.mounted()
    for (const mounted of calls) if (!mounted.endpoint.upload) mountCall(scope, mounted, mount)
    // In a scope of their own: elsewhere a multipart body stays refused.
    await scope.register(async scope => {
      await acceptUploads(scope)
      for (const mounted of calls) if (mounted.endpoint.upload) mountCall(scope, mounted, mount)
    })
    scope.all('/api', answerNothing)
    scope.all('/api/*', answerNothing)
  })
}

function answerNothing(): Promise<never> {
  return Promise.reject(refuse('no-such-call'))
}

function mountCall(scope: Http, mounted: Mounted, mount: Omit<ApiMount, 'corsOrigins'>): void {
  const { endpoint } = mounted
  const run = runner(mounted, mount)
  const isPublic = endpoint.method === 'GET' && endpoint.access === 'everyone'
  const isShared = isPublic && endpoint.personal === undefined
  const keyOf = keyBy(endpoint)
  scope.route({
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    config: {
      rawBody: endpoint.rawBody === true,
      isUpload: endpoint.upload !== undefined,
      isFile: endpoint.file !== undefined,
    },
    ...(endpoint.upload && { bodyLimit: uploadBodyLimit(endpoint.upload) }),
    async handler(request, reply) {
      if (isShared && !mount.isPersonal(request.url) && !mount.isForCaller(request)) {
        const make = async (topics: Topics) => {
          mount.readLimit.count(request.ip)
          return asBytes(await run(request, topics))
        }
        const accepted = request.headers['accept-encoding']
        return sendSealed(request, reply, await mount.responseCache.answer(keyOf(request), make, accepted))
      }
      if (isPublic) mount.readLimit.count(request.ip)
      const { headers, body } = await run(request)
      // Answers that depend on who asks must not be kept by anything in between.
      if (endpoint.method === 'GET' || endpoint.access !== 'everyone') reply.header('cache-control', 'no-store')
      return reply.headers(headers).send(body)
    },
  })
}

/** The key of a kept answer: its call, and those parameters that the call knows, in one order. */
function keyBy({ method, path, query }: Endpoint) {
  const names = query instanceof z.core.$ZodObject ? Object.keys(query._zod.def.shape).toSorted() : []
  return ({ params, query }: FastifyRequest): string => {
    const given = new Map(Object.entries(query as object))
    return `${method} ${path} ${JSON.stringify([params, names.map(name => given.get(name) ?? null)])}`
  }
}

/** What a call answers on the network: its addresses absolute, and of a list the way to the next page as a header. */
type Outgoing = { headers: Record<string, string>; body: unknown }

function runner(mounted: Mounted, { api, contextOf, publicUrl }: Omit<ApiMount, 'corsOrigins'>) {
  const { endpoint } = mounted
  const complete = completing(endpoint.answer) ?? (answer => answer)
  return async (request: FastifyRequest, topics?: Topics): Promise<Outgoing> => {
    const ctx = { ...(await contextOf(request, endpoint)), ...(topics && { topics }) }
    request.accountId = ctx.caller?.id
    const sender = {
      id: ctx.caller?.id ?? request.ip,
      network: `network ${networkOf(request.ip)}`,
      isStaff: isStaff(ctx.caller),
    }
    // Before a file is taken in: it may be as large as the disk.
    if (endpoint.upload) requireAccess(endpoint, ctx.caller)
    const file = endpoint.upload && (await readUpload(request, endpoint.upload, { ctx, sender }))
    const outcome = await api.run(mounted, ctx, { ...rawRequestOf(request), file }).finally(async () => {
      if (file) await leaveUpload(ctx, file)
    })
    if (endpoint.file) return { headers: { 'content-type': mediaTypeOf(endpoint.file) }, body: asStream(outcome) }
    if (!endpoint.paged) return { headers: {}, body: complete(outcome, publicUrl()) }
    const { items, ...page } = outcome as Page<unknown>
    const address = `${publicUrl()}/api${pathOf(endpoint, { params: request.params })}`
    return { headers: headersOfPage(address, page), body: complete(items, publicUrl()) }
  }
}

const mediaTypeOf = (file: string) => (file.startsWith('text/') ? `${file}; charset=utf-8` : file)

/** A client that goes away ends the making of the file; an error in the middle cuts the connection, so that no half looks whole. */
const asStream = (outcome: unknown) => Readable.from(outcome as Pieces)

/** What everyone may read, as bytes. Whoever keeps it asks each time whether it is still right, which costs no query. */
function asBytes({ headers, body }: Outgoing): Answer {
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, no-cache', ...headers },
    body: Buffer.from(JSON.stringify(body)),
  }
}

function headersOfPage(address: string, page: Omit<Page<unknown>, 'items'>): Record<string, string> {
  const { total, totalIsMore, next } = page
  return {
    'x-total-count': String(total),
    ...(totalIsMore && { 'x-total-is-more': 'yes' }),
    ...(next && { link: `<${address}${next}>; rel="next"` }),
  }
}

function rawRequestOf(request: FastifyRequest): RawRequest {
  const text = typeof request.body === 'string' ? request.body : undefined
  const isRaw = request.routeOptions.config.rawBody === true
  return {
    params: request.params,
    query: request.query,
    body: isRaw ? undefined : request.body,
    rawBody: isRaw ? (text ?? '') : undefined,
    headers: request.headers as Record<string, string | undefined>,
  }
}
