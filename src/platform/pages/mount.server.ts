import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RouterContextProvider, ServerBuild, createRequestHandler } from 'react-router'
import type { Page } from '#kernel/endpoint'
import { Refusal, refuse } from '#kernel/refusals'
import type { Api } from '../http/api.server.ts'
import type { Context } from '../context.server.ts'
import { databaseAway, isDatabaseAway } from '../database.server.ts'
import {
  type Answer,
  type ResponseCache,
  type Sealed,
  type Topics,
  seal,
  sendSealed,
} from '../changes/response-cache.server.ts'
import { type PolicyHosts, policyOf, withoutNonce } from './policy.server.ts'
import { projectDirectory, projectFile } from '../files/project.server.ts'
import { type CalledEndpoint, type PageFiles, type StorefrontModule, readPageFiles } from './storefront.server.ts'
import { headersOfRefusal } from '../http/errors.server.ts'
import { type Http, addressOf } from '../http.server.ts'
import type { ReadLimit } from '../http/read-limit.server.ts'
import { StartupProblem } from '../startup.server.ts'

const buildDirectory = projectFile('build')
const clientDirectory = join(buildDirectory, 'client')

type InProcess = { api: Api; visitor: Context }

/** The call of a page: the endpoint and what it takes, answered in this process. */
type InProcessCall = (endpoint: CalledEndpoint, request: object) => Promise<unknown>

/** What the server lends to the rendering of one screen. Its failures go to `reportError`: the build has no log. */
type Lent = {
  call: InProcessCall
  reportError: (error: unknown) => void
  /** Stands on each script that the renderer puts into the screen. */
  nonce: string | undefined
}

/** What `screens/entry.server.tsx` exports beside its renderer. The router is the build's own: two copies do not know each other. */
type EntryModule = {
  createRequestHandler: typeof createRequestHandler
  createLoadContext(lent: Lent): RouterContextProvider
  screenAddressOf(routes: ServerBuild['routes'], path: string): string | undefined
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
  /** Whether this address is one of the application around an account; the others are pages of the shop. */
  isScreen: (address: string) => boolean
  /**
   * What of this address, path and query, decides its answer, where the answer may be kept: nobody's own words are in it.
   * The page is made for that address alone.
   */
  publicAddress: (address: string) => string | undefined
  readLimit: ReadLimit
}

/** How pages and screens are made: built ones are kept, others are as Vite makes them now. */
type Rendering = PagesOptions & {
  loadApplication: () => Promise<ServerBuild>
  loadStorefront: () => Promise<StorefrontModule>
  files: PageFiles
  /** Of the shop's pages, whose scripts are the same each time; undefined where Vite puts its own into them. */
  policy?: string
  isBuilt: boolean
}

/** Serves the built pages and their files. */
export async function mountPages(http: Http, options: PagesOptions): Promise<void> {
  const application = join(buildDirectory, 'server/index.js')
  if (!existsSync(application)) throw new StartupProblem('The pages are not built. Start with: npm start')
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
  const storefront = (await import(join(buildDirectory, 'storefront/render.js'))) as StorefrontModule
  const rendering: Rendering = {
    ...options,
    isBuilt: true,
    files: await readPageFiles(buildDirectory),
    policy: policyOf(storefront.inlineScripts, options.policyHosts),
    loadStorefront: async () => storefront,
    // A shop that only visitors come to does without it.
    loadApplication: async () => (await import(application)) as ServerBuild,
  }
  // While a release comes in, a proxy asks one process after the other for a file: that must cost nothing, and is no page read.
  http.get('/assets/*', (_request, reply) =>
    reply
      .status(404)
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send('There is no such file.'),
  )
  http.get('/*', (request, reply) => sendPage(request, reply, rendering))
}

/** Live reload, what React's needs before it, and the pages with their looks. */
const developmentScripts = [
  '/@vite/client',
  '/@id/__x00__virtual:react-router/inject-hmr-runtime',
  '/src/screens/storefront/islands/development.ts',
]

/** Serves pages and their files through Vite, with live reload. */
export async function mountPagesInDevelopment(http: Http, options: PagesOptions): Promise<void> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    root: projectDirectory,
    server: { middlewareMode: true, hmr: { server: http.server } },
    appType: 'custom',
  })
  const rendering: Rendering = {
    ...options,
    isBuilt: false,
    files: { scripts: developmentScripts, styles: [] },
    loadStorefront: async () =>
      (await vite.ssrLoadModule('/src/screens/storefront/render.tsx')) as unknown as StorefrontModule,
    loadApplication: async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild,
  }
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
  const isScreen = rendering.isScreen(request.url)
  const sharedAddress = isScreen ? await shellAddress(request.url, rendering) : rendering.publicAddress(request.url)
  const key = rendering.isBuilt ? sharedAddress : undefined
  const make = async (topics: Topics) => {
    rendering.readLimit.count(request.ip)
    const one = { ...rendering, topics, address: sharedAddress ?? request.url, isKept: key !== undefined }
    return isScreen ? renderScreen(request, one) : renderPage(request, one)
  }
  try {
    const accepted = request.headers['accept-encoding']
    const sealed =
      key === undefined ? seal(await make(new Set())) : await rendering.responseCache.answer(key, make, accepted)
    reply.header('cache-control', cacheControlOf(request, sealed, key !== undefined && !isScreen))
    return await sendSealed(request, reply, sealed)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // A page in the shop's own looks would cost what is refused here.
    reply.headers({ ...headersOfRefusal(error), 'cache-control': 'no-store' })
    return reply.status(error.status).type('text/plain; charset=utf-8').send(error.message)
  }
}

/** The address of a screen's shell, which holds nothing of whoever asks. With a query it is made by itself: there may be a secret in it. */
async function shellAddress(url: string, { loadApplication }: Rendering): Promise<string | undefined> {
  if (url.includes('?') || url.endsWith('.data')) return undefined
  const build = await loadApplication()
  return entryOf(build).screenAddressOf(build.routes, url)
}

const entryOf = (build: ServerBuild) => build.entry.module as unknown as EntryModule

/** How long, and by whom, a page may be kept on its way. */
function cacheControlOf(request: FastifyRequest, { status, isPartial }: Sealed, isPublic: boolean): string {
  if (isPartial || status >= 500) return 'no-store'
  // What was fetched because a link was pointed at is still there when it is pressed.
  if (String(request.headers['sec-purpose'] ?? '').includes('prefetch')) return 'private, max-age=15'
  return isPublic ? 'public, no-cache' : 'private, no-cache'
}

type OnePage = Rendering & { address: string; isKept: boolean; topics: Topics }

/** A page of the shop: the same for every visitor. */
async function renderPage(request: FastifyRequest, rendering: OnePage): Promise<Answer> {
  const { api, files, publicUrl, policy } = rendering
  const { renderPage } = await rendering.loadStorefront()
  const visitor = { ...rendering.visitor(request), topics: rendering.topics }
  const failures = reporting(request, rendering.log)
  const { status, html, location } = await renderPage({
    url: addressOf({ url: rendering.address }, publicUrl()),
    call: callInProcess(api, visitor),
    page: pageInProcess(api, visitor),
    report: failures.report,
    files,
  })
  if (status >= 500) failures.reportUnknown()
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    ...(location !== undefined && { location }),
    ...(policy && { 'content-security-policy': policy }),
  }
  return { status, headers, body: Buffer.from(html), isPartial: failures.hasReported() }
}

/** A screen of the application, or the data that it asks for on its way to it. */
async function renderScreen(request: FastifyRequest, rendering: OnePage): Promise<Answer> {
  const { api, log, isBuilt } = rendering
  const build = await rendering.loadApplication()
  const entry = entryOf(build)
  const visitor = { ...rendering.visitor(request), topics: rendering.topics }
  const failures = reporting(request, log)
  const nonce = isBuilt ? randomBytes(18).toString('base64url') : undefined
  const context = entry.createLoadContext({ call: callInProcess(api, visitor), reportError: failures.report, nonce })
  const handle = entry.createRequestHandler(build, isBuilt ? 'production' : 'development')
  const response = await handle(asWebRequest(request, rendering), context)
  // Who has left gets half an answer, and that is nobody's failure.
  if (response.status >= 500 && !request.signal.aborted) failures.reportUnknown()
  const html = Buffer.from(await response.arrayBuffer())
  const own = nonce === undefined ? undefined : withoutNonce(html.toString(), nonce)
  return {
    status: response.status,
    headers: {
      ...Object.fromEntries(response.headers),
      ...(own && { 'content-security-policy': policyOf(own.scripts, rendering.policyHosts) }),
    },
    body: own ? Buffer.from(own.html) : html,
    isPartial: failures.hasReported(),
  }
}

/** Every failure of a page is one line of the log, however often its renderer tells of it, and none is without one. */
function reporting(request: FastifyRequest, log: PagesOptions['log']) {
  const reported = new Set<unknown>()
  const report = (error: unknown) => {
    if (reported.has(error)) return
    reported.add(error)
    // Without its query, which may hold what a person typed.
    const url = request.url.split('?', 1)[0]
    log.error({ error, requestId: request.id, url }, 'a page failed to render')
  }
  return {
    report,
    hasReported: () => reported.size > 0,
    reportUnknown() {
      if (reported.size === 0) report(undefined)
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

function pageInProcess(api: Api, visitor: Context) {
  return async (endpoint: CalledEndpoint, request: object) =>
    (await runInProcess({ api, visitor }, endpoint, request)) as Page<unknown>
}

/** Its address alone, without its headers: what is rendered is the same for whoever asks, and HEAD is answered as GET is. */
function asWebRequest(request: FastifyRequest, { publicUrl, address }: OnePage): Request {
  // A visitor who leaves stops the rendering of the screen that nobody waits for.
  return new Request(addressOf({ url: address }, publicUrl()), { signal: request.signal })
}
