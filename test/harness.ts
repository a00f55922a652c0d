import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Dialect, Kysely, PostgresDialect } from 'kysely'
import { inject } from 'vitest'
import type { Database } from '#platform/database'
import type { Shop } from '../src/app/compose.server.ts'
import { type TestShopParts, composeTestShop } from './shop/compose.ts'
import { type TestDatabase, copyDatabase } from './shop/databases.ts'
import { cheapHash } from './shop/password-hash.ts'

export type { TestDatabase } from './shop/databases.ts'

/** A migrated database of its own, copied from the run's template. */
export function createTestDatabase(): Promise<TestDatabase> {
  return copyDatabase(inject('databaseServer'))
}

export type TestShop = Shop & {
  /** Where it listens, for requests over the network. */
  address: string
  databaseUrl: string
  dataDir: string
  /** Moves the shop's clock forward. */
  passTime(milliseconds: number): void
  /** Stops the shop and drops its database. */
  close(): Promise<void>
}

export type TestShopOptions = Omit<Partial<TestShopParts>, 'databaseUrl' | 'dataDir' | 'now'> & {
  /** Another process's database, to run two shops on one. */
  database?: TestDatabase
  /** Passwords are hashed at full cost; cheaply unless said. */
  hash?: 'full'
}

/** A whole shop on a real database, listening on a free port; nothing in it is replaced but the clock's offset. */
export async function startTestShop(options: TestShopOptions = {}): Promise<TestShop> {
  const { database: given, hash, ...rest } = options
  const database = given ?? (await createTestDatabase())
  const dataDir = await mkdtemp(join(tmpdir(), 'tappet-shop-'))
  let offset = 0
  const shop = await composeTestShop({
    databaseUrl: database.url,
    dataDir,
    now: () => new Date(Date.now() + offset),
    ...(hash !== 'full' && { passwordHash: cheapHash }),
    ...rest,
  })
  const address = await shop.start()
  const db = followedDatabase(shop)
  return {
    ...shop,
    db,
    system: { ...shop.system, db },
    address,
    databaseUrl: database.url,
    dataDir,
    passTime: milliseconds => void (offset += milliseconds),
    async close() {
      await shop.stop()
      if (!given) await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * The shop's database for a test's own statements: the shop follows each of them before it is done, as it follows each request
 * that writes.
 */
function followedDatabase({ pool, changes }: Pick<Shop, 'pool' | 'changes'>): Database {
  const dialect = new PostgresDialect({ pool })
  const following: Dialect = {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: db => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver() {
      const driver = dialect.createDriver()
      const release = driver.releaseConnection.bind(driver)
      driver.releaseConnection = async connection => {
        await release(connection)
        await changes.follow()
      }
      return driver
    },
  }
  return new Kysely({ dialect: following })
}
