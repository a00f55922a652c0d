import { join } from 'node:path'
import { createLog } from '#platform/log'
import { readSettings } from '#platform/settings'
import { openShopDatabase } from '#platform/shop-database'
import { composeShop } from '../src/compose.server.ts'
import { prepareSecrets } from '../src/start-up.server.ts'

/** A shop with the settings of its environment, whose keys of Firebase are read at `FIREBASE_KEYS_URL` and not at Google. */
const settings = readSettings(process.env)
const database = await openShopDatabase(settings)
const shop = await composeShop({
  settings,
  databaseUrl: database.url,
  ...(await prepareSecrets(settings)),
  log: createLog(settings.logLevel),
  pages: 'built',
  strict: false,
  contentFile: join(import.meta.dirname, '../content/shop.json'),
  firebaseKeysUrl: process.env['FIREBASE_KEYS_URL'] ?? '',
})
process.stdout.write(`open at ${await shop.start()}\n`)
process.once('SIGTERM', () => {
  void shop
    .stop()
    .then(() => database.stop())
    .then(() => process.exit(0))
})
