import { sql } from 'kysely'
import { ofOrders } from '#test/shop/payments'
import { PgBoss } from 'pg-boss'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '#platform/database'
import { createJobs } from '#platform/jobs'
import { createLog } from '#platform/log'
import { type Person, createTool, openPayment, payWithCard, placeOrder, signIn } from '../factories.ts'
import { eventually } from '../eventually.ts'
import { expectLedgerToAddUp } from '../races/ledger.ts'
import { type Rig, createRig } from './rig.ts'
import { buildOnce, connect, movedTo, owner } from '../shop/process.ts'

const timeout = 120_000

let rig: Rig

beforeAll(buildOnce, timeout)
beforeEach(async () => {
  rig = await createRig()
})
afterEach(() => rig.clean(), timeout)

async function orderToPay(person: Person, db: Database) {
  const order = await placeOrder(person, await createTool({ db }))
  return { order, ...(await openPayment(person, order)) }
}

async function statesOf(db: Database, orders: { order: string }[]): Promise<string[]> {
  const ids = orders.map(({ order }) => order)
  const { rows } = await sql<{ state: string }>`
    select payment_state as state from orders where id = any(${ids}::uuid[]) order by id`.execute(db)
  return rows.map(row => row.state)
}

it('kill -9 between the card and the event: the order becomes paid, by any of three ways', { timeout }, async () => {
  const url = await rig.database()
  const first = await rig.start({ DATABASE_URL: url })
  const db = rig.connect(url)
  const person = await signIn({ address: first.address, db }, owner.ADMIN_EMAIL)
  const orders = [await orderToPay(person, db), await orderToPay(person, db), await orderToPay(person, db)]
  const states = () => statesOf(db, orders)
  // Held, so that the events arrive and the shop dies before it has drawn any consequence.
  const letGo = await rig.hold(db, sql`select from orders`)
  for (const payment of orders) expect((await payWithCard(first, payment)).body.status).toBe('succeeded')
  await eventually(
    () => succeededJobs(db),
    jobs => jobs.some(job => job.state === 'active'),
  )
  await first.end('SIGKILL')
  await letGo()
  expect(await states()).toEqual(['unpaid', 'unpaid', 'unpaid'])
  // Delivered or not, none of the three is to come by its event before its turn.
  await sql`
    update pgboss.job set state = 'active', started_on = now()
    where name = 'sandbox-event' and state <> 'completed'`.execute(db)

  const second = await rig.start({ DATABASE_URL: url })
  const [reported, reconciled] = orders
  const buyer = movedTo(second, person)
  const report = { tool: reported?.order, transactionId: reported?.intentId }
  expect((await buyer.call('PATCH', `/tools/${reported?.order}`, report)).body).toEqual({ modifiedCount: 1 })
  expect(await states()).toEqual(['paid', 'unpaid', 'unpaid'])

  // Ten minutes pass for the second, and the minute's run comes.
  const cron = await sql`select cron from pgboss.schedule where name = 'payment-reconciliation'`.execute(db)
  expect(cron.rows).toEqual([{ cron: '* * * * *' }])
  await sql`
    update payment_intent set created_at = created_at - interval '11 minutes',
      checked_at = checked_at - interval '11 minutes'
    where id = ${reconciled?.intentId}`.execute(db)
  await sendJob(url, 'payment-reconciliation')
  await eventually(states, ([, state]) => state === 'paid')
  expect(await states()).toEqual(['paid', 'paid', 'unpaid'])

  // And the queue gives up on whoever died with the third event in hand.
  await sql`
    update pgboss.job set started_on = now() - interval '6 minutes'
    where name = 'sandbox-event' and state = 'active'`.execute(db)
  await superviseQueue(url)
  await eventually(states, ([, , state]) => state === 'paid')
  // The news of the other two comes late, and changes nothing.
  await eventually(
    () => succeededJobs(db),
    jobs => jobs.every(job => job.state === 'completed'),
  )
  const { rows } = await sql`select order_id from ${ofOrders} payment`.execute(db)
  expect(rows).toHaveLength(3)
  await expectLedgerToAddUp({ db })
  expect(await second.end('SIGTERM')).toMatchObject({ status: 0, stderr: '' })
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
