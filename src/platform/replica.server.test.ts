import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestDatabase } from '#test/shop/databases'
import { createTestDatabase } from '#test/harness'
import { readEachTime } from './changes/memory.server.ts'
import { type Database, createPool, openDatabase, refuseStandby } from './database.server.ts'
import { fromReplica, openReplica } from './replica.server.ts'

let database: TestDatabase
let db: Database

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(createPool(database.url, { max: 2, name: 'primary of a test' }))
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

it.each([
  ['nobody listens', () => 'postgresql://tappet@127.0.0.1:1/tappet'],
  ['it is no standby', () => database.url],
])('where %s, reads are the primary’s, and the log says so once', async (_, url) => {
  const warnings: unknown[] = []
  const answeredBy: string[] = []
  const replica = openReplica({
    url: url(),
    log: { warn: (...words: unknown[]) => void warnings.push(words) },
    asOfNow: () => readEachTime,
    onRead: from => void answeredBy.push(from),
  })
  const read = () =>
    fromReplica({ db, remember: readEachTime, replica }, async ctx => {
      const { rows } = await sql<{ name: string }>`select current_setting('application_name') as name`.execute(ctx.db)
      return rows[0]?.name
    })
  expect([await read(), await read()]).toEqual(['primary of a test', 'primary of a test'])
  expect({ answeredBy, warnings: warnings.length }).toEqual({ answeredBy: ['primary', 'primary'], warnings: 1 })
  await replica.pool.end()
})

it('a connection that is cut while it is asked whether it is a standby fails by itself, and ends no process', async () => {
  const pool = new pg.Pool({ connectionString: database.url, verify: refuseStandby })
  // By its own line, as by a server that is killed. An error that nobody hears fails the whole run.
  pool.on('connect', client => void Reflect.get(client, 'connection').stream.destroy(new Error('cut')))
  await expect(pool.query('select 1')).rejects.toThrow('cut')
  await pool.end()
})
