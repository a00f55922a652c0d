import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { timingSafeEqual } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type pg from 'pg'
import { refuse } from '#kernel/refusals'
import type { Database } from '#platform/database'
import type { Http } from '#platform/http'
import type { Jobs } from '#platform/jobs'
import { readOutbox } from '#platform/mail/port'
import { type Settings, isLoopback } from '#platform/settings'
import { userOfConnection } from './peer.server.ts'
import { outboxPage } from './mail-page.ts'

/** What proxies and content networks add to a request that they pass on; beside these, all of `x-forwarded-…`. */
const forwardingHeaders = new Set([
  'forwarded',
  'via',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'cf-connecting-ip',
  'true-client-ip',
])

type Health = { db: Database; isReady: () => boolean; isSearchReady: () => boolean }

/**
 * `/healthz`: the process answers. `/readyz`: it can serve, its database included, and has room to write; with `search=yes`, it
 * has loaded its index, too. They have a line of their own (`shareFairly`).
 */
export function mountHealth(http: Http, { db, isReady, isSearchReady }: Health): void {
  const config = { isCheck: true }
  const answers = askDatabase(db)
  http.get('/healthz', { config }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'alive' }),
  )
  http.get<{ Querystring: { search?: string } }>('/readyz', { config }, async ({ query }, reply) => {
    reply.header('cache-control', 'no-store')
    if (http.storage.isFull()) throw refuse('storage-full')
    if (!isReady() || (query.search === 'yes' && !isSearchReady())) throw refuse('not-ready')
    if (!(await answers())) throw refuse('not-ready')
    return { status: 'ready' }
  })
}

/** After this, whoever asks is told what was so lately. */
const patienceMs = 2000
const latelyMs = 10_000

/**
 * Whether the database answers: asked once for all who want to know meanwhile. In a process that has much to do the answer comes
 * late, and then an earlier one counts: it must not be taken for one whose database is away.
 */
function askDatabase(db: Database): () => Promise<boolean> {
  let underway: Promise<boolean> | undefined
  let answeredAt = -Infinity
  const ask = async () => {
    try {
      await sql`select`.execute(db)
      answeredAt = performance.now()
      return true
    } catch {
      return false
    } finally {
      underway = undefined
    }
  }
  return () => {
    underway ??= ask()
    const wasThere = () => performance.now() - answeredAt < latelyMs
    const late = new Promise<boolean>(resolve => setTimeout(() => resolve(wasThere()), patienceMs).unref())
    return Promise.race([underway, late])
  }
}

/** What `/metrics` shows: the process's own figures, and what the parts of the shop add. */
export function createMetrics(): Registry {
  const registry = new Registry()
  // Its usual 10 ms wake the process a hundred times a second: most of what a shop does while nobody is there.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 })
  return registry
}

/** Counts the answers that are the same for everybody, by whether they were kept or had to be made. */
export function answerCounter(registry: Registry): (from: 'kept' | 'made') => void {
  const counter = new Counter({
    name: 'tappet_answers_total',
    help: 'Pages and reads that are the same for everybody, by whether they were kept or made.',
    labelNames: ['from'] as const,
    registers: [registry],
  })
  return from => counter.inc({ from })
}

/** Counts the reads for which there is a replica, by where they were answered. */
export function replicaCounter(registry: Registry): (from: 'replica' | 'primary') => void {
  const counter = new Counter({
    name: 'tappet_replica_reads_total',
    help: 'Reads that a replica may answer, by whether it did or the primary had to.',
    labelNames: ['from'] as const,
    registers: [registry],
  })
  return from => counter.inc({ from })
}

/** How much work waits, at each reading: jobs by their queue, and statements for a connection. */
export function gaugeWaiting(registry: Registry, { jobs, pools }: { jobs: Jobs; pools: readonly pg.Pool[] }): void {
  const ofJobs = new Gauge({
    name: 'tappet_jobs',
    help: 'Jobs of all processes, by queue: those that wait, run, or have failed within the last days.',
    labelNames: ['queue', 'state'] as const,
    registers: [],
    async collect() {
      this.reset()
      // While the database is away, the other figures are wanted all the more.
      for (const { queue, ...counts } of await jobs.counts().catch(() => []))
        for (const [state, count] of Object.entries(counts)) this.set({ queue, state }, count)
    },
  })
  const ofPools = new Gauge({
    name: 'tappet_database_connections',
    help: 'Connections of this process to the database, by pool, and what waits for one.',
    labelNames: ['pool', 'state'] as const,
    registers: [],
    collect() {
      for (const { options, totalCount, idleCount, waitingCount } of pools) {
        const pool = options.application_name ?? ''
        this.set({ pool, state: 'busy' }, totalCount - idleCount)
        this.set({ pool, state: 'idle' }, idleCount)
        this.set({ pool, state: 'wanted' }, waitingCount)
      }
    },
  })
  for (const gauge of [ofJobs, ofPools]) registry.registerMetric(gauge)
}

/** `/metrics`: Prometheus text, to a caller on this machine, or with the token of `METRICS_TOKEN`. */
export function mountMetrics(http: Http, settings: Settings, registry: Registry): void {
  const labels = ['method', 'route', 'status'] as const
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by route.',
    labelNames: labels,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  const refused = new Counter({
    name: 'http_refused_total',
    help: 'Requests answered with a status of 400 or more, by route.',
    labelNames: labels,
    registers: [registry],
  })
  http.addHook('onResponse', (request, reply, done) => {
    const label = {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: String(reply.statusCode),
    }
    seconds.observe(label, reply.elapsedTime / 1000)
    if (reply.statusCode >= 400) refused.inc(label)
    done()
  })
  http.get('/metrics', async (request, reply) => {
    const allowed = settings.metricsToken
      ? hasToken(request, settings.metricsToken)
      : isFromThisMachine(request, settings)
    if (!allowed) throw refuse('no-such-call')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

function hasToken(request: FastifyRequest, token: string): boolean {
  const given = Buffer.from(request.headers.authorization ?? '')
  const expected = Buffer.from(`Bearer ${token}`)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Not through a proxy, and asked for by a name of this machine: a page elsewhere cannot point a browser here. */
export function isFromThisMachine(request: FastifyRequest, settings: Settings): boolean {
  if (!settings.loopbackOnly) return false
  if (Object.keys(request.headers).some(isForwarding)) return false
  return isLoopback(request.hostname) && isLoopback((request.socket.remoteAddress ?? '').replace(/^::ffff:/, ''))
}

function isForwarding(header: string): boolean {
  return header.startsWith('x-forwarded-') || forwardingHeaders.has(header)
}

/**
 * `/dev/*` is for whoever runs the shop. A proxy that adds no header of its own and calls the shop by a local name looks as
 * this machine does; but it runs as a user of its own, and the system says whose the other end of a connection is. Only the
 * shop's own user, and root, get in. Where the system does not say (not Linux), headers and names decide alone.
 */
export function guardDevelopment(http: Http, settings: Settings): void {
  if (!settings.loopbackOnly) return
  http.addHook('onRequest', async request => {
    if (!/^\/+dev(?:[/?]|$)/i.test(request.url)) return
    if (!isFromThisMachine(request, settings) || !(await isOwnUser(request))) throw refuse('no-such-call')
  })
}

async function isOwnUser({ socket }: FastifyRequest): Promise<boolean> {
  const owner = await userOfConnection(socket)
  return owner === undefined || owner === 0 || owner === process.getuid?.()
}

/** `/dev/mail`: the outbox, on this machine only. Elsewhere the address does not exist. */
export function mountOutbox(http: Http, settings: Settings): void {
  if (!settings.loopbackOnly || settings.smtpUrl) return
  http.get('/dev/mail', async (request, reply) => {
    if (!isFromThisMachine(request, settings)) throw refuse('no-such-call')
    const messages = await readOutbox(join(settings.dataDir, 'outbox'))
    reply.header('cache-control', 'no-store')
    if (request.headers.accept?.includes('application/json')) return messages
    return reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self' data:; frame-ancestors 'none'",
      )
      .send(outboxPage(messages))
  })
}
