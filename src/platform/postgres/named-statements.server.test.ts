import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestDatabase } from '#test/shop/databases'
import { createTestDatabase } from '#test/harness'
import { type PoolOptions, createPool, openDatabase } from '../database.server.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** The statements that the pool's one connection keeps after this. */
async function keptAfter(work: (pool: pg.Pool) => Promise<unknown>, options?: PoolOptions): Promise<string[]> {
  const pool = createPool(database.url, { max: 1, ...options })
  try {
    await work(pool)
    const { rows } = await pool.query<{ statement: string }>('select statement from pg_prepared_statements order by 1')
    return rows.map(({ statement }) => statement)
  } finally {
    await pool.end()
  }
}

it('what reads or has values is planned once a connection, whoever sends it', async () => {
  const kept = await keptAfter(async pool => {
    const db = openDatabase(pool)
    await db.transaction().execute(async trx => {
      for (const value of [1, 2]) await sql`select ${value}::integer`.execute(trx)
      await sql`select 2`.execute(trx)
      await sql`create temporary table noted (value integer)`.execute(trx)
      await sql`insert into noted values (${3})`.execute(trx)
    })
    await pool.query('select $1::text', ['by the pool'])
    const client = await pool.connect()
    await client.query('select $1::bigint', [4])
    await new Promise(done => client.query('select $1::boolean', [true], done))
    client.release()
  })
  expect(kept).toEqual([
    'insert into noted values ($1)',
    'select $1::bigint',
    'select $1::boolean',
    'select $1::integer',
    'select $1::text',
    'select 2',
  ])
})

it('what is about the tables of one import is not', async () => {
  const kept = await keptAfter(async pool => {
    await pool.query('select $1::integer as import_staging', [1])
    await pool.query('select $1::integer as "import_staging.part_1"', [1])
  })
  expect(kept).toEqual(['select $1::integer as import_staging'])
})

it('behind a pooler nothing is', async () => {
  expect(await keptAfter(pool => pool.query('select $1::integer', [1]), { isPooled: true })).toEqual([])
})
