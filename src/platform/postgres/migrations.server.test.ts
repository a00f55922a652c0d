import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { eventually } from '#test/eventually'
import { databaseUrl, onServer } from '#test/shop/databases'
import { createPool } from '../database.server.ts'
import { migrate } from './migrations.server.ts'
import { StartupProblem } from '../startup.server.ts'

const { adminUrl } = inject('databaseServer')
const folder = join(import.meta.dirname, '../../../db/migrations')
const files = readdirSync(folder).toSorted()

/** An empty database, which nobody has migrated. */
let name: string
let pools: pg.Pool[]

beforeEach(async () => {
  name = `tappet_empty_${randomBytes(4).toString('hex')}`
  await onServer(adminUrl, `create database ${name}`)
  pools = []
})
afterEach(async () => {
  await Promise.all(pools.map(pool => pool.end()))
  await onServer(adminUrl, `drop database ${name} with (force)`)
})

function connect(): pg.Pool {
  const pool = createPool(databaseUrl(adminUrl, name), { max: 1 })
  pools.push(pool)
  return pool
}

/** Every table, column, index, constraint and trigger: what a migration could have changed. */
async function shapeOf(pool: pg.Pool): Promise<unknown[]> {
  const { rows } = await pool.query(`
    select table_schema, table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
    where table_schema not in ('pg_catalog', 'information_schema')
    union all select schemaname, tablename, indexname, indexdef, '', '' from pg_indexes where schemaname !~ '^pg_'
    union all select '', conrelid::regclass::text, conname, pg_get_constraintdef(oid), '', '' from pg_constraint
    union all select '', tgrelid::regclass::text, tgname, pg_get_triggerdef(oid), '', '' from pg_trigger
    order by 1, 2, 3, 4`)
  return rows
}

async function complaintOf(pool: pg.Pool): Promise<string> {
  const error: unknown = await migrate(pool).catch((error: unknown) => error)
  if (error instanceof StartupProblem) return error.message
  throw new Error('nothing was refused', { cause: error })
}

it('twice is once: the first run does every file in order, the second nothing', async () => {
  const pool = connect()
  expect(await migrate(pool)).toEqual(files)
  const shape = await shapeOf(pool)
  expect(shape.length).toBeGreaterThan(100)
  const applied = (await pool.query('select * from migration order by name')).rows
  expect(await migrate(pool)).toEqual([])
  expect(await shapeOf(pool)).toEqual(shape)
  expect((await pool.query('select * from migration order by name')).rows).toEqual(applied)
})

it('four at once are one: each file is run by one of them', async () => {
  const ran = await Promise.all([1, 2, 3, 4].map(() => migrate(connect())))
  expect(ran.flat().toSorted()).toEqual(files)
  expect(ran.filter(names => names.length > 0)).toHaveLength(1)
})

it('goes on where it stopped', async () => {
  const pool = connect()
  await migrate(pool)
  // As if the last file had not been there: it makes a schema, which can be taken back whole.
  await pool.query('drop schema sandbox cascade')
  await pool.query("delete from migration where name = '0015-sandbox.sql'")
  expect(await migrate(pool)).toEqual(['0015-sandbox.sql'])
})

it('a file that changed after it ran is refused, and nothing is done', async () => {
  const pool = connect()
  await migrate(pool)
  await pool.query("update migration set checksum = 'of another text' where name = '0006-catalogue.sql'")
  await pool.query("delete from migration where name = '0015-sandbox.sql'")
  expect(await complaintOf(pool)).toBe(
    'Migration 0006-catalogue.sql was changed after it ran. Restore the file; write a new migration instead.',
  )
  expect((await pool.query("select from migration where name = '0015-sandbox.sql'")).rows).toEqual([])
})

it('a database that a later release has added to is taken as it is, and refused once that has taken away what is read', async () => {
  const pool = connect()
  await migrate(pool)
  // Added; then taken away what the release before this one read last.
  await pool.query("insert into migration (name, checksum) values ('9998-later.sql', 'x')")
  await pool.query(`insert into migration (name, checksum, needs) values ('9999-less.sql', 'x', '${files.at(-1)}')`)
  expect(await migrate(pool)).toEqual([])
  // What this one reads.
  await pool.query(
    "update migration set name = '9999-later.sql', needs = '9998-later.sql' where name = '9999-less.sql'",
  )
  expect(await complaintOf(pool)).toBe(
    'The database is newer than this program (migration 9999-later.sql). Update the program.',
  )
})

it('a database or a backup of before the first release is refused with what to do, and nothing is done', async () => {
  const pool = connect()
  await expect(migrate(pool, { only: ['0001-platform.sql', '0002-identity.sql'] })).rejects.toThrow(
    'This backup is of a version before the first release, and cannot be brought up to date.',
  )
  // As such a version has left it: its files had other names, but for the first.
  await pool.query(`
    create table migration (name text primary key, checksum text not null, applied_at timestamptz not null default now());
    insert into migration (name, checksum) values ('0001-platform.sql', 'x'), ('0002-identity.sql', 'x')`)
  const shape = await shapeOf(pool)
  expect(await complaintOf(pool)).toBe(
    'This database is of a version before the first release, and cannot be brought up to date. With that version, write out what ' +
      'you need (npm run tappet -- export KIND); then start this one with an empty DATA_DIR or database, and import it. ' +
      'Accounts and orders cannot be imported: report KIND keeps orders as files.',
  )
  expect(await shapeOf(pool)).toEqual(shape)
  expect(files).not.toContain('0002-identity.sql')
})

it('an index is made beside those who write, also where it was broken off before and another process waits for its turn', async () => {
  const pool = connect()
  await migrate(pool)
  const next = await mkdtemp(join(tmpdir(), 'tappet-migrations-'))
  await cp(folder, next, { recursive: true })
  await writeFile(
    join(next, '9999-index.sql'),
    'drop index concurrently if exists account_called;\ncreate index concurrently account_called on account (display_name);\n',
  )
  await pool.query('create index account_called on account (id)')
  const [writer, other] = [connect(), connect()]
  const open = (id: string) => `insert into account (id, issuer, subject, email, display_name)
    values (gen_random_uuid(), 'urn:tappet:identity', '${id}', '${id}@example.com', '${id}')`
  await writer.query(`begin; ${open('first')}`)
  const migrating = Promise.all([migrate(pool, { folder: next }), migrate(connect(), { folder: next })])
  await eventually(
    () =>
      other.query(
        "select from pg_stat_activity where query like '%index concurrently%' and pid <> pg_backend_pid() and wait_event_type = 'Lock'",
      ),
    ({ rows }) => rows.length > 0,
  )
  // Behind an index that is made otherwise, this would wait for the first.
  await other.query(`begin; set local statement_timeout = 10000; ${open('second')}; commit`)
  await writer.query('commit')
  expect((await migrating).flat()).toEqual(['9999-index.sql'])
  const { rows } = await pool.query(
    "select indisvalid, pg_get_indexdef(indexrelid) as made from pg_index where indexrelid = 'account_called'::regclass",
  )
  expect(rows).toEqual([{ indisvalid: true, made: expect.stringContaining('(display_name)') }])
  await rm(next, { recursive: true })
})

it('a file that fails leaves nothing of itself, and lets the next one try', async () => {
  const pool = connect()
  // In the way of a table of the sixth file.
  await pool.query('create table tool_sales (in_the_way integer)')
  await expect(migrate(pool)).rejects.toThrow('migration 0006-catalogue.sql failed')
  const { rows } = await pool.query("select to_regclass('tool') as tool, to_regclass('account') as account")
  expect(rows).toEqual([{ tool: null, account: 'account' }])
  await pool.query('drop table tool_sales')
  expect(await migrate(connect())).toEqual(files.slice(5))
})
