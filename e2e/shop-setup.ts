import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDatabaseServer } from '#test/shop/databases'
import { giveDrawings } from '#test/files/drawings'
import { buildOnce, startShopProcess } from '#test/shop/process'

/**
 * Starts the demo shop as `npm start` does, on a folder of its own and a free port, and a database server for the journeys
 * that start shops of their own; stops both after the last journey.
 */
export default async function startShop(): Promise<() => Promise<void>> {
  await buildOnce()
  const dataDir = await mkdtemp(join(tmpdir(), 'tappet-e2e-'))
  await giveDrawings(dataDir)
  const databases = await startDatabaseServer()
  const shop = await startShopProcess({ DATA_DIR: dataDir, DEMO: '', NODE_ENV: 'test' })
  // It shows the password of the first admin this once.
  const [, email, password] = /First admin\s+(\S+)\s+password (\S+)/.exec(shop.welcome) ?? []
  process.env['SHOP_URL'] = shop.address
  process.env['SHOP_ADMIN'] = JSON.stringify({ email, password })
  process.env['SHOP_DATABASES'] = JSON.stringify(databases)
  return async () => {
    const { stderr } = await shop.end('SIGTERM')
    process.stderr.write(stderr)
    await databases.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
