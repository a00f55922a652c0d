import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, it } from 'vitest'
import { createPool, standby } from '#platform/database'
import { createJobs } from '#platform/jobs'
import { createLog } from '#platform/log'
import { exportKinds } from '#rules/imports'
import { reportKinds } from '#rules/desk'
import { eventually } from '../eventually.ts'
import { type Person, createTool, signIn } from '../factories.ts'
import { type ShopProcess, connect, launchCommand, movedTo, owner, startInVain } from '../shop/process.ts'
import { long } from '../tiers.ts'
import { type Cluster, type Node, isClusterMissing, startCluster } from './cluster.ts'
import { useSite } from './site.ts'

const timeout = 300_000
/** What a caller waits at most, while a replica that says nothing is given up on. */
const patienceMs = 20_000

const site = useSite('replica')

/** Every read that may go to a replica. */
const paths = [
  '/audit',
  '/overview',
  ...reportKinds.map(kind => `/reports/${kind}`),
  ...exportKinds.map(kind => `/exports/${kind}`),
]

/** A process of the shop, and its owner there. */
type Desk = { shop: ShopProcess; person: Person }
type Stage = { cluster: Cluster; environment: Record<string, string>; one: Desk; other: Desk; tool: string }

async function setUp(): Promise<Stage> {
  const cluster = await startCluster(site.folder)
  site.atEnd(cluster.end)
  const environment = { DATABASE_URL: cluster.url, DATABASE_REPLICA_URL: cluster.replicaUrl }
  const [one, other] = [await site.start('one', environment), await site.start('other', environment)]
  const db = connect(cluster.url)
  site.atEnd(() => db.destroy())
  const person = await signIn({ address: one.address, db }, owner.ADMIN_EMAIL)
  const tool = await createTool({ db }, { onHand: 5 })
  return {
    cluster,
    environment,
    one: { shop: one, person },
    other: { shop: other, person: movedTo(other, person) },
    tool,
  }
}

/** How many reads of a process the replica has answered, or the primary in its place. */
async function readsBy(from: 'replica' | 'primary', { shop }: Desk): Promise<number> {
  const text = await (await fetch(`${shop.address}/metrics`)).text()
  return Number(new RegExp(`^tappet_replica_reads_total\\{from="${from}"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0)
}

/** Asks until it has an answer from there: a busy machine is late now and then. */
async function expectReadFrom(from: 'replica' | 'primary', desk: Desk, path: string): Promise<void> {
  const before = await readsBy(from, desk)
  await eventually(
    async () => {
      expect([path, (await desk.person.call('GET', path)).status]).toEqual([path, 200])
      return readsBy(from, desk)
    },
    reads => reads > before,
    60_000,
  )
}

const untilReplicaAnswers = (desk: Desk) => expectReadFrom('replica', desk, '/audit')

let written = 0

/** Something is done at one process; whoever asks another one right after it sees it, in the trail and in a file. */
async function expectOwnWriteToBeRead({ one, other, tool }: Stage): Promise<void> {
  const note = `Delivery ${(written += 1)}`
  const { status } = await one.person.call('POST', `/tools/${tool}/stock`, { delta: 1, reason: note })
  expect(status).toBe(200)
  const trail = await other.person.call('GET', `/audit?subject=${tool}&limit=1`)
  expect(JSON.stringify(trail.body)).toContain(note)
  const file = await other.person.call('GET', '/reports/stock')
  expect(JSON.stringify(file.body)).toContain(note)
}

/** By command, too. */
async function expectFileToHold({ environment }: Stage, note: string): Promise<void> {
  const file = join(site.folder, 'stock.csv')
  const command = { ...environment, DATA_DIR: join(site.folder, 'command') }
  expect(await launchCommand(command, 'report', 'stock', file).ended).toMatchObject({ status: 0 })
  expect(await readFile(file, 'utf8')).toContain(note)
}

/**
 * Patroni has a standby go on that it finds paused, so it rests meanwhile. A pause is only asked for at first: what comes in until
 * then is still replayed.
 */
async function pauseReplay({ adminUrl, signalPatroni }: Node): Promise<void> {
  signalPatroni('SIGSTOP')
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  await client.query('select pg_wal_replay_pause()')
  await eventually(
    async () => (await client.query('select pg_get_wal_replay_pause_state() as state')).rows[0]?.state,
    state => state === 'paused',
  )
  await client.end()
}

async function resumeReplay({ adminUrl, signalPatroni }: Node): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  await client.query('select pg_wal_replay_resume()')
  await client.end()
  signalPatroni('SIGCONT')
}

/** Reads without a pause while something happens, and for a while after it. */
async function readThrough({ other }: Stage, blow: () => void): Promise<void> {
  const until = performance.now() + 4000
  blow()
  do {
    const began = performance.now()
    expect((await other.person.call('GET', '/audit')).status).toBe(200)
    expect(performance.now() - began).toBeLessThan(patienceMs)
  } while (performance.now() < until)
}

/** Nobody reads by it what is late, or is told that it takes no orders. */
async function expectStandbyToBeRefused({ url }: Node): Promise<void> {
  const pool = createPool(url)
  await expect(pool.query('select')).rejects.toThrow(standby)
  await pool.end()
  const jobs = createJobs(url, createLog('silent'))
  await expect(jobs.start()).rejects.toThrow(standby)
  await jobs.stop()
  const { stderr } = await startInVain({ DATA_DIR: join(site.folder, 'none'), DATABASE_URL: url, ...owner })
  expect(stderr).toMatch(/ is a standby, .* Set DATABASE_URL to the primary\.\n$/)
}

it.skipIf(isClusterMissing())(
  'heavy reads go to a standby and hide no write, also where it is late, freezes, dies or takes over; what writes refuses it',
  { timeout, ...long },
  async () => {
    const stage = await setUp()
    const { cluster, other } = stage
    const replica = await cluster.untilSynchronous()
    await untilReplicaAnswers(other)
    for (const path of paths) await expectReadFrom('replica', other, path)
    const before = await readsBy('replica', other)
    for (let count = 0; count < 20; count += 1) await expectOwnWriteToBeRead(stage)
    const answered = (await readsBy('replica', other)) - before
    process.stdout.write(`Of 40 reads right after a write the replica answered ${answered}.\n`)
    expect(answered).toBeGreaterThan(0)
    await expectFileToHold(stage, 'Delivery 20')
    await expectStandbyToBeRefused(replica)

    await pauseReplay(replica)
    for (let count = 0; count < 3; count += 1) await expectOwnWriteToBeRead(stage)
    const late = await readsBy('replica', other)
    for (const path of paths) await expectReadFrom('primary', other, path)
    expect(await readsBy('replica', other)).toBe(late)
    await resumeReplay(replica)
    await untilReplicaAnswers(other)

    await readThrough(stage, () => replica.signalPostgres('SIGKILL'))
    await untilReplicaAnswers(other)
    await cluster.untilSynchronous()

    await readThrough(stage, () => replica.signalAll('SIGSTOP'))
    replica.signalAll('SIGCONT')
    await untilReplicaAnswers(other)
    await cluster.untilSynchronous()

    await cluster.switchOver()
    await pause(1000)
    await cluster.untilSynchronous()
    await untilReplicaAnswers(other)
    for (let count = 0; count < 5; count += 1) await expectOwnWriteToBeRead(stage)
  },
)
