import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readOutbox } from '#platform/mail/port'
import { createTool, openPayment, orderOf, payWithCard, request } from '../factories.ts'
import { eventually } from '../eventually.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import { type Crowd, startCrowd } from './crowd.ts'
import { type Somebody, createPeople } from '../shop/people.ts'
import { expectLedgerToAddUp } from './ledger.ts'

/** Three shop processes on one database, with one outbox, each of them killed and started again while they work. */
let shop: TestShop
let crowd: Crowd
let dataDir: string
let people: Somebody[]
let admin: Somebody

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tappet-jobs-'))
  const environment = { DATA_DIR: dataDir }
  shop = await startTestShop({ environment })
  crowd = await startCrowd(shop, { size: 3, environment })
  people = await createPeople(shop.db, 12)
  const [owner] = await createPeople(shop.db, 1, 'admin')
  if (owner) admin = owner
})
afterAll(async () => {
  await crowd.stop()
  await shop.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** Somebody who calls at the shop of the test itself, which nobody kills. */
const at = (member: Somebody) => ({
  ...member,
  name: 'Test Person',
  call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    request(`${shop.address}/api${path}`, method, body, { ...member.headers, ...headers }),
})

async function place(tool: string): Promise<string[]> {
  const answers = await Promise.all(people.map(member => at(member).call('POST', '/orders', orderOf(tool, 2))))
  expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200))
  return answers.map(({ body }): string => body.insertedId)
}

/** Jobs that are not done: what recurs is never done for good, and the queue's own is its own. */
async function openJobs() {
  const { rows } = await sql<{ name: string; state: string; count: number }>`
    select name, state::text, count(*) as count from pgboss.job
    where state in ('created', 'retry', 'active') and name in ('mail', 'refund', 'sandbox-event', 'payment-block')
    group by 1, 2`.execute(shop.db)
  return rows
}

/** A minute of a queue that missed somebody's sign of life, and of one whose recurring work has its turn. */
async function passMinute(): Promise<void> {
  await sql`
    update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute',
      started_on = started_on - interval '1 minute' where state = 'active'`.execute(shop.db)
  for (const name of ['order-mail', 'order-expiry', 'payment-reconciliation']) await shop.jobs.send(shop.db, name, {})
}

it(
  'whatever orders cause happens once, while three processes are killed and started among it',
  { timeout: 600_000 },
  async () => {
    const tool = await createTool(shop, { onHand: 200, price: 3000 })
    const [paid, overdue] = [await place(tool), await place(tool)]
    // Its own minute does the rest, in every process at once.
    await sql`update orders set reserved_until = now() - interval '1 second' where id = any(${overdue}::uuid[])`.execute(
      shop.db,
    )
    const work = async () => {
      for (const [nth, order] of paid.entries()) {
        const payment = await openPayment(at(people[nth] ?? admin), order)
        await payWithCard(shop, payment)
      }
      for (const order of paid) {
        await eventually(
          async () => (await at(admin).call('GET', `/orders/${order}`)).body.paid,
          isPaid => isPaid === true,
          120_000,
        )
        const refunded = await at(admin).call('POST', `/orders/${order}/refunds`, {
          amount: 10,
          returned: [{ position: 1, quantity: 1 }],
        })
        expect(refunded.status).toBe(200)
      }
    }
    const killing = async () => {
      for (let nth = 0; nth < 6; nth++) {
        await crowd.replace(nth)
        await Promise.all([crowd.everywhere('expire'), crowd.everywhere('reconcile'), passMinute()])
      }
    }
    await Promise.all([work(), killing()])
    await eventually(
      async () => {
        await passMinute()
        const { rows } = await sql<{ open: number }>`
        select (select count(*) from order_mail where queued_at is null) +
          (select count(*) from refund where state = 'requested') +
          (select count(*) from orders where payment_state = 'unpaid') as open`.execute(shop.db)
        return { jobs: await openJobs(), open: rows[0]?.open }
      },
      ({ jobs, open }) => jobs.length === 0 && open === 0,
      240_000,
    )

    const { rows } = await sql`
    select (select count(*) from order_event where kind = 'expired') as expired,
      (select count(*) from order_event where kind = 'paid') as paid,
      (select count(*) from refund where state = 'done') as refunded,
      (select count(*) from sandbox.refund) as at_provider,
      (select sum(amount_refunded) from sandbox.payment_intent) as money_back,
      (select count(*) from stock_movement where reason in ('cancelled', 'returned')) as returned,
      (select on_hand from tool where id = ${tool}) as on_hand`.execute(shop.db)
    const [told] = rows
    expect(told).toEqual({
      expired: 12,
      paid: 12,
      refunded: 12,
      at_provider: 12,
      money_back: 12_000,
      returned: 12,
      on_hand: 188,
    })

    // One letter for each cause, whoever died with it in hand: placed twice, paid, expired, refunded, and to the owner: paid.
    const letters = (await readOutbox(join(dataDir, 'outbox'), 1000)).map(({ to, subject }) => `${to}: ${subject}`)
    expect(new Set(letters).size).toBe(letters.length)
    expect(letters).toHaveLength(people.length * 6)
    // And nothing that was begun lies about under another name.
    const { length } = (await readdir(join(dataDir, 'outbox'))).filter(name => name.endsWith('.json'))
    expect(length).toBe(letters.length)
    await expectLedgerToAddUp(shop)
  },
)

it('what was sent while no process ran is done by the next one', { timeout: 240_000 }, async () => {
  const [member] = await createPeople(shop.db, 1)
  const person = at(member ?? admin)
  const order: string = (await person.call('POST', '/orders', orderOf(await createTool(shop), 2))).body.insertedId
  await payWithCard(shop, await openPayment(person, order))
  await eventually(
    async () => (await person.call('GET', `/orders/${order}`)).body.paid,
    isPaid => isPaid === true,
    60_000,
  )
  // Nobody works any more, but somebody still writes.
  await crowd.stop()
  await shop.jobs.rest()
  const refunded = await at(admin).call('POST', `/orders/${order}/refunds`, {})
  expect(refunded.status).toBe(200)
  const stateNow = async () => {
    const { rows } = await sql<{ state: string }>`select state from refund where order_id = ${order}`.execute(shop.db)
    return rows[0]?.state
  }
  expect(await stateNow()).toBe('requested')
  crowd = await startCrowd(shop, { size: 1, environment: { DATA_DIR: dataDir } })
  expect(await eventually(stateNow, state => state === 'done', 60_000)).toBe('done')
})
