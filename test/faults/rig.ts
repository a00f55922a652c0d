import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/database'
import { type TestDatabase, createTestDatabase } from '../harness.ts'
import { type ShopProcess, connect, owner, startShopProcess, stopEmbeddedDatabase } from '../shop-process.ts'

/** What a test of a shop's process needs, and what takes all of it away however the test ended. */
export type Rig = {
  dataDir: string
  /** A shop on this data folder, with an owner who may hold as many orders as the test likes. */
  start(environment?: Record<string, string>): Promise<ShopProcess>
  /** A migrated database by address. */
  database(): Promise<string>
  connect(url: string): Database
  /** Lets go of every connection that the test has made. */
  disconnect(): Promise<void>
  /** Locks rows until the function that it returns is called, in a transaction of its own. */
  hold(db: Database, rows: RawBuilder<unknown>): Promise<() => Promise<void>>
  clean(): Promise<void>
}

export async function createRig(): Promise<Rig> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tappet-crash-'))
  const shops: ShopProcess[] = []
  const databases: TestDatabase[] = []
  const connections: Database[] = []
  const letGos: (() => Promise<void>)[] = []
  const disconnect = async () => {
    for (const letGo of letGos.splice(0)) await letGo()
    for (const db of connections.splice(0)) await db.destroy()
  }
  return {
    dataDir,
    async start(environment = {}) {
      const shop = await startShopProcess({ DATA_DIR: dataDir, MAX_OPEN_ORDERS: '10000', ...owner, ...environment })
      shops.push(shop)
      return shop
    },
    async database() {
      const database = await createTestDatabase()
      databases.push(database)
      return database.url
    },
    connect(url) {
      const db = connect(url)
      connections.push(db)
      return db
    },
    disconnect,
    async hold(db, rows) {
      const holder = await db.startTransaction().execute()
      await sql`${rows} for update`.execute(holder)
      let isHeld = true
      const letGo = async () => {
        if (isHeld) await holder.rollback().execute()
        isHeld = false
      }
      letGos.push(letGo)
      return letGo
    },
    async clean() {
      await Promise.all(shops.map(shop => shop.end('SIGKILL')))
      await disconnect()
      await stopEmbeddedDatabase(dataDir)
      for (const database of databases) await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
