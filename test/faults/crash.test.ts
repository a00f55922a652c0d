import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#platform/database'
import { createJobs } from '#platform/jobs'
import { createLog } from '#platform/log'
import { type Person, createTool, eventually, openPayment, orderOf, payWithCard, placeOrder, signIn } from '../factories.ts'
import { type TestDatabase, createTestDatabase } from '../harness.ts'
import { expectLedgerToAddUp } from '../races/ledger.ts'
import {
  type ShopProcess,
  buildPagesOnce,
  connect,
  embeddedDatabase,
  movedTo,
  owner,
  startShopProcess,
  stopEmbeddedDatabase,
} from './shop-process.ts'

const timeout = 120_000

let dataDir: string
let shops: ShopProcess[]
let connections: Database[]
/** Ends what holds a row, so that nothing waits for it when a test has failed in between. */
let letGos: (() => Promise<void>)[]
let database: TestDatabase | undefined

beforeAll(buildPagesOnce, timeout)
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tappet-crash-'))
  shops = []
  connections = []
  letGos = []
})
afterEach(async () => {
  await Promise.all(shops.map(shop => shop.end('SIGKILL')))
  for (const letGo of letGos) await letGo()
  await Promise.all(connections.map(db => db.destroy()))
  await stopEmbeddedDatabase(dataDir)
  await database?.drop()
  database = undefined
  await rm(dataDir, { recursive: true, force: true })
}, timeout)

async function start(environment: Record<string, string> = {}): Promise<ShopProcess> {
  const shop = await startShopProcess({ DATA_DIR: dataDir, MAX_OPEN_ORDERS: '10000', ...owner, ...environment })
  shops.push(shop)
  return shop
}

function open(url: string): Database {
  const db = connect(url)
  connections.push(db)
  return db
}

/** Locks rows until it is called, in a transaction of its own. */
async function hold(db: Database, rows: RawBuilder<unknown>): Promise<() => Promise<void>> {
  const holder = await db.startTransaction().execute()
  await sql`${rows} for update`.execute(holder)
  let isHeld = true
  const letGo = async () => {
    if (isHeld) await holder.rollback().execute()
    isHeld = false
  }
  letGos.push(letGo)
  return letGo
}

/** Places orders in four lines at once, until the shop does not answer any more. Returns the keys without an answer. */
async function orderUntilItEnds(person: Person, tool: string, onAnswer: (id: string) => void): Promise<string[]> {
  const line = async (name: number) => {
    for (let count = 0; ; count++) {
      const key = `line-${name}-${count}`
      const answer = await person.call('POST', '/orders', orderOf(tool), { 'idempotency-key': key }).catch(() => undefined)
      if (!answer) return key
      expect(answer.status).toBe(200)
      onAnswer(answer.body.insertedId)
    }
  }
  return Promise.all([0, 1, 2, 3].map(line))
}

describe('kill -9', () => {
  it.each([
    { of: 'the shop', both: false },
    { of: 'the shop and its database', both: true },
  ])('of $of loses no order that was acknowledged; the next start goes on with the same data', { timeout }, async ({ both }) => {
    const first = await start()
    const running = embeddedDatabase(dataDir)
    const before = open(running?.url ?? '')
    const person = await signIn({ address: first.address, db: before }, owner.ADMIN_EMAIL)
    const tool = await createTool({ db: before }, { onHand: 100_000 })
    const acknowledged: string[] = []
    const unanswered = await orderUntilItEnds(person, tool, id => {
      acknowledged.push(id)
      if (acknowledged.length !== 40) return
      first.signal('SIGKILL')
      if (both && running) process.kill(running.pid, 'SIGKILL')
    })
    expect(await first.ended).toMatchObject({ signal: 'SIGKILL' })

    const second = await start()
    const now = embeddedDatabase(dataDir)
    expect(now?.pid === running?.pid).toBe(!both)
    const after = open(now?.url ?? '')
    const { rows } = await sql<{ id: string }>`select id from orders`.execute(after)
    expect(rows.map(row => row.id)).toEqual(expect.arrayContaining(acknowledged))
    // The token still opens the shop: what signs it is kept in the data folder.
    const again = movedTo(second, person)
    const order = await again.call('GET', `/orders/${acknowledged.at(-1)}`)
    expect(order.body).toMatchObject({ quantity: 1, paymentState: 'unpaid', lines: [{ tools_id: tool }] })
    // Whoever got no answer sends the same once more: one order, whether the first had been placed or not.
    for (const key of unanswered) {
      const send = () => again.call('POST', '/orders', orderOf(tool), { 'idempotency-key': key })
      const [one, other] = [await send(), await send()]
      expect(one.status).toBe(200)
      expect(other.body).toEqual(one.body)
    }
    const total = await sql`select count(*) as count from orders`.execute(after)
    expect(total.rows).toEqual([{ count: acknowledged.length + unanswered.length }])
    await expectLedgerToAddUp({ db: after })
    for (const db of connections.splice(0)) await db.destroy()
    expect(await second.end('SIGTERM')).toMatchObject({ status: 0, stderr: '' })
    expect(embeddedDatabase(dataDir)).toBeUndefined()
  })
})

describe('a stop', () => {
  let url: string
  let environment: Record<string, string>

  beforeEach(async () => {
    database = await createTestDatabase()
    url = database.url
    environment = { DATABASE_URL: url }
  })

  /** An order that waits for as long as this test wants, because its tool's row is held. */
  async function slowOrder(shop: ShopProcess) {
    const db = open(url)
    const person = await signIn({ address: shop.address, db }, owner.ADMIN_EMAIL)
    const tool = await createTool({ db })
    const letGo = await hold(db, sql`select from tool where id = ${tool}`)
    const answer = person.call('POST', '/orders', orderOf(tool))
    await eventually(
      async () => (await sql`
        select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(db)).rows,
      waiting => waiting.length > 0,
    )
    return { answer, person, letGo }
  }

  const isListening = (shop: ShopProcess) => fetch(`${shop.address}/healthz`).then(() => true, () => false)

  it('by SIGTERM finishes the open request, then ends with status 0; the next start has its order', { timeout }, async () => {
    const first = await start(environment)
    const { answer, person, letGo } = await slowOrder(first)
    first.signal('SIGTERM')
    await eventually(() => isListening(first), listening => !listening)
    await letGo()
    const placed = await answer
    expect(placed.status).toBe(200)
    const end = await first.ended
    expect(end).toMatchObject({ status: 0, signal: null, stderr: '' })
    expect(end.stdout).toContain('Stopping (SIGTERM)')
    const second = await start(environment)
    const order = await movedTo(second, person).call('GET', `/orders/${placed.body.insertedId}`)
    expect(order.status).toBe(200)
    expect(await second.end('SIGINT')).toMatchObject({ status: 0, stderr: '' })
  })

  it('by a signal that is repeated a while later does not wait', { timeout }, async () => {
    const shop = await start(environment)
    const { answer, letGo } = await slowOrder(shop)
    const outcome = answer.then(() => 'answered', () => 'cut off')
    shop.signal('SIGINT')
    await eventually(() => isListening(shop), listening => !listening)
    let isOver = false
    const end = shop.ended.finally(() => (isOver = true))
    const press = async () => {
      shop.signal('SIGINT')
      return isOver
    }
    await eventually(press, over => over)
    expect(await end).toMatchObject({ status: 1, stderr: '' })
    expect(await outcome).toBe('cut off')
    await letGo()
  })

  it('by kill -9 between the card and the event: the order becomes paid, by any of three ways', { timeout }, async () => {
    const first = await start(environment)
    const db = open(url)
    const person = await signIn({ address: first.address, db }, owner.ADMIN_EMAIL)
    const orders = [await orderToPay(), await orderToPay(), await orderToPay()]
    async function orderToPay() {
      const order = await placeOrder(person, await createTool({ db }))
      return { order, ...(await openPayment(person, order)) }
    }
    const states = async () => {
      const { rows } = await sql<{ state: string }>`
        select payment_state as state from orders where id = any(${orders.map(({ order }) => order)}::uuid[]) order by id`.execute(db)
      return rows.map(row => row.state)
    }
    // Held, so that the events arrive and the shop dies before it has drawn any consequence.
    const letGo = await hold(db, sql`select from orders`)
    for (const payment of orders) expect((await payWithCard(first, payment)).body.status).toBe('succeeded')
    await eventually(() => succeededJobs(db), jobs => jobs.some(job => job.state === 'active'))
    await first.end('SIGKILL')
    await letGo()
    expect(await states()).toEqual(['unpaid', 'unpaid', 'unpaid'])
    // Delivered or not, none of the three is to come by its event before its turn.
    await sql`update pgboss.job set state = 'active', started_on = now() where name = 'sandbox-event' and state <> 'completed'`.execute(db)

    const second = await start(environment)
    const [reported, reconciled] = orders
    const buyer = movedTo(second, person)
    const report = { tool: reported?.order, transactionId: reported?.intentId }
    expect((await buyer.call('PATCH', `/tools/${reported?.order}`, report)).body).toEqual({ modifiedCount: 1 })
    expect(await states()).toEqual(['paid', 'unpaid', 'unpaid'])

    // Ten minutes pass for the second, and the minute's run comes.
    const cron = await sql`select cron from pgboss.schedule where name = 'payment-reconciliation'`.execute(db)
    expect(cron.rows).toEqual([{ cron: '* * * * *' }])
    await sql`
      update payment_intent set created_at = created_at - interval '11 minutes', checked_at = checked_at - interval '11 minutes'
      where id = ${reconciled?.intentId}`.execute(db)
    await sendJob(url, 'payment-reconciliation')
    await eventually(states, ([, state]) => state === 'paid')
    expect(await states()).toEqual(['paid', 'paid', 'unpaid'])

    // And the queue gives up on whoever died with the third event in hand.
    await sql`update pgboss.job set started_on = now() - interval '6 minutes' where name = 'sandbox-event' and state = 'active'`.execute(db)
    await superviseQueue(url)
    await eventually(states, ([, , state]) => state === 'paid')
    const { rows } = await sql`select order_id from payment`.execute(db)
    expect(rows).toHaveLength(3)
    await expectLedgerToAddUp({ db })
    expect(await second.end('SIGTERM')).toMatchObject({ status: 0, stderr: '' })
  })
})

/** The queue's jobs that carry the news of a paid intent. */
async function succeededJobs(db: Database): Promise<{ state: string }[]> {
  const { rows } = await sql<{ state: string }>`
    select job.state::text from pgboss.job join sandbox.event on event.id = job.data ->> 'eventId'
    where job.name = 'sandbox-event' and event.type = 'payment_intent.succeeded'`.execute(db)
  return rows
}

async function sendJob(url: string, queue: string): Promise<void> {
  const jobs = createJobs(url, createLog('silent'))
  await jobs.start()
  const db = connect(url)
  await jobs.send(db, queue, {})
  await jobs.stop()
  await db.destroy()
}

/** What every shop does once a minute: looks for jobs whose worker died. */
async function superviseQueue(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false, migrate: false })
  boss.on('error', () => undefined)
  await boss.start()
  await boss.supervise('sandbox-event')
  await boss.stop()
}
