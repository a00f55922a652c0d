import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, createPerson } from '../factories.ts'
import { eventually } from '../eventually.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import {
  aftermathCards,
  dashboardOf,
  expectMoneyToAgree,
  failLate,
  lateMoney,
  mendCard,
  paidOrder,
} from '../sandbox/money-back.ts'
import { expectLedgerToAddUp } from '../races/ledger.ts'

let shop: TestShop
let buyer: Person
let admin: Person

beforeAll(async () => {
  shop = await startTestShop({ environment: { MAX_OPEN_ORDERS: '100' } })
  buyer = await createPerson(shop)
  admin = await createPerson(shop, 'admin')
})
afterAll(async () => {
  await expectLedgerToAddUp(shop)
  await shop.close()
})

const read = async (order: string) => (await buyer.call('GET', `/orders/${order}`)).body
const refund = (order: string, body: object = {}) => admin.call('POST', `/orders/${order}/refunds`, body)
const refundsOf = async (order: string) => (await admin.call('GET', `/orders/${order}/refunds`)).body
const resend = (order: string, refundId: string, tries: number) =>
  admin.call('POST', `/orders/${order}/refunds/${refundId}/tries`, { tries })

type Refund = { _id: string; state: string; tries: number }

/** The refunds of an order, when the last one stands so. */
const whenLast = (order: string, last: Partial<Refund>): Promise<Refund[]> =>
  eventually(
    () => refundsOf(order),
    (refunds: Refund[]) =>
      Object.entries(last).every(([name, value]) =>
        Object.entries(refunds.at(-1) ?? {}).some(([n, v]) => n === name && v === value),
      ),
  )

const kindsOf = async (order: string) =>
  (await admin.call('GET', `/orders/${order}/timeline`)).body.map((entry: { kind: string }) => entry.kind)
const stockOf = async (tool: string) =>
  (await sql<{ on_hand: number }>`select on_hand from tool where id = ${tool}`.execute(shop.db)).rows[0]?.on_hand

async function mailsOf(order: string) {
  const { rows } = await sql<{ kind: string; key: string }>`
    select kind, key from order_mail where order_id = ${order} and kind like '%re%d%' and kind not like 'cancelled'
    order by id`.execute(shop.db)
  return rows
}

/** The provider has given so much back that it refuses what the shop asks for; no event tells of it. */
const giveBackUnseen = (intentId: string, amount: number) =>
  sql`update sandbox.payment_intent set amount_refunded = ${amount} where id = ${intentId}`.execute(shop.db)

/** Made at the provider, and no event tells of it. */
async function refundUnheard(intentId: string, amount: number): Promise<void> {
  await giveBackUnseen(intentId, amount)
  await sql`
    insert into sandbox.refund (id, payment_intent_id, amount, currency, status, created_at)
    values ('re_' || substr(md5(random()::text), 1, 24), ${intentId}, ${amount}, 'usd', 'succeeded',
      ${shop.system.now()})`.execute(shop.db)
}

describe('money for a dead order, whose refund failed', () => {
  it('[D4.26] is sent again by an admin, and goes back once', async () => {
    const { order, intentId } = await lateMoney(shop, buyer, intentId => giveBackUnseen(intentId, 1))
    const [failed] = await whenLast(order, { state: 'failed' })
    expect(failed).toMatchObject({ cause: 'order-closed', tries: 1, resendable: true, failure: 'amount_too_large' })
    const id = failed?._id ?? ''
    // The customer hears neither why nor what to press.
    const [seen] = (await buyer.call('GET', `/orders/${order}/refunds`)).body
    expect(seen).toMatchObject({ state: 'failed', failure: null })
    expect((await buyer.call('POST', `/orders/${order}/refunds/${id}/tries`, { tries: 1 })).status).toBe(403)

    await giveBackUnseen(intentId, 0)
    expect((await resend(order, id, 1)).body).toEqual({ modifiedCount: 1 })
    expect(await whenLast(order, { state: 'done' })).toMatchObject([
      { _id: id, tries: 2, amount: 100, resendable: false },
    ])
    expect((await resend(order, id, 1)).body).toEqual({ modifiedCount: 0 })
    expect((await resend(order, id, 2)).body).toEqual({ modifiedCount: 0 })
    await expectMoneyToAgree(shop)
    expect((await kindsOf(order)).slice(-4)).toEqual(['refund-requested', 'refund-failed', 'refund-resent', 'refunded'])
    expect(await mailsOf(order)).toEqual([
      { kind: 'refund-failed-admin', key: id },
      { kind: 'money-returned', key: `${id}/2` },
      { kind: 'money-returned-admin', key: `${id}/2` },
    ])
    const { rows } = await sql`
      select action, actor_kind, actor_id, before, after from audit where subject_id = ${order} order by id desc limit 2`.execute(
      shop.db,
    )
    const actor = { actor_kind: 'admin', actor_id: admin.accountId }
    expect(rows).toMatchObject([
      { action: 'payment.refunded', ...actor, after: { refundId: id, tries: 2 } },
      { action: 'payment.refund-resent', ...actor, before: { tries: 1 }, after: { refundId: id, tries: 2 } },
    ])
  })

  it('that went back at the provider meanwhile is not sent twice, and nobody is told that it is missing', async () => {
    const { order } = await lateMoney(shop, buyer, intentId =>
      dashboardOf(shop).refunds.create({ payment_intent: intentId }),
    )
    const refunds = await eventually(
      () => refundsOf(order),
      (refunds: Refund[]) => refunds.length === 2 && refunds.every(({ state }) => state !== 'requested'),
    )
    expect(refunds).toMatchObject([
      { cause: 'order-closed', state: 'failed', failure: 'charge_already_refunded', resendable: false },
      { cause: 'provider', state: 'done', amount: 100 },
    ])
    await expectMoneyToAgree(shop)
    const [own] = refunds
    const refused = (await resend(order, own?._id ?? '', 1)).body
    expect(refused).toMatchObject({
      code: 'refund-too-much',
      message: 'There is nothing left to refund on this order.',
    })
    expect((await mailsOf(order)).map(({ kind }) => kind)).toEqual(['money-returned'])
  })

  it('of which a part went back at the provider, is sent again as the rest', async () => {
    const { order } = await lateMoney(shop, buyer, intentId =>
      dashboardOf(shop).refunds.create({ payment_intent: intentId, amount: 3000 }),
    )
    const refunds = await eventually(
      () => refundsOf(order),
      (refunds: Refund[]) => refunds.length === 2 && refunds.every(({ state }) => state !== 'requested'),
    )
    const own = refunds.find(({ state }) => state === 'failed')
    expect(own).toMatchObject({ cause: 'order-closed', resendable: true })
    expect((await resend(order, own?._id ?? '', 1)).body).toEqual({ modifiedCount: 1 })
    await expectMoneyToAgree(shop)
    const amounts = (await refundsOf(order)).map((row: { amount: number; state: string }) => [row.amount, row.state])
    expect(amounts).toEqual([[70, 'done'], [30, 'done']]) // prettier-ignore
  })
})

describe('an admin’s refund that failed', () => {
  /** $50.00 and two units, which the provider did not take. */
  async function failedRefund() {
    const paid = await paidOrder(shop, buyer)
    await giveBackUnseen(paid.intentId, 9000)
    const { body } = await refund(paid.order, { amount: 50, returned: [{ position: 1, quantity: 2 }] })
    await whenLast(paid.order, { state: 'failed' })
    const [{ returned }] = (await refundsOf(paid.order)).slice(-1)
    expect(returned).toEqual([])
    await giveBackUnseen(paid.intentId, 0)
    return { ...paid, id: body.insertedId as string }
  }

  it('reserves its money and its units again, and brings both back', async () => {
    const { order, tool, id } = await failedRefund()
    expect((await resend(order, id, 1)).body).toEqual({ modifiedCount: 1 })
    await whenLast(order, { state: 'done', tries: 2 })
    expect(await read(order)).toMatchObject({
      paymentState: 'part-refunded', refunded: 50, refundable: 50, lines: [{ cancelled: 2, returnable: 2 }],
    }) // prettier-ignore
    expect(await stockOf(tool)).toBe(8)
    await expectMoneyToAgree(shop)
  })

  it('because all went back at the provider, unheard: the shop looks, and the order is not shipped', async () => {
    const { order, intentId } = await paidOrder(shop, buyer)
    await refundUnheard(intentId, 10_000)
    await refund(order, { amount: 60 })
    await expectMoneyToAgree(shop)
    expect(await refundsOf(order)).toMatchObject([
      { cause: 'requested', state: 'failed', failure: 'charge_already_refunded' },
      { cause: 'provider', state: 'done', amount: 100 },
    ])
    expect(await read(order)).toMatchObject({ paymentState: 'refunded', refundable: 0 })
    const ship = await admin.call('POST', `/orders/${order}/shipment`, { carrier: 'Courier' })
    expect(ship).toMatchObject({ status: 409, body: { code: 'order-refunded' } })
  })

  it('because a part went back at the provider, unheard: the shop looks, and knows what is left', async () => {
    const { order, intentId } = await paidOrder(shop, buyer)
    await refundUnheard(intentId, 7000)
    await refund(order, { amount: 60 })
    await expectMoneyToAgree(shop)
    expect(await read(order)).toMatchObject({ paymentState: 'part-refunded', refunded: 70, refundable: 30 })
  })

  it('is refused when its money is gone by now, and reserves nothing', async () => {
    const { order, id } = await failedRefund()
    await refund(order, { amount: 50.01 })
    await whenLast(order, { state: 'done' })
    expect(await resend(order, id, 1)).toMatchObject({ status: 409, body: { code: 'refund-too-much' } })
    expect((await refundsOf(order))[0]).toMatchObject({ state: 'failed', tries: 1, resendable: false })
    expect(await read(order)).toMatchObject({ refunded: 50.01, refundable: 49.99, lines: [{ returnable: 4 }] })
  })

  it('is refused when its units have come back with another one, and reserves nothing', async () => {
    const { order, id } = await failedRefund()
    await refund(order, { amount: 1, returned: [{ position: 1, quantity: 3 }] })
    await whenLast(order, { state: 'done' })
    expect(await resend(order, id, 1)).toMatchObject({ status: 409, body: { code: 'too-many-returned' } })
    expect(await read(order)).toMatchObject({ refunded: 1, refundable: 99, lines: [{ cancelled: 3, returnable: 1 }] })
  })

  it('of another order, or of none, is not found', async () => {
    const { order, id } = await failedRefund()
    const { order: other } = await paidOrder(shop, buyer)
    expect(await resend(other, id, 1)).toMatchObject({ status: 404, body: { code: 'refund-gone' } })
    expect(await resend(order, order, 1)).toMatchObject({ status: 404, body: { code: 'refund-gone' } })
    expect(await resend(id, id, 1)).toMatchObject({ status: 404, body: { code: 'order-gone' } })
  })
})

describe('a refund that the provider called done and that failed later', () => {
  it('is money of the shop again: the order keeps its state and its returned units, and it can be sent again', async () => {
    const { order, tool, intentId } = await paidOrder(shop, buyer)
    const { body } = await refund(order, { returned: [{ position: 1, quantity: 4 }] })
    const id = body.insertedId
    await whenLast(order, { state: 'done' })
    await failLate(shop, intentId)
    expect(await whenLast(order, { state: 'failed' })).toMatchObject([
      { tries: 1, resendable: true, failure: 'expired_or_canceled_card' },
    ])
    await expectMoneyToAgree(shop)
    expect(await read(order)).toMatchObject({
      paymentState: 'refunded', paid: true, refunded: 0, refundable: 100, lines: [{ cancelled: 4, returnable: 0 }],
    }) // prettier-ignore
    expect(await stockOf(tool)).toBe(10)
    expect((await kindsOf(order)).slice(-3)).toEqual(['refund-requested', 'refunded', 'refund-failed'])
    const { rows } = await sql`
      select before, after from audit where subject_id = ${order} and action = 'payment.refund-failed'`.execute(shop.db)
    expect(rows).toMatchObject([
      { before: { refundState: 'done' }, after: { refundId: id, failure: 'expired_or_canceled_card' } },
    ])
    // Not to be shipped: all of its money is to go back.
    const ship = await admin.call('POST', `/orders/${order}/shipment`, { carrier: 'Courier' })
    expect(ship).toMatchObject({ status: 409, body: { code: 'order-refunded' } })

    await mendCard(shop, intentId)
    expect((await resend(order, id, 1)).body).toEqual({ modifiedCount: 1 })
    await whenLast(order, { state: 'done', tries: 2 })
    await expectMoneyToAgree(shop)
    expect(await read(order)).toMatchObject({
      paymentState: 'refunded', refunded: 100, refundable: 0, lines: [{ cancelled: 4 }],
    }) // prettier-ignore
    expect(await stockOf(tool)).toBe(10)
    expect(await mailsOf(order)).toEqual([
      { kind: 'refunded', key: id },
      { kind: 'refund-failed-admin', key: id },
      { kind: 'refunded', key: `${id}/2` },
    ])
  })

  it('and fails again is told again', async () => {
    const { order, intentId } = await paidOrder(shop, buyer)
    const { body } = await refund(order, { amount: 40 })
    for (const tries of [1, 2]) {
      await whenLast(order, { state: 'done', tries })
      await failLate(shop, intentId)
      await whenLast(order, { state: 'failed', tries })
      await expectMoneyToAgree(shop)
      await mendCard(shop, intentId)
      if (tries === 1) await resend(order, body.insertedId, tries)
    }
    await expectMoneyToAgree(shop)
    expect((await mailsOf(order)).filter(({ kind }) => kind === 'refund-failed-admin').map(({ key }) => key)).toEqual([
      body.insertedId,
      `${body.insertedId}/2`,
    ])
    expect(await read(order)).toMatchObject({ paymentState: 'part-refunded', refunded: 0, refundable: 100 })
  })

  it('[D4.15] can be given back by other refunds: a part of it leaves the order refunded', async () => {
    const { order, intentId } = await paidOrder(shop, buyer)
    await refund(order)
    await whenLast(order, { state: 'done' })
    await failLate(shop, intentId)
    await whenLast(order, { state: 'failed' })
    await expectMoneyToAgree(shop)
    await mendCard(shop, intentId)
    await refund(order, { amount: 30 })
    await whenLast(order, { state: 'done' })
    expect(await read(order)).toMatchObject({ paymentState: 'refunded', refunded: 30, refundable: 70 })
    await refund(order)
    await whenLast(order, { state: 'done' })
    await expectMoneyToAgree(shop)
    expect(await read(order)).toMatchObject({ paymentState: 'refunded', refunded: 100, refundable: 0 })
  })
})

it('a refund by a card that no longer takes money fails, whatever the shop hears first', async () => {
  const { order } = await paidOrder(shop, buyer, aftermathCards.refundFails)
  await refund(order)
  await whenLast(order, { state: 'failed' })
  await expectMoneyToAgree(shop)
  expect(await read(order)).toMatchObject({ paid: true, refunded: 0, refundable: 100 })
})

it('a refund that waits at the provider is done when it is done there', async () => {
  const { order } = await paidOrder(shop, buyer, aftermathCards.refundWaits)
  await refund(order, { amount: 25, returned: [{ position: 1, quantity: 1 }] })
  await whenLast(order, { state: 'done' })
  await expectMoneyToAgree(shop)
  expect(await read(order)).toMatchObject({ paymentState: 'part-refunded', refunded: 25, lines: [{ cancelled: 1 }] })
})
