import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { newId } from '#platform/context'
import type { Database } from '#platform/database'
import { eventually } from '../eventually.ts'
import { type Answer, type Person, createTool, request, signIn } from '../factories.ts'
import { type Somebody, createPeople } from '../shop/people.ts'
import { type ShopProcess, owner } from '../shop/process.ts'
import { long } from '../tiers.ts'
import { type Crowd, openShops } from './crowd.ts'
import { type Gauges, readDatabase, readProcess, startGauges, tellBusiest } from './gauges.ts'
import { type Question, pagesOf, startLoad } from './load.ts'
import { freePorts, isMissing, startHaproxy } from './machines.ts'
import { expectNothingLost } from './outcome.ts'
import { useSite } from './site.ts'

/** An hour by SOAK_MINUTES=60; in the long tier as much as finds what is coarse. */
const minutes = Number(process.env['SOAK_MINUTES'] ?? 4)
const soakMs = minutes * 60_000
const killEveryMs = minutes < 30 ? 30_000 : 60_000
const timeout = soakMs + 900_000
const readEveryMs = 2000

/** What is flat in the last quarter is at most so much of what it was in the second, and so much more that tells nothing. */
const bounds: Record<string, { factor: number; more: number }> = {
  // Of a process that lives on, caches fill and the engine takes what it may have.
  'memory of the one that lives on, MB': { factor: 1.25, more: 0 },
  'memory of the others at the same age, MB': { factor: 1.2, more: 0 },
  'handles of the one that lives on': { factor: 1.2, more: 20 },
  'handles of the others at the same age': { factor: 1.2, more: 20 },
  // The database clears away once a minute.
  'dead rows': { factor: 1.5, more: 2000 },
  'jobs that are due': { factor: 1.5, more: 30 },
}

/** What a proxy, or a connection that breaks, says in the place of a process that was killed. */
const isOfKill = /(: |^)(0|502|503|504)\b|hang up|ECONNRESET|aborted/

const site = useSite('soak')

type Stage = { db: Database; url: string; address: string; shops: ShopProcess[]; bornAt: number[]; ports: number[] }

const disks = ['one', 'two', 'three']

async function setUp(): Promise<Stage> {
  const { url, db } = await site.makeDatabase()
  const ports = await freePorts(disks.length)
  const stage: Stage = { db, url, address: '', shops: [], bornAt: [], ports }
  for (const at of disks.keys()) await start(stage, at)
  const proxy = await startHaproxy(site.folder, ports)
  site.atEnd(proxy.end)
  return { ...stage, address: proxy.address }
}

async function start({ url, shops, bornAt, ports }: Stage, at: number): Promise<void> {
  const own = { DATABASE_URL: url, PORT: String(ports[at]), TRUST_PROXY: '127.0.0.1' }
  shops[at] = await site.start(disks[at] ?? '', own)
  bornAt[at] = performance.now()
}

/** The first one lives on; of the others one is killed, by turns, and started again as a supervisor does it. */
async function killByTurns(stage: Stage, until: number): Promise<number> {
  let kills = 0
  for (;;) {
    await pause(killEveryMs)
    if (performance.now() > until) return kills
    const at = 1 + (kills % 2)
    await stage.shops[at]?.end('SIGKILL')
    kills += 1
    await start(stage, at)
  }
}

async function read({ db, shops, bornAt }: Stage, gauges: Gauges): Promise<void> {
  for (const [at, shop] of shops.entries()) {
    const of = readProcess(shop)
    if (!of) continue
    const [whose, age] = at === 0 ? ['the one that lives on', 0] : ['the others at the same age', ageOf(bornAt[at])]
    gauges.note(`memory of ${whose}, MB`, of.memory, age)
    gauges.note(`handles of ${whose}`, of.handles, age)
  }
  const { deadRows, jobs } = await readDatabase(db)
  gauges.note('dead rows', deadRows)
  gauges.note('jobs that are due', jobs)
}

const ageOf = (bornAt = 0) => (performance.now() - bornAt) / 1000

/** Somebody who is told by a status of 0 that there was no answer. */
const personAt = (address: string, { token, headers, ...somebody }: Somebody): Person => ({
  ...somebody,
  name: 'Test Person',
  token,
  call: (method, path, body, more) =>
    request(`${address}/api${path}`, method, body, { ...headers, ...more }).catch(() => noAnswer),
})
const noAnswer: Answer = { status: 0, body: {}, headers: new Headers() }

async function pagesAndSearches(address: string, tools: readonly string[]): Promise<(count: number) => Question> {
  const ofTools = tools.flatMap(tool => [`/api/tools/${tool}`, `/api/tools/${tool}/fitment`])
  const fixed = ['/', '/shop', '/shop?q=soaked', '/api/search?q=soak', '/api/categories', '/api/config']
  const paths = [...fixed, ...ofTools, ...(await pagesOf(address, tools))]
  return count => ({ method: 'GET', path: paths[count % paths.length] ?? '/' })
}

/** Does something again and again until the end; what came of it otherwise than by a kill is a failure. */
async function keepOn(until: number, everyMs: number, act: () => Promise<Answer>): Promise<string[]> {
  const failures: string[] = []
  while (performance.now() < until) {
    const { status, body } = await act().catch(() => noAnswer)
    if (status !== 200 && !isOfKill.test(String(status))) failures.push(`${status} ${JSON.stringify(body)}`)
    await pause(everyMs)
  }
  return failures
}

const deskPaths = ['/allOrders', '/customers', '/audit', '/overview', '/reports/lines', '/allTools', '/exports/stock']

function lookAround(admin: Person): () => Promise<Answer> {
  let count = 0
  return () => admin.call('GET', deskPaths[count++ % deskPaths.length] ?? '')
}

function logIn({ address, db }: Stage): () => Promise<Answer> {
  return async () => {
    const person = await signIn({ address, db }, owner.ADMIN_EMAIL)
    return person.call('GET', `/admin/${owner.ADMIN_EMAIL}`)
  }
}

/** Sends a file, and takes it over; what was told to be committed is noted. Over a step that gets no answer it is left. */
function importFiles(admin: Person, committed: string[]): () => Promise<Answer> {
  let count = 0
  return async () => {
    count += 1
    const upload = newId()
    const piece = new FormData()
    const lines = Array.from({ length: 20 }, (_, n) => `Soak,P-${n},${count + 100}.00,Soaked part ${n}`)
    piece.set('piece', new Blob([['brand,part_number,price,name', ...lines].join('\n')]), 'parts.csv')
    const sent = await admin.call('POST', `/imports/uploads?upload=${upload}&piece=0`, piece)
    if (sent.status !== 200) return sent
    const input = { files: [{ upload, name: 'parts.csv' }], source: 'Soak', createParts: true }
    const begun = await admin.call('POST', '/imports', input)
    if (begun.status !== 200) return begun
    const path = `/imports/${begun.body.insertedId}`
    const until = (state: string) =>
      eventually(
        () => admin.call('GET', path),
        ({ body }) => ![undefined, ...(state === 'staged' ? ['staging'] : ['staged'])].includes(body.state),
        180_000,
      )
    const staged = await until('staged')
    if (staged.body.state !== 'staged') return { ...staged, status: 500 }
    const asked = await admin.call('POST', `${path}/commit`, {})
    if (asked.status !== 200) return asked
    const done = await until('committed')
    if (done.body.state !== 'committed') return { ...done, status: 500 }
    committed.push(begun.body.insertedId)
    return done
  }
}

async function openCrowd(stage: Stage, tool: string): Promise<Crowd> {
  const { db, address, shops } = stage
  const people = await createPeople(db, 4)
  const payment = shops[0]?.payment ?? { publishableKey: '' }
  const places = people.map(somebody => ({ shop: { address, payment }, person: personAt(address, somebody) }))
  const crowd = openShops(places, tool, 2000)
  site.atEnd(() => void crowd.close().catch(() => undefined))
  return crowd
}

function expectFlat(gauges: Gauges): void {
  const quarters = gauges.quarters()
  for (const { name, second, last } of quarters)
    process.stdout.write(`  ${name}: ${second.toFixed(0)} in the second quarter, ${last.toFixed(0)} in the last\n`)
  expect(quarters.map(({ name }) => name).toSorted()).toEqual(Object.keys(bounds).toSorted())
  const risen = quarters.filter(({ name, second, last }) => {
    const { factor = 1, more = 0 } = bounds[name] ?? {}
    return !(last <= second * factor + more)
  })
  expect(risen).toEqual([])
}

it.skipIf(isMissing('haproxy') || !existsSync('/proc/self/fd'))(
  `${minutes} minutes of mixed load on three processes of which one is killed again and again: nothing grows, and nothing is lost`,
  { timeout, ...long },
  async () => {
    const stage = await setUp()
    const { db, url, address } = stage
    const tools = await Promise.all(Array.from({ length: 12 }, () => createTool({ db }, { onHand: 1_000_000 })))
    const [somebody] = await createPeople(db, 1, 'admin')
    if (!somebody) throw new Error('nobody is there')
    const admin = personAt(address, somebody)
    const crowd = await openCrowd(stage, tools[0] ?? '')
    const load = startLoad(address, await pagesAndSearches(address, tools), 20)
    const gauges = startGauges()
    site.atEnd(load.stop)
    const reading = setInterval(() => void read(stage, gauges).catch(() => undefined), readEveryMs)
    site.atEnd(() => clearInterval(reading))
    const until = performance.now() + soakMs
    const committed: string[] = []
    const [kills, ...failures] = await Promise.all([
      killByTurns(stage, until),
      keepOn(until, 500, lookAround(admin)),
      keepOn(until, 5000, logIn(stage)),
      keepOn(until, 3000, importFiles(admin, committed)),
    ])
    clearInterval(reading)
    await load.stop()
    await crowd.close()
    const { orders, paid, refusals } = crowd.told
    const counts = { kills, pages: load.answered(), orders: orders.length, paid, imports: committed.length }
    process.stdout.write(`${minutes} minutes: ${JSON.stringify(counts)}\n${await tellBusiest(db)}`)

    expectFlat(gauges)
    const unclear = refusals.filter(({ status }) => !isOfKill.test(String(status)))
    const others = [...failures.flat(), ...load.failures.filter(failure => !isOfKill.test(failure))]
    expect({ others: [...new Set(others)], unclear }).toEqual({ others: [], unclear: [] })
    await expectNothingLost({ url, db, told: crowd.told, disks: disks.map(disk => join(site.folder, disk)) })
    const { rows } = await sql<{ id: string }>`select id::text from import where state = 'committed'`.execute(db)
    expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(committed))
    expect(Math.min(kills, orders.length, paid, committed.length)).toBeGreaterThan(0)
  },
)
