import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Columns } from '../database.server.ts'
import { isCode } from '../files/error-code.server.ts'
import { projectFile } from '../files/project.server.ts'
import type { Log } from '../log.server.ts'
import { StartupProblem } from '../startup.server.ts'

const directory = projectFile('db/migrations')
/** Held while migrating, so that several servers that start at once do it one after the other. */
const migrationLock = 7_216_001

/** Whoever wants the table waits behind a migration that waits for it: it gives up soon, and tries again. */
const lockTimeoutMs = 2000
const pauseMs = 1000
/** Five minutes in all. */
const mostTries = 100
/** The log says once a minute that it waits. */
const triesUntilTold = 20

type Migration = { name: string; text: string; checksum: string; needs: string | undefined }
type Applied = Columns<'migration', 'name' | 'checksum'> & { needs: string | null }

/** The first line of a migration that takes something away: the newest one that a program must know to do without it. */
const needsLine = /^-- needs (\S+\.sql)\n/

/**
 * Brings the database up to date: every file of `db/migrations/` that has not run yet, in order, each in a transaction
 * of its own. Forward only. Returns the names of those that ran. A file that changed after it ran stops the start. So does one
 * of a later release that has taken away what this program reads; what a later release has added is left alone.
 * `only`: the migrations of an older release, for data that has its shape.
 */
export async function migrate(pool: pg.Pool, only?: readonly string[], log?: Pick<Log, 'warn'>): Promise<string[]> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query(`create table if not exists migration (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
    // Whether the column is there depends on what has run.
    const { rows } = await client.query<Applied>(
      `select name, checksum, to_jsonb(migration) ->> 'needs' as needs from migration order by name`,
    )
    const applied = new Set(rows.map(row => row.name))
    const migrations = await readMigrations()
    refuseUnfit(rows, migrations)
    const unknown = only?.find(name => !migrations.some(migration => migration.name === name))
    if (unknown)
      throw new StartupProblem(`This needs a newer release of the program (migration ${unknown}). Update it.`)
    const wanted = only ? migrations.filter(migration => only.includes(migration.name)) : migrations
    const pending = wanted.filter(migration => !applied.has(migration.name))
    for (const migration of pending) await apply(client, migration, log)
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
      return { name, text, checksum: createHash('sha256').update(text).digest('hex'), needs: needsLine.exec(text)?.[1] }
    }),
  )
}

async function apply(client: pg.PoolClient, migration: Migration, log?: Pick<Log, 'warn'>): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await applyOnce(client, migration)
    } catch (cause) {
      const { name } = migration
      if (!isLockTimeout(cause)) throw new Error(`migration ${name} failed`, { cause })
      const waitsFor = await longestTransaction(client)
      if (tries === mostTries) {
        throw new StartupProblem(`Migration ${name} waits for ${waitsFor} in vain. Let that end, and start once more.`)
      }
      if (tries % triesUntilTold === 0) log?.warn({ migration: name, waitsFor }, 'a migration waits for its tables')
      await pause(pauseMs)
    }
  }
}

async function applyOnce(client: pg.PoolClient, { name, text, checksum, needs }: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
    await client.query(text)
    await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum])
    if (needs) await client.query('update migration set needs = $1 where name = $2', [needs, name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

const isLockTimeout = (error: unknown) => isCode(error, '55P03')

/** Most likely what holds the tables, such as a backup. */
async function longestTransaction(client: pg.PoolClient): Promise<string> {
  const { rows } = await client.query<{ name: string; pid: number }>(`
    select application_name as name, pid from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
    order by xact_start limit 1`)
  const [first] = rows
  return first ? `"${first.name}" (process ${first.pid} of PostgreSQL)` : 'another session'
}

/** Does this while no migration runs, nor begins. */
export async function betweenMigrations<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('select pg_advisory_lock_shared($1)', [migrationLock])
  try {
    return await work()
  } finally {
    await client.query('select pg_advisory_unlock_shared($1)', [migrationLock]).catch(() => undefined)
  }
}

function refuseUnfit(applied: readonly Applied[], migrations: readonly Migration[]): void {
  const known = new Map(migrations.map(migration => [migration.name, migration]))
  for (const { name, checksum, needs } of applied) {
    const migration = known.get(name)
    if (!migration && needs !== null && !known.has(needs))
      throw new StartupProblem(`The database is newer than this program (migration ${name}). Update the program.`)
    if (migration && migration.checksum !== checksum) {
      throw new StartupProblem(
        `Migration ${name} was changed after it ran. Restore the file; write a new migration instead.`,
      )
    }
  }
}
