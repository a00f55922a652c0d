import { writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { createInterface } from 'node:readline'
import type pg from 'pg'
import { expireOrders } from '../../src/modules/ordering/release/expire.server.ts'
import { orderPayments } from '../../src/modules/ordering/settlement/handlers.server.ts'
import { reconcile } from '../../src/modules/ordering/settlement/reconcile.server.ts'
import type { Shop } from '../../src/app/compose.server.ts'
import { composeTestShop } from './compose.ts'
import type { Doom, Job, News, Opening, Order } from './controlled.ts'

/**
 * A shop in a process of its own that does what a test says, a line of JSON each: opens, does a job before its minute, or
 * dies at a step or a statement. It loads everything first. It tells of each step that it comes to, before it may die there.
 */
let doom: Doom | undefined

const tell = (news: News) => writeSync(1, `${JSON.stringify(news)}\n`)

function dieIf(isDue: boolean): void {
  if (!isDue || !doom) return
  doom.nth -= 1
  if (doom.nth > 0) return
  tell({ diesAt: doom.at ?? 'statement' })
  process.kill(process.pid, 'SIGKILL')
}

function onFailpoint(name: string): void {
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

async function open({ tellsFailpoints, stripeUrl, ...parts }: Opening): Promise<Shop> {
  const shop = await composeTestShop({
    ...parts,
    ...(tellsFailpoints && { onFailpoint }),
    ...(stripeUrl && { providerDetour: { api: () => stripeUrl } }),
  })
  for (const pool of shop.pools) countStatements(pool)
  await shop.start()
  // Its own address, whatever PUBLIC_URL says.
  const bound = shop.http.server.address()
  if (!bound || typeof bound === 'string') throw new Error('the shop does not listen')
  tell({ address: `http://127.0.0.1:${bound.port}` })
  return shop
}

/** The database was cut off while the shop started: it ends, and whoever watches over it starts it again. */
function endStart(error: unknown): never {
  tell({ diesAt: `start: ${error instanceof Error ? error.message : String(error)}` })
  process.exit(1)
}

/** Each says of how many orders it knows that it has closed them. */
const jobs: Record<Job, (shop: Shop) => Promise<number>> = {
  expire: shop => expireOrders(shop.system, orderPayments(shop.payment)),
  async reconcile(shop) {
    await reconcile(shop.system, shop.payment)
    return 0
  },
}

flushCompileCache()
let shop: Shop | undefined
for await (const line of createInterface({ input: process.stdin })) {
  const order = JSON.parse(line) as Order
  if (order.open) shop = await open(order.open).catch(endStart)
  if (order.run && shop) {
    const { run, id } = order
    void jobs[run](shop).then(done => tell({ done, id }))
  }
  if (order.doom) {
    doom = order.doom
    tell({ doomed: true })
  }
}
await shop?.stop()
