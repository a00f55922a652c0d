import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#platform/context'
import { type Person, createPerson } from '../factories.ts'
import { eventually } from '../eventually.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import {
  countsOf,
  dashboardOf,
  expectCalm,
  expectMoneyToAgree,
  failLate,
  paidOrder,
  reserveRefund,
  rowsOf,
} from '../sandbox/money-back.ts'
import { expectLedgerToAddUp } from '../races/ledger.ts'
import { ProviderUnreachable, type PaymentPort } from '../../src/modules/ordering/payments/port.server.ts'
import { noteLostRefunds, noteRefunds } from '../../src/modules/ordering/refunds/provider.server.ts'

let shop: TestShop
let buyer: Person
let admin: Person

beforeAll(async () => {
  shop = await startTestShop({ environment: { MAX_OPEN_ORDERS: '100' } })
  buyer = await createPerson(shop)
  admin = await createPerson(shop, 'admin')
})
afterAll(async () => {
  await expectMoneyToAgree(shop)
  await expectLedgerToAddUp(shop)
  await shop.close()
})

const read = async (order: string) => (await buyer.call('GET', `/orders/${order}`)).body
const refundsOf = async (order: string) => (await buyer.call('GET', `/orders/${order}/refunds`)).body
const atProvider = (intentId: string, amount?: number) =>
  dashboardOf(shop).refunds.create({ payment_intent: intentId, ...(amount !== undefined && { amount }) })
const whenRefunded = (order: string, refunded: number) =>
  eventually(
    () => read(order),
    seen => seen.refunded === refunded,
  )

describe('a refund made at the provider, past the shop', () => {
  it('[D4.20] is written down once, and order, customer and trail know of it', async () => {
    const { order, tool, intentId } = await paidOrder(shop, buyer)
    const part = await atProvider(intentId, 3050)
    expect(await whenRefunded(order, 30.5)).toMatchObject({ paymentState: 'part-refunded', refundable: 69.5 })
    expect(await refundsOf(order)).toMatchObject([
      { amount: 30.5, state: 'done', cause: 'provider', reason: null, returned: [], resendable: false },
    ])
    const rest = await atProvider(intentId)
    expect(await whenRefunded(order, 100)).toMatchObject({ paymentState: 'refunded', refundable: 0 })
    await expectMoneyToAgree(shop)
    const { rows } = await sql`select provider_id from refund where order_id = ${order} order by id`.execute(shop.db)
    expect(rows).toEqual([{ provider_id: part.id }, { provider_id: rest.id }])
    // Goods are the shop's to count.
    const stock = await sql`select on_hand from tool where id = ${tool}`.execute(shop.db)
    expect(stock.rows).toEqual([{ on_hand: 6 }])
    const timeline = (await buyer.call('GET', `/orders/${order}/timeline`)).body
    expect(timeline.slice(-4)).toMatchObject([
      { kind: 'refund-at-provider', actor: 'provider', note: '$30.50' },
      { kind: 'refunded', actor: 'provider', note: '$30.50' },
      { kind: 'refund-at-provider', note: '$69.50' },
      { kind: 'refunded', note: '$69.50' },
    ])
    const trail = await sql`
      select action, actor_kind, after from audit where subject_id = ${order} order by id desc limit 3`.execute(shop.db)
    expect(trail.rows).toMatchObject([
      { action: 'payment.refunded', actor_kind: 'provider', after: { amount: 6950 } },
      { action: 'order.refunded', after: { paymentState: 'refunded' } },
      { action: 'payment.refund-at-provider', after: { providerId: rest.id } },
    ])
    const mails = await sql`select kind from order_mail where order_id = ${order} order by id desc limit 2`.execute(
      shop.db,
    )
    expect(mails.rows).toEqual([{ kind: 'refunded' }, { kind: 'refunded' }])
  })

  it('leaves the rest to the shop, and beside the shop’s own nothing counts twice', async () => {
    const { order, intentId } = await paidOrder(shop, buyer)
    await admin.call('POST', `/orders/${order}/refunds`, { amount: 20 })
    await whenRefunded(order, 20)
    await atProvider(intentId, 1000)
    await whenRefunded(order, 30)
    expect((await admin.call('POST', `/orders/${order}/refunds`, { amount: 70.01 })).body.code).toBe('refund-too-much')
    await admin.call('POST', `/orders/${order}/refunds`)
    await whenRefunded(order, 100)
    await expectMoneyToAgree(shop)
    const causes = (await refundsOf(order)).map((row: { cause: string; amount: number }) => [row.cause, row.amount])
    expect(causes).toEqual([['requested', 20], ['provider', 10], ['requested', 70]]) // prettier-ignore
  })

  it('that fails later is money of the shop again, and can be sent by the shop', async () => {
    const { order, intentId } = await paidOrder(shop, buyer)
    await atProvider(intentId)
    await whenRefunded(order, 100)
    await failLate(shop, intentId)
    expect(await whenRefunded(order, 0)).toMatchObject({ paymentState: 'refunded', refundable: 100 })
    const [failed] = await refundsOf(order)
    expect(failed).toMatchObject({ cause: 'provider', state: 'failed', resendable: true })
    await sql`update sandbox.payment_intent set card_last4 = '4242' where id = ${intentId}`.execute(shop.db)
    await expectCalm(shop)
    const sent = await admin.call('POST', `/orders/${order}/refunds/${failed._id}/tries`, { tries: 1 })
    expect(sent.body).toEqual({ modifiedCount: 1 })
    await whenRefunded(order, 100)
    await expectMoneyToAgree(shop)
    expect(await refundsOf(order)).toMatchObject([{ cause: 'provider', state: 'done', tries: 2 }])
  })
})

it('a refund that the shop took for failed is done after all; units of others stay where they came back', async () => {
  const paid = await paidOrder(shop, buyer)
  const { order, intentId } = paid
  await admin.call('POST', `/orders/${order}/refunds`, { amount: 20, returned: [{ position: 1, quantity: 1 }] })
  await whenRefunded(order, 20)
  const id = newId()
  await reserveRefund(shop, paid, { id, amount: 3000 })
  await shop.payment.refund({ intentId, refundId: id, tries: 1, amount: 3000, idempotencyKey: `refund-${id}-1` })
  await whenRefunded(order, 50)
  await expectCalm(shop)
  // As the shop stands that was refused, and does not know that the provider has the refund all the same.
  await sql`update refund set state = 'failed', provider_id = null  where id = ${id}`.execute(shop.db)
  await sql`
    with returned as (
      insert into unit_return (id, order_id, refund_id, state, becomes, asked_at) values (${newId()}, ${order}, ${id}, 'off', 'stock', now())
      returning id
    ) insert into unit_return_line (return_id, order_id, position, quantity) select id, ${order}, 1, 1 from returned`.execute(
    shop.db,
  )
  await sql`update payment set refunded = 2000 from payment_allocation part where part.payment_id = payment.id and part.order_id = ${order}`.execute(
    shop.db,
  )
  await noteRefunds(shop.system, shop.payment, intentId)
  expect(await refundsOf(order)).toMatchObject([
    { amount: 20, state: 'done', returned: [{ position: 1, quantity: 1 }] },
    { amount: 30, state: 'done', returned: [] },
  ])
  expect(await read(order)).toMatchObject({ refunded: 50, lines: [{ cancelled: 1 }] })
})

describe('when the event was lost', () => {
  /** Made at the provider with nobody being told. */
  const unseen = async (intentId: string, { amount = 4000, status = 'succeeded' } = {}) => {
    await sql`
      update sandbox.payment_intent set amount_refunded = amount_refunded + ${amount} where id = ${intentId}`.execute(
      shop.db,
    )
    await sql`
      insert into sandbox.refund (id, payment_intent_id, amount, currency, status, created_at)
      values ('re_' || substr(md5(random()::text), 1, 24), ${intentId}, ${amount}, 'usd', ${status},
        ${shop.system.now()})`.execute(shop.db)
  }

  /** The shop's own way to the provider, counting what it asks. */
  function counting(): { port: PaymentPort; asked: string[] } {
    const asked: string[] = []
    const listRefunds: PaymentPort['listRefunds'] = intentId => {
      asked.push(intentId)
      return shop.payment.listRefunds(intentId)
    }
    return { port: { ...shop.payment, listRefunds }, asked }
  }

  it('the hourly run finds it, and asks about that payment alone, once', async () => {
    const others = [await paidOrder(shop, buyer), await paidOrder(shop, buyer)]
    const { order, intentId } = await paidOrder(shop, buyer)
    await admin.call('POST', `/orders/${others[0]?.order}/refunds`, { amount: 5 })
    await expectCalm(shop)
    await unseen(intentId)
    const first = counting()
    await noteLostRefunds(shop.system, first.port)
    expect(first.asked).toEqual([intentId])
    expect(await read(order)).toMatchObject({ refunded: 40, paymentState: 'part-refunded' })
    const second = counting()
    await noteLostRefunds(shop.system, second.port)
    expect(second.asked).toEqual([])
  })

  it('so is one that waits, with its money reserved, and its end', async () => {
    const { order, intentId } = await paidOrder(shop, buyer)
    await unseen(intentId, { status: 'pending' })
    await noteLostRefunds(shop.system, shop.payment)
    expect(await read(order)).toMatchObject({ refunded: 0, refundable: 60, paymentState: 'paid' })
    await sql`update sandbox.refund set status = 'succeeded' where payment_intent_id = ${intentId}`.execute(shop.db)
    await noteLostRefunds(shop.system, shop.payment)
    expect(await read(order)).toMatchObject({ refunded: 40, refundable: 60, paymentState: 'part-refunded' })
  })

  it('and the provider goes out of reach, the hourly run asks no further', async () => {
    const paid = [await paidOrder(shop, buyer), await paidOrder(shop, buyer)]
    for (const { intentId } of paid) await unseen(intentId)
    const asked: string[] = []
    const listRefunds: PaymentPort['listRefunds'] = async intentId => {
      asked.push(intentId)
      throw new ProviderUnreachable('none')
    }
    await noteLostRefunds(shop.system, { ...shop.payment, listRefunds })
    expect(asked).toHaveLength(1)
    await noteLostRefunds(shop.system, shop.payment)
    for (const { order } of paid) expect(await read(order)).toMatchObject({ refunded: 40 })
  })

  it('one that has failed by the time the shop hears of it is told to admins, once', async () => {
    const { order, intentId } = await paidOrder(shop, buyer)
    await unseen(intentId)
    await sql`
      update sandbox.refund set status = 'failed', failure_reason = 'declined'
      where payment_intent_id = ${intentId}`.execute(shop.db)
    await sql`update sandbox.payment_intent set amount_refunded = 0 where id = ${intentId}`.execute(shop.db)
    for (let run = 0; run < 2; run++) await noteLostRefunds(shop.system, shop.payment)
    expect(await rowsOf(shop, order)).toMatchObject([{ state: 'failed', reason: 'provider' }])
    expect(await countsOf(shop, order)).toMatchObject({ failures: 1, failure_mails: 1, refunded: 0, refunding: 0 })
  })

  it('a refund that was done and failed meanwhile is found for a month, and then no more', async () => {
    const { order, intentId } = await paidOrder(shop, buyer)
    await admin.call('POST', `/orders/${order}/refunds`)
    await whenRefunded(order, 100)
    await expectCalm(shop)
    const fail = async () => {
      await sql`
        update sandbox.refund set status = 'failed', failure_reason = 'declined'
        where payment_intent_id = ${intentId}`.execute(shop.db)
      await sql`update sandbox.payment_intent set amount_refunded = 0 where id = ${intentId}`.execute(shop.db)
    }
    await fail()
    await noteLostRefunds(shop.system, shop.payment)
    expect(await read(order)).toMatchObject({ paymentState: 'refunded', refunded: 0, refundable: 100 })
    const { rows } = await sql`select state, failure from refund where order_id = ${order}`.execute(shop.db)
    expect(rows).toEqual([{ state: 'failed', failure: 'declined' }])
    const since: Date[] = []
    const refundsSince: PaymentPort['refundsSince'] = async from => {
      since.push(from)
      return shop.payment.refundsSince(from)
    }
    await noteLostRefunds(shop.system, { ...shop.payment, refundsSince })
    const days = (shop.system.now().getTime() - (since[0]?.getTime() ?? 0)) / (24 * 3_600_000)
    expect(days).toBeGreaterThan(30)
    expect(days).toBeLessThan(40)
  })
})
