import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Database } from '#platform/database'
import { createTool, signIn } from '../factories.ts'
import { eventually } from '../eventually.ts'
import { expectClearWords } from '../faults/patience.ts'
import { type ShopProcess, connect, movedTo, owner } from '../shop/process.ts'
import { long } from '../tiers.ts'
import { type Cluster, type Node, isClusterMissing, startCluster } from './cluster.ts'
import { type Crowd, longestPause, openShops } from './crowd.ts'
import { isMissing } from './machines.ts'
import { expectNothingLost } from './outcome.ts'
import { startPooler } from './pooler.ts'
import { useSite } from './site.ts'

const timeout = 900_000
/** What the shop promises for a primary that was killed. */
const promisedMs = 15_000
/** The same behind PgBouncer, and what that may add. */
const pooledMs = 10_000
const poolerMs = 1000
/** `ttl` of deploy/patroni.yml: so long a machine that is gone keeps its office. The rest is as after a kill. */
const ttlMs = 20_000
const machineMs = ttlMs + promisedMs
/** Longer than an order takes on a busy machine, and shorter than it takes a primary to step down and come back. */
const unharmedMs = 8000
/** So long nobody's order is taken: something has happened. */
const noticedMs = 1000
/** Of what is short there is so much. */
const scarceUnits = 40

const site = useSite('failover')

/** What a test of this file has: two processes of the shop at a database that two machines keep. */
type Stage = { cluster: Cluster; shops: readonly ShopProcess[]; db: Database; crowd: Crowd; scarce: string[] }

async function setUp(): Promise<Stage> {
  const cluster = await startCluster(site.folder)
  site.atEnd(cluster.end)
  const environment = { DATABASE_URL: cluster.url }
  const [one, other] = [await site.start('one', environment), await site.start('other', environment)]
  const db = connect(cluster.url)
  site.atEnd(() => db.destroy())
  const person = await signIn({ address: one.address, db }, owner.ADMIN_EMAIL)
  const plenty = await createTool({ db }, { onHand: 1_000_000 })
  const places = [
    { shop: one, person },
    { shop: other, person: movedTo(other, person) },
  ]
  const crowd = openShops(places, plenty)
  site.atEnd(() => void crowd.close().catch(() => undefined))
  return { cluster, shops: site.shops, db, crowd, scarce: [] }
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

/** All that was acknowledged is there, once, and nothing was sold that was not there. */
async function expectNobodyToHaveLost({ cluster, db, crowd, scarce }: Stage): Promise<void> {
  const disks = ['one', 'other'].map(disk => join(site.folder, disk))
  await expectNothingLost({ url: cluster.url, db, told: crowd.told, disks })
  const sold = await sql<{ units: number }>`
    select sum(quantity)::integer as units from order_line where tool_id = any(${scarce}::uuid[]) group by tool_id`.execute(
    db,
  )
  expect(sold.rows.map(({ units }) => units)).toEqual(scarce.map(() => scarceUnits))
  expectClearWords(crowd.told.refusals)
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
    await cluster.untilSynchronous()

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
    await expectNobodyToHaveLost(stage)
    for (const shop of site.shops) expect(await shop.end('SIGTERM')).toMatchObject({ status: 0, signal: null })
  },
)

it.skipIf(isClusterMissing() || isMissing('pgbouncer'))(
  'the primary’s machine is gone, and PostgreSQL killed: behind PgBouncer orders are placed again a second later at most (finding 14)',
  { timeout, ...long },
  async () => {
    const cluster = await startCluster(site.folder)
    site.atEnd(cluster.end)
    const pooler = await startPooler(site.folder, cluster.url)
    site.atEnd(pooler.end)
    const direct = await site.start('one', { DATABASE_URL: cluster.url })
    const pooled = await site.start('other', { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: cluster.url })
    const db = connect(cluster.url)
    site.atEnd(() => db.destroy())
    const person = await signIn({ address: direct.address, db }, owner.ADMIN_EMAIL)
    const tool = await createTool({ db }, { onHand: 1_000_000 })
    const crowds = [
      openShops([{ shop: direct, person }], tool),
      openShops([{ shop: pooled, person: movedTo(pooled, person) }], tool),
    ]
    for (const crowd of crowds) site.atEnd(() => void crowd.close().catch(() => undefined))

    /** In how long orders are placed again without the pooler, and behind it. */
    const strikeBoth = async (how: string, blow: (primary: Node) => void) => {
      await cluster.untilSynchronous()
      const primary = await cluster.primary()
      await eventually(
        async () => crowds.every(({ times }) => times.length > 10),
        isBusy => isBusy,
      )
      const at = Date.now()
      blow(primary)
      const back = ({ times }: Crowd) => {
        const pause = longestPause(times, at)
        return pause.ms > noticedMs && times.filter(time => time > pause.end).length > 20
      }
      await eventually(
        async () => crowds.every(back),
        areBack => areBack,
        120_000,
      )
      const [without = 0, behind = 0] = crowds.map(({ times }) => longestPause(times, at).end - at)
      process.stdout.write(
        `${how}: orders are placed again after ${without} ms, behind PgBouncer after ${behind} ms.\n`,
      )
      expect(behind - without).toBeLessThan(poolerMs)
      return { primary, behind }
    }
    const killed = await strikeBoth('PostgreSQL was killed', primary => primary.signalPostgres('SIGKILL'))
    expect(killed.behind).toBeLessThan(pooledMs)
    const { primary, behind } = await strikeBoth('The machine was killed', primary => primary.signalAll('SIGKILL'))
    expect(behind).toBeLessThan(machineMs)
    await primary.start()
    await cluster.untilSynchronous()
    for (const crowd of crowds) await crowd.close()
  },
)
