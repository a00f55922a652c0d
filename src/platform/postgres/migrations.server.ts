import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { StartupProblem } from '../startup.server.ts'

const directory = join(import.meta.dirname, '../../../db/migrations')
/** Held while migrating, so that several servers that start at once do it one after the other. */
const migrationLock = 7_216_001

type Migration = { name: string; text: string; checksum: string }

/**
 * Brings the database up to date: every file of `db/migrations/` that has not run yet, in order, each in a transaction
 * of its own. Forward only. Returns the names of those that ran. A file that changed after it ran stops the start.
 * `only`: the migrations of an older release, for data that has its shape.
 */
export async function migrate(pool: pg.Pool, only?: readonly string[]): Promise<string[]> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query(`create table if not exists migration (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
    const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migration')
    const applied = new Map(rows.map(row => [row.name, row.checksum]))
    const migrations = await readMigrations()
    refuseUnknown(applied, migrations)
    const unknown = only?.find(name => !migrations.some(migration => migration.name === name))
    if (unknown)
      throw new StartupProblem(`This needs a newer release of the program (migration ${unknown}). Update it.`)
    const wanted = only ? migrations.filter(migration => only.includes(migration.name)) : migrations
    const pending = wanted.filter(migration => !applied.has(migration.name))
    for (const migration of pending) await apply(client, migration)
    return pending.map(migration => migration.name)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => undefined)
    client.release()
  }
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(directory)).filter(name => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async name => {
      const text = await readFile(join(directory, name), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

async function apply(client: pg.PoolClient, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(migration.text)
    await client.query('insert into migration (name, checksum) values ($1, $2)', [migration.name, migration.checksum])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw new Error(`migration ${migration.name} failed`, { cause })
  }
}

function refuseUnknown(applied: Map<string, string>, migrations: Migration[]): void {
  for (const [name, checksum] of applied) {
    const migration = migrations.find(candidate => candidate.name === name)
    if (!migration)
      throw new StartupProblem(`The database is newer than this program (migration ${name}). Update the program.`)
    if (migration.checksum !== checksum) {
      throw new StartupProblem(
        `Migration ${name} was changed after it ran. Restore the file; write a new migration instead.`,
      )
    }
  }
}
