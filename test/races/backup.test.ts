import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { createPool, openDatabase } from '#platform/database'
import { migrate } from '#platform/postgres/migrations'
import { writeBackup } from '../../src/app/operations/backup.server.ts'
import { eventually } from '../eventually.ts'
import { databaseUrl, onServer } from '../shop/databases.ts'
import { waitingForLocks } from './in-turn.ts'

const { adminUrl } = inject('databaseServer')
/** It adds a column that is computed: every row of `account` is written anew. */
const rewriting = '9999-rewriting.sql'

let name: string
let folder: string
/** Of a release to come, which has one migration more. */
let migrations: string
let pool: pg.Pool
let holders: pg.PoolClient[]

beforeEach(async () => {
  holders = []
  name = `tappet_test_${randomBytes(6).toString('hex')}`
  await onServer(adminUrl, `create database ${name}`)
  folder = await mkdtemp(join(tmpdir(), 'tappet-backup-'))
  pool = createPool(databaseUrl(adminUrl, name), { max: 6 })
  await migrate(pool)
  migrations = join(folder, 'migrations')
  await cp(join(import.meta.dirname, '../../db/migrations'), migrations, { recursive: true })
  await writeFile(
    join(migrations, rewriting),
    'alter table account add column shown text not null generated always as (lower(display_name)) stored;',
  )
  await pool.query(`
    insert into account (id, issuer, subject, email, display_name)
    values (gen_random_uuid(), 'urn:tappet:identity', 'someone', 'held@example.com', 'Held Customer')`)
})
afterEach(async () => {
  for (const holder of holders) holder.release(true)
  await pool.end()
  await onServer(adminUrl, `drop database if exists ${name} with (force)`)
  await rm(folder, { recursive: true, force: true })
})

/** A session that has done this in a transaction, and goes on holding what it locked. */
async function hold(statement: string): Promise<pg.PoolClient> {
  const holder = await pool.connect()
  holders.push(holder)
  await holder.query(`begin; ${statement}`)
  return holder
}

it('a backup has every row of a table that a migration wants to write anew before its turn comes', async () => {
  // By its name the first that is read.
  await pool.query('create schema aaa; create table aaa.held (id integer)')
  const holder = await hold('lock table aaa.held in access exclusive mode')
  const parts = {
    pool,
    dataDir: folder,
    imagesDirectory: undefined,
    now: () => new Date(),
    onProgress: () => undefined,
  }
  const backingUp = writeBackup(join(folder, 'held.tappet'), parts)
  const waiting = () => waitingForLocks(openDatabase(pool))
  await eventually(waiting, count => count === 1)

  let isMigrated = false
  const migrating = migrate(pool, { folder: migrations }).finally(() => (isMigrated = true))
  // It asks for its turn again and again, should it have to.
  const asking = "select from pg_stat_activity where query like 'select pg_try_advisory_lock(%'"
  await eventually(
    async () => isMigrated || (await pool.query(`${asking} and datname = current_database()`)).rows.length > 0,
    seen => seen,
  )
  await holder.query('commit')
  expect((await backingUp).rows).toMatchObject({ 'public.account': 1, 'aaa.held': 0 })
  expect(await migrating).toEqual([rewriting])
})

it('a migration that waits for a backup lets everybody else through, and says what it waits for', async () => {
  // As a backup reads.
  const reader = await hold("set local application_name = 'a backup'; select from account")
  const told: unknown[] = []
  const migrating = migrate(pool, { folder: migrations, log: { warn: (about: unknown) => void told.push(about) } })
  await eventually(
    async () => told.length,
    count => count > 0,
  )
  // Behind a migration that waited on, this would wait for the backup, too.
  await pool.query('begin; set local statement_timeout = 10000; update account set display_name = $$Free$$; commit')
  const waitsFor = expect.stringMatching(/^"a backup" \(process \d+ of PostgreSQL\)$/)
  expect(told).toEqual([{ migration: rewriting, waitsFor }])
  await reader.query('commit')
  expect(await migrating).toEqual([rewriting])
})
