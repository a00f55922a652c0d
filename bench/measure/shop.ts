import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettings } from '../../src/app/settings.server.ts'
import { openShopDatabase } from '#platform/postgres/shop-database'
import { startShopProcess } from '#test/shop/process'

type Work<T> = (address: string, process: { pid: number; dataDir: string }) => Promise<T>

/** A whole shop in a process of its own, on an embedded database of its own, for as long as `work` takes. */
export function withShop<T>(environment: Record<string, string>, work: Work<T>): Promise<T> {
  return withFolder(dataDir => serving({ DATA_DIR: dataDir, ...environment }, work))
}

/** As above, with the demo shop's tools in it, and as a shop that others reach: it has no open accounts, and every limit. */
export function withFilledShop<T>(environment: Record<string, string>, work: Work<T>): Promise<T> {
  return withFolder(async dataDir => {
    await serving({ DATA_DIR: dataDir, DEMO: 'yes', LOG_LEVEL: 'fatal' }, async () => undefined)
    return serving({ DATA_DIR: dataDir, ...environment }, work)
  })
}

/** An embedded database of its own, by its address, for as long as `work` takes. */
export function withDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  return withFolder(async dataDir => {
    const settings = readSettings({ DATA_DIR: dataDir, PORT: '0', DEMO: 'no', LOG_LEVEL: 'fatal' })
    const database = await openShopDatabase(settings)
    try {
      return await work(database.url)
    } finally {
      await database.stop()
    }
  })
}

async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'tappet-bench-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function serving<T>(environment: Record<string, string>, work: Work<T>): Promise<T> {
  const shop = await startShopProcess(environment)
  try {
    return await work(shop.address, { pid: shop.pid, dataDir: environment['DATA_DIR'] ?? '' })
  } finally {
    await shop.end('SIGTERM')
  }
}
