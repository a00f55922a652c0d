import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { type Caller, permissions } from '#kernel/access'
import { readEachTime } from '#platform/changes/memory'
import { type Context, newId } from '#platform/context'
import { createPool, openDatabase } from '#platform/database'
import type { Jobs } from '#platform/jobs'
import { createLog } from '#platform/log'
import { readSettings } from '../../src/app/settings.server.ts'
import { stripePayments } from '#services/ordering'
import { definePaymentJobs } from '../../src/modules/ordering/settlement/jobs.server.ts'
import { sandboxProvider } from '../../src/dev/stripe-sandbox/stripe-sandbox.server.ts'
import { sandboxSecrets } from '../shop/compose.ts'
import { createTestDatabase } from '../harness.ts'

type Work = (data: object) => Promise<void>

export type Lane = Awaited<ReturnType<typeof openLane>>

/**
 * The verbs of orders and payments on a database and a sandbox of their own, without what carries their work from one
 * to the other: events stay at the provider and jobs in their queue until a test takes them, in the order that it
 * likes. Several lanes run side by side; in each, one thing after the other.
 */
export async function openLane() {
  const database = await createTestDatabase()
  const pool = createPool(database.url, { max: 4 })
  const sandboxPool = createPool(database.url, { max: 3 })
  const db = openDatabase(pool)
  await sql`create table model_job (id bigint generated always as identity, name text, data jsonb)`.execute(db)
  const dataDir = await mkdtemp(join(tmpdir(), 'tappet-model-'))
  const works = new Map<string, Work>()
  let nowMs = Date.now()
  const now = () => new Date(nowMs)

  // The queue's own promises are held by `jobs.server.test.ts`. Of them, this one keeps: a job is there if its
  // transaction commits. Mail and deliveries have no worker here.
  const jobs: Jobs = {
    define: (name, _options, work) => void works.set(name, work as Work),
    repeat: (name, _cron, work) => void works.set(name, work),
    list: () => [],
    counts: async () => [],
    async send(db, name, data) {
      if (works.has(name)) await sql`insert into model_job (name, data) values (${name}, ${JSON.stringify(data)})`.execute(db)
    },
    sendEach: async (db, name, data) => void (await Promise.all(data.map(one => jobs.send(db, name, one)))),
    start: async () => undefined,
    rest: async () => undefined,
    stop: async () => undefined,
  } // prettier-ignore

  const http = Fastify()
  const webhookUrl = () => 'http://127.0.0.1:9/nobody'
  const clock = now
  await http.register(
    sandboxProvider({
      db: openDatabase(sandboxPool),
      secrets: sandboxSecrets,
      jobs: { ...jobs, define: () => undefined },
      webhookUrl,
      clock,
    }),
    { prefix: '/sandbox/v1' },
  )
  const base = `${await http.listen({ host: '127.0.0.1', port: 0 })}/sandbox/v1`
  const provider = stripePayments({ provider: 'sandbox', ...sandboxSecrets, api: { baseUrl: () => base } })
  const system: Context = {
    db,
    now,
    settings: readSettings({ DATA_DIR: dataDir, LOG_LEVEL: 'fatal', DEMO: 'no' }),
    log: createLog('silent'),
    jobs,
    caller: undefined,
    actor: { kind: 'system', id: null },
    requestId: undefined,
    remember: readEachTime,
  }
  definePaymentJobs(system, provider)

  return {
    db,
    base,
    provider,
    system,
    passTime: (ms: number) => void (nowMs += ms),
    nowMs: () => nowMs,
    /** Does what a queue's worker does with a job, or at its hour. */
    async work(name: string, data: object = {}): Promise<void> {
      const work = works.get(name)
      if (!work) throw new Error(`no worker takes ${name}`)
      await work(data)
    },
    async close(): Promise<void> {
      await http.close()
      await Promise.all([pool.end(), sandboxPool.end()])
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A context of somebody with an account, which is made for it. */
export async function someone(lane: Lane, given: { role: 'customer' | 'admin'; emailVerified: boolean }) {
  const id = newId()
  const email = `${id}@example.com`
  await sql`
    insert into account (id, issuer, subject, email, email_verified, display_name, role)
    values (${id}, 'model', ${id}, ${email}, ${given.emailVerified}, 'Test Person', ${given.role})`.execute(lane.db)
  const granted = given.role === 'admin' ? permissions : []
  const caller: Caller = { id, sessionId: id, email, displayName: 'Test Person', ...given, permissions: granted }
  return { ...lane.system, caller, actor: { kind: given.role, id } }
}

/** A tool whose picture has an address, so that it can be changed as the admin's form does. */
export async function someTool(lane: Lane, given: { onHand: number; price: number; minimum: number }) {
  const id = newId()
  await sql`
    with added as (
      insert into tool (id, name, description, price, on_hand, minimum_quantity, image_url, version)
      values (${id}, 'Test tool', 'A tool for tests.', ${given.price}, ${given.onHand}, ${given.minimum},
        'https://example.com/tool.avif', 1)
    )
    insert into stock_movement (id, tool_id, at, reason, on_hand_change, actor_kind)
    values (${newId()}, ${id}, ${lane.system.now()}, 'opening', ${given.onHand}, 'operator')`.execute(lane.db)
  return id
}
