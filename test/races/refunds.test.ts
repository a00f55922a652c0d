import { sql } from 'kysely'
import { ofOrders } from '#test/shop/payments'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#platform/context'
import {
  type Answer,
  type Person,
  createPerson,
  createTool,
  openPayment,
  payWithCard,
  placeOrder,
} from '../factories.ts'
import { eventually } from '../eventually.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import { atOnce } from './in-turn.ts'
import { expectLedgerToAddUp } from './ledger.ts'

let shop: TestShop
let buyer: Person
let admin: Person

beforeAll(async () => {
  shop = await startTestShop({ environment: { MAX_OPEN_ORDERS: '100' } })
  buyer = await createPerson(shop)
  admin = await createPerson(shop, 'admin')
})
afterAll(async () => {
  await expectMoneyToAgree()
  await expectLedgerToAddUp(shop)
  await shop.close()
})

/** When every refund has ended, the shop and the provider say the same of every order's money and units. */
async function expectMoneyToAgree(): Promise<void> {
  await eventually(
    async () => (await sql`select id from refund where state = 'requested'`.execute(shop.db)).rows,
    open => open.length === 0,
  )
  const { rows } = await sql`
    select orders.id from orders
      join ${ofOrders} payment on payment.order_id = orders.id
      join sandbox.payment_intent intent on intent.id = payment.transaction_id
      cross join lateral (
        select coalesce(sum(amount), 0) as amount from refund where order_id = orders.id and state = 'done') done
      cross join lateral (
        select coalesce(sum(back.quantity), 0) as units from unit_return_line back join unit_return on unit_return.id = back.return_id
        where back.order_id = orders.id and unit_return.state = 'back') returned
      cross join lateral (
        select coalesce(sum(on_hand_change), 0) as units from stock_movement
        where order_id = orders.id and reason in ('cancelled', 'returned')) moved
      cross join lateral (
        select sum(returned_quantity) as units, sum(returning_quantity) as open from order_line
        where order_id = orders.id) line
    where payment.refunding <> 0 or line.open <> 0
      or payment.refunded <> done.amount or payment.refunded <> intent.amount_refunded
      or line.units <> returned.units or moved.units <> returned.units
      or orders.payment_state <> case when payment.refunded = 0 then 'paid'
        when payment.refunded = payment.amount then 'refunded' else 'part-refunded' end`.execute(shop.db)
  expect(rows).toEqual([])
}

/** Sixteen units at $10.00: $160.00. */
async function paidOrder() {
  const tool = await createTool(shop, { price: 1000, onHand: 16 })
  const order = await placeOrder(buyer, tool, 16)
  const payment = await openPayment(buyer, order)
  await payWithCard(shop, payment)
  await eventually(
    async () => (await buyer.call('GET', `/orders/${order}`)).body.paid,
    paid => paid === true,
  )
  return { tool, order, ...payment }
}

const refund = (order: string, body: object, key?: string) =>
  admin.call('POST', `/orders/${order}/refunds`, body, key ? { 'idempotency-key': key } : {})
const statuses = (answers: Answer[]) => answers.map(answer => answer.status).toSorted()

describe('16 refunds of one order at once', () => {
  it('with one key are one refund', async () => {
    for (let round = 0; round < 3; round++) {
      const { order } = await paidOrder()
      const body = { amount: 60, returned: [{ position: 1, quantity: 6 }] }
      const answers = await atOnce(16, () => refund(order, body, `one-${order}`))
      for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: answers[0]?.body })
      await expectMoneyToAgree()
      const { rows } = await sql`select amount from refund where order_id = ${order}`.execute(shop.db)
      expect(rows).toEqual([{ amount: 6000 }])
    }
  })

  it('of the whole, each with a key of its own, give it back once', async () => {
    for (let round = 0; round < 3; round++) {
      const { order } = await paidOrder()
      const answers = await atOnce(16, index => refund(order, {}, `${index}-${order}`))
      expect(statuses(answers)).toEqual([200, ...Array.from({ length: 15 }, () => 409)])
      await expectMoneyToAgree()
    }
  })

  it('of $30.00 and three units each, without keys, stop at what came and what was sold', async () => {
    for (let round = 0; round < 3; round++) {
      const { tool, order } = await paidOrder()
      const body = { amount: 30, returned: [{ position: 1, quantity: 3 }] }
      const answers = await atOnce(16, () => refund(order, body))
      expect(answers.filter(answer => answer.status === 200)).toHaveLength(5)
      await expectMoneyToAgree()
      const { rows } = await sql`
        select payment.refunded, tool.on_hand, orders.payment_state from orders
        join ${ofOrders} payment on payment.order_id = orders.id, tool
        where orders.id = ${order} and tool.id = ${tool}`.execute(shop.db)
      expect(rows).toEqual([{ refunded: 15_000, on_hand: 15, payment_state: 'part-refunded' }])
    }
  })

  it('of one dollar each, returning all units each, bring them back once', async () => {
    const { tool, order } = await paidOrder()
    const answers = await atOnce(16, () => refund(order, { amount: 1, returned: [{ position: 1, quantity: 16 }] }))
    expect(statuses(answers)).toEqual([200, ...Array.from({ length: 15 }, () => 409)])
    await expectMoneyToAgree()
    const { rows } = await sql`select on_hand from tool where id = ${tool}`.execute(shop.db)
    expect(rows).toEqual([{ on_hand: 16 }])
  })
})

describe('a shipment', () => {
  it('reported 16 times at once is one, and so is its delivery', async () => {
    const { order } = await paidOrder()
    const ship = () => admin.call('POST', `/orders/${order}/shipment`, { carrier: 'Courier', tracking: 'C-1' })
    const shipped = await atOnce(16, ship)
    expect(shipped.filter(answer => answer.body.modifiedCount === 1)).toHaveLength(1)
    const delivered = await atOnce(16, () => admin.call('POST', `/orders/${order}/delivery`))
    expect(delivered.filter(answer => answer.body.modifiedCount === 1)).toHaveLength(1)
    const { rows } = await sql`
      select kind, count(*) as count from order_event
      where order_id = ${order} and kind in ('shipped', 'delivered', 'shipment-corrected')
      group by kind order by kind`.execute(shop.db)
    expect(rows).toEqual([
      { kind: 'delivered', count: 1 },
      { kind: 'shipped', count: 1 },
    ])
  })

  it('and the refund of the whole at once: whoever comes second knows of the first', async () => {
    for (let round = 0; round < 8; round++) {
      const { order } = await paidOrder()
      const ship = () => admin.call('POST', `/orders/${order}/shipment`, { carrier: 'Courier' })
      const [shipped, refunded] = await Promise.all([ship(), refund(order, {})])
      expect(refunded.status).toBe(200)
      const { rows } = await sql<{ kind: string }>`
        select kind from order_event where order_id = ${order} and kind in ('shipped', 'refund-requested')
        order by id`.execute(shop.db)
      const kinds = rows.map(row => row.kind)
      expect(kinds).toEqual(shipped.status === 200 ? ['shipped', 'refund-requested'] : ['refund-requested'])
    }
  })
})

async function atProvider(intentId: string) {
  const { rows } = await sql<{ amount: number; refunds: number }>`
    select amount_refunded as amount,
      (select count(*) from sandbox.refund where payment_intent_id = intent.id) as refunds
    from sandbox.payment_intent intent where id = ${intentId}`.execute(shop.db)
  if (!rows[0]) throw new Error(`the provider has no intent ${intentId}`)
  return rows[0]
}

describe('a refund that its queue has given up', () => {
  it('is brought to its end by the hourly run', async () => {
    const { order, intentId } = await paidOrder()
    await sql`update payment set refunding = 4000 from payment_allocation part where part.payment_id = payment.id and part.order_id = ${order}`.execute(
      shop.db,
    )
    await sql`
      insert into refund (id, order_id, transaction_id, amount, reason, actor_id, requested_at)
      values (${newId()}, ${order}, ${intentId}, 4000, 'requested', ${admin.accountId}, now() - interval '3 days')
    `.execute(shop.db)
    await shop.system.jobs.send(shop.db, 'open-refunds', {})
    await expectMoneyToAgree()
    expect(await atProvider(intentId)).toEqual({ amount: 4000, refunds: 1 })
  })
})

/** Ends, once, the connections that wait for a lock while the provider has sent the money back already. */
async function cutOffOnceMoneyIsBack(intentId: string, before: () => void = () => {}): Promise<void> {
  const waiting = sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  // Events of the refund may wait behind the job.
  await eventually(
    async () => ({ ...(await atProvider(intentId)), waiting: (await waiting.execute(shop.db)).rows.length }),
    ({ amount, waiting }) => amount === 4000 && waiting > 0,
  )
  before()
  await sql`select pg_terminate_backend(pid) from (${waiting}) waiting`.execute(shop.db)
}

describe('the job that sends money back', () => {
  it('cut off between the provider’s yes and the shop’s record, runs again and gives it back once', async () => {
    const { tool, order, intentId } = await paidOrder()
    // The tool is held, so the job hears the provider's yes, and waits in the middle of writing it down.
    const holder = await shop.db.startTransaction().execute()
    await sql`select from tool where id = ${tool} for update`.execute(holder)
    const answer = await refund(order, { amount: 40, returned: [{ position: 1, quantity: 4 }] })
    expect(answer.status).toBe(200)
    await cutOffOnceMoneyIsBack(intentId)
    const { rows } = await sql`select state from refund where order_id = ${order}`.execute(shop.db)
    expect(rows).toEqual([{ state: 'requested' }])
    await holder.commit().execute()
    await expectMoneyToAgree()
    expect(await atProvider(intentId)).toEqual({ amount: 4000, refunds: 1 })
  })

  it('cut off there, and run again when the provider has forgotten its key, gives it back once', async () => {
    const { tool, order, intentId } = await paidOrder()
    const holder = await shop.db.startTransaction().execute()
    await sql`select from tool where id = ${tool} for update`.execute(holder)
    expect((await refund(order, { amount: 40, returned: [{ position: 1, quantity: 4 }] })).status).toBe(200)
    await cutOffOnceMoneyIsBack(intentId, () => shop.passTime(25 * 3_600_000))
    await holder.commit().execute()
    await expectMoneyToAgree()
    expect(await atProvider(intentId)).toEqual({ amount: 4000, refunds: 1 })
  })
})
