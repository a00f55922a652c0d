import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPool, type Database, openDatabase } from '#platform/database'
import { createTool } from '../factories.ts'
import { type TestDatabase } from '../shop/databases.ts'
import { createTestDatabase } from '../harness.ts'
import { chanceOf } from './chance.ts'
import { type Market, type Told, shop as goShopping } from './crowd.ts'
import { findViolations } from './invariants.ts'
import { type KeptProcess, browserOf, keepProcess } from './kept-shop.ts'
import { createPeople } from '../shop/people.ts'
import { type Clockwork, wind } from './queue.ts'
import { inTiers } from '../tiers.ts'
import { type Office, openOffice } from './office.ts'
import { type Storm, startStorm } from './storm.ts'

/**
 * A slow machine may take long; how long says nothing of what holds. Ten thousand orders take half an hour where nothing else
 * computes: this is for what never ends.
 */
const timeout = 5_400_000
const callers = 32
const processes = 3
const hotTools = 3
/** A run is repeated by its seed as far as the machine allows. */
const seed = Number(process.env['STORM_SEED'] ?? randomInt(2 ** 31))

let database: TestDatabase
let db: Database
let dataDir: string
let clockwork: Clockwork
let office: Office
const shops: KeptProcess[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(createPool(database.url, { max: 8, name: 'tappet test' }))
  dataDir = await mkdtemp(join(tmpdir(), 'tappet-storm-'))
  for (let index = 0; index < processes; index++) {
    const opening = { databaseUrl: database.url, dataDir, environment: { MAX_OPEN_ORDERS: '1000' } }
    shops.push(await keepProcess(opening, async () => undefined))
  }
  clockwork = await wind(database.url, db)
  office = await openOffice({ url: database.url, db, dataDir, address: addressOfOne })
}, timeout)
afterAll(async () => {
  const statuses = await Promise.all(shops.map(shop => shop.close()))
  await clockwork.stop()
  await office.close()
  await db.destroy()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
  expect(statuses).toEqual(shops.map(() => 0))
}, timeout)

/** Of a process that is up, while one is. */
const addressOfOne = async () => {
  const shop = shops.find(shop => shop.isUp()) ?? shops[0]
  if (!shop) throw new Error('no process was started')
  return shop.address()
}

/** How many answers the crowd has got. */
let answers = 0

async function openMarket(orders: number): Promise<Market> {
  const chance = chanceOf(seed + 1)
  // Whoever asks again, asks another process if its own is down.
  const anyShop = {
    address: () => {
      const up = shops.filter(shop => shop.isUp())
      return chance.pick(up.length > 0 ? up : shops).address()
    },
    onAnswer: () => void (answers += 1),
  }
  // What expired keeps its buyer from the same tools for an hour: of few buyers, none would be left to buy.
  const customers = await createPeople(db, 300 * Math.ceil(orders / 1000))
  const [admin] = await createPeople(db, 1, 'admin')
  if (!admin) throw new Error('nobody is there')
  const tools = async (count: number, onHand: number) => {
    const made: string[] = []
    for (let index = 0; index < count; index++) made.push(await createTool({ db }, { onHand }))
    return made
  }
  return {
    db,
    customers: customers.map(person => browserOf(anyShop, person)),
    admin: browserOf(anyShop, admin),
    office,
    onAccount: [],
    hot: await tools(hotTools, 2 * orders),
    cold: await tools(orders / 10, 500),
    // These sell out.
    scarce: await tools(orders / 50, 3),
  }
}

/** What became of the orders, in one row. */
async function countUp(): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    select count(*) as orders, count(*) filter (where paid_at is not null) as paid,
      count(*) filter (where payment_state = 'on-account') as "on account",
      count(*) filter (where payment_state = 'cancelled') as deleted,
      count(*) filter (where payment_state = 'expired') as expired,
      count(*) filter (where payment_state = 'unpaid') as unpaid,
      (select count(*) from refund where state = 'done' and reason = 'requested') as refunded,
      (select count(*) from refund where state = 'done' and reason = 'order-closed') as "sent back",
      (select count(*) from order_line) as lines, (select count(*) from parcel) as parcels, (select count(*) from sandbox.event) as events, (select count(*) from order_mail) as mails
    from orders`.execute(db)
  return rows[0] ?? {}
}

/** How often the database has ended one of two changes that waited for each other. */
async function countDeadlocks(): Promise<number> {
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(db)
  return rows[0]?.deadlocks ?? 0
}

async function sail(market: Market, told: Told, orders: number): Promise<Storm['counts']> {
  const storm = startStorm({ shops, db, chance: chanceOf(seed), answers: () => answers, least: callers })
  const tickets = { left: orders }
  const crowd = Array.from({ length: callers }, (_, index) =>
    goShopping(market, tickets, { told, chance: chanceOf(seed + 100 + index) }),
  )
  // What comes each minute comes more often: the run is short.
  const minutes = setInterval(() => void clockwork.recur().catch(() => undefined), 2000)
  try {
    await Promise.all(crowd)
  } finally {
    clearInterval(minutes)
    await storm.calm()
  }
  return storm.counts
}

inTiers({ short: 300, long: 10_000 }, (orders, options) => {
  it(
    `${orders} orders of 1 to 20 lines while something breaks every second: no rule is violated`,
    { timeout, ...options },
    async () => {
      const say = (what: string, counts: object) => process.stdout.write(`${what}: ${JSON.stringify(counts)}\n`)
      say('The run', { seed, orders, callers, processes })
      const market = await openMarket(orders)
      const told: Told = { asked: 0, placed: [], refused: new Map() }
      const began = Date.now()
      const faults = await sail(market, told, orders)
      const stormSeconds = Math.round((Date.now() - began) / 1000)
      say('Orders', { asked: told.asked, placed: told.placed.length, refused: Object.fromEntries(told.refused) })
      say('Faults', { ...faults, seconds: stormSeconds })
      await clockwork.rest(600_000)
      const violations = await findViolations(db, told.placed)
      say('Became', { ...(await countUp()), seconds: Math.round((Date.now() - began) / 1000) })
      expect(await countDeadlocks()).toBe(0)
      say('Violations', { count: violations.reduce((sum, { count }) => sum + count, 0) })
      expect(violations).toEqual([])
      // A connection that is cut ends a request, and no process.
      expect(shops.map(shop => shop.crashes())).toEqual(shops.map(() => 0))
      expect(told.placed).toHaveLength(orders)
      expect(told.refused.get('basket-not-orderable') ?? 0).toBeGreaterThan(0)
      expect(Object.values(faults).every(count => count > 0)).toBe(true)
    },
  )
})
