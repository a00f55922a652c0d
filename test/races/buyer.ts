import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createLog } from '#platform/log'
import { readSettings } from '#platform/settings'
import { composeShop } from '../../src/compose.server.ts'

/**
 * A shop of its own in a process of its own, on a database that others use as well, and a buyer at it. It reads a line
 * of JSON for each order (`{ body, headers }`), sends it over the network, and writes a line with the answer.
 */
const [databaseUrl = '', secret = ''] = process.argv.slice(2)
const dataDir = mkdtempSync(join(tmpdir(), 'tappet-buyer-'))
const settings = readSettings({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'fatal', DEMO: 'no', MAX_OPEN_ORDERS: '1000' })
const shop = await composeShop({
  settings,
  databaseUrl,
  secrets: [secret],
  sandboxSecrets: { secretKey: 'sk_test_sandbox_0', publishableKey: 'pk_test_sandbox_0', webhookSecret: 'whsec_0' },
  log: createLog(settings.logLevel),
  pages: 'none',
  strict: true,
  contentFile: join(import.meta.dirname, '../../content/shop.json'),
})
const address = await shop.start()
process.stdout.write('ready\n')

for await (const line of createInterface({ input: process.stdin })) {
  const { body, headers } = JSON.parse(line) as { body: object; headers: Record<string, string> }
  const answer = await fetch(`${address}/api/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  process.stdout.write(`${JSON.stringify({ status: answer.status, body: await answer.json() })}\n`)
}
await shop.stop()
rmSync(dataDir, { recursive: true, force: true })
