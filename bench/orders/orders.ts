import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import type { Context } from '#platform/context'
import { readEachTime } from '#platform/changes/memory'
import { createPool, openDatabase } from '#platform/database'
import { createJobs } from '#platform/jobs'
import { createLog } from '#platform/log'
import { type Settings } from '#platform/settings'
import { readSettings } from '../../src/app/settings.server.ts'
import { openShopDatabase } from '#platform/postgres/shop-database'
import { placeOrder } from '../../src/modules/ordering/placing/place.server.ts'
import type { Figure } from '../measure/figure.ts'
import { measureHttp } from './http.ts'
import { benchId, fillShop, requireDurable } from './shop.ts'
import {
  type Statement,
  keepScript,
  pgbenchScript,
  recordStatements,
  recorded,
  runPgbench,
} from '../measure/pgbench.ts'
import { type Round, callFor, perSecond, rounded } from '../measure/rounds.ts'

const callers = 32
const rounds = 4
const roundSeconds = 5
const tools = 1000
/** Each caller orders for this many accounts in turn, as customers are many. */
const buyersACaller = 250
/** As `composeParts` opens it. */
const poolSize = 16

/**
 * Orders per second: through the service, 32 callers, beside pgbench with the service's own statements on the same server,
 * by turns; and over HTTP beside a route that does one insert. Every order is flushed to the disk.
 */
export async function orders(): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tappet-bench-'))
  const environment = { DATA_DIR: dataDir, PORT: '0', DEMO: 'no', LOG_LEVEL: 'fatal', MAX_OPEN_ORDERS: '10000' }
  const settings = readSettings(environment)
  const database = await openShopDatabase(settings)
  try {
    const inProcess = await measureService(settings, database.url)
    return [...inProcess, ...(await measureHttp({ databaseUrl: database.url, callers, tools, roundSeconds, rounds }))]
  } finally {
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function measureService(settings: Settings, url: string): Promise<Figure[]> {
  const log = createLog('fatal')
  const pool = createPool(url, { max: poolSize, name: 'bench' })
  const jobs = createJobs(url, log)
  // Mail waits in its table: to hand it on is the work of another process here.
  jobs.define('order-mail', { does: 'Is measured.', retries: 0 }, async () => undefined)
  await jobs.start()
  try {
    await requireDurable(pool)
    await fillShop(openDatabase(pool), { buyers: callers * buyersACaller, tools })
    const placeOn = (pool: pg.Pool) =>
      placing({
        db: openDatabase(pool),
        now: () => new Date(),
        settings,
        log,
        jobs,
        requestId: 'bench',
        remember: readEachTime,
      })
    const record = (wanted: number[]) => recordStatements(url, pool => placeOn(pool)(recorded.buyer, wanted))
    const place = placeOn(pool)
    const anyBuyer = (caller: number) => caller + callers * below(buyersACaller)
    const parts = { url, directory: settings.dataDir, statements: await record(recorded.tools.slice(0, 1)) }
    const hot = await sideBySide({ ...parts, name: 'one hot tool', tools: 1, least: 0.9 }, caller =>
      place(anyBuyer(caller), [1]),
    )
    const spread = await sideBySide({ ...parts, name: '1,000 tools', tools, least: 0.7 }, caller =>
      place(anyBuyer(caller), [1 + below(tools)]),
    )
    const inBaskets = { ...parts, statements: await record(recorded.tools), lines: recorded.tools.length }
    const baskets = await sideBySide(
      { ...inBaskets, name: 'baskets of 10 lines of 1,000 tools', tools: tools / inBaskets.lines, least: 0.7 },
      caller => place(anyBuyer(caller), aBasket()),
    )
    return [...hot, ...spread, ...baskets]
  } finally {
    await jobs.rest()
    await jobs.stop()
    await pool.end()
  }
}

/** A tool of each tenth: none of them twice, as an order sums up what it wants of a tool. */
const aBasket = () =>
  recorded.tools.map((_, tenth) => 1 + tenth + recorded.tools.length * below(tools / recorded.tools.length))

const below = (count: number) => Math.floor(Math.random() * count)

/** What a buyer of the bench does, as the handler of `POST /orders` does it. */
function placing(ctx: Omit<Context, 'caller' | 'actor'>) {
  return (buyer: number, tools: number[]) => {
    const id = benchId(buyer)
    const email = `buyer-${buyer}@example.com`
    const caller = { id, sessionId: id, email, emailVerified: true, displayName: '', role: 'customer', permissions: [] }
    const input = {
      lines: tools.map(tool => ({ toolId: benchId(tool), quantity: 1 })),
      phone: '+1 555 010 0148',
      company: 'Bench',
      address: '1 Lane',
    }
    return placeOrder({ ...ctx, caller, actor: { kind: 'customer', id } }, input, undefined)
  }
}

type Side = {
  url: string
  directory: string
  statements: Statement[]
  name: string
  tools: number
  lines?: number
  least: number
}

/** Both by turns, so that both have the same machine, and a table that grows alike. */
async function sideBySide(
  { url, directory, statements, name, tools, lines = 1, least }: Side,
  order: (caller: number) => Promise<unknown>,
): Promise<Figure[]> {
  const script = pgbenchScript(statements, { callers, buyersACaller, tools, lines })
  const scriptFile = await keepScript(directory, `orders-${tools}-${lines}`, script)
  const run = { url, scriptFile, callers, seconds: roundSeconds }
  const ours: Round[] = []
  const pgbench: number[] = []
  await callFor(2000, callers, (_, caller) => order(caller))
  for (let round = 0; round < rounds; round += 1) {
    pgbench.push(await runPgbench(run))
    ours.push(await callFor(roundSeconds * 1000, callers, (_, caller) => order(caller)))
  }
  const most = pgbench.reduce((sum, value) => sum + value, 0) / pgbench.length
  const ratio = perSecond(ours) / most
  return [
    {
      name: `orders through the service, ${name}, ${callers} callers`,
      value: rounded(perSecond(ours), 0),
      unit: 'per s',
    },
    { name: `the same statement by pgbench, ${name}, ${callers} clients`, value: rounded(most, 0), unit: 'per s' },
    { name: `the one to the other, ${name} (at least)`, value: rounded(ratio), unit: '', limit: least },
  ]
}
