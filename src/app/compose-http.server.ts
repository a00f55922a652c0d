import { callbackify } from 'node:util'
import type { FastifyRequest, onSendHookHandler } from 'fastify'
import { sql } from 'kysely'
import packageFile from '../../package.json' with { type: 'json' }
import { customerRole, needsAccount } from '#kernel/access'
import type { Endpoint } from '#kernel/endpoint'
import { refuse } from '#kernel/refusals'
import type { Api } from '#platform/http/api'
import type { Changes } from '#platform/changes'
import type { Context } from '#platform/context'
import type { Database } from '#platform/database'
import { type Http, createHttp, mountApi } from '#platform/http'
import type { Topics } from '#platform/changes/response-cache'
import { mountPages, mountPagesInDevelopment } from '#platform/pages/mount'
import { limitReads, unlimitedReads } from '#platform/http/read-limit'
import { mountReference } from '#platform/http/reference'
import type { Settings } from '#platform/settings'
import { StartupProblem } from '#platform/startup'
import { heardEvents } from '#rules/ordering'
import { bearerOf, findCaller } from '#services/accounts'
import { mountGoogleStandIn } from '#dev/google-stand-in'
import { mountPublished, readPublished } from '#services/home'
import { mountPictures, readLargest } from '#services/media'
import {
  guardDevelopment,
  isFromThisMachine,
  mountHealth,
  mountMetrics,
  mountOutbox,
} from './operations/operations.server.ts'
import { isScreen, namesVin, publicAddress } from './addresses.server.ts'
import { mountKit } from './operations/kit.server.ts'
import { sandboxPath, sandboxProvider } from '#dev/stripe-sandbox'
import { mountSharing } from '#services/sharing'
import type { Parts, ShopOptions, Whereabouts } from './compose-parts.server.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What it has written is shown to no visitor. */
    isUnseen: boolean
  }
}

/** Everything that answers on the network, in the order in which it is mounted. */
export async function composeHttp(
  options: ShopOptions,
  parts: Parts & { api: Api },
  where: Whereabouts,
): Promise<Http> {
  const { settings, log } = options
  const http = await createHttp(settings, log)
  followWrites(http, parts.changes)
  leaveWhenNotReady(http, where)
  mountMetrics(http, settings, parts.metrics)
  mountHealth(http, { db: parts.db, ...where })
  guardDevelopment(http, settings)
  mountOutbox(http, settings)
  const allows = (request: FastifyRequest) => isFromThisMachine(request, settings)
  await mountKit(http, settings, { allows })
  parts.identity.mount(http)
  if (parts.google?.standIn) {
    await mountGoogleStandIn(http, { client: parts.google, where, settings, log, allows })
  }
  if (parts.payment.provider === 'sandbox') await mountSandbox(http, options, { parts, where })
  // Nobody is a stranger where only this machine reaches the shop.
  const readLimit = settings.loopbackOnly ? unlimitedReads : limitReads(parts.system.now)
  await mountApi(http, {
    api: parts.api,
    contextOf: contextOf(parts),
    responseCache: parts.responseCache,
    readLimit,
    isPersonal: namesVin,
    isForCaller: ({ headers }) => settings.pricesAfterSignIn && bearerOf(headers.authorization) !== undefined,
    corsOrigins: settings.corsOrigins,
    publicUrl: where.publicUrl,
  })
  const about = { title: `${parts.content.shop.name} API`, version: packageFile.version }
  await mountReference(http, parts.api, { about, readLimit })
  await mountFiles(http, parts, where)
  const pages = {
    api: parts.api,
    log,
    publicUrl: where.publicUrl,
    // Pages rendered here never know an account: the access token lives in the browser.
    visitor: (request: FastifyRequest) => ({ ...parts.system, requestId: request.id }),
    policyHosts: policyHosts(settings, { hasForeignPictures: await hasForeignPictures(parts.db) }),
    responseCache: parts.responseCache,
    isScreen,
    publicAddress,
    readLimit,
  }
  if (options.pages === 'built') await mountPages(http, pages)
  if (options.pages === 'live') await mountPagesInDevelopment(http, pages)
  return http
}

const readMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** What a request has written is in the next read of this process before its sender has the answer. What the sandbox writes nobody reads. */
function followWrites(http: Http, changes: Changes): void {
  const follow = callbackify(() => changes.follow())
  http.decorateRequest('isUnseen', false)
  http.addHook('onSend', (...[{ method, url, isUnseen }, , , done]: OnSend) => {
    if (readMethods.has(method) || isUnseen || url.startsWith(sandboxPath)) done()
    else follow(error => done(error))
  })
}

/** A process that is about to stop keeps no connection: the next request of a proxy comes by a new one, to whoever listens. */
function leaveWhenNotReady(http: Http, { isReady }: Whereabouts): void {
  http.addHook('onSend', (...[, reply, , done]: OnSend) => {
    if (!isReady()) reply.header('connection', 'close')
    done()
  })
}

type OnSend = Parameters<onSendHookHandler>

/** The context of a call: its account is read from the database each time, so that a role or a logout counts at once. */
function contextOf({ system, tokens }: Parts) {
  return async (request: FastifyRequest, endpoint: Endpoint): Promise<Context> => {
    const actor = { kind: 'customer' as const, id: null }
    const client = { address: request.ip, browser: request.headers['user-agent'] }
    const unseen = () => void (request.isUnseen = true)
    const context = { ...system, client, requestId: request.id, unseen }
    const bearer = bearerOf(request.headers.authorization)
    const isByCaller = endpoint.personal === 'by-caller'
    // What everyone may read has no prices for visitors there: whoever is signed in is asked who they are.
    const isWithPrices = system.settings.pricesAfterSignIn && isReadOfAll(endpoint)
    const isOfNobody = !needsAccount(endpoint.access) && !((isByCaller || isWithPrices) && bearer)
    if (isOfNobody) return { ...context, actor }
    if (!bearer) throw refuse('sign-in-needed')
    const caller = await findCaller(system, tokens, bearer)
    if (!caller && isWithPrices && !isByCaller) return { ...context, actor }
    if (!caller) throw refuse('token-expired')
    const actorKind = caller.role === customerRole ? 'customer' : 'admin'
    return { ...context, caller, actor: { kind: actorKind, id: caller.id } }
  }
}

const isReadOfAll = ({ access, method, personal }: Endpoint) =>
  access === 'everyone' && method === 'GET' && personal === undefined

async function mountSandbox(http: Http, options: ShopOptions, { parts, where }: { parts: Parts; where: Whereabouts }) {
  const sandbox = sandboxProvider({
    db: parts.sandboxDb,
    secrets: options.sandboxSecrets,
    jobs: parts.jobs,
    webhookUrl: () => {
      const url = `${where.ownUrl()}/api/webhooks/payments`
      return options.providerDetour?.webhook?.(url) ?? url
    },
    heardEvents,
    clock: parts.system.now,
    log: options.log,
  })
  await http.register(sandbox, { prefix: sandboxPath })
}

async function mountFiles(http: Http, parts: Parts, where: Whereabouts): Promise<void> {
  const { imagesDirectory, images, content, db, responseCache, system } = parts
  await mountPictures(http, { store: images, directory: imagesDirectory, db, now: system.now })
  const lists = (topics?: Topics) => readPublished(system, where.publicUrl, topics)
  mountPublished(http, { responseCache, lists })
  mountSharing(http, {
    db,
    content,
    publicUrl: where.publicUrl,
    now: parts.system.now,
    readPicture: key => readLargest({ store: images, db }, key),
  })
}

async function hasForeignPictures(db: Database): Promise<boolean> {
  const { rows } = await sql`select from tool where image_url is not null and archived_at is null limit 1`.execute(db)
  return rows.length > 0
}

/** The hosts of hosted parts that pages may load from: none where every part is the shop's own. */
export function policyHosts(
  { stripe, firebase }: Pick<Settings, 'stripe' | 'firebase'>,
  { hasForeignPictures }: { hasForeignPictures: boolean },
) {
  return {
    script: [
      ...(stripe ? ['https://js.stripe.com', 'https://*.js.stripe.com'] : []),
      // Firebase's SDK loads from there what talks to the frame below.
      ...(firebase ? ['https://apis.google.com'] : []),
    ],
    frame: [
      ...(stripe ? ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'] : []),
      ...(firebase ? [`https://${firebase.authDomain}`] : []),
    ],
    connect: [
      ...(stripe ? ['https://api.stripe.com'] : []),
      ...(firebase ? ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'] : []),
    ],
    // Some tools bring an address on whatever host instead of a picture of this shop's.
    image: hasForeignPictures ? ['https:'] : [],
  }
}

/** Listens, or says in one line why not. Returns the shop's own address on this machine. */
export async function listen(http: Http, settings: Settings): Promise<string> {
  const { host, port } = settings
  try {
    await http.listen({ host, port })
  } catch (error) {
    throw listenProblem(error, settings) ?? error
  }
  const bound = http.server.address()
  const boundPort = typeof bound === 'object' && bound ? bound.port : port
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${boundPort}`
}

function listenProblem(error: unknown, { host, port }: Settings): StartupProblem | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') {
    return new StartupProblem(
      `Port ${port} on ${host} is taken. Stop what uses it, or start with PORT=0 for a free one.`,
    )
  }
  if (code === 'EACCES') return new StartupProblem(`Port ${port} needs more rights. Choose one above 1023 with PORT.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new StartupProblem(`HOST ${host} is not an address of this machine.`)
  }
  return undefined
}
