import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RouterContextProvider, ServerBuild, createRequestHandler } from 'react-router'
import type { Page } from '#kernel/endpoint'
import { Refusal, refuse } from '#kernel/refusals'
import type { Api } from './api.server.ts'
import type { Context } from './context.server.ts'
import { databaseAway, isDatabaseAway } from './database.server.ts'
import { type Answer, type ResponseCache, type Topics, seal, sendSealed } from './changes/response-cache.server.ts'
import { type PolicyHosts, policyOf, takeOwnScripts } from './pages/policy.server.ts'
import { letScriptWait } from './pages/script.server.ts'
import { inlineStyles, readStyles } from './pages/styles.server.ts'
import { headersOfRefusal } from './http/errors.server.ts'
import { type Http, addressOf } from './http.server.ts'
import type { ReadLimit } from './http/read-limit.server.ts'
import { StartupProblem } from './startup.server.ts'

const root = join(import.meta.dirname, '../..')
const buildDirectory = join(root, 'build')
const clientDirectory = join(buildDirectory, 'client')

type CalledEndpoint = { method: string; path: string }
type InProcess = { api: Api; visitor: Context }

/** The call of a page's loader: the endpoint and what it takes, answered in this process. */
type InProcessCall = (endpoint: CalledEndpoint, request: object) => Promise<unknown>
type InProcessPage = (endpoint: CalledEndpoint, request: object) => Promise<Page<unknown>>

/** What the server lends to the rendering of one page. Its failures go to `reportError`: the build has no log. */
type Lent = {
  call: InProcessCall
  page: InProcessPage
  reportError: (error: unknown) => void
  /** Stands on each script that the renderer puts into the page. */
  nonce: string | undefined
}

/** What `screens/entry.server.tsx` exports beside its renderer. The router is the build's own: two copies do not know each other. */
type EntryModule = {
  createRequestHandler: typeof createRequestHandler
  createLoadContext(lent: Lent): RouterContextProvider
}

export type PagesOptions = {
  api: Api
  /** The context of a visitor: pages rendered here never know an account. */
  visitor: (request: FastifyRequest) => Context
  /** Further hosts that pages may load scripts, frames and connections from: the hosted payment provider's. */
  policyHosts: PolicyHosts
  log: { error(details: object, message: string): void }
  /** As customers see the shop. */
  publicUrl: () => string
  responseCache: ResponseCache
  /**
   * What of this address, path and query, decides its answer, where the answer may be kept: nobody's own words are in it.
   * The page is made for that address alone.
   */
  publicAddress: (address: string) => string | undefined
  readLimit: ReadLimit
}

/** How the pages are served: built ones with their styles in them, others as Vite makes them. */
type Rendering = PagesOptions & {
  loadBuild: () => Promise<ServerBuild>
  styles?: ReadonlyMap<string, string>
  isKeeping: boolean
}

/** Serves the built pages and their files. */
export async function mountPages(http: Http, options: PagesOptions): Promise<void> {
  if (!existsSync(join(buildDirectory, 'server/index.js'))) {
    throw new StartupProblem('The pages are not built. Start with: npm start')
  }
  await http.register(fastifyStatic, {
    root: clientDirectory,
    wildcard: false,
    cacheControl: false,
    // Beside a file lie its packed forms, made by the build.
    preCompressed: true,
    setHeaders(reply, path) {
      const isHashed = path.includes(join('client', 'assets'))
      void reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
    },
  })
  const build = (await import(join(buildDirectory, 'server/index.js'))) as ServerBuild
  const styles = await readStyles(clientDirectory)
  const rendering = { ...options, styles, isKeeping: true, loadBuild: async () => build }
  http.get('/*', (request, reply) => sendPage(request, reply, rendering))
}

/** Serves pages and their files through Vite, with live reload. */
export async function mountPagesInDevelopment(http: Http, options: PagesOptions): Promise<void> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    root,
    server: { middlewareMode: true, hmr: { server: http.server } },
    appType: 'custom',
  })
  const loadBuild = async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild
  const rendering = { ...options, isKeeping: false, loadBuild }
  http.addHook('onClose', () => vite.close())
  http.get('/*', async (request, reply) => {
    const isFile = await new Promise<boolean>(resolve => {
      reply.raw.once('finish', () => resolve(true))
      vite.middlewares(request.raw, reply.raw, () => resolve(false))
    })
    if (!isFile) return sendPage(request, reply, rendering)
    return reply.hijack()
  })
}

async function sendPage(request: FastifyRequest, reply: FastifyReply, rendering: Rendering): Promise<FastifyReply> {
  const publicAddress = rendering.publicAddress(request.url)
  const key = rendering.isKeeping ? publicAddress : undefined
  const make = async (topics: Topics) => {
    rendering.readLimit.count(request.ip)
    return renderPage(request, {
      ...rendering,
      topics,
      address: publicAddress ?? request.url,
      isKept: key !== undefined,
    })
  }
  try {
    const sealed = key === undefined ? seal(await make(new Set())) : await rendering.responseCache.answer(key, make)
    reply.header('cache-control', cacheControlOf(request, sealed, key !== undefined))
    return await sendSealed(request, reply, sealed)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // A page in the shop's own looks would cost what is refused here.
    reply.headers({ ...headersOfRefusal(error), 'cache-control': 'no-store' })
    return reply.status(error.status).type('text/plain; charset=utf-8').send(error.message)
  }
}

/** How long, and by whom, a page may be kept on its way. */
function cacheControlOf(request: FastifyRequest, { status, isPartial }: Answer, isKept: boolean): string {
  if (isPartial || status >= 500) return 'no-store'
  // What was fetched because a link was pointed at is still there when it is pressed.
  if (String(request.headers['sec-purpose'] ?? '').includes('prefetch')) return 'private, max-age=15'
  return isKept ? 'public, no-cache' : 'private, no-cache'
}

type OnePage = Rendering & { address: string; isKept: boolean; topics: Topics }

/** The page of an address, or the data that a page asks for on its way to it: the same for every visitor. */
async function renderPage(request: FastifyRequest, rendering: OnePage): Promise<Answer> {
  const { api, log, styles } = rendering
  const build = await rendering.loadBuild()
  const entry = build.entry.module as unknown as EntryModule
  const visitor = { ...rendering.visitor(request), topics: rendering.topics }
  const failures = reporting(request, log)
  const nonce = randomBytes(18).toString('base64url')
  const context = entry.createLoadContext({
    call: callInProcess(api, visitor),
    page: pageInProcess(api, visitor),
    reportError: failures.report,
    nonce: styles && nonce,
  })
  const handle = entry.createRequestHandler(build, styles ? 'production' : 'development')
  const response = await handle(asWebRequest(request, rendering), context)
  // Who has left gets half an answer, and that is nobody's failure.
  if (response.status >= 500 && !request.signal.aborted) failures.reportUnknown()
  const headers = Object.fromEntries(response.headers)
  const body = Buffer.from(await response.arrayBuffer())
  const isDocument = headers['content-type']?.startsWith('text/html') === true
  if (!styles || !isDocument) return { status: response.status, headers, body, isPartial: failures.areKnown() }
  const own = takeOwnScripts(body.toString(), nonce)
  const styled = inlineStyles(own.html, styles)
  const complete = { html: styled.html, scripts: own.scripts }
  // What is kept is a public page, which is complete without script.
  const { html, scripts } = rendering.isKept ? letScriptWait(complete) : complete
  const policy = policyOf({ scripts, styles: styled.styles }, rendering.policyHosts)
  return {
    status: response.status,
    headers: { ...headers, 'content-security-policy': policy },
    body: Buffer.from(html),
    isPartial: failures.areKnown(),
  }
}

/** Every failure of a page is one line of the log, however often its renderer tells of it, and none is without one. */
function reporting(request: FastifyRequest, log: PagesOptions['log']) {
  const known = new Set<unknown>()
  const report = (error: unknown) => {
    if (known.has(error)) return
    known.add(error)
    // Without its query, which may hold what a person typed.
    const url = request.url.split('?', 1)[0]
    log.error({ error, requestId: request.id, url }, 'a page failed to render')
  }
  return {
    report,
    areKnown: () => known.size > 0,
    reportUnknown() {
      if (known.size === 0) report(undefined)
    },
  }
}

/** A refusal in a loader becomes the page's own answer: a 404 is a real 404. So does a database that is away. */
async function answering<T>({ log, requestId }: Context, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) throw asResponse(error)
    if (!isDatabaseAway(error)) throw error
    log.error({ error, requestId }, databaseAway)
    throw asResponse(refuse('not-ready'))
  }
}

function asResponse({ message, status, title }: Refusal): Response {
  return new Response(message, { status, statusText: title })
}

function runInProcess({ api, visitor }: InProcess, endpoint: CalledEndpoint, request: object): Promise<unknown> {
  const mounted = api.find(endpoint.method, endpoint.path)
  if (!mounted) throw new Error(`a page calls ${endpoint.method} ${endpoint.path}, which is not mounted`)
  const parts = { params: {}, query: {}, body: undefined, ...request }
  return answering(visitor, () => api.run(mounted, visitor, { ...parts, rawBody: undefined, headers: {} }))
}

function callInProcess(api: Api, visitor: Context): InProcessCall {
  return async (endpoint, request) => {
    const outcome = await runInProcess({ api, visitor }, endpoint, request)
    return api.find(endpoint.method, endpoint.path)?.endpoint.paged ? (outcome as Page<unknown>).items : outcome
  }
}

function pageInProcess(api: Api, visitor: Context): InProcessPage {
  return async (endpoint, request) => (await runInProcess({ api, visitor }, endpoint, request)) as Page<unknown>
}

/** Its address alone, without its headers: what is rendered is the same for whoever asks, and HEAD is answered as GET is. */
function asWebRequest(request: FastifyRequest, { publicUrl, isKept, ...page }: OnePage): Request {
  const address = addressOf({ url: page.address }, publicUrl())
  // A visitor who leaves stops the rendering of the page that nobody waits for; for what is kept, others may wait.
  return new Request(address, isKept ? {} : { signal: request.signal })
}
