import { randomBytes } from 'node:crypto'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { createPool } from '#platform/database'
import { createJobs } from '#platform/jobs'
import { createLog } from '#platform/log'
import { migrate } from '#platform/migrations'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where test databases are made, and the migrated one that they are copied from. */
    databaseServer: { adminUrl: string; template: string }
  }
}

/**
 * One PostgreSQL for the whole run: the server of `TEST_DATABASE_URL`, or an embedded one of its own. A database is
 * migrated once; each test file copies it.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL']
  const { adminUrl, stop } = given ? { adminUrl: given, stop: async () => undefined } : await startOwn()
  const template = `tappet_template_${randomBytes(4).toString('hex')}`
  await onServer(adminUrl, `create database ${template}`)
  const pool = createPool(databaseUrl(adminUrl, template), { max: 1 })
  await migrate(pool)
  await pool.end()
  await makeQueueTables(databaseUrl(adminUrl, template))
  project.provide('databaseServer', { adminUrl, template })
  return async () => {
    await onServer(adminUrl, `drop database if exists ${template} with (force)`)
    await stop()
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
  const program = join(import.meta.dirname, '../launch/serve-postgres.ts')
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
