import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { createPool } from '#platform/database'
import { migrate } from '#platform/migrations'
import { embeddedBinaries, embeddedInitArguments, startPostgres } from '#platform/postgres-process'

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
  project.provide('databaseServer', { adminUrl, template })
  return async () => {
    await onServer(adminUrl, `drop database if exists ${template} with (force)`)
    await stop()
  }
}

async function startOwn() {
  const directory = await mkdtemp(join(tmpdir(), 'tappet-test-'))
  const running = await startPostgres({ binaries: embeddedBinaries(), directory, initArguments: embeddedInitArguments })
  const stop = async () => {
    await running.stop()
    await rm(directory, { recursive: true, force: true })
  }
  return { adminUrl: running.adminUrl('postgres'), stop }
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
