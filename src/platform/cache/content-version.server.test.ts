import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase } from '#test/databases'
import { createTestDatabase } from '#test/harness'
import { type ContentVersion, contentVersion } from './content-version.server.ts'
import { createPool } from '../database.server.ts'

let database: TestDatabase
let other: pg.Client
const open: { pool: pg.Pool; version: ContentVersion }[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  other = new pg.Client({ connectionString: database.url })
  await other.connect()
  await other.query('create table shown (n integer); create table noisy (n integer)')
})
afterEach(async () => {
  for (const { pool, version } of open.splice(0)) {
    await version.stop()
    await pool.end()
  }
})
afterAll(async () => {
  await other.end()
  await database.drop()
})

/** A process's own pool with its version, which listens. */
async function startProcess({ max = 4, now = () => new Date() } = {}) {
  const pool = createPool(database.url, { max })
  const version = contentVersion({ pool, quietTables: new Set(['noisy']), channels: ['another'], now })
  open.push({ pool, version })
  expect(version.current()).toBeUndefined()
  await version.start()
  return { pool, version }
}

describe('the content’s version', () => {
  it('is another one after each change, and the same as long as nothing changes', async () => {
    const { pool, version } = await startProcess()
    const first = version.current()
    await pool.query('select 1')
    await pool.query('insert into noisy values (1)')
    expect(version.current()).toBe(first)
    await pool.query('insert into shown values (1)')
    const second = version.current()
    expect(second).not.toBe(first)
    version.change()
    expect(version.current()).not.toBe(second)
  })

  it('changes for every process', async () => {
    const [one, two] = [await startProcess(), await startProcess()]
    const before = two.version.current()
    await one.pool.query('insert into shown values (2)')
    await expect.poll(() => two.version.current()).not.toBe(before)
  })

  it('changes with what others tell, and with what is told by who writes past the shop', async () => {
    const { version } = await startProcess()
    for (const channel of ['tappet_content', 'another']) {
      const before = version.current()
      await other.query('select pg_notify($1, $2)', [channel, ''])
      await expect.poll(() => version.current()).not.toBe(before)
    }
  })

  it('tells the others what was changed last before it stops', async () => {
    const [one, two] = [await startProcess(), await startProcess()]
    const before = two.version.current()
    await one.pool.query('insert into shown values (4)')
    await one.version.stop()
    await expect.poll(() => two.version.current()).not.toBe(before)
  })

  it('lasts half a minute', async () => {
    let now = Date.now()
    const { version } = await startProcess({ now: () => new Date(now) })
    const first = version.current()
    now += 30_000
    expect(version.current()).toBe(first)
    now += 1
    expect(version.current()).not.toBe(first)
  })

  it('is unknown while nothing is heard of others, and another one when it is again', async () => {
    const { pool, version } = await startProcess({ max: 1 })
    const before = version.current()
    // Whoever waits for the one connection gets it when it breaks, and so before whoever wants to listen anew.
    const waiting = pool.connect()
    await other.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'listen tappet_content%'`)
    const connection = await waiting
    expect(version.current()).toBeUndefined()
    connection.release()
    await expect.poll(() => version.current(), { timeout: 10_000 }).toBeDefined()
    expect(version.current()).not.toBe(before)
  })
})
