import { join } from 'node:path'
import type pg from 'pg'
import { accountsContract } from '#contracts/accounts'
import { catalogueContract } from '#contracts/catalogue'
import { contentContract } from '#contracts/content'
import { ordersContract } from '#contracts/orders'
import { paymentsContract } from '#contracts/payments'
import { reviewsContract } from '#contracts/reviews'
import { type Api, createApi } from '#platform/api'
import type { Context } from '#platform/context'
import { createPool, openDatabase } from '#platform/database'
import { createJobs } from '#platform/jobs'
import type { Log } from '#platform/log'
import { defineMailQueue, mailPort } from '#platform/mail'
import type { Settings } from '#platform/settings'
import { StartupProblem } from '#platform/startup'
import { accessTokens, accountsHandlers, embeddedIdentity, sendVerificationMail } from '#services/accounts'
import { catalogueHandlers, keepListsPublished } from '#services/catalogue'
import { contentHandlers, readContent } from '#services/content'
import { localImages } from '#services/images'
import { expireOrders, ordersHandlers } from '#services/orders'
import { definePaymentJobs, orderPayments, paymentsHandlers, stripePayments } from '#services/payments'
import { reviewsHandlers } from '#services/reviews'
import { composeHttp, listen } from './compose-http.server.ts'

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

/** Where the shop is: its own address is known only once it listens, and asked for by parts that are made before. */
export type Whereabouts = { ownUrl: () => string; publicUrl: () => string; isReady: () => boolean }

export type Parts = Awaited<ReturnType<typeof composeParts>>
export type Shop = Awaited<ReturnType<typeof composeShop>>

/** Puts the shop together on a migrated database, readable top to bottom: parts, calls, jobs, HTTP. */
export async function composeShop(options: ShopOptions) {
  const { settings } = options
  let address: string | undefined
  const ownUrl = () => address ?? fail('the shop has no address before it listens')
  const where: Whereabouts = {
    ownUrl,
    publicUrl: () => settings.publicUrl ?? ownUrl(),
    isReady: () => address !== undefined,
  }

  const parts = await composeParts(options, where)
  const api = composeApi(options, parts, where)
  defineJobs(parts)
  const http = await composeHttp(options, { ...parts, api }, where)
  let stopPublishing: (() => void) | undefined

  return {
    ...parts,
    api,
    http,
    /** Starts the jobs and listens; returns the address that customers use. */
    async start(): Promise<string> {
      await parts.jobs.start()
      stopPublishing = await keepListsPublished(parts.system, parts.publishedDirectory)
      address = await listen(http, settings)
      return where.publicUrl()
    },
    /** Finishes open requests and jobs, then lets go of the database. */
    async stop(): Promise<void> {
      stopPublishing?.()
      await http.close()
      await parts.jobs.stop()
      await Promise.all(parts.pools.map(pool => pool.end()))
    },
  }
}

/** The database, the job queue and the ports, each with the adapter that the settings choose. */
async function composeParts(options: ShopOptions, where: Whereabouts) {
  const { settings, log } = options
  const pool = createPool(options.databaseUrl, { max: 16, name: 'tappet' })
  const identityPool = createPool(identityUrl(options.databaseUrl), { max: 4, name: 'tappet identity' })
  // The shop asks the sandbox over HTTP: on a shared pool both could wait for each other's last connection.
  const sandboxPool = createPool(options.databaseUrl, { max: 4, name: 'tappet sandbox' })
  const pools: pg.Pool[] = [pool, identityPool, sandboxPool]
  const db = openDatabase(pool)
  const jobs = createJobs(options.databaseUrl, log)
  const system: Context = {
    db,
    now: options.now ?? (() => new Date()),
    settings,
    log,
    jobs,
    caller: undefined,
    actor: { kind: 'system', id: null },
    requestId: undefined,
  }
  const content = await readContent(options.contentFile)
  const identity = embeddedIdentity({
    pool: identityPool,
    settings,
    secrets: options.secrets,
    publicUrl: where.publicUrl,
    log,
    sendVerification: message => sendVerificationMail(system, content.shop.name, message),
  })
  const imagesDirectory = join(settings.dataDir, 'images')
  return {
    pools,
    db,
    sandboxDb: openDatabase(sandboxPool),
    jobs,
    system,
    content,
    identity,
    tokens: accessTokens(options.secrets),
    payment: choosePayment(options, where),
    images: localImages(imagesDirectory),
    imagesDirectory,
    publishedDirectory: join(settings.dataDir, 'published'),
    mail: mailPort(settings),
  }
}

function choosePayment({ settings, sandboxSecrets }: ShopOptions, where: Whereabouts) {
  if (settings.stripe) return stripePayments({ provider: 'stripe', ...settings.stripe })
  if (!settings.loopbackOnly && !settings.allowSandbox) {
    throw new StartupProblem(
      'Others can reach this shop, so it needs a real payment provider: set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET, or ALLOW_SANDBOX=yes to show it with test cards.',
    )
  }
  return stripePayments({
    provider: 'sandbox',
    ...sandboxSecrets,
    api: { baseUrl: () => `${where.ownUrl()}/sandbox/v1` },
  })
}

/** Every call of the shop: each feature's contract with its handlers. */
function composeApi({ strict }: ShopOptions, parts: Parts, where: Whereabouts): Api {
  const { identity, tokens, payment } = parts
  const api = createApi({ strict })
  api.add(accountsContract, accountsHandlers({ identity, tokens }))
  api.add(catalogueContract, catalogueHandlers)
  api.add(contentContract, contentHandlers(parts.content, { publicUrl: where.publicUrl, payments: payment, identity }))
  api.add(ordersContract, ordersHandlers(orderPayments(payment)))
  api.add(paymentsContract, paymentsHandlers(payment))
  api.add(reviewsContract, reviewsHandlers)
  return api
}

function defineJobs({ system, jobs, mail, payment }: Parts): void {
  defineMailQueue(jobs, mail)
  definePaymentJobs(system, payment)
  jobs.repeat('order-expiry', '* * * * *', async () => {
    await expireOrders(system, orderPayments(payment))
  })
}

/** The identity service's tables have a schema of their own; its library knows none, so the connection does. */
function identityUrl(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  url.searchParams.set('options', '-c search_path=identity')
  return url.href
}

function fail(message: string): never {
  throw new Error(message)
}
