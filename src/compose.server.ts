import type { FastifyRequest } from 'fastify'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { Endpoint } from '#kernel/endpoint'
import { needsAccount } from '#kernel/access'
import { refuse } from '#kernel/refusals'
import { createApi } from '#platform/api'
import { type Context, type ActorKind } from '#platform/context'
import { createPool, openDatabase } from '#platform/database'
import { createHttp, mountApi } from '#platform/http'
import { createJobs } from '#platform/jobs'
import type { Log } from '#platform/log'
import { defineMailQueue, mailPort } from '#platform/mail'
import { mountPages, mountPagesInDevelopment } from '#platform/pages'
import type { Settings } from '#platform/settings'
import { StartupProblem } from '#platform/startup'
import { accountsContract } from '#contracts/accounts'
import { catalogueContract } from '#contracts/catalogue'
import { contentContract } from '#contracts/content'
import { ordersContract } from '#contracts/orders'
import { paymentsContract } from '#contracts/payments'
import { reviewsContract } from '#contracts/reviews'
import { accessTokens, accountsHandlers, bearerOf, embeddedIdentity, findCaller, sendVerificationMail } from '#services/accounts'
import { catalogueHandlers, keepListsPublished } from '#services/catalogue'
import { contentHandlers, readContent } from '#services/content'
import { localImages } from '#services/images'
import { mountHealth, mountMetrics, mountOutbox } from '#services/operations'
import { expireOrders, ordersHandlers } from '#services/orders'
import { definePaymentJobs, defineRefundJob, orderPayments, paymentsHandlers, stripePayments } from '#services/payments'
import { sandboxProvider } from './features/payments/payments.sandbox.server.ts'
import { reviewsHandlers } from '#services/reviews'

export type ShopOptions = {
  settings: Settings
  databaseUrl: string
  /** Sign tokens; the first signs, all verify. */
  secrets: readonly string[]
  /** Of the sandbox payment provider. */
  sandboxSecrets: { secretKey: string; publishableKey: string; webhookSecret: string }
  log: Log
  /** Serve the built pages, or through Vite with live reload, or none (tests of the API). */
  pages: 'built' | 'live' | 'none'
  /** Hold every answer and refusal against its contract. */
  strict: boolean
  contentFile: string
  now?: () => Date
}

export type Shop = Awaited<ReturnType<typeof composeShop>>

/** Puts the shop together on a migrated database, readable top to bottom: ports, features, HTTP, pages. */
export async function composeShop(options: ShopOptions) {
  const { settings, log } = options
  const now = options.now ?? (() => new Date())
  const pools = [
    createPool(options.databaseUrl, { max: 16, name: 'tappet' }),
    createPool(identityUrl(options.databaseUrl), { max: 4, name: 'tappet identity' }),
    createPool(options.databaseUrl, { max: 4, name: 'tappet sandbox' }),
  ] as const
  const [pool, identityPool, sandboxPool] = pools
  const db = openDatabase(pool)
  const jobs = createJobs(options.databaseUrl, log)
  const system: Context = {
    db, now, settings, log, jobs, caller: undefined, actor: { kind: 'system', id: null }, requestId: undefined,
  } // prettier-ignore
  let address: string | undefined
  const ownUrl = () => address ?? fail('the shop has no address before it listens')
  const publicUrl = () => settings.publicUrl ?? ownUrl()

  // Ports
  const tokens = accessTokens(options.secrets)
  const images = localImages(join(settings.dataDir, 'images'))
  const mail = mailPort(settings)
  const content = await readContent(options.contentFile)
  const identity = embeddedIdentity({
    pool: identityPool, settings, secrets: options.secrets, publicUrl, log,
    sendVerification: message => sendVerificationMail(system, content.shop.name, message),
  }) // prettier-ignore
  const usesSandbox = !settings.stripe
  if (usesSandbox && !settings.loopbackOnly && !settings.allowSandbox) refuseSandbox()
  const payment = settings.stripe
    ? stripePayments({ provider: 'stripe', ...settings.stripe })
    : stripePayments({ provider: 'sandbox', ...options.sandboxSecrets, api: { baseUrl: () => `${ownUrl()}/sandbox/v1` } })
  const payments = orderPayments(payment)

  // Features
  const api = createApi({ strict: options.strict })
  api.add(accountsContract, accountsHandlers({ identity, tokens }))
  api.add(catalogueContract, catalogueHandlers)
  api.add(contentContract, contentHandlers(content, { publicUrl, payments: payment, identity }))
  api.add(ordersContract, ordersHandlers(payments))
  api.add(paymentsContract, paymentsHandlers(payment))
  api.add(reviewsContract, reviewsHandlers)

  // Jobs
  defineMailQueue(jobs, mail)
  definePaymentJobs(system, payment)
  defineRefundJob(system, payment)
  jobs.repeat('order-expiry', '* * * * *', async () => void (await expireOrders(system, payments)))

  // HTTP
  let ready = false
  const http = await createHttp(settings, log)
  const contextOf = async (request: FastifyRequest, endpoint: Endpoint): Promise<Context> => {
    const requestContext = { ...system, actor: { kind: 'customer' as ActorKind, id: null }, requestId: request.id }
    if (!needsAccount(endpoint.access)) return requestContext
    const bearer = bearerOf(request.headers.authorization)
    if (!bearer) throw refuse('sign-in-needed')
    const caller = await findCaller(system, tokens, bearer)
    if (!caller) throw refuse('token-expired')
    return { ...requestContext, caller, actor: { kind: caller.role, id: caller.id } }
  }
  mountMetrics(http, settings)
  mountHealth(http, { db, isReady: () => ready })
  mountOutbox(http, settings)
  identity.mount(http)
  if (usesSandbox) {
    const sandbox = sandboxProvider({
      db: openDatabase(sandboxPool), secrets: options.sandboxSecrets, jobs, clock: now,
      webhookUrl: () => `${ownUrl()}/api/webhooks/payments`,
    }) // prettier-ignore
    await http.register(sandbox, { prefix: '/sandbox/v1' })
  }
  mountApi(http, api, contextOf)
  const published = join(settings.dataDir, 'published')
  await http.register(fastifyStatic, { root: published, prefix: '/data/', decorateReply: false, maxAge: 60_000 })
  await http.register(fastifyStatic, {
    root: join(settings.dataDir, 'images'), prefix: '/images/', decorateReply: false, maxAge: '365d', immutable: true,
  }) // prettier-ignore
  const pages = {
    api, log,
    visitor: (request: FastifyRequest) => ({ ...system, requestId: request.id }),
    policyHosts: policyHosts(settings),
  } // prettier-ignore
  if (options.pages === 'built') await mountPages(http, pages)
  if (options.pages === 'live') await mountPagesInDevelopment(http, pages)

  let stopPublishing: (() => void) | undefined
  return {
    api, db, http, identity, images, jobs, payment, payments, system, tokens,
    /** Which adapter serves each part, for the start-up lines. */
    adapters: { identity: identity.provider, payment: payment.provider, images: images.name, mail: mail.name },
    /** Starts the jobs and listens; returns the address. */
    async start(): Promise<string> {
      await jobs.start()
      stopPublishing = await keepListsPublished(system, published)
      address = await listen(http, settings)
      ready = true
      return publicUrl()
    },
    /** Finishes open requests and jobs, then lets go of the database. */
    async stop(): Promise<void> {
      ready = false
      stopPublishing?.()
      await http.close()
      await jobs.stop()
      await Promise.all(pools.map(each => each.end()))
    },
  } // prettier-ignore
}

function fail(message: string): never {
  throw new Error(message)
}

function refuseSandbox(): never {
  throw new StartupProblem(
    'Others can reach this shop, so it needs a real payment provider: set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET, or ALLOW_SANDBOX=yes to show it with test cards.',
  )
}

/** The identity service's tables have a schema of their own; its library knows none, so the connection does. */
function identityUrl(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  url.searchParams.set('options', '-c search_path=identity')
  return url.href
}

function policyHosts(settings: Settings) {
  if (!settings.stripe) return { script: [], frame: [], connect: [] }
  return {
    script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
    frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
    connect: ['https://api.stripe.com'],
  }
}

async function listen(http: Awaited<ReturnType<typeof createHttp>>, settings: Settings): Promise<string> {
  try {
    await http.listen({ host: settings.host, port: settings.port })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE') {
      throw new StartupProblem(`Port ${settings.port} on ${settings.host} is taken. Stop what uses it, or start with PORT=0 for a free one.`)
    }
    if (code === 'EACCES') throw new StartupProblem(`Port ${settings.port} needs more rights. Choose one above 1023 with PORT.`)
    if (code === 'EADDRNOTAVAIL') throw new StartupProblem(`HOST ${settings.host} is not an address of this machine.`)
    throw error
  }
  const bound = http.server.address()
  const port = typeof bound === 'object' && bound ? bound.port : settings.port
  const host = settings.host === '0.0.0.0' || settings.host === '::' ? '127.0.0.1' : settings.host
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
