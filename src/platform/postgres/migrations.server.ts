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
const pauseForTurnMs = 100
/** Five minutes in all. */
const mostTries = 100
/** The log says once a minute that it waits. */
const triesUntilWarning = 20

/** Has run in every database that a version before the first release made: its files were others, and are no more. */
const ofNoRelease = '0002-identity.sql'

type Migration = { name: string; text: string; checksum: string; needs: string | undefined }
type Applied = Columns<'migration', 'name' | 'checksum' | 'needs'>

type Migrating = {
  /** The migrations of an older release, for data that has its shape. */
  only?: readonly string[] | undefined
  log?: Pick<Log, 'warn'> | undefined
  /** Where the files are; a test adds some of releases to come. */
  folder?: string
}

/** The first line of a migration that takes something away: the newest one that a program must know to do without it. */
const needsLine = /^-- needs (\S+\.sql)\n/
/** An index of a large table, while others write to it: PostgreSQL makes it in no transaction. */
const indexConcurrently = /^create (?:unique )?index concurrently /m

/**
 * Brings the database up to date: every file of `db/migrations/` that has not run yet, in order, each in a transaction
 * of its own, but for indexes that are made concurrently. Forward only. Returns the names of those that ran. A file that changed after it ran stops the start. So does one
 * of a later release that has taken away what this program reads; what a later release has added is left alone. A database of
 * before the first release is refused.
 */
export async function migrate(pool: pg.Pool, { only, log, folder = directory }: Migrating = {}): Promise<string[]> {
  const client = await pool.connect()
  try {
    await takeTurn(client, 'pg_try_advisory_lock')
    if (only?.includes(ofNoRelease)) throw problemOfNoRelease('backup')
    // `needs`: the newest migration that a program has to know to run on the database as this one has left it; null where it took
    // nothing away.
    await client.query(`create table if not exists migration (
      name text primary key, checksum text not null, applied_at timestamptz not null default now(), needs text)`)
    const { rowCount } = await client.query('select from migration where name = $1', [ofNoRelease])
    if (rowCount) throw problemOfNoRelease('database')
    const { rows } = await client.query<Applied>('select name, checksum, needs from migration order by name')
    const applied = new Set(rows.map(row => row.name))
    const migrations = await readMigrations(folder)
    refuseUnfit(rows, migrations)
    const unknown = only?.find(name => !migrations.some(migration => migration.name === name))
    if (unknown)
      throw new StartupProblem(`This needs a newer release of the program (migration ${unknown}). Update it.`)
    const selected = only ? migrations.filter(migration => only.includes(migration.name)) : migrations
    const pending = selected.filter(migration => !applied.has(migration.name))
    for (const migration of pending) await apply(client, migration, log)
    return pending.map(migration => migration.name)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => undefined)
    client.release()
  }
}

/** Asks again and again: a statement that waited would hold a snapshot, for whose end an index waits that is made concurrently. */
async function takeTurn(
  client: pg.ClientBase,
  lock: 'pg_try_advisory_lock' | 'pg_try_advisory_lock_shared',
): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(`select ${lock}($1) as taken`, [migrationLock])
    if (rows[0]?.taken) return
    await pause(pauseForTurnMs)
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async name => {
      const text = await readFile(join(folder, name), 'utf8')
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
      if (tries % triesUntilWarning === 0) log?.warn({ migration: name, waitsFor }, 'a migration waits for its tables')
      await pause(pauseMs)
    }
  }
}

async function applyOnce(client: pg.PoolClient, migration: Migration): Promise<void> {
  const { text } = migration
  if (indexConcurrently.test(text)) {
    // Should this process die behind the index, the file is done once more: it drops what is there first.
    for (const statement of text.split(/;$/m)) await client.query(statement)
    return note(client, migration)
  }
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
    await client.query(text)
    await note(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function note(client: pg.PoolClient, { name, checksum, needs }: Migration): Promise<void> {
  await client.query('insert into migration (name, checksum, needs) values ($1, $2, $3)', [name, checksum, needs])
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
  await takeTurn(client, 'pg_try_advisory_lock_shared')
  try {
    return await work()
  } finally {
    await client.query('select pg_advisory_unlock_shared($1)', [migrationLock]).catch(() => undefined)
  }
}

const problemOfNoRelease = (what: 'backup' | 'database') =>
  new StartupProblem(
    `This ${what} is of a version before the first release, and cannot be brought up to date. With that version, write out what ` +
      'you need (npm run tappet -- export KIND); then start this one with an empty DATA_DIR or database, and import it. ' +
      'Accounts and orders cannot be imported: report KIND keeps orders as files.',
  )

function refuseUnfit(applied: readonly Applied[], migrations: readonly Migration[]): void {
  const byName = new Map(migrations.map(migration => [migration.name, migration]))
  for (const { name, checksum, needs } of applied) {
    const migration = byName.get(name)
    if (!migration && needs !== null && !byName.has(needs))
      throw new StartupProblem(`The database is newer than this program (migration ${name}). Update the program.`)
    if (migration && migration.checksum !== checksum) {
      throw new StartupProblem(
        `Migration ${name} was changed after it ran. Restore the file; write a new migration instead.`,
      )
    }
  }
}
