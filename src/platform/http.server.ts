import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type Endpoint, type Page, pathOf } from '#kernel/endpoint'
import { problemOf, problemOfBug } from '#kernel/problem'
import { problemMediaType } from '#kernel/problem-media-type'
import { Refusal, type RefusalCode, refuse } from '#kernel/refusals'
import type { Api, Mounted, RawRequest } from './api.server.ts'
import { type Context, newId } from './context.server.ts'
import { databaseAway, isDatabaseAway } from './database.server.ts'
import { type Answer, type Keeper, sendSealed } from './kept-answers.server.ts'
import type { Log } from './log.server.ts'
import { logSecurity } from './security-log.server.ts'
import type { Settings } from './settings.server.ts'
import { acceptUploads, readUpload, uploadBodyLimit } from './upload.server.ts'

export type Http = FastifyInstance

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls, once the access token has said so. */
    accountId: string | undefined
  }
  interface FastifyContextConfig {
    rawBody?: boolean
  }
}

/** What a page of the shop never asks the browser for, so that nothing in it can. */
const permissions = ['camera', 'microphone', 'geolocation', 'usb', 'serial', 'display-capture']
  .map(feature => `${feature}=()`)
  .join(', ')

const bodyLimitBytes = 256 * 1024

/** Makes the HTTP server: request ids, security headers, bodies, and the one place where errors become answers. */
export async function createHttp(settings: Settings, log: Log): Promise<Http> {
  const http = fastify({
    bodyLimit: bodyLimitBytes,
    genReqId: () => newId(),
    trustProxy: settings.trustProxy.length > 0 ? settings.trustProxy : false,
    // A stop finishes the requests that are open and closes idle connections.
    forceCloseConnections: 'idle',
    requestTimeout: 60_000,
    // Long enough for an email of 254 characters, each of them encoded.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1024 },
    frameworkErrors: answeringErrors(log),
  })
  http.decorateRequest('accountId', undefined)
  http.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id).header('permissions-policy', permissions)
  })
  // A connection that is answering when the stop begins falls idle later, and would be kept open for a minute.
  http.addHook('preClose', async () => {
    const timer = setInterval(() => http.server.closeIdleConnections(), 50)
    http.server.once('close', () => clearInterval(timer))
  })
  await http.register(helmet, {
    // Pages set their own policy, with the hashes of what is inline; answers of the API need none.
    contentSecurityPolicy: false,
    // The default would cut a sign-in popup off from the page that opened it.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-site' },
    strictTransportSecurity: settings.publicUrl?.startsWith('https:') ? { maxAge: 31_536_000 } : false,
  })
  readJsonAsText(http)
  http.setErrorHandler(answeringErrors(log))
  http.setNotFoundHandler(answerNothing)
  return http
}

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
  keeper: Keeper
  /** Whether an address tells of one person, so that its answer is kept nowhere. */
  isPersonal: (address: string) => boolean
  corsOrigins: string[]
}

/** Mounts every call under `/api`; other origins may make them as far as `CORS_ORIGINS` says. */
export async function mountApi(http: Http, { corsOrigins, ...mount }: ApiMount): Promise<void> {
  await http.register(async scope => {
    await scope.register(cors, {
      origin: corsOrigins.length > 0 ? corsOrigins : false,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: ['link', 'x-total-count', 'x-request-id'],
      maxAge: 600,
    })
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
  const isShared = endpoint.method === 'GET' && endpoint.access === 'everyone' && endpoint.personal !== true
  scope.route({
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    config: { rawBody: endpoint.rawBody === true },
    ...(endpoint.upload && { bodyLimit: uploadBodyLimit(endpoint.upload) }),
    async handler(request, reply) {
      if (isShared && !mount.isPersonal(request.url)) {
        const make = async () => answerOf(endpoint, request, await run(request))
        return sendSealed(request, reply, await mount.keeper.answer(request.url, make))
      }
      const outcome = await run(request)
      // Answers that depend on who asks must not be kept by anything in between.
      if (endpoint.method === 'GET' || endpoint.access !== 'everyone') reply.header('cache-control', 'no-store')
      if (!endpoint.paged) return reply.send(outcome)
      const page = outcome as Page<unknown>
      return reply.headers(headersOfPage(pathOf(endpoint, { params: request.params }), page)).send(page.items)
    },
  })
}

function runner({ endpoint, ...mounted }: Mounted, { api, contextOf }: Pick<ApiMount, 'api' | 'contextOf'>) {
  return async (request: FastifyRequest): Promise<unknown> => {
    const ctx = await contextOf(request, endpoint)
    request.accountId = ctx.caller?.id
    const sender = { id: ctx.caller?.id ?? request.ip, isStaff: ctx.caller?.role === 'admin' }
    const file = endpoint.upload && (await readUpload(request, endpoint.upload, sender))
    return api.run({ endpoint, ...mounted }, ctx, { ...rawRequestOf(request), file })
  }
}

/** What everyone may read, as bytes. Whoever keeps it asks each time whether it is still right, which costs no query. */
function answerOf(endpoint: Endpoint, request: FastifyRequest, outcome: unknown): Answer {
  const page = endpoint.paged ? (outcome as Page<unknown>) : undefined
  return {
    status: 200,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, no-cache',
      ...(page && headersOfPage(pathOf(endpoint, { params: request.params }), page)),
    },
    body: Buffer.from(JSON.stringify(page ? page.items : outcome)),
  }
}

function headersOfPage(path: string, { total, next }: Page<unknown>): Record<string, string> {
  return { 'x-total-count': String(total), ...(next && { link: `</api${path}${next}>; rel="next"` }) }
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

/** JSON bodies are parsed here, except where a signature is checked over their text. An empty body is no body. */
function readJsonAsText(http: Http): void {
  http.removeContentTypeParser('text/plain')
  const parseJson = http.getDefaultJsonParser('error', 'error')
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (request.routeOptions.config.rawBody) return done(null, body)
    if (body === '') return done(null, undefined)
    return parseJson(request, String(body), done)
  })
}

const codeByStatus: Record<number, RefusalCode> = {
  400: 'malformed-request',
  413: 'body-too-large',
  415: 'unsupported-media-type',
  429: 'too-many-requests',
  503: 'not-ready',
}

/**
 * Every error ends here: a refusal in its own words, a database that is away as a wish to ask again, anything else as a
 * bug whose cause only the log has.
 */
function answeringErrors(log: Log) {
  return (error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const refusal = error instanceof Refusal ? error : refusalOf(error)
    // An address that cannot even be read is refused before the hook that sets the id.
    reply.header('x-request-id', request.id).header('cache-control', 'no-store').type(problemMediaType)
    if (refusal && isAboutAccess(refusal)) logRefusal(log, request, refusal)
    if (refusal) return reply.status(refusal.status).send(JSON.stringify(problemOf(refusal, request.id)))
    const isAway = isDatabaseAway(error)
    const what = isAway ? databaseAway : 'request failed'
    log.error({ error, requestId: request.id, method: request.method, url: request.routeOptions.url }, what)
    if (isAway) return reply.status(503).send(JSON.stringify(problemOf(refuse('not-ready'), request.id)))
    return reply.status(500).send(JSON.stringify(problemOfBug(request.id)))
  }
}

const isAboutAccess = ({ status }: Refusal) => status === 401 || status === 403 || status === 429

/** The route and not the address: that may hold a VIN, or what somebody typed. */
function logRefusal(log: Log, request: FastifyRequest, { code, status }: Refusal): void {
  const { id: requestId, ip: address, method, accountId: account } = request
  logSecurity(log, 'request-refused', {
    account,
    address,
    requestId,
    method,
    route: request.routeOptions.url,
    status,
    reason: code,
  })
}

/** What the server framework itself refuses (a broken body, a wrong media type), in the shop's words. */
function refusalOf(error: FastifyError): Refusal | undefined {
  if (error instanceof SyntaxError) return refuse('malformed-request')
  const code =
    error.statusCode && error.statusCode < 500 ? (codeByStatus[error.statusCode] ?? 'malformed-request') : undefined
  return code && refuse(code)
}
