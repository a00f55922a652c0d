import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { type PoolOptions, createPool, standby } from '../database.server.ts'
import type { Log } from '../log.server.ts'
import { migrate } from './migrations.server.ts'
import { embeddedBinaries } from './binaries.server.ts'
import { embeddedInitArguments, startPostgres } from './process.server.ts'
import type { PlatformSettings } from '../settings.server.ts'
import { StartupProblem } from '../startup.server.ts'

/** The oldest PostgreSQL that the shop is tested on, as `server_version_num` counts. */
const oldestVersion = 150_000

export type ShopDatabase = {
  url: string
  /** For what holds a session: the same, unless `url` leads to a pooler. */
  directUrl: string
  kind: 'embedded' | 'address'
  migrated: string[]
  /** Stops an embedded server that nothing else uses; nothing to do for one by address. */
  stop(): Promise<void>
}

const embeddedDirectory = ({ dataDir }: PlatformSettings) => join(dataDir, 'postgres')

/** For what works on a shop that is there: settings that did not reach it would have it work on an empty one instead. */
export function refuseMissingShop(settings: PlatformSettings): void {
  const directory = embeddedDirectory(settings)
  if (settings.databaseUrl || existsSync(directory)) return
  throw new StartupProblem(
    `There is no shop in ${directory}, and DATABASE_URL is not set. Set DATABASE_URL, or DATA_DIR, as the shop has it.`,
  )
}

/**
 * The shop's database, reachable and migrated: the one of `DATABASE_URL`, or the embedded one in `DATA_DIR`, which is
 * started again should it end while the shop runs; the log has that, and what a migration waits for. `only`: as `migrate` takes it.
 */
export async function openShopDatabase(
  settings: PlatformSettings,
  { log, only }: { log?: Pick<Log, 'warn'>; only?: readonly string[] | undefined } = {},
): Promise<ShopDatabase> {
  if (settings.databaseUrl) {
    const { databaseUrl: url, databaseDirectUrl } = settings
    const byUrl: Place = { url, setting: 'DATABASE_URL' }
    // A pooler that leads nowhere is told of as a database that does.
    if (databaseDirectUrl) await use(byUrl, { isPooled: true }, pool => pool.query('select'))
    const direct = databaseDirectUrl ? { url: databaseDirectUrl, setting: 'DATABASE_DIRECT_URL' } : byUrl
    const migrated = await prepare(direct, only, log)
    const directUrl = direct.url
    return { url, directUrl, kind: 'address', migrated, stop: async () => undefined }
  }
  const running = await startPostgres({
    binaries: embeddedBinaries(),
    directory: embeddedDirectory(settings),
    initArguments: embeddedInitArguments,
    tell: trouble => log?.warn(trouble),
  })
  try {
    return {
      url: running.url,
      directUrl: running.url,
      kind: 'embedded',
      migrated: await prepare({ url: running.url, setting: 'DATABASE_URL' }, only, log),
      stop: () => running.stop(),
    }
  } catch (error) {
    await running.stop()
    throw error
  }
}

async function prepare(place: Place, only?: readonly string[], log?: Pick<Log, 'warn'>): Promise<string[]> {
  return use(place, {}, async pool => {
    const { rows } = await pool.query<{ version: number }>(
      "select current_setting('server_version_num')::integer as version",
    )
    if ((rows[0]?.version ?? 0) < oldestVersion)
      throw new StartupProblem(`${place.setting} leads to a PostgreSQL older than 15. Update it.`)
    return migrate(pool, { only, log })
  })
}

/** Does this by one connection; what keeps it from being done is thrown as what an operator can do about it. */
async function use<T>(place: Place, options: PoolOptions, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = createPool(place.url, { ...options, max: 1 })
  try {
    return await work(pool)
  } catch (error) {
    throw databaseRefusal(error, place) ?? unreachable(error, place) ?? error
  } finally {
    await pool.end()
  }
}

/** An address, and the setting that it stands in. */
type Place = { url: string; setting: string }

/** What an operator can do about a database that answers, but with a no. The password stays out of it. */
export function databaseRefusal(error: unknown, place: Place): StartupProblem | undefined {
  const code = codeOf(error)
  const { setting } = place
  const where = placeOf(place)
  if (code === '28P01' || code === '28000' || messageOf(error).startsWith('SASL'))
    return new StartupProblem(`${where} refuses the user or password of ${setting}.`)
  if (code === '3D000') return new StartupProblem(`${where} does not exist. Create it, or correct ${setting}.`)
  if (code === '42501') {
    return new StartupProblem(
      `${where} does not let the user of ${setting} make tables and schemas. Make that user the database's owner.`,
    )
  }
  // PgBouncer's word for a connection that names the identity service's schema.
  if (messageOf(error).includes('unsupported startup parameter')) {
    return new StartupProblem(`${where} is a pooler. Set DATABASE_DIRECT_URL to the database itself.`)
  }
  if (messageOf(error) === standby) {
    return new StartupProblem(`${where} is a standby, which nothing can be written to. Set ${setting} to the primary.`)
  }
  if (code === '53300') {
    return new StartupProblem(
      `${where} has no connection left for the shop. Raise max_connections, or stop what uses it.`,
    )
  }
  return undefined
}

/** What an operator can do about a database that cannot be reached. */
function unreachable(error: unknown, place: Place): StartupProblem | undefined {
  const code = codeOf(error)
  const message = messageOf(error)
  const { setting } = place
  const where = placeOf(place)
  const isFile = error instanceof Error && 'syscall' in error && error.syscall === 'open'
  if (isFile) return new StartupProblem(`${setting} names a certificate file that cannot be read (${code}).`)
  if (error instanceof URIError || code === 'ERR_INVALID_URL') {
    return new StartupProblem(
      `${setting} cannot be read. Write other characters than letters and digits of its password as %40 for @.`,
    )
  }
  const isNetwork = /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOST|ENETUN|ENOENT|EACCES|EPIPE|57P03)/.test(code)
  if (isNetwork || /timeout|terminated unexpectedly/i.test(message)) {
    return new StartupProblem(`${where} cannot be reached (${code || 'time-out'}). Start it, or correct ${setting}.`)
  }
  if (!isSqlState(code) && /CERT|SSL|TLS|EPROTO|UNABLE_TO_/.test(`${code} ${message}`)) {
    return new StartupProblem(
      `${where} cannot be reached safely (${code || message}). Correct sslmode and sslrootcert in ${setting}.`,
    )
  }
  return undefined
}

/** A migration that failed has PostgreSQL's own error as its cause. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  return 'code' in error ? String(error.code) : codeOf(error.cause)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : ''
}

function isSqlState(code: string): boolean {
  return /^[0-9A-Z]{5}$/.test(code)
}

/** An `@` after the host means that a password holds a `/`, `?` or `#`: what looks like the host is a part of it. */
function placeOf({ url, setting }: Place): string {
  const read = URL.parse(url)
  const isMisread = !read?.host || `${read.pathname}${read.search}${read.hash}`.includes('@')
  return isMisread ? `The database of ${setting}` : `The database at ${read.host}${read.pathname}`
}
