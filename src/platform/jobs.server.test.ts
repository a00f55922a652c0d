import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { eventually } from '#test/eventually'
import { type TestDatabase } from '#test/shop/databases'
import { createTestDatabase } from '#test/harness'
import { type Database, createPool, openDatabase } from './database.server.ts'
import { type Jobs, type QueueOptions, createJobs } from './jobs.server.ts'
import { createLog } from './log.server.ts'

let database: TestDatabase
let db: Database
let running: Jobs[]
let queues = 0

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(createPool(database.url, { max: 4 }))
  running = []
})
beforeEach(() => {
  queues += 1
  return stopAll
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

async function stopAll(): Promise<void> {
  await Promise.all(running.splice(0).map(jobs => jobs.stop()))
}

type Work = (data: { name: string }) => Promise<void>
const queue = () => `queue-${queues}`

/** A worker as each process of a shop has one. */
async function startWorker(options: QueueOptions, work: Work): Promise<Jobs> {
  const jobs = createJobs(database.url, createLog('silent'))
  jobs.define(queue(), options, work)
  await jobs.start()
  running.push(jobs)
  return jobs
}

async function statesOf(queue: string): Promise<string[]> {
  const { rows } = await sql<{ state: string }>`
    select state::text from pgboss.job where name = ${queue} order by created_on, id`.execute(db)
  return rows.map(row => row.state)
}

it('a process that does no jobs sends them, recurring ones too, and leaves them to one that does', async () => {
  const done: string[] = []
  const web = createJobs(database.url, createLog('silent'), { isWorking: false })
  web.define<{ name: string }>(queue(), { does: 'Is tested.', retries: 2 }, async ({ name }) => void done.push(name))
  web.repeat(`${queue()}-turns`, { cron: '* * * * *', does: 'Is tested.' }, async () => void done.push('turn'))
  await web.start()
  running.push(web)
  await web.send(db, queue(), { name: 'a' })
  const { rows } = await sql`select from pgboss.schedule where name = ${`${queue()}-turns`}`.execute(db)
  expect(rows).toEqual([])
  const elsewhere: string[] = []
  await startWorker({ does: 'Is tested.', retries: 2 }, async ({ name }) => void elsewhere.push(name))
  await eventually(
    () => statesOf(queue()),
    states => states.every(state => state === 'completed'),
  )
  expect({ done, elsewhere }).toEqual({ done: [], elsewhere: ['a'] })
})

it('what was kept is looked through after jobs, unless their work is shown to nobody', async () => {
  const looks: string[] = []
  const [seen, unseen] = [`${queue()}-seen`, `${queue()}-unseen`]
  const jobs = createJobs(database.url, createLog('silent'), { afterWork: async () => void looks.push('look') })
  jobs.define(seen, { does: 'Is tested.', retries: 2 }, async () => void looks.push(seen))
  jobs.define(unseen, { does: 'Is tested.', retries: 2, isUnseen: true }, async () => void looks.push(unseen))
  await jobs.start()
  running.push(jobs)
  for (const name of [unseen, seen]) {
    await jobs.send(db, name, {})
    await eventually(
      () => statesOf(name),
      states => states.every(state => state === 'completed'),
    )
  }
  expect(looks).toEqual([unseen, seen, 'look'])
})

it('a worker that takes one job at a time pauses between none of them', async () => {
  const startedAt: number[] = []
  const options = { does: 'Is tested.', retries: 2, atATime: 1 }
  const jobs = await startWorker(options, async () => {
    startedAt.push(Date.now())
    // All notices of jobs that were sent with it arrive meanwhile.
    await new Promise(resolve => setTimeout(resolve, 100))
  })
  await jobs.sendEach(db, queue(), [{ name: 'a' }, { name: 'b' }, { name: 'c' }, { name: 'd' }])
  await eventually(
    async () => startedAt.length,
    count => count === 4,
    60_000,
  )
  const looksByItselfEveryMs = 10_000
  expect(Math.max(...startedAt.slice(1).map((at, n) => at - (startedAt[n] ?? at)))).toBeLessThan(
    looksByItselfEveryMs / 2,
  )
})

it('a job that is sent is done once, with what it was sent', async () => {
  const done: string[] = []
  const jobs = await startWorker({ does: 'Is tested.', retries: 2 }, async ({ name }) => void done.push(name))
  await jobs.send(db, queue(), { name: 'a' })
  await jobs.sendEach(db, queue(), [{ name: 'b' }, { name: 'c' }])
  await jobs.sendEach(db, queue(), [])
  await eventually(
    () => statesOf(queue()),
    states => states.every(state => state === 'completed'),
  )
  expect(done.toSorted()).toEqual(['a', 'b', 'c'])
  // What is sent together is tried again as what is sent alone.
  const { rows } = await sql`
    select distinct retry_limit, retry_backoff, heartbeat_seconds from pgboss.job where name = ${queue()}`.execute(db)
  expect(rows).toEqual([{ retry_limit: 2, retry_backoff: true, heartbeat_seconds: 20 }])
})

it('a job of a transaction that is rolled back never runs, one that is committed does', async () => {
  const done: string[] = []
  const jobs = await startWorker({ does: 'Is tested.', retries: 2 }, async ({ name }) => void done.push(name))
  const rollback = db.transaction().execute(async transaction => {
    await jobs.send(transaction, queue(), { name: 'rolled back' })
    throw new Error('no')
  })
  await expect(rollback).rejects.toThrow('no')
  await db.transaction().execute(async transaction => {
    await jobs.send(transaction, queue(), { name: 'committed' })
    // Not before the commit, however long that takes.
    await jobs.send(db, queue(), { name: 'beside it' })
    await eventually(
      async () => done,
      seen => seen.length > 0,
    )
    expect(done).toEqual(['beside it'])
  })
  await eventually(
    async () => done,
    seen => seen.length > 1,
  )
  expect(done).toEqual(['beside it', 'committed'])
  expect(await statesOf(queue())).toHaveLength(2)
})

it('a job that fails is tried again until it succeeds, and the others do not wait for it', async () => {
  const tries: string[] = []
  const jobs = await startWorker({ does: 'Is tested.', retries: 5 }, async ({ name }) => {
    tries.push(name)
    if (name === 'stubborn' && tries.filter(tried => tried === 'stubborn').length < 3) throw new Error('not yet')
  })
  // Sent at once, so that one fetch brings both.
  await db.transaction().execute(async transaction => {
    for (const name of ['stubborn', 'easy']) await jobs.send(transaction, queue(), { name })
  })
  await eventually(
    async () => tries,
    seen => seen.includes('easy'),
  )
  expect(tries.slice(0, 2).toSorted()).toEqual(['easy', 'stubborn'])
  await eventually(
    () => statesOf(queue()),
    states => states.every(state => state === 'completed'),
    30_000,
  )
  expect(tries.toSorted()).toEqual(['easy', 'stubborn', 'stubborn', 'stubborn'])
})

it('a job that always fails is given up after its retries, with the reason', async () => {
  let tries = 0
  const jobs = await startWorker({ does: 'Is tested.', retries: 1 }, async () => {
    tries += 1
    throw new Error('never')
  })
  await jobs.send(db, queue(), { name: 'hopeless' })
  expect(
    await eventually(
      () => statesOf(queue()),
      ([state]) => state === 'failed',
      30_000,
    ),
  ).toEqual(['failed'])
  expect(tries).toBe(2)
  const { rows } = await sql`select output from pgboss.job where name = ${queue()}`.execute(db)
  expect(rows).toEqual([{ output: { message: 'never' } }])
})

it('two workers on one database do each job once between them', async () => {
  const done: string[][] = [[], []]
  const start = (worker: number) =>
    startWorker({ does: 'Is tested.', retries: 0, concurrency: 2 }, async ({ name }) => void done[worker]?.push(name))
  const [jobs] = await Promise.all([start(0), start(1)])
  const names = Array.from({ length: 60 }, (_, index) => `job-${index}`)
  await Promise.all(names.map(name => jobs?.send(db, queue(), { name })))
  await eventually(
    () => statesOf(queue()),
    states => states.length === 60 && states.every(state => state === 'completed'),
  )
  expect(done.flat().toSorted()).toEqual(names.toSorted())
})

it('a job waits for a worker, over any restart', async () => {
  const done: string[] = []
  const jobs = await startWorker({ does: 'Is tested.', retries: 0 }, async ({ name }) => void done.push(name))
  await stopAll()
  const sender = createJobs(database.url, createLog('silent'))
  await sender.start()
  running.push(sender)
  await sender.send(db, queue(), { name: 'later' })
  expect(await statesOf(queue())).toEqual(['created'])
  await startWorker({ does: 'Is tested.', retries: 0 }, async ({ name }) => void done.push(name))
  await eventually(
    async () => done,
    seen => seen.length === 1,
  )
  expect(done).toEqual(['later'])
  expect(jobs).toBeDefined()
})

it('a stop waits for the job that runs', async () => {
  const done: string[] = []
  let finish = () => {}
  const mayFinish = new Promise<void>(resolve => (finish = resolve))
  let hasBegun = false
  const jobs = await startWorker({ does: 'Is tested.', retries: 0 }, async ({ name }) => {
    hasBegun = true
    await mayFinish
    done.push(name)
  })
  await jobs.send(db, queue(), { name: 'slow' })
  await eventually(
    async () => hasBegun,
    begun => begun,
  )
  const stopped = stopAll().then(() => [...done])
  finish()
  expect(await stopped).toEqual(['slow'])
  expect(await statesOf(queue())).toEqual(['completed'])
})

it('work that recurs is scheduled once, however many processes ask for it', async () => {
  const name = `${queue()}-cron`
  const start = async () => {
    const jobs = createJobs(database.url, createLog('silent'))
    jobs.repeat(name, { cron: '* * * * *', does: 'Is tested.' }, async () => undefined)
    await jobs.start()
    running.push(jobs)
  }
  await Promise.all([start(), start()])
  const { rows } = await sql`select cron, timezone from pgboss.schedule where name = ${name}`.execute(db)
  expect(rows).toEqual([{ cron: '* * * * *', timezone: 'UTC' }])
})

it('work that recurs is done once for all its turns that have piled up while nobody was there', async () => {
  const name = `${queue()}-pile`
  let runs = 0
  const start = async () => {
    const jobs = createJobs(database.url, createLog('silent'))
    jobs.repeat(name, { cron: '0 0 1 1 *', does: 'Is tested.' }, async () => void (runs += 1))
    await jobs.start()
    running.push(jobs)
    return jobs
  }
  await start()
  await stopAll()
  const sender = createJobs(database.url, createLog('silent'))
  await sender.start()
  running.push(sender)
  for (let turn = 0; turn < 40; turn++) await sender.send(db, name, {})
  await start()
  const states = await eventually(
    () => statesOf(name),
    states => states.every(state => state === 'completed'),
  )
  expect({ turns: states.length, runs }).toEqual({ turns: 40, runs: 1 })
})

it('a job in the hands of a process that gives no sign of life any more is done by another', async () => {
  const done: string[] = []
  await startWorker({ does: 'Is tested.', retries: 2 }, async ({ name }) => void done.push(name))
  await stopAll()
  const sender = createJobs(database.url, createLog('silent'))
  await sender.start()
  running.push(sender)
  await sender.send(db, queue(), { name: 'orphan' })
  // As it stands when the process that took it was killed a minute ago.
  await sql`
    update pgboss.job set state = 'active', started_on = now() - interval '1 minute',
      heartbeat_on = now() - interval '1 minute' where name = ${queue()}`.execute(db)
  await startWorker({ does: 'Is tested.', retries: 2 }, async ({ name }) => void done.push(name))
  await eventually(
    () => statesOf(queue()),
    ([state]) => state === 'completed',
    100_000,
  )
  expect(done).toEqual(['orphan'])
}, 120_000)

it('a queue that an earlier release made takes the options of this one', async () => {
  const optionsNow = async () => {
    const { rows } = await sql`select retry_limit from pgboss.queue where name = ${queue()}`.execute(db)
    return rows
  }
  await startWorker({ does: 'Is tested.', retries: 2 }, async () => undefined)
  expect(await optionsNow()).toEqual([{ retry_limit: 2 }])
  await stopAll()
  await startWorker({ does: 'Is tested.', retries: 7 }, async () => undefined)
  expect(await optionsNow()).toEqual([{ retry_limit: 7 }])
})
