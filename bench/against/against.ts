import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPool } from '#platform/database'
import { startCallers } from '../measure/caller.ts'
import { withDatabase } from '../measure/shop.ts'
import { buyersAtOnce, buyersOf } from './buyers.ts'
import { compareOrders, ordersMeasured } from './orders.ts'
import { compareReads } from './reads.ts'
import { type Asked, type Compared, comparedOf } from './turns.ts'
import { type Place, type Side, checkoutOf, fillSide, startSide } from './side.ts'

const stock = { parts: 10_000, buyers: buyersAtOnce }
const settleMs = 60_000

/**
 * The project as it stands here beside a commit of it: two shops with the same parts and buyers are asked the same by turns, after
 * their start and after thousands of orders. Each on a database of its own, in the same PostgreSQL.
 */
export async function against(commit: string): Promise<Compared[]> {
  const [before, now] = [await checkoutOf(commit), await checkoutOf(undefined)]
  return withDatabase(url => withPlace(url, before, one => withPlace(url, now, other => compare([one, other]))))
}

/** On a database that its own first start fills: an earlier one does not take what this one has made. */
async function withPlace<T>(server: string, checkout: string, work: (place: Place) => Promise<T>): Promise<T> {
  const name = `bench_${randomBytes(4).toString('hex')}`
  const pool = createPool(server, { max: 1, name: 'bench' })
  await pool.query(`create database ${name}`).finally(() => pool.end())
  const databaseUrl = server.replace(/\/[^/?]+(\?|$)/, `/${name}$1`)
  const dataDir = await mkdtemp(join(tmpdir(), 'tappet-bench-'))
  try {
    return await work({ checkout, databaseUrl, dataDir, secret: randomBytes(32).toString('hex') })
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function compare(places: readonly [Place, Place]): Promise<Compared[]> {
  const load = loadavg()[0] ?? 0
  const tools: string[][] = []
  for (const place of places) {
    await using _side = await startSide(place)
    tools.push(await fillSide(place, stock))
  }
  await using before = await startSide(places[0])
  await using now = await startSide(places[1])
  using caller = await startCallers(2)
  const asked = [
    await askedOf(before, places[0], tools[0] ?? []),
    await askedOf(now, places[1], tools[1] ?? []),
  ] as const
  const started = megabytesOf('memory, after the start', asked)
  const fresh = await compareReads(caller, asked, 'after the start')
  const orders = await compareOrders(asked)
  const busy = await compareReads(caller, asked, `after ${ordersMeasured} orders`)
  await new Promise(resolve => setTimeout(resolve, settleMs))
  const settled = megabytesOf('memory, a minute after all this', asked)
  const loads = comparedOf('load of the machine before (1 minute)', { before: load, now: load, unit: '' })
  return [...fresh, ...orders, ...busy, started, settled, loads]
}

async function askedOf(side: Side, { secret }: Place, tools: string[]): Promise<Asked> {
  const buyers = await buyersOf(side.address, secret)
  return { side, buyers, tools, pages: await pagesOf(side, tools) }
}

/** The pages of parts, by the address of one of them: to ask for each would be to have asked before. */
async function pagesOf({ address }: Side, tools: readonly string[]): Promise<string[]> {
  const sample = tools.length - 1
  const id = tools[sample] ?? ''
  const path = await locationOf(`${address}/shop/${id}`)
  const name = path.slice(path.indexOf(id) + id.length)
  return tools.map((tool, at) => `/shop/${tool}${name.replaceAll(String(sample), String(at))}`)
}

const locationOf = (address: string): Promise<string> =>
  new Promise((resolve, reject) => {
    request(address, answer => {
      answer.resume()
      resolve(new URL(answer.headers.location ?? address, address).pathname)
    })
      .on('error', reject)
      .end()
  })

const megabytesOf = (name: string, [before, now]: readonly [Asked, Asked]): Compared =>
  comparedOf(name, { before: before.side.megabytes(), now: now.side.megabytes(), unit: 'MB', digits: 0 })
