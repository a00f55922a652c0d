import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPerson, createTool, openPayment, payWithCard, placeOrder } from '#test/factories'
import { eventually } from '#test/eventually'
import { type TestShop, startTestShop } from '#test/harness'
import { expireOrders } from '../orders/handlers.server.ts'
import { orderPayments, reconcile } from './handlers.server.ts'
import { type PaymentPort, ProviderUnreachable } from './port.server.ts'
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
    const asked: string[] = []
    const getIntent: PaymentPort['getIntent'] = async id => {
      asked.push(id)
      if (asked.length > 1) throw new ProviderUnreachable('none')
      return shop.payment.getIntent(id)
    }
    await reconcile(shop.system, { ...shop.payment, getIntent })
    const { rows } = await sql`
      select id from payment_intent where order_id = any(${orders}::uuid[]) and checked_at is null`.execute(shop.db)
    expect(rows).toEqual([{ id: asked[1] }])
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
