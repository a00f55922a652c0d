import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '#platform/database'
import type { TestDatabase } from '../databases.ts'
import { bearer, createTool, orderOf, signIn } from '../factories.ts'
import { eventually } from '../eventually.ts'
import { createTestDatabase } from '../harness.ts'
import { secret } from '../compose.ts'
import { quiet } from '../faults/quiet.ts'
import { type ShopProcess, buildPagesOnce, connect, owner, startShopProcess } from '../shop-process.ts'
import { long } from '../tiers.ts'
import { type Load, type Question, pagesOf, startLoad } from './load.ts'
import { type Machine, freePorts, isMissing, startHaproxy } from './machines.ts'

const timeout = 600_000

let folder: string
let database: TestDatabase
let db: Database
let shops: ShopProcess[]
let machines: Machine[]
let load: Load | undefined

beforeAll(buildPagesOnce, timeout)
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tappet-many-'))
  database = await createTestDatabase()
  db = connect(database.url)
  shops = []
  machines = []
})
afterEach(async () => {
  await load?.stop()
  await Promise.all(machines.map(machine => machine.end()))
  await Promise.all(shops.map(shop => shop.end('SIGKILL')))
  await db.destroy()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
}, timeout)

async function start(port: number): Promise<ShopProcess> {
  const shop = await startShopProcess({
    PORT: String(port),
    DATA_DIR: join(folder, String(port)),
    DATABASE_URL: database.url,
    SECRET: secret,
    TRUST_PROXY: '127.0.0.1',
    MAX_OPEN_ORDERS: '10000',
    // As in production.
    STOP_DELAY: '5',
    ...owner,
  })
  shops.push(shop)
  return shop
}

/** Of 20: 12 pages, 6 reads of the API, 2 orders. */
function mixture(tools: readonly string[], toolPages: readonly string[], token: string): (count: number) => Question {
  const pages = ['/', '/shop', ...toolPages]
  const reads = ['/api/tools', '/api/config', ...tools.map(tool => `/api/tools/${tool}`)]
  const at = (list: readonly string[], count: number) => list[count % list.length] ?? '/'
  return count => {
    if (count % 10 === 0) {
      const body = orderOf(at(tools, count / 10))
      return { method: 'POST', path: '/api/orders', headers: bearer(token), body }
    }
    return { method: 'GET', path: at(count % 10 < 7 ? pages : reads, count) }
  }
}

/** How often a process itself has answered a read of the mixture. */
async function readsOf({ address }: ShopProcess): Promise<number> {
  const text = await (await fetch(`${address}/metrics`)).text()
  return Number(
    /^http_request_duration_seconds_count\{method="GET",route="\/api\/config",status="200"\} (\d+)/m.exec(text)?.[1] ??
      0,
  )
}

it.skipIf(isMissing('haproxy'))(
  'three processes behind HAProxy are replaced one by one at 200 requests a second, and no request fails',
  { timeout, ...long },
  async () => {
    const ports = await freePorts(3)
    // The first makes what all need; that three may start at once is another test's matter.
    const standing = [await start(ports[0] ?? 0), ...(await Promise.all(ports.slice(1).map(start)))]
    const proxy = await startHaproxy(folder, ports)
    machines.push(proxy)
    const person = await signIn({ address: proxy.address, db }, owner.ADMIN_EMAIL)
    const tools = await Promise.all(Array.from({ length: 6 }, () => createTool({ db }, { onHand: 1_000_000 })))
    const toolPages = await pagesOf(proxy.address, tools)
    load = startLoad(proxy.address, mixture(tools, toolPages, person.token), 200)

    for (const [at, port] of ports.entries()) {
      const before = load.answered()
      await eventually(
        async () => load?.answered() ?? 0,
        count => count > before + 500,
        60_000,
      )
      expect(await standing[at]?.end('SIGTERM')).toMatchObject({ status: 0, stderr: quiet })
      const fresh = await start(port)
      // The proxy sends customers to it, too, before the next one goes.
      await eventually(
        () => readsOf(fresh),
        reads => reads > 3,
        60_000,
      )
    }

    await load.stop()
    expect(load.failures).toEqual([])
    const { rows } = await sql<{ id: string }>`select id::text from orders`.execute(db)
    expect(rows.map(({ id }) => id).toSorted()).toEqual([...load.orders.values()].toSorted())
  },
)
