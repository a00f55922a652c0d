import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach } from 'vitest'
import type { Database } from '#platform/database'
import { secret } from '../shop/compose.ts'
import { createTestDatabase } from '../harness.ts'
import { type ShopProcess, buildOnce, connect, owner, startShopProcess } from '../shop/process.ts'

const timeout = 300_000

/** Where a test of many processes takes place. What it starts here is ended after it. */
export type Site = {
  folder: string
  shops: ShopProcess[]
  /** A process of the shop, which has a folder of this name, and the secret and owner of all. */
  start(disk: string, environment: Record<string, string>): Promise<ShopProcess>
  /** A database of this test's own, and a connection to it. */
  makeDatabase(): Promise<{ url: string; db: Database }>
  /** Ends what somebody else has started; what came last goes first. */
  atEnd(end: () => unknown): void
}

/** For each test of a file, anew. */
export function useSite(name: string): Site {
  const ends: (() => unknown)[] = []
  const atEnd = (end: () => unknown) => void ends.push(end)
  const site: Site = {
    folder: '',
    shops: [],
    async start(disk, environment) {
      const own = { DATA_DIR: join(site.folder, disk), SECRET: secret, MAX_OPEN_ORDERS: '10000', ...owner }
      const shop = await startShopProcess({ ...own, ...environment })
      site.shops.push(shop)
      atEnd(() => shop.end('SIGKILL'))
      return shop
    },
    async makeDatabase() {
      const { url, drop } = await createTestDatabase()
      atEnd(drop)
      const db = connect(url)
      atEnd(() => db.destroy())
      return { url, db }
    },
    atEnd,
  }
  beforeAll(buildOnce, timeout)
  beforeEach(async () => {
    const folder = await mkdtemp(join(tmpdir(), `tappet-${name}-`))
    site.folder = folder
    site.shops = []
    atEnd(() => rm(folder, { recursive: true, force: true }))
  })
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end()
  }, timeout)
  return site
}
