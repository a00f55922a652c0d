import { randomBytes } from 'node:crypto'
import { createPool, openDatabase } from '#platform/database'
import type { Figure } from './measure/figure.ts'
import { addressesOfTools } from './long-tail.ts'
import { orderPoster } from './orders/http.ts'
import { benchId, fillShop } from './orders/shop.ts'
import { reader } from './measure/reader.ts'
import { type Round, callFor, perSecond, rounded } from './measure/rounds.ts'
import { withDatabase, withShop } from './measure/shop.ts'

const callers = 8
const tools = 10_000
const buyers = 100
const ordersASecond = 25
const rounds = 3
const warmUpSeconds = 60
const roundSeconds = 20

/** The least share of pages that are kept ones while orders come in, and of the rate at rest. */
const bounds = { kept: 0.95, rate: 0.7 }

/**
 * Visitors who go through the pages of ten thousand tools by Zipf's law (the second is asked for half as often as the first, the
 * third a third as often), by turns at rest and while 25 orders a second of tools by the same law are placed.
 */
export function stream(): Promise<Figure[]> {
  return withDatabase(async url => {
    const secret = randomBytes(32).toString('hex')
    const environment = { DATABASE_URL: url, SECRET: secret, LOG_LEVEL: 'fatal', MAX_OPEN_ORDERS: '10000' }
    // The shop's first start makes its tables.
    await withShop(environment, async () => undefined)
    const pool = createPool(url, { max: 4, name: 'bench' })
    await fillShop(openDatabase(pool), { buyers, tools })
    await pool.end()
    return await withShop(environment, shop => measure(shop, secret))
  })
}

async function measure(shop: string, secret: string): Promise<Figure[]> {
  const read = reader(callers)
  const pages = await addressesOfTools(shop)
  const order = orderPoster(shop, { secret, buyers })
  const rank = zipf(pages.length)
  const visit = (seconds: number) =>
    callFor(seconds * 1000, callers, () => read(shop + pages[rank()], { headers: { 'accept-encoding': 'br' } }))
  const visitBesideOrders = async (seconds: number) => {
    const placing: Promise<void>[] = []
    const timer = setInterval(() => placing.push(order(benchId(1 + rank()))), 1000 / ordersASecond)
    const round = await visit(seconds)
    clearInterval(timer)
    await Promise.all(placing)
    placed.push(placing.length / seconds)
    return round
  }
  const placed: number[] = []
  await visit(warmUpSeconds)
  const [atRest, busy]: [Round[], Round[]] = [[], []]
  const kept: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    atRest.push(await visit(roundSeconds))
    const before = await answersOf(shop)
    busy.push(await visitBesideOrders(roundSeconds))
    const after = await answersOf(shop)
    kept.push((after.kept - before.kept) / (after.kept - before.kept + after.made - before.made))
  }
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  return [
    { name: 'pages of 10,000 tools by Zipf’s law, at rest', value: rounded(perSecond(atRest), 0), unit: 'per s' },
    { name: 'the same beside orders', value: rounded(perSecond(busy), 0), unit: 'per s' },
    { name: 'orders beside them', value: rounded(mean(placed), 1), unit: 'per s' },
    { name: 'kept ones among them (at least)', value: rounded(mean(kept), 3), unit: 'ratio', limit: bounds.kept },
    {
      name: 'the rate beside orders to that at rest (at least)',
      value: rounded(perSecond(busy) / perSecond(atRest)),
      unit: 'ratio',
      limit: bounds.rate,
    },
    { name: 'memory of the shop after it', value: rounded(await memoryOf(shop), 0), unit: 'MB' },
  ]
}

/** Draws ranks from 0 by Zipf's law. */
const zipf = (count: number) => () => Math.floor((count + 1) ** Math.random()) - 1

async function answersOf(shop: string): Promise<{ kept: number; made: number }> {
  const metrics = await readMetrics(shop)
  return {
    kept: metric(metrics, 'tappet_answers_total{from="kept"}'),
    made: metric(metrics, 'tappet_answers_total{from="made"}'),
  }
}

const memoryOf = async (shop: string) => metric(await readMetrics(shop), 'process_resident_memory_bytes') / 1e6

const readMetrics = async (shop: string) => (await fetch(`${shop}/metrics`)).text()

function metric(metrics: string, name: string): number {
  const line = metrics.split('\n').find(one => one.startsWith(`${name} `))
  return Number(line?.slice(name.length) ?? 0)
}
