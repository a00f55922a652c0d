import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPool } from '#platform/database'
import { writeBackup } from '../../src/app/operations/backup.server.ts'
import { restoreBackup } from '../../src/app/operations/restore.server.ts'
import { createPerson, createTool, placeOrder } from '../factories.ts'
import { fillLargeCatalogue } from '../finder/large-catalogue.ts'
import { type TestDatabase, type TestShop, createTestDatabase, startTestShop } from '../harness.ts'
import { fillManyOrders } from '../shop/many-orders.ts'
import { hashesOfTables } from '../shop/table-hashes.ts'
import { long } from '../tiers.ts'

const size = { parts: 200_000, orders: 50_000 }
const timeout = 2_400_000

let directory: string
let shop: TestShop
let restored: TestDatabase
const pools: pg.Pool[] = []

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tappet-at-size-'))
  shop = await startTestShop({ environment: { MAX_OPEN_ORDERS: '10000' } })
  restored = await createTestDatabase()
})
afterAll(async () => {
  for (const pool of pools) await pool.end()
  await restored.drop()
  await shop.close()
  await rm(directory, { recursive: true, force: true })
})

function connect(url: string): pg.Pool {
  const pool = createPool(url, { max: 3 })
  pools.push(pool)
  return pool
}

/** The tables as the backup's own transaction sees them, read beside it. */
async function hashesAsOf(snapshot: string, url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query(`set transaction snapshot '${snapshot}'`)
    return await hashesOfTables(client)
  } finally {
    await client.end()
  }
}

it(
  'a shop of 200,000 parts and 50,000 orders comes back whole as it was at one moment, while orders are placed (finding 1)',
  {
    ...long,
    timeout,
  },
  async () => {
    await fillLargeCatalogue(shop, size.parts)
    await fillManyOrders(shop.db, size.orders)
    const buyer = await createPerson(shop)
    const tool = await createTool(shop, { onHand: 1_000_000 })
    const ordering = new AbortController()
    let placed = 0
    const order = async () => {
      while (!ordering.signal.aborted && placed < 9000) {
        await placeOrder(buyer, tool)
        placed += 1
      }
    }
    const orders = Promise.all([order(), order()])

    const source = connect(shop.databaseUrl)
    let client: pg.PoolClient | undefined
    source.on('acquire', acquired => (client = acquired))
    let expected: Promise<Record<string, string>> | undefined
    const file = join(directory, 'shop.tappet')
    let began = performance.now()
    const end = await writeBackup(file, {
      pool: source,
      dataDir: shop.dataDir,
      imagesDirectory: undefined,
      now: () => new Date(),
      onProgress() {
        // Before the first table is read, and as the backup sees it.
        expected ??= client
          ?.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot')
          .then(({ rows }) => hashesAsOf(rows[0]?.snapshot ?? '', shop.databaseUrl))
      },
    })
    const backedUp = (performance.now() - began) / 1000
    ordering.abort()
    await orders
    expect(placed).toBeGreaterThan(0)

    began = performance.now()
    const target = connect(restored.url)
    const dataDir = await mkdtemp(join(directory, 'data-'))
    expect(await restoreBackup(file, { pool: target, dataDir, onProgress: () => undefined })).toEqual(end)
    const seconds = (performance.now() - began) / 1000
    const { size: bytes } = await stat(file)
    const count = Object.values(end.rows).reduce((sum, rows) => sum + rows, 0)
    process.stdout.write(
      `${count} rows, ${(bytes / 1e6).toFixed(0)} MB: ${backedUp.toFixed(0)} s to back up beside ${placed} orders, ${seconds.toFixed(0)} s to restore\n`,
    )
    expect(end.rows['public.tool']).toBe(size.parts + 1)
    expect(end.rows['public.orders']).toBeGreaterThanOrEqual(size.orders)
    // A sequence is of no moment: numbers are given out before their orders are seen.
    expect({ ...(await hashesOfTables(target)), order_number: '' }).toEqual({ ...(await expected), order_number: '' })
  },
)
