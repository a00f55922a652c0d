import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createPerson, createTool, openPayment, payWithCard, placeOrder } from '#test/factories'
import { eventually } from '#test/eventually'
import { type TestShop, startTestShop } from '#test/harness'
import { deliver, eventsOf } from '#test/sandbox/events'
import { expireOrders } from '../release/expire.server.ts'
import { reconcile } from './reconcile.server.ts'
import { orderPayments } from './handlers.server.ts'
import { type PaymentPort, ProviderUnreachable } from '../payments/port.server.ts'
import { settle } from './settle.server.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())

/** An order whose open intent the provider does not know: as after a change to another account of the provider. */
async function orderWithLostIntent() {
  const buyer = await createPerson(shop)
  const order = await placeOrder(buyer, await createTool(shop))
  await openPayment(buyer, order)
  await sql`update payment_intent set id = 'pi_lost' || replace(order_id::text, '-', '') where order_id = ${order}`.execute(
    shop.db,
  )
  return { buyer, order }
}

/** The provider, which always fails on this intent. Every error of its server about one object looks as if it were out of reach. */
function failingOn(intentId: string): PaymentPort {
  const fail = async (id: string) => {
    if (id === intentId) throw new ProviderUnreachable('500')
  }
  return {
    ...shop.payment,
    getIntent: async id => fail(id).then(() => shop.payment.getIntent(id)),
    cancelIntent: async id => fail(id).then(() => shop.payment.cancelIntent(id)),
  }
}

/** A run goes in an order of its own, so a few are needed until all have had their turn. */
async function inSomeRuns(run: () => Promise<unknown>, isDone: () => Promise<boolean>): Promise<boolean> {
  for (let runs = 0; runs < 40; runs++) {
    await run()
    if (await isDone()) return true
  }
  return false
}

async function stateOf(order: string) {
  const { rows } = await sql<{ payment_state: string }>`
    select payment_state from orders where id = ${order}`.execute(shop.db)
  return rows[0]?.payment_state
}

describe('an intent that the provider does not know', () => {
  test('does not keep its order from being deleted', async () => {
    const { buyer, order } = await orderWithLostIntent()
    expect((await buyer.call('DELETE', `/orders/${order}`)).body).toEqual({ deletedCount: 1 })
    expect(await stateOf(order)).toBe('cancelled')
  })

  test('makes way for one by which the order can be paid', async () => {
    const { buyer, order } = await orderWithLostIntent()
    await payWithCard(shop, await openPayment(buyer, order))
    await eventually(
      () => stateOf(order),
      state => state === 'paid',
    )
  })

  test('does not keep its order from expiring, nor others from their turn', async () => {
    const { order } = await orderWithLostIntent()
    const other = await createPerson(shop)
    const second = await placeOrder(other, await createTool(shop))
    shop.passTime(49 * 3600 * 1000)
    await expireOrders(shop.system, orderPayments(shop.payment))
    expect([await stateOf(order), await stateOf(second)]).toEqual(['expired', 'expired'])
  })
})

test('an intent of a provider of before makes way for one of today’s', async () => {
  const buyer = await createPerson(shop)
  const order = await placeOrder(buyer, await createTool(shop))
  const before = await openPayment(buyer, order)
  await sql`update payment_intent set provider = 'stripe' where id = ${before.intentId}`.execute(shop.db)
  const now = await openPayment(buyer, order)
  const { rows } = await sql`
    select id, provider, state from payment_intent where order_id = ${order} order by created_at`.execute(shop.db)
  expect(rows).toEqual([
    { id: before.intentId, provider: 'stripe', state: 'canceled' },
    { id: now.intentId, provider: 'sandbox', state: 'live' },
  ])
})

describe('an intent on which the provider always fails', () => {
  test('keeps its order from expiring, and no other', async () => {
    const [first, second] = [await createPerson(shop), await createPerson(shop)]
    const order = await placeOrder(first, await createTool(shop))
    const { intentId } = await openPayment(first, order)
    const other = await placeOrder(second, await createTool(shop))
    await openPayment(second, other)
    shop.passTime(49 * 3600 * 1000)
    const expire = () => expireOrders(shop.system, orderPayments(failingOn(intentId)))
    expect(await inSomeRuns(expire, async () => (await stateOf(other)) === 'expired')).toBe(true)
    expect(await stateOf(order)).toBe('unpaid')
    await expireOrders(shop.system, orderPayments(shop.payment))
    expect(await stateOf(order)).toBe('expired')
  })
})

describe('[D4.23] reconciliation', () => {
  /** An order in payment, of which no event of the sandbox tells. */
  async function orderInPayment() {
    const buyer = await createPerson(shop)
    const order = await placeOrder(buyer, await createTool(shop))
    return { order, payment: await openPayment(buyer, order) }
  }

  beforeAll(async () => {
    await sql`delete from pgboss.job where name = 'sandbox-event'`.execute(shop.db)
    await shop.jobs.stop()
  })

  test('finds money whose event never came', async () => {
    const { order, payment } = await orderInPayment()
    await payWithCard(shop, payment)
    expect(await stateOf(order)).toBe('unpaid')
    await reconcile(shop.system, shop.payment)
    expect(await stateOf(order)).toBe('unpaid')
    shop.passTime(11 * 60 * 1000)
    await reconcile(shop.system, shop.payment)
    expect(await stateOf(order)).toBe('paid')
  })

  test('that finds the provider out of reach leaves to its next run those that it has not asked about', async () => {
    const orders = [(await orderInPayment()).order, (await orderInPayment()).order]
    shop.passTime(11 * 60 * 1000)
    const intentIds: string[] = []
    const getIntent: PaymentPort['getIntent'] = async id => {
      intentIds.push(id)
      if (intentIds.length > 1) throw new ProviderUnreachable('none')
      return shop.payment.getIntent(id)
    }
    await reconcile(shop.system, { ...shop.payment, getIntent })
    const { rows } = await sql`
      select id from payment_intent where order_id = any(${orders}::uuid[]) and checked_at is null`.execute(shop.db)
    expect(rows).toEqual([{ id: intentIds[1] }])
  })

  test('comes to all others, however often it fails on the one that it asked about first', async () => {
    const paid = [await orderInPayment(), await orderInPayment(), await orderInPayment()]
    for (const { payment } of paid) await payWithCard(shop, payment)
    shop.passTime(11 * 60 * 1000)
    let failing: string | undefined
    const getIntent: PaymentPort['getIntent'] = async id => {
      failing ??= id
      if (id === failing) throw new ProviderUnreachable('500')
      return shop.payment.getIntent(id)
    }
    const others = async () => {
      const rest = paid.filter(({ payment }) => payment.intentId !== failing)
      return Promise.all(rest.map(({ order }) => stateOf(order)))
    }
    const run = () => reconcile(shop.system, { ...shop.payment, getIntent })
    expect(await inSomeRuns(run, async () => (await others()).every(state => state === 'paid'))).toBe(true)
    await reconcile(shop.system, shop.payment)
  })

  test('leaves alone what is open at a provider of before, which today’s knows nothing of', async () => {
    const { order, payment } = await orderInPayment()
    await sql`update payment_intent set provider = 'stripe' where id = ${payment.intentId}`.execute(shop.db)
    shop.passTime(11 * 60 * 1000)
    await reconcile(shop.system, shop.payment)
    const { rows } = await sql`
      select state, checked_at from payment_intent where order_id = ${order}`.execute(shop.db)
    expect(rows).toEqual([{ state: 'live', checked_at: null }])
  })

  test('is not put off by an answer from before the money that is written down hours later', async () => {
    const { order, payment } = await orderInPayment()
    const onFailpoint = async (step: string) => {
      if (step !== 'settle: fetched') return
      await payWithCard(shop, payment)
      shop.passTime(5 * 3600 * 1000)
    }
    expect(await settle({ ...shop.system, onFailpoint }, shop.payment, payment.intentId)).toBe('pending')
    await reconcile(shop.system, shop.payment)
    expect(await stateOf(order)).toBe('paid')
  })
})

test('only what changes something that visitors are shown waits for a look at the changes', async () => {
  const follow = vi.spyOn(shop.changes, 'follow')
  /** Whether this looks, each of a few times: others look now and then, too. */
  const looks = async (work: () => Promise<unknown>, times = 3) => {
    const counts: number[] = []
    for (let time = 0; time < times; time++) {
      follow.mockClear()
      await work()
      counts.push(follow.mock.calls.length)
    }
    return Math.min(...counts) > 0
  }
  const buyer = await createPerson(shop)
  const tool = await createTool(shop)
  let order = ''
  expect(await looks(async () => void (order = await placeOrder(buyer, tool)))).toBe(true)
  expect(await looks(() => openPayment(buyer, order))).toBe(false)
  const payment = await openPayment(buyer, order)
  await payWithCard(shop, payment)
  const report = () => buyer.call('PATCH', `/tools/${order}`, { tool: order, transactionId: payment.intentId })
  expect(await looks(report, 1)).toBe(true)
  expect(await looks(report)).toBe(false)
  const [event] = await eventsOf(shop, payment.intentId, 'payment_intent.succeeded')
  expect(await looks(() => deliver(shop, event ?? ''))).toBe(false)
  follow.mockRestore()
})
