import { randomBytes } from 'node:crypto'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { createPool } from '#platform/database'
import { createJobs } from '#platform/jobs'
import { createLog } from '#platform/log'
import { migrate } from '#platform/postgres/migrations'

/** Where test databases are made, and the migrated one that they are copied from. */
export type DatabaseServer = { adminUrl: string; template: string }

export type TestDatabase = { url: string; drop(): Promise<void> }

/**
 * One PostgreSQL for a whole run: the server of `TEST_DATABASE_URL`, or an embedded one of its own. A database is migrated
 * once; whoever needs one copies it.
 */
export async function startDatabaseServer(): Promise<DatabaseServer & { stop(): Promise<void> }> {
  const given = process.env['TEST_DATABASE_URL']
  const { adminUrl, stop } = given ? { adminUrl: given, stop: async () => undefined } : await startOwn()
  const template = `tappet_template_${randomBytes(4).toString('hex')}`
  await onServer(adminUrl, `create database ${template}`)
  const url = databaseUrl(adminUrl, template)
  const pool = createPool(url, { max: 1 })
  await migrate(pool)
  await pool.end()
  await makeQueueTables(url)
  return {
    adminUrl,
    template,
    async stop() {
      await onServer(adminUrl, `drop database if exists ${template} with (force)`)
      await stop()
    },
  }
}

/** The job queue makes its tables at its first start: once for all. */
async function makeQueueTables(url: string): Promise<void> {
  const jobs = createJobs(url, createLog('silent'))
  await jobs.start()
  await jobs.stop()
}

/** A program of its own holds the server and ends with its standard input: so it ends with this process, however. */
async function startOwn() {
  const program = join(import.meta.dirname, '../../launch/machine/serve-postgres.ts')
  const server = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [line] = (await Promise.race([once(server.stdout, 'data'), ended(server)])) as [Buffer]
  const stop = async () => {
    server.stdin.end()
    await once(server, 'exit')
  }
  return { adminUrl: databaseUrl(line.toString().trim(), 'postgres'), stop }
}

async function ended(server: ChildProcess): Promise<never> {
  const [status] = (await once(server, 'exit')) as [number | null]
  throw new Error(`the test database did not start (status ${status})`)
}

/** A migrated database of its own. */
export async function copyDatabase({ adminUrl, template }: DatabaseServer): Promise<TestDatabase> {
  const name = `tappet_test_${randomBytes(6).toString('hex')}`
  await onServer(adminUrl, `create database ${name} template ${template} strategy wal_log`)
  return {
    url: databaseUrl(adminUrl, name),
    drop: () => onServer(adminUrl, `drop database if exists ${name} with (force)`),
  }
}

/** The address of another database on the same server. */
export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

export async function onServer(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
