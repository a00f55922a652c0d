/**
 * An empty PostgreSQL in a temporary folder, for as long as the standard input stays open: so it ends with the process
 * that asked for it, however that ends. Prints its address. The argument is the folder of PostgreSQL's programs; without
 * one it is the embedded PostgreSQL.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { binariesIn, embeddedBinaries } from '#platform/postgres/binaries'
import { embeddedInitArguments, startPostgres } from '#platform/postgres/process'
import { StartupProblem } from '#platform/startup'

const [folder] = process.argv.slice(2)
const directory = mkdtempSync(path.join(tmpdir(), 'tappet-postgres-'))
const initArguments = folder ? ['--locale=C.UTF-8', '--encoding=UTF8'] : embeddedInitArguments

// Whoever asked for the server is told of these as well, and closes the standard input when nobody needs it any more.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})

try {
  const binaries = folder ? binariesIn(folder) : embeddedBinaries()
  const postgres = await startPostgres({ binaries, directory, initArguments: [...initArguments, '--no-sync'] })
  await writeWithoutWaiting(postgres.url)
  process.stdout.write(`${postgres.url}\n`)
  for await (const _ of process.stdin) continue
  await postgres.stop()
} catch (error) {
  process.stderr.write(`${error instanceof StartupProblem ? error.message : String(error)}\n`)
  process.exitCode = 1
} finally {
  rmSync(directory, { recursive: true, force: true })
}

/** What is written here is gone with the folder: nothing has to outlive a power failure. */
async function writeWithoutWaiting(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    await client.query(`alter system set ${setting} = off`)
  }
  await client.query('select pg_reload_conf()')
  await client.end()
}
