import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createLog } from '#platform/log'
import { readSettings } from '#platform/settings'
import { expireOrders } from '#services/orders'
import { orderPayments } from '#services/payments'
import { composeShop } from '../../src/compose.server.ts'
import { reconcile } from '../../src/features/payments/payments.server.ts'
import type { Asked, Told } from './crowd.ts'

/**
 * A shop of its own in a process of its own, on a database that others use as well. It reads a line of JSON for each
 * thing to do, does as many at once as there are lines, and writes a line with the outcome of each.
 */
const [databaseUrl = '', given = '{}'] = process.argv.slice(2)
const { secret, sandboxSecrets, environment } = JSON.parse(given)
const dataDir = mkdtempSync(join(tmpdir(), 'tappet-buyer-'))
const settings = readSettings({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'fatal', DEMO: 'no', ...environment })
const shop = await composeShop({
  settings,
  databaseUrl,
  secrets: [secret],
  sandboxSecrets,
  log: createLog(settings.logLevel),
  pages: 'none',
  strict: true,
  contentFile: join(import.meta.dirname, '../../content/shop.json'),
})
const address = await shop.start()
process.stdout.write('ready\n')

async function answer({ method, path, body, headers }: Asked): Promise<Told> {
  const response = await fetch(`${address}${path}`, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json() }
}

/** The jobs that run in every process, now instead of at their minute. */
const jobs: Record<string, () => Promise<unknown>> = {
  expire: () => expireOrders(shop.system, orderPayments(shop.payment)),
  reconcile: () => reconcile(shop.system, shop.payment),
}

async function serve(line: string): Promise<void> {
  const { id, asked, job } = JSON.parse(line) as { id: number; asked?: Asked; job?: string }
  const told = asked ? await answer(asked) : { status: 200, body: { done: await jobs[job ?? '']?.() } }
  process.stdout.write(`${JSON.stringify({ id, told })}\n`)
}

const underWay = new Set<Promise<void>>()
for await (const line of createInterface({ input: process.stdin })) {
  const served = serve(line).finally(() => underWay.delete(served))
  underWay.add(served)
}
await Promise.all(underWay)
await shop.stop()
rmSync(dataDir, { recursive: true, force: true })
