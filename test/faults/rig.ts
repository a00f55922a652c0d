import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type RawBuilder, sql } from 'kysely'
import { inject } from 'vitest'
import type { Database } from '#platform/database'
import { type TestDatabase } from '../shop/databases.ts'
import { createTestDatabase } from '../harness.ts'
import { type ShopProcess, connect, owner, startShopProcess, stopEmbeddedDatabase } from '../shop/process.ts'

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

/** A data folder as a first start leaves it, with database and vehicles: made once a run, for that start takes seconds. */
async function copyOpenedFolder(): Promise<string> {
  const opened = join(inject('runFolder'), 'opened')
  if (!existsSync(opened)) await openFolder(opened)
  const folder = await mkdtemp(join(tmpdir(), 'tappet-crash-'))
  // Not by Node's own copying: the database's files keep their owner.
  await promisify(execFile)('cp', ['-a', `${opened}/.`, folder])
  return folder
}

async function openFolder(opened: string): Promise<void> {
  const folder = await mkdtemp(`${opened}-`)
  const shop = await startShopProcess({ DATA_DIR: folder, ...owner })
  await shop.end('SIGTERM')
  // Another worker may have been quicker.
  await rename(folder, opened).catch(() => undefined)
}

export async function createRig(): Promise<Rig> {
  const dataDir = await copyOpenedFolder()
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
