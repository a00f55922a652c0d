import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPool } from '../database.server.ts'
import { type TestDatabase } from '#test/databases'
import { createTestDatabase } from '#test/harness'
import { watchWrites } from './writes.server.ts'

let database: TestDatabase
let pool: pg.Pool
let changes = 0

beforeAll(async () => {
  database = await createTestDatabase()
  pool = createPool(database.url, { max: 2 })
  watchWrites(pool, new Set(['attempt', 'audit']), () => (changes += 1))
  await pool.query('create table shown (n integer check (n < 100)); create table attempt2 (n integer)')
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})
beforeEach(() => (changes = 0))

describe('watchWrites', () => {
  it.each([
    'insert into shown (n) values (1)',
    'INSERT INTO "shown" (n) VALUES (1)',
    'update only shown set n = 2',
    'with taken as (update shown set n = 3 returning n) select * from taken',
    'delete\n from shown',
    'truncate table shown',
    'merge into shown using (select 1 as n) one on shown.n = one.n when not matched then insert values (1)',
    'insert into shown (n) values (1); select 1',
    'insert into attempt2 (n) values (1)',
    'alter table shown add column more integer',
  ])('sees %s', async text => {
    await pool.query(text)
    expect(changes).toBe(1)
  })

  it.each([
    'select * from shown',
    'select * from shown for update of shown skip locked',
    'select * from shown for update',
    'delete from attempt where false',
    'with gone as (delete from attempt returning 1) select count(*) from gone',
  ])('does not mind %s', async text => {
    await pool.query(text)
    expect(changes).toBe(0)
  })

  it('tells of a transaction when it is committed, once, before whoever commits hears of it', async () => {
    const client = await pool.connect()
    await client.query('begin')
    await client.query('insert into shown (n) values ($1)', [5])
    await client.query({ text: 'update shown set n = $1 where n = 5', values: [6] })
    expect(changes).toBe(0)
    await client.query('commit')
    expect(changes).toBe(1)
    await client.query('begin isolation level repeatable read')
    await client.query('select 1')
    await client.query('commit')
    expect(changes).toBe(1)
    client.release()
  })

  it('tells nothing of what was given up, and still tells after a part was', async () => {
    const client = await pool.connect()
    await client.query('begin')
    await client.query('insert into shown (n) values (7)')
    await client.query('rollback')
    expect(changes).toBe(0)
    await client.query('start transaction')
    await client.query('insert into shown (n) values (8)')
    await client.query('savepoint here')
    await client.query('rollback to savepoint here')
    await client.query('commit')
    expect(changes).toBe(1)
    client.release()
  })

  it('counts a commit whose answer got lost', async () => {
    const client = await pool.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    await client.query('begin')
    await client.query('insert into shown (n) values (9)')
    const other = new pg.Client({ connectionString: database.url })
    await other.connect()
    await other.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    await other.end()
    await expect(client.query('commit')).rejects.toThrow()
    expect(changes).toBe(1)
    client.release(true)
  })

  it('hears statements that answer by a callback', async () => {
    await new Promise<void>((resolve, reject) => {
      pool.query('insert into shown (n) values (1)', (error: Error | undefined) => (error ? reject(error) : resolve()))
    })
    expect(changes).toBe(1)
  })
})
