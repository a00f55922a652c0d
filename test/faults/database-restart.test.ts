import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '#platform/database'
import { createTool, signIn } from '../factories.ts'
import { eventually } from '../eventually.ts'
import { findViolations } from './invariants.ts'
import { type Customer, type Told, expectClearWords, orderPatiently, payPatiently } from './patience.ts'
import { wind } from './queue.ts'
import { type Rig, createRig } from './rig.ts'
import { type ShopProcess, buildOnce, embeddedDatabase, owner } from '../shop/process.ts'
import { long } from '../tiers.ts'

const timeout = 180_000
const callers = 16
const ordersACaller = 12

let rig: Rig

beforeAll(buildOnce, timeout)
beforeEach(async () => {
  rig = await createRig()
})
afterEach(() => rig.clean(), timeout)

async function orderAndPay(customer: Customer, tools: string[]) {
  for (let count = 0; count < ordersACaller; count++) {
    const orderId = await orderPatiently(customer, tools[count % tools.length] ?? '')
    if (orderId !== undefined && count % 2 === 0) await payPatiently(customer, orderId)
  }
}

/** Somebody who looks at one page after the other until the shop closes for them. */
function readPages(shop: ShopProcess): { close(): Promise<Set<number>> } {
  const statuses = new Set<number>()
  const reader = { isHere: true }
  const read = async () => {
    while (reader.isHere) {
      const page = await fetch(`${shop.address}/shop`)
      await page.text()
      statuses.add(page.status)
    }
    return statuses
  }
  const reading = read()
  return {
    close() {
      reader.isHere = false
      return reading
    },
  }
}

const ends = [
  { how: 'in order, its sessions cut', signal: 'SIGINT', options: long },
  { how: 'at once, to recover at its next start', signal: 'SIGQUIT', options: long },
  { how: 'by kill -9 of its first process', signal: 'SIGKILL', options: {} },
] as const

for (const { how, signal, options } of ends) {
  it(
    `the database ends ${how} while 16 callers order and pay: the shop says to try again, starts it, and goes on`,
    { timeout, ...options },
    async () => {
      const shop = await rig.start()
      const { db, person } = await prepare(shop)
      const tools = [await createTool({ db }, { onHand: 10_000 }), await createTool({ db }, { onHand: 10_000 })]
      const told: Told = { orders: [], paid: 0, refusals: [] }
      const all = Array.from({ length: callers }, () => orderAndPay({ shop, person, told }, tools))
      const reader = readPages(shop)
      const end = () => process.kill(runningDatabase().pid, signal)
      await eventually(
        async () => told.orders.length,
        count => count > 20,
      )
      end()
      // And once more, as soon as orders are taken again.
      const before = told.orders.length
      await eventually(
        async () => told.orders.length,
        count => count > before + 20,
        60_000,
      )
      end()
      await Promise.all(all)
      expect(told.orders).toHaveLength(callers * ordersACaller)
      expect(told.refusals.length).toBeGreaterThan(0)
      expectClearWords(told.refusals)
      const statuses = await reader.close()
      expect([...statuses].filter(status => status !== 200 && status !== 503)).toEqual([])
      expect(statuses).toContain(200)

      const { url } = runningDatabase()
      const now = rig.connect(url)
      const clockwork = await wind(url, now)
      await clockwork.rest()
      await clockwork.stop()
      expect(await findViolations(now, told.orders)).toEqual([])
      const { rows } = await sql`select from payment`.execute(now)
      expect(rows).toHaveLength(told.paid)
      await expectItToFollow(now)
      await rig.disconnect()
      expect(await shop.end('SIGTERM')).toMatchObject({ status: 0, signal: null })
      expect(embeddedDatabase(rig.dataDir)).toBeUndefined()
    },
  )
}

/** Changes are followed over a connection that must not stay broken. */
async function expectItToFollow(db: Database): Promise<void> {
  await eventually(
    async () => {
      const { rows } = await sql`
        select from pg_stat_activity where application_name = 'tappet' and query like '%pg_snapshot_xip%'`.execute(db)
      return rows.length
    },
    following => following === 1,
    60_000,
  )
}

function runningDatabase(): { pid: number; url: string } {
  const running = embeddedDatabase(rig.dataDir)
  if (!running) throw new Error('the shop has no database of its own')
  return running
}

async function prepare(shop: ShopProcess) {
  const db = rig.connect(runningDatabase().url)
  return { db, person: await signIn({ address: shop.address, db }, owner.ADMIN_EMAIL) }
}
