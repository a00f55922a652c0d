import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Database, createPool, isDatabaseAway } from '#platform/database'
import { createTool, signIn } from '../factories.ts'
import { eventually } from '../eventually.ts'
import { secret } from '../shop/compose.ts'
import { findViolations } from '../faults/invariants.ts'
import { expectClearWords } from '../faults/patience.ts'
import { wind } from '../faults/queue.ts'
import {
  type ShopProcess,
  buildPagesOnce,
  connect,
  movedTo,
  owner,
  startInVain,
  startShopProcess,
} from '../shop/process.ts'
import { long } from '../tiers.ts'
import { type Cluster, type Node, isClusterMissing, startCluster } from './cluster.ts'
import { type Crowd, longestPause, openShops } from './crowd.ts'

const timeout = 900_000
/** What the shop promises for a primary that was killed. */
const promisedMs = 15_000
/** `ttl` of deploy/patroni.yml: so long a machine that is gone keeps its office. The rest is as after a kill. */
const ttlMs = 20_000
const machineMs = ttlMs + promisedMs
/** Longer than an order takes on a busy machine, and shorter than it takes a primary to step down and come back. */
const unharmedMs = 8000
/** So long nobody's order is taken: something has happened. */
const noticedMs = 1000
/** Of what is short there is so much. */
const scarceUnits = 40
const disks = ['one', 'other']

let folder: string
let cluster: Cluster | undefined
let db: Database | undefined
let shops: ShopProcess[]
let crowd: Crowd | undefined

beforeAll(buildPagesOnce, timeout)
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tappet-failover-'))
  shops = []
})
afterEach(async () => {
  crowd?.close().catch(() => undefined)
  await Promise.all(shops.map(shop => shop.end('SIGKILL')))
  await db?.destroy()
  await cluster?.end()
  await rm(folder, { recursive: true, force: true })
}, timeout)

async function start(url: string, disk: string): Promise<ShopProcess> {
  const own = { DATA_DIR: join(folder, disk), SECRET: secret, MAX_OPEN_ORDERS: '10000', ...owner }
  const shop = await startShopProcess({ ...own, DATABASE_URL: url })
  shops.push(shop)
  return shop
}

/** What a test of this file has: two processes of the shop at a database that two machines keep. */
type Stage = { cluster: Cluster; shops: readonly ShopProcess[]; db: Database; crowd: Crowd; scarce: string[] }

async function setUp(): Promise<Stage> {
  cluster = await startCluster(folder)
  const one = await start(cluster.url, 'one')
  const other = await start(cluster.url, 'other')
  db = connect(cluster.url)
  const person = await signIn({ address: one.address, db }, owner.ADMIN_EMAIL)
  const plenty = await createTool({ db }, { onHand: 1_000_000 })
  const places = [
    { shop: one, person },
    { shop: other, person: movedTo(other, person) },
  ]
  crowd = openShops(places, plenty)
  return { cluster, shops, db, crowd, scarce: [] }
}

type Strike = { how: string; blow: (primary: Node) => Promise<void> | void }

/** Something happens to the primary while all want the last units of a tool. In how long orders are placed again. */
async function strike({ cluster, db, crowd, scarce }: Stage, { how, blow }: Strike): Promise<number> {
  const { told, times } = crowd
  const count = async () => told.orders.length
  await cluster.untilSynchronous()
  const primary = await cluster.primary()
  crowd.scarce = await createTool({ db }, { onHand: scarceUnits })
  scarce.push(crowd.scarce)
  const before = told.orders.length
  await eventually(count, orders => orders > before + 10)
  const refused = told.refusals.length
  const at = Date.now()
  await blow(primary)
  await eventually(
    async () => told.refusals.length > refused || Date.now() - (times.at(-1) ?? at) > noticedMs,
    isNoticed => isNoticed,
    60_000,
  )
  const heard = told.orders.length
  await eventually(count, orders => orders > heard + 20, 120_000)
  await eventually(
    async () => crowd.scarce,
    tool => tool === undefined,
  )
  const ms = longestPause(times, at).end - at
  process.stdout.write(`${how}: orders are placed again after ${(ms / 1000).toFixed(1)} s.\n`)
  return ms
}

/** What a change shows, on every process: in a search, on the tool's page, in the API; and what was made is kept again. */
async function expectToFollow({ shops, db }: Stage, tool: string, word: string): Promise<void> {
  await sql`update tool set name = ${`Sprocket ${word}`}, price = price + 1 where id = ${tool}`.execute(db)
  const { rows } = await sql<{
    price: string
  }>`select (price / 100.0)::numeric(9, 2)::text as price from tool where id = ${tool}`.execute(db)
  for (const { address } of shops) {
    const text = async (path: string) => (await fetch(`${address}${path}`)).text()
    const hasAll = (read: string) => read.includes(word) && read.includes(rows[0]?.price ?? 'no price')
    for (const path of [`/api/tools/${tool}`, `/shop/${tool}`, `/shop?q=${word}`, `/api/search?q=${word}`]) {
      await eventually(() => text(path), hasAll)
    }
    const kept = async () =>
      Number(/^tappet_answers_total\{from="kept"\} (\d+)/m.exec(await text('/metrics'))?.[1] ?? 0)
    const before = await kept()
    // An order that comes between two readings may have it made anew.
    await eventually(
      () => text('/api/categories').then(kept),
      now => now > before,
    )
  }
}

/** Each mail of the queue is in some process's outbox, once by its id. */
async function expectMailToBeSent({ db }: Stage): Promise<void> {
  const { rows } = await sql<{ id: string }>`select data ->> 'id' as id from pgboss.job where name = 'mail'`.execute(db)
  const boxes = await Promise.all(disks.map(disk => readdir(join(folder, disk, 'outbox'))))
  const sent = new Set(boxes.flat().filter(name => !name.startsWith('.')))
  expect([...sent].toSorted()).toEqual(rows.map(({ id }) => `${id}.json`).toSorted())
}

/** All that was acknowledged is there, once, and nothing was sold that was not there. */
async function expectNothingLost(stage: Stage): Promise<void> {
  const { cluster, db, crowd, scarce } = stage
  const clockwork = await wind(cluster.url, db)
  await clockwork.rest(300_000)
  await clockwork.stop()
  expect(await findViolations(db, crowd.told.orders)).toEqual([])
  // Everybody asked until they were told: what is there, somebody knows of.
  const orders = await sql<{ id: string }>`select id::text from orders`.execute(db)
  expect(orders.rows.map(({ id }) => id).toSorted()).toEqual(crowd.told.orders.toSorted())
  const sold = await sql<{ units: number }>`
    select sum(quantity)::integer as units from order_line where tool_id = any(${scarce}::uuid[]) group by tool_id`.execute(
    db,
  )
  expect(sold.rows.map(({ units }) => units)).toEqual(scarce.map(() => scarceUnits))
  const paid = await sql`select from payment`.execute(db)
  expect(paid.rows).toHaveLength(crowd.told.paid)
  // A turn of recurring work that failed is made up for by the next.
  const failed = await sql`
    select name, output from pgboss.job where state = 'failed' and retry_limit > 0`.execute(db)
  expect(failed.rows).toEqual([])
  await expectMailToBeSent(stage)
  expectClearWords(crowd.told.refusals)
}

/** Nobody reads by it what is late, or is told that it takes no orders. */
async function expectStandbyToBeRefused({ url }: Node): Promise<void> {
  const pool = createPool(url)
  await expect(pool.query('select')).rejects.toSatisfy(isDatabaseAway)
  await pool.end()
  const { stderr } = await startInVain({ DATA_DIR: join(folder, 'none'), DATABASE_URL: url, ...owner })
  expect(stderr).toMatch(/ is a standby, .* Set DATABASE_URL to the primary\.\n$/)
}

it.skipIf(isClusterMissing())(
  'a primary is killed, its machine dies, it freezes, and hands over: no order is lost or sold twice, and all goes on by itself',
  { timeout, ...long },
  async () => {
    const stage = await setUp()
    const { cluster, db, crowd } = stage
    const tool = await createTool({ db }, { onHand: 5 })
    await expectToFollow(stage, tool, 'zebra')
    const signal = (signal: NodeJS.Signals) => (primary: Node) => {
      struck = primary
      primary.signalAll(signal)
    }
    let struck: Node | undefined

    const killed = { how: 'PostgreSQL was killed', blow: (primary: Node) => primary.signalPostgres('SIGKILL') }
    expect(await strike(stage, killed)).toBeLessThan(promisedMs)
    await expectToFollow(stage, tool, 'yak')
    await cluster.untilSynchronous()

    expect(await strike(stage, { how: 'The machine was killed', blow: signal('SIGKILL') })).toBeLessThan(machineMs)
    await expectToFollow(stage, tool, 'xenops')
    await struck?.start()
    await cluster.untilSynchronous()

    expect(await strike(stage, { how: 'The machine froze', blow: signal('SIGSTOP') })).toBeLessThan(machineMs)
    await expectToFollow(stage, tool, 'wombat')
    struck?.signalAll('SIGCONT')
    await cluster.untilSynchronous()

    const standbyFroze = async () => {
      struck = await cluster.untilSynchronous()
      struck.signalAll('SIGSTOP')
    }
    expect(await strike(stage, { how: 'The standby froze', blow: standbyFroze })).toBeLessThan(machineMs)
    await expectToFollow(stage, tool, 'unicorn')
    struck?.signalAll('SIGCONT')
    await expectStandbyToBeRefused(await cluster.untilSynchronous())

    const handedOver = { how: 'The primary handed over', blow: () => cluster.switchOver() }
    expect(await strike(stage, handedOver)).toBeLessThan(machineMs)
    await expectToFollow(stage, tool, 'vulture')
    await cluster.untilSynchronous()

    // Nobody is struck: each machine still hears the other.
    const before = Date.now()
    cluster.etcd.signal('SIGSTOP')
    await pause(ttlMs + 5000)
    cluster.etcd.signal('SIGCONT')
    await pause(5000)
    expect(longestPause(crowd.times, before).ms).toBeLessThan(unharmedMs)
    await cluster.untilSynchronous()

    await crowd.close()
    await expectNothingLost(stage)
    for (const shop of shops) expect(await shop.end('SIGTERM')).toMatchObject({ status: 0, signal: null })
  },
)
