import { join } from 'node:path'
import type pg from 'pg'
import type { Context } from '#platform/context'
import { type Changes, followChanges } from '#platform/changes'
import { type Database, createPool, openDatabase } from '#platform/database'
import { createJobs } from '#platform/jobs'
import { type Memory, createMemory } from '#platform/changes/memory'
import { createResponseCache } from '#platform/changes/response-cache'
import { projectFile } from '#platform/files/project'
import type { Log } from '#platform/log'
import { type Replica, openReplica } from '#platform/replica'
import { mailPort } from '#platform/mail/port'
import type { Letterhead } from '#platform/mail/message'
import type { ShopContent } from '#rules/content'
import { pictureKeyOf } from '#rules/media'
import { isMiscountedAtStripe, problemAtStripe } from '#rules/ordering'
import { logoPath } from '#rules/sharing'
import type { Settings } from '#platform/settings'
import { applyStored } from '#platform/settings/owner'
import { StartupProblem } from '#platform/startup'
import {
  type PasswordHash,
  embeddedIdentity,
  firebaseIdentity,
  googleClient,
  queueLinkMail,
  sendNotice,
} from '#services/identity'
import { accessTokens } from '#services/accounts'
import { type OwnEntries, mailWords, ownEntries, readContent, withOwnWords } from '#services/content'
import { chooseSearchIndex, readSynonyms } from '#services/finder'
import { chooseImages } from '#services/media'
import { answerCounter, createMetrics, gaugeWaiting, replicaCounter } from './operations/operations.server.ts'
import { promisesOf } from '#services/ordering'
import { emptyAccount, leaveShop } from '#services/privacy'
import { choosePayment } from './choose-payment.server.ts'
import { configOf } from './config.server.ts'
import { mailKinds } from './mails.server.ts'
import { ownerSettingsOf } from './settings.server.ts'

export type ShopOptions = {
  settings: Settings
  databaseUrl: string
  /** For what holds a session: another address where `databaseUrl` leads to a pooler. */
  directUrl?: string
  /** A standby, for reads that decide nothing. */
  replicaUrl?: string | undefined
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
  /** What buyers say for the words of the catalogue; the shop's own file unless said. */
  searchFile?: string
  now?: () => Date
  /** For tests: is called at each step of order and payment, which waits for it. */
  onFailpoint?: (name: string) => void | Promise<void>
  /** For tests: a cheap hash, where what it costs is not the matter. */
  passwordHash?: PasswordHash
  /** Where Firebase's keys are read instead of at Google. */
  firebaseKeysUrl?: string
  /** For tests: puts something between shop and provider, and shortens the time that the shop waits. */
  providerDetour?: {
    api?: (directUrl: string) => string
    webhook?: (directUrl: string) => string
    timeoutMs?: number
  }
}

/** Where the shop is: its own address is known only once it listens, and asked for by parts that are made before. */
export type Whereabouts = {
  ownUrl: () => string
  publicUrl: () => string
  isReady: () => boolean
  isSearchReady: () => boolean
}

/** Some thousand pages and lists. */
const cacheBytes = 32 * 1024 * 1024

export type Parts = Awaited<ReturnType<typeof composeParts>>
/** The database, the job queue and the ports, each with the adapter that the settings choose. */
export async function composeParts(options: ShopOptions, where: Whereabouts) {
  const { settings, log } = options
  const directUrl = options.directUrl ?? options.databaseUrl
  const { pools, pool, sessionPool, identityPool, sandboxPool } = openPools(options.databaseUrl, directUrl)
  const now = options.now ?? (() => new Date())
  const changes = followChanges(sessionPool)
  const db = openDatabase(pool, { isTraced: settings.tracesEndpoint !== undefined })
  const ownerSettings = await followSettings(options, { db, changes })
  const jobs = createJobs(directUrl, log, {
    afterWork: () => changes.follow(),
    isWorking: settings.role !== 'web',
  })
  const memory = createMemory(changes)
  const metrics = createMetrics()
  const replica = replicaOf(options, { memory, metrics })
  if (replica) pools.push(replica.pool)
  const system: Context = {
    db,
    now,
    settings,
    log,
    jobs,
    caller: undefined,
    actor: { kind: 'system', id: null },
    requestId: undefined,
    remember: memory.remember,
    replica,
    ...(options.onFailpoint && { onFailpoint: options.onFailpoint }),
  }
  const words = await readWords(options, where, { db, changes })
  const { letterhead } = words
  const google = googleClient(settings, where)
  const identity = chooseIdentity(options, where, { identityPool, system, letterhead, google })
  const images = chooseImages(settings, { db, log })
  const payment = choosePayment(options, where)
  gaugeWaiting(metrics, { jobs, pools })
  return {
    // For whoever holds a session.
    pool: sessionPool,
    pools,
    db,
    changes,
    responseCache: createResponseCache({ changes, now, mostBytes: cacheBytes, onAnswer: answerCounter(metrics) }),
    sandboxDb: openDatabase(sandboxPool),
    jobs,
    system,
    ...words,
    ownerSettings,
    identity,
    leaveShop,
    emptyAccount,
    google,
    tokens: accessTokens(options.secrets),
    payment,
    config: configOf({ content: words.content, identity, payment, where }),
    images: images.store,
    imagesDirectory: images.directory,
    publishedDirectory: join(settings.dataDir, 'published'),
    mail: mailPort(settings),
    metrics,
    searchIndex: await searchIndexOf({ ...options, databaseUrl: directUrl }, changes),
  }
}

/** A pooler breaks what belongs to a session (locks, notices, the schema that a connection names), so that goes past it. */
function openPools(databaseUrl: string, directUrl: string) {
  const isPooled = directUrl !== databaseUrl
  const pool = createPool(databaseUrl, { max: 16, name: 'tappet', isPooled })
  const sessionPool = isPooled ? createPool(directUrl, { max: 4, name: 'tappet sessions' }) : pool
  const identityPool = createPool(identityUrl(directUrl), { max: 4, name: 'tappet identity' })
  // The shop asks the sandbox over HTTP: on a shared pool both could wait for each other's last connection.
  const sandboxPool = createPool(databaseUrl, { max: 4, name: 'tappet sandbox', isPooled })
  const pools = [...new Set<pg.Pool>([pool, sessionPool, identityPool, sandboxPool])]
  return { pools, pool, sessionPool, identityPool, sandboxPool }
}

type ReplicaParts = { memory: Memory; metrics: ReturnType<typeof createMetrics> }

function replicaOf(
  { replicaUrl: url, settings, log }: ShopOptions,
  { memory, metrics }: ReplicaParts,
): Replica | undefined {
  if (url === undefined) return undefined
  const isTraced = settings.tracesEndpoint !== undefined
  return openReplica({ url, log, isTraced, asOfNow: memory.asOfNow, onRead: replicaCounter(metrics) })
}

type IdentityParts = {
  identityPool: pg.Pool
  system: Context
  letterhead: Letterhead
  google: ReturnType<typeof googleClient>
}

function chooseIdentity(options: ShopOptions, where: Whereabouts, parts: IdentityParts) {
  const { settings, log } = options
  const { identityPool, system, letterhead, google } = parts
  const embedded = embeddedIdentity({
    pool: identityPool,
    now: system,
    settings,
    secrets: options.secrets,
    publicUrl: where.publicUrl,
    log,
    shopName: () => letterhead.name,
    emptyAccount,
    // What it tells of has happened: a mail that cannot be queued does not undo it.
    notify: notice =>
      sendNotice(system, { letterhead, url: where.publicUrl() }, notice).catch((error: unknown) => {
        log.error({ error }, 'a notice about an account could not be sent')
      }),
    ...(options.passwordHash && { passwordHash: options.passwordHash }),
    sendConfirmation: userId => queueLinkMail(system, { purpose: 'confirm', userId }),
    google,
  })
  return settings.firebase
    ? firebaseIdentity({ project: settings.firebase, now: system.now, log, keysUrl: options.firebaseKeysUrl })
    : embedded
}

/** Puts the owner's settings into force, now and whenever they change. */
async function followSettings({ settings, log }: ShopOptions, { db, changes }: { db: Database; changes: Changes }) {
  const ownerSettings = ownerSettingsOf(settings)
  const apply = () => applyStored({ db, settings, log }, ownerSettings)
  await apply()
  await requirePayable(settings, { db, log })
  changes.reloadOn('setting', apply)
  return ownerSettings
}

/**
 * Refuses to start before anything is sold: otherwise it would be a buyer who finds out that an order cannot be paid, or not at its
 * price. A shop that has sold already goes on: some of its orders can be paid, and there may be money to give back.
 */
async function requirePayable(
  { stripe, currency }: ShopOptions['settings'],
  { db, log }: { db: Database; log: Log },
): Promise<void> {
  const problem = stripe && problemAtStripe(currency)
  if (!problem) return
  const sentence = `CURRENCY is ${currency}. ${problem}`
  const sold = await db.selectFrom('orders').select('id').limit(1).executeTakeFirst()
  if (!sold || isMiscountedAtStripe(currency)) {
    throw new StartupProblem(`${sentence} Or start without STRIPE_SECRET_KEY.`)
  }
  log.warn({ currency }, sentence)
}

/** The shop as its mails show it at this moment. */
function letterheadOf({ shop }: Pick<ShopContent, 'shop'>, own: OwnEntries, { publicUrl }: Whereabouts): Letterhead {
  return {
    get name() {
      return shop.name
    },
    get logoUrl() {
      const key = shop.logo && pictureKeyOf(shop.logo.src, () => false)
      return key && `${publicUrl()}${logoPath(key)}`
    },
    wordsFor: (kind, values) => mailWords(own, kind, values),
  }
}

/** The words of the file, and over them the owner's, now and whenever they change. */
async function readWords(
  { contentFile: path, settings, log }: ShopOptions,
  where: Whereabouts,
  { db, changes }: { db: Database; changes: Changes },
) {
  const contentFile = await readContent(path)
  const own = ownEntries({ db, log, mails: mailKinds })
  await own.load()
  changes.reloadOn('content_entry', own.load)
  const content = withOwnWords({ file: contentFile, own, settings, promises: () => promisesOf(settings) })
  return { contentFile, content, mails: mailKinds, letterhead: letterheadOf(content, own, where) }
}

async function searchIndexOf({ settings, log, ...options }: ShopOptions, changes: Changes) {
  const synonyms = await readSynonyms(options.searchFile ?? projectFile('content/search.json'))
  const { databaseUrl } = options
  const index = chooseSearchIndex(settings, {
    databaseUrl,
    currency: () => settings.currency,
    synonyms,
    log,
    onChange: () => changes.note(['tool']),
  })
  changes.onChange(['tool', 'category'], () => index.follow())
  return index
}

/** The identity service's tables have a schema of their own; its library knows none, so the connection does. */
function identityUrl(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  url.searchParams.set('options', '-c search_path=identity')
  return url.href
}
