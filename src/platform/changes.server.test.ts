import { once } from 'node:events'
import { type AddressInfo, type Socket, connect, createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createTool } from '#test/factories'
import { type TestDatabase } from '#test/shop/databases'
import { createTestDatabase } from '#test/harness'
import { createMemory } from './changes/memory.server.ts'
import { type Changes, anything, followChanges, forgetChanges } from './changes.server.ts'
import { transact } from './context.server.ts'
import { type Database, createPool, openDatabase } from './database.server.ts'

let database: TestDatabase
/** Who writes past the shop, and tells nobody. */
let other: pg.Client
let db: Database
let tool: string
const open: { pool: pg.Pool; changes: Changes }[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(createPool(database.url, { max: 2 }))
  tool = await createTool({ db }, { onHand: 100 })
  other = new pg.Client({ connectionString: database.url })
  await other.connect()
})
afterEach(async () => {
  for (const { pool, changes } of open.splice(0)) {
    await changes.stop()
    await pool.end()
  }
})
afterAll(async () => {
  await other.end()
  await db.destroy()
  await database.drop()
})

/** A process's own pool that follows the feed. */
async function startProcess({ max = 4, url = database.url } = {}) {
  const pool = createPool(url, { max, name: 'process of a test' })
  const changes = followChanges(pool)
  open.push({ pool, changes })
  expect(changes.isFollowing()).toBe(false)
  await changes.start()
  expect(changes.isFollowing()).toBe(true)
  return { pool, changes }
}

/** A way to the database. Once it falls silent, nothing more goes over the connections that there are, and nobody is told. */
async function startWay(databaseUrl: string) {
  const { host, port } = new pg.Client(databaseUrl)
  const end = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    const there = connect(end)
    for (const one of [socket, there])
      sockets.add(one.on('error', () => undefined).on('close', () => sockets.delete(one)))
    socket.pipe(there).pipe(socket)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    fallSilent: () => sockets.forEach(socket => socket.unpipe().pause()),
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

const order = `update tool set reserved = reserved + 1 where id = $1`
const rename = `update tool set name = name || '!' where id = $1`
const addCategory = `insert into category (id, slug, name)
  select gen_random_uuid(), 'c' || count(*), 'C' || count(*) from category`

/** Which of these topics change while something is done. */
async function changedBy(changes: Changes, topics: string[], work: () => Promise<unknown>): Promise<string[]> {
  const since = changes.latest()
  await work()
  await changes.follow()
  return topics.filter(topic => changes.hasChanged([topic], since))
}

describe('a process that follows the feed of changes', () => {
  const topics = () => ['tool', 'stock', `tool:${tool}`, 'tool:another', 'category', 'review', anything]

  it('knows what a statement has changed, by its topics', async () => {
    const { pool, changes } = await startProcess()
    const changed = (text: string, values?: string[]) => changedBy(changes, topics(), () => pool.query(text, values))
    expect(await changed(order, [tool])).toEqual(['stock', `tool:${tool}`, anything])
    expect(await changed(rename, [tool])).toEqual(['tool', `tool:${tool}`, anything])
    expect(await changed(addCategory)).toEqual(['category', anything])
    // The last unit that can be ordered is another list.
    expect(await changed('update tool set reserved = on_hand where id = $1', [tool])).toContain('tool')
    expect(await changed('update tool set reserved = 0 where id = $1', [tool])).toContain('tool')
  })

  it('knows of no change where visitors are shown nothing else', async () => {
    const { pool, changes } = await startProcess()
    const none = (text: string, values?: string[]) => changedBy(changes, [anything], () => pool.query(text, values))
    expect(await none('select 1')).toEqual([])
    expect(await none('update tool set name = name where id = $1', [tool])).toEqual([])
    expect(await none(`insert into rate_limit (key, count, until) values ('x', 1, now())`)).toEqual([])
    expect(
      await none(`insert into account (id, issuer, subject, email, display_name)
      values (gen_random_uuid(), 'test', 'x', 'x@example.com', 'X')`),
    ).toEqual([])
  })

  it('knows of a transaction when it has committed, and never of one that was given up', async () => {
    const { changes } = await startProcess()
    const changed = (text: string) => changedBy(changes, ['category'], () => other.query(text))
    expect(await changed(`begin; ${addCategory}`)).toEqual([])
    expect(await changed('commit')).toEqual(['category'])
    expect(await changed(`begin; ${addCategory}; rollback`)).toEqual([])
  })

  it('misses nothing of two transactions that commit in the other order than they began', async () => {
    const { pool, changes } = await startProcess()
    await other.query(`begin; ${addCategory}`)
    expect(await changedBy(changes, ['tool', 'category'], () => pool.query(rename, [tool]))).toEqual(['tool'])
    expect(await changedBy(changes, ['tool', 'category'], () => other.query('commit'))).toEqual(['category'])
  })

  it('hears at once of what another process has written and followed', async () => {
    const [one, two] = [await startProcess(), await startProcess()]
    const since = two.changes.latest()
    await one.pool.query(order, [tool])
    await one.changes.follow()
    await expect.poll(() => two.changes.hasChanged([`tool:${tool}`], since), { interval: 5 }).toBe(true)
  })

  it('tells the others by a notice, so that none has to wait until it looks by itself', async () => {
    const { pool, changes } = await startProcess()
    const heard = new Promise(resolve => other.once('notification', resolve))
    await other.query('listen tappet_change')
    await pool.query(order, [tool])
    await changes.follow()
    expect(await heard).toMatchObject({ channel: 'tappet_change' })
    await other.query('unlisten tappet_change')
  })

  it('tells them by a reading that comes anyway, where one does', async () => {
    const { pool, changes } = await startProcess()
    const heard: unknown[] = []
    other.on('notification', ({ payload }) => void heard.push(payload))
    await other.query('listen tappet_change')
    await pool.query(order, [tool])
    await changes.follow()
    expect(heard).toEqual([])
    await pause(25)
    await changes.follow()
    await other.query('select')
    expect(heard).toHaveLength(1)
    // Once: nobody has to be told the same again.
    await pause(60)
    await other.query('unlisten tappet_change')
    expect(heard).toHaveLength(1)
  })

  it('finds what somebody has written who tells nobody', async () => {
    const { changes } = await startProcess()
    const since = changes.latest()
    await other.query(rename, [tool])
    await expect.poll(() => changes.hasChanged(['tool'], since)).toBe(true)
  })

  it('tells the others what it has written last before it stops', async () => {
    const [one, two] = [await startProcess(), await startProcess()]
    const since = two.changes.latest()
    await one.pool.query(order, [tool])
    await one.changes.follow()
    await one.changes.stop()
    await expect.poll(() => two.changes.hasChanged(['stock'], since)).toBe(true)
  })

  it('calls back after a change of what somebody wants to hear of', async () => {
    const { pool, changes } = await startProcess()
    let calls = 0
    changes.onChange(['category', 'review'], () => (calls += 1))
    await pool.query(order, [tool])
    await changes.follow()
    expect(calls).toBe(0)
    await pool.query(addCategory)
    await changes.follow()
    expect(calls).toBe(1)
  })

  it('takes more changes than it can count for a change of everything', async () => {
    const { pool, changes } = await startProcess()
    const many = () =>
      pool.query(`insert into change (topic, tool_id, tool_ordinal)
        select 'stock', gen_random_uuid(), number from generate_series(1, 10100) number`)
    expect(await changedBy(changes, ['category'], many)).toEqual(['category'])
    // More changes, of fewer topics.
    const ofTwoKinds = () =>
      pool.query(`insert into change (topic, tool_id, tool_ordinal)
        select topic, lpad(number::text, 32, '0')::uuid, number
        from generate_series(1, 6000) number, (values ('stock'), ('tool')) topics (topic)`)
    expect(await changedBy(changes, ['category'], ofTwoKinds)).toEqual(['category'])
  })

  it('follows nothing while its connection is broken, and knows afterwards what has changed meanwhile', async () => {
    const { pool, changes } = await startProcess({ max: 1 })
    const since = changes.latest()
    // Whoever waits for the one connection gets it when it breaks, and so before whoever wants to listen anew.
    const waiting = pool.connect()
    await other.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'process of a test'`)
    const connection = await waiting
    expect(changes.isFollowing()).toBe(false)
    await other.query(rename, [tool])
    connection.release()
    await expect.poll(() => changes.isFollowing(), { timeout: 10_000 }).toBe(true)
    expect(changes.hasChanged(['tool'], since)).toBe(true)
  })

  it('trusts nothing by a connection that has fallen silent, and keeps nobody waiting for it', async () => {
    const way = await startWay(database.url)
    const { pool, changes } = await startProcess({ url: way.url })
    // By a connection that is silent later, too, and is tried first.
    await pool.query('select')
    const since = changes.latest()
    way.fallSilent()
    await other.query(rename, [tool])
    await changes.follow()
    expect(changes.isFollowing() && !changes.hasChanged(['tool'], since)).toBe(false)
    await expect.poll(() => changes.isFollowing(), { timeout: 20_000 }).toBe(true)
    expect(changes.hasChanged(['tool'], since)).toBe(true)
    way.close()
  }, 30_000)

  it('takes everything for changed once it is connected anew: to a server that counts transactions from further back', async () => {
    const { changes } = await startProcess()
    const since = changes.latest()
    await other.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'process of a test'`)
    await other.query(`insert into change (writer, topic) values ('3', 'category')`)
    await expect.poll(() => changes.hasChanged(['category'], since), { timeout: 10_000 }).toBe(true)
    expect(changes.isFollowing()).toBe(true)
  })
})

it('changes are forgotten after a day', async () => {
  const count = async () => Number((await other.query('select count(*) as count from change')).rows[0].count)
  await forgetChanges({ db, now: () => new Date() })
  const before = await count()
  await other.query(`update change set at = now() - interval '25 hours'
    where ctid in (select ctid from change limit 10)`)
  await forgetChanges({ db, now: () => new Date() })
  expect(await count()).toBe(before - 10)
})

describe('what a process remembers', () => {
  /** A process that tells how many categories there are. */
  async function startCounting() {
    const { pool, changes } = await startProcess()
    const db = openDatabase(pool)
    const { remember } = createMemory(changes)
    const count = (ctx: { db: Database; remember: typeof remember }) =>
      ctx.remember('categories', ['category'], async () => {
        const { rows } = await sql<{ count: number }>`select count(*) as count from category`.execute(ctx.db)
        return rows[0]?.count ?? 0
      })
    return { pool, changes, ctx: { db, remember }, count, before: await count({ db, remember }) }
  }

  it('is read again when one of its topics has changed, and only then', async () => {
    const { pool, changes, ctx, count, before } = await startCounting()
    await pool.query(addCategory)
    await changes.follow()
    expect(await count(ctx)).toBe(before + 1)
    let readings = 0
    const read = () => ctx.remember('one', ['category'], async () => (readings += 1))
    await read()
    await pool.query(rename, [tool])
    await changes.follow()
    await Promise.all([read(), read()])
    expect(readings).toBe(1)
  })

  it('is no reading that failed, and nothing while changes are not heard', async () => {
    const { pool, changes, ctx, count, before } = await startCounting()
    const failing = ctx.remember('two', ['category'], () => Promise.reject(new Error('away')))
    await expect(failing).rejects.toThrow('away')
    expect(await ctx.remember('two', ['category'], async () => 'there')).toBe('there')
    await changes.stop()
    await pool.query(addCategory)
    expect(await count(ctx)).toBe(before + 1)
  })

  it('is as old as the moment at which reading elsewhere began', async () => {
    const { pool, changes } = await startProcess()
    const { remember, asOfNow } = createMemory(changes)
    const rememberEarlier = asOfNow()
    await pool.query(addCategory)
    await changes.follow()
    // A standby that has not come as far as the feed.
    expect(await rememberEarlier('elsewhere', ['category'], async () => 'before')).toBe('before')
    expect(await remember('elsewhere', ['category'], async () => 'after')).toBe('after')
    expect(await asOfNow()('elsewhere', ['category'], async () => 'later')).toBe('after')
  })

  it('is nothing of a transaction that has not committed, and the transaction sees what it wrote', async () => {
    const { ctx, count, before } = await startCounting()
    const work = transact(ctx, async ctx => {
      await sql.raw(addCategory).execute(ctx.db)
      expect(await count(ctx)).toBe(before + 1)
      throw new Error('given up')
    })
    await expect(work).rejects.toThrow('given up')
    expect(await count(ctx)).toBe(before)
  })
})
