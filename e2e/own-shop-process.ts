import { join } from 'node:path'
import { createLog } from '#platform/log'
import { readSettings } from '#platform/settings'
import { openShopDatabase } from '#platform/shop-database'
import { composeShop } from '../src/compose.server.ts'
import { prepareSecrets } from '../src/start-up.server.ts'

/**
 * A shop with the settings of its environment. Firebase's keys, if it wants them, are read at `FIREBASE_KEYS_URL` and not
 * at Google; what it asks of Stripe, it asks at `STRIPE_API_URL`.
 */
const settings = readSettings(process.env)
const database = await openShopDatabase(settings)
const keysUrl = process.env['FIREBASE_KEYS_URL']
const stripeUrl = process.env['STRIPE_API_URL']
const shop = await composeShop({
  settings,
  databaseUrl: database.url,
  ...(await prepareSecrets(settings)),
  log: createLog(settings.logLevel),
  pages: 'built',
  strict: false,
  contentFile: join(import.meta.dirname, '../content/shop.json'),
  ...(keysUrl && { firebaseKeysUrl: keysUrl }),
  ...(stripeUrl && { providerDetour: { api: () => stripeUrl } }),
})
await shop.start()
// Its own address, whatever PUBLIC_URL says.
const bound = shop.http.server.address()
const port = typeof bound === 'object' && bound ? bound.port : settings.port
process.stdout.write(`open at http://127.0.0.1:${port} on ${database.url}\n`)
process.once('SIGTERM', () => {
  void shop
    .stop()
    .then(() => database.stop())
    .then(() => process.exit(0))
})
