import { writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type pg from 'pg'
import { createLog } from '#platform/log'
import { readSettings } from '#platform/settings'
import { composeShop } from '../../src/compose.server.ts'
import type { Doom, Order } from './composed-shop.ts'

/**
 * A shop in a process of its own that dies where it is told to. It loads everything, says so, and opens when the first
 * line of JSON says on which database. It tells of each step that it comes to, before it may die there.
 */
let doom: Doom | undefined

const tell = (news: object) => writeSync(1, `${JSON.stringify(news)}\n`)

function dieIf(isDue: boolean): void {
  if (!isDue || !doom) return
  doom.nth -= 1
  if (doom.nth > 0) return
  tell({ diesAt: doom.at ?? 'statement' })
  process.kill(process.pid, 'SIGKILL')
}

function onStep(name: string): void | Promise<void> {
  tell({ step: name })
  dieIf(doom?.at === name)
}

/** Counts what is sent to the database, so that the shop can die before the nth statement from now. */
function countStatements(pool: pg.Pool): void {
  pool.on('connect', client => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    const counted = (...given: unknown[]) => {
      dieIf(doom !== undefined && doom.at === undefined)
      return query(...given)
    }
    client.query = counted as typeof client.query
  })
}

async function open({ databaseUrl, dataDir, secret, environment, tellsSteps }: NonNullable<Order['open']>) {
  const settings = readSettings({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'fatal', DEMO: 'no', ...environment })
  const shop = await composeShop({
    settings,
    databaseUrl,
    secrets: [secret],
    sandboxSecrets: { secretKey: 'sk_test_sandbox_0', publishableKey: 'pk_test_sandbox_0', webhookSecret: 'whsec_0' },
    log: createLog(settings.logLevel),
    pages: 'none',
    strict: true,
    contentFile: join(import.meta.dirname, '../../content/shop.json'),
    ...(tellsSteps && { onStep }),
  })
  for (const pool of shop.pools) countStatements(pool)
  tell({ address: await shop.start() })
  return shop
}

/** The database was cut off while the shop started: it ends, and whoever watches over it starts it again. */
function endStart(error: unknown): never {
  tell({ diesAt: `start: ${error instanceof Error ? error.message : String(error)}` })
  process.exit(1)
}

flushCompileCache()
let shop: Awaited<ReturnType<typeof open>> | undefined
for await (const line of createInterface({ input: process.stdin })) {
  const order = JSON.parse(line) as Order
  if (order.open) shop = await open(order.open).catch(endStart)
  if (order.doom) {
    doom = order.doom
    tell({ doomed: true })
  }
}
await shop?.stop()
