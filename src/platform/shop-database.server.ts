import { join } from 'node:path'
import { createPool } from './database.server.ts'
import { migrate } from './migrations.server.ts'
import { embeddedBinaries, embeddedInitArguments, startPostgres } from './postgres-process.server.ts'
import type { Settings } from './settings.server.ts'
import { StartupProblem } from './startup.server.ts'

/** The oldest PostgreSQL that the shop is tested on, as `server_version_num` counts. */
const oldestVersion = 150_000

export type ShopDatabase = {
  url: string
  kind: 'embedded' | 'address'
  migrated: string[]
  /** Stops an embedded server that nothing else uses; nothing to do for one by address. */
  stop(): Promise<void>
}

/** The shop's database, reachable and migrated: the one of `DATABASE_URL`, or the embedded one in `DATA_DIR`. */
export async function openShopDatabase(settings: Settings): Promise<ShopDatabase> {
  if (settings.databaseUrl) {
    const migrated = await prepare(settings.databaseUrl)
    return { url: settings.databaseUrl, kind: 'address', migrated, stop: async () => undefined }
  }
  const running = await startPostgres({
    binaries: embeddedBinaries(),
    directory: join(settings.dataDir, 'postgres'),
    initArguments: embeddedInitArguments,
  })
  try {
    return { url: running.url, kind: 'embedded', migrated: await prepare(running.url), stop: () => running.stop() }
  } catch (error) {
    await running.stop()
    throw error
  }
}

async function prepare(url: string): Promise<string[]> {
  const pool = createPool(url, { max: 1 })
  try {
    const { rows } = await pool.query<{ version: number }>(
      "select current_setting('server_version_num')::integer as version",
    )
    if ((rows[0]?.version ?? 0) < oldestVersion)
      throw new StartupProblem('DATABASE_URL leads to a PostgreSQL older than 15. Update it.')
    return await migrate(pool)
  } catch (error) {
    throw unreachable(error, url) ?? error
  } finally {
    await pool.end()
  }
}

/** What an operator can do about a database that does not let the shop in. The password stays out of it. */
function unreachable(error: unknown, url: string): StartupProblem | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const { host, pathname } = new URL(url)
  const where = `The database at ${host}${pathname}`
  if (code === '28P01' || code === '28000')
    return new StartupProblem(`${where} refuses the user or password of DATABASE_URL.`)
  if (code === '3D000') return new StartupProblem(`${where} does not exist. Create it, or correct DATABASE_URL.`)
  const isNetwork = /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOST|ENETUN|ENOENT|57P03)/.test(code)
  const isTimeout = error instanceof Error && /timeout/i.test(error.message)
  if (isNetwork || isTimeout) {
    return new StartupProblem(`${where} cannot be reached (${code || 'time-out'}). Start it, or correct DATABASE_URL.`)
  }
  return undefined
}
