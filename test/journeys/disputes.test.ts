import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, createPerson } from '../factories.ts'
import { eventually } from '../eventually.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import { aftermathCards, dashboardOf, expectCalm, expectMoneyToAgree, paidOrder } from '../sandbox/money-back.ts'
import { noteLostDisputes } from '../../src/modules/ordering/disputes/disputes.server.ts'
import { ProviderUnreachable, type PaymentPort } from '../../src/modules/ordering/payments/port.server.ts'

let shop: TestShop
let buyer: Person
let admin: Person

beforeAll(async () => {
  shop = await startTestShop({ environment: { MAX_OPEN_ORDERS: '100' } })
  buyer = await createPerson(shop)
  admin = await createPerson(shop, 'admin')
})
afterAll(() => shop.close())

type Seen = { _id: string; providerId: string; standing: string; keepsMoney: boolean }

const disputesOf = async (order: string): Promise<Seen[]> => (await admin.call('GET', `/orders/${order}/disputes`)).body
const whenStanding = (order: string, standing: string) =>
  eventually(
    () => disputesOf(order),
    disputes => disputes[0]?.standing === standing,
  )
const refund = (order: string, body: object = { amount: 10 }) => admin.call('POST', `/orders/${order}/refunds`, body)
const disputeKinds = async (person: Person, order: string): Promise<string[]> => {
  const { body } = await person.call('GET', `/orders/${order}/timeline`)
  return body.map((entry: { kind: string }) => entry.kind).filter((kind: string) => kind.startsWith('dispute'))
}

async function disputedOrder(card = aftermathCards.disputed) {
  const paid = await paidOrder(shop, buyer, card)
  const [dispute] = await whenStanding(paid.order, 'to-answer')
  if (!dispute) throw new Error('the payment is not disputed')
  return { ...paid, dispute }
}

async function mailsAbout(order: string) {
  const { rows } = await sql<{ kind: string }>`
    select kind from order_mail where order_id = ${order} and kind like 'dispute%' order by id`.execute(shop.db)
  return rows.map(({ kind }) => kind)
}

describe('a disputed payment', () => {
  it('is told to admins, once, and its customer sees nothing of it', async () => {
    const { order, intentId, dispute } = await disputedOrder()
    await expectCalm(shop)
    expect(await disputesOf(order)).toMatchObject([
      { amount: 100, currency: 'usd', reason: 'fraudulent', standing: 'to-answer', keepsMoney: true, closedAt: null },
    ])
    const { body } = await admin.call('GET', `/orders/${order}/timeline`)
    expect(body.at(-1)).toMatchObject({
      kind: 'dispute-opened', actor: 'provider', note: '$100.00 · The cardholder did not make this payment',
    }) // prettier-ignore
    expect(await disputeKinds(admin, order)).toEqual(['dispute-opened'])
    expect(await disputeKinds(buyer, order)).toEqual([])
    const data = (await buyer.call('GET', '/account/data')).body
    expect(JSON.stringify(data)).not.toContain('dispute')
    expect((await buyer.call('GET', `/orders/${order}/disputes`)).status).toBe(403)
    expect(await mailsAbout(order)).toEqual(['dispute-opened-admin'])
    const { rows } = await sql`
      select action, actor_kind, after from audit where subject_id = ${order} order by id desc limit 1`.execute(shop.db)
    expect(rows).toMatchObject([
      { action: 'payment.dispute-opened', actor_kind: 'provider', after: { providerId: dispute.providerId, transactionId: intentId } },
    ]) // prettier-ignore
  })

  it('is not refunded while the bank has its money, nor after it was lost', async () => {
    const { order, dispute } = await disputedOrder()
    const other = await disputedOrder()
    expect(await refund(order)).toMatchObject({ status: 409, body: { code: 'payment-disputed' } })
    await dashboardOf(shop).disputes.close(dispute.providerId)
    await whenStanding(order, 'lost')
    const refused = await refund(order)
    expect(refused).toMatchObject({ status: 409, body: { code: 'payment-disputed' } })
    expect(refused.body.message).toContain('after a dispute')
    await expectCalm(shop)
    expect((await admin.call('GET', `/orders/${order}/refunds`)).body).toEqual([])
    expect(await disputeKinds(admin, order)).toEqual(['dispute-opened', 'dispute-lost'])
    expect(await mailsAbout(order)).toEqual(['dispute-opened-admin', 'dispute-closed-admin'])
    expect((await disputesOf(order))[0]).toMatchObject({ closedAt: expect.any(String) })
    expect(await disputesOf(other.order)).toMatchObject([{ standing: 'to-answer', closedAt: null }])
  })

  it('that the shop wins is a payment like any other again', async () => {
    const { order, dispute } = await disputedOrder()
    await dashboardOf(shop).disputes.update(dispute.providerId, {
      evidence: { uncategorized_text: 'winning_evidence' },
      submit: true,
    })
    await whenStanding(order, 'won')
    await expectCalm(shop)
    expect((await refund(order)).status).toBe(200)
    await expectMoneyToAgree(shop)
    const kinds = await disputeKinds(admin, order)
    // Answer and decision follow so closely that the shop may hear of both at once.
    expect(kinds.filter(kind => kind !== 'dispute-under-review')).toEqual(['dispute-opened', 'dispute-won'])
    expect(await mailsAbout(order)).toEqual(['dispute-opened-admin', 'dispute-closed-admin'])
  })

  it('of which the bank only asks so far can be refunded', async () => {
    const { order } = await disputedOrder(aftermathCards.askedAbout)
    expect((await disputesOf(order))[0]).toMatchObject({ keepsMoney: false })
    expect((await refund(order)).status).toBe(200)
    await expectMoneyToAgree(shop)
  })

  it('keeps a refund that failed from being sent again', async () => {
    const { order, intentId } = await paidOrder(shop, buyer)
    await sql`update sandbox.payment_intent set amount_refunded = 9000 where id = ${intentId}`.execute(shop.db)
    const { body } = await refund(order, { amount: 50 })
    await expectCalm(shop)
    await shop.system.jobs.send(shop.db, 'sandbox-later', { kind: 'open-dispute', id: intentId })
    await whenStanding(order, 'to-answer')
    const sent = await admin.call('POST', `/orders/${order}/refunds/${body.insertedId}/tries`, { tries: 1 })
    expect(sent).toMatchObject({ status: 409, body: { code: 'payment-disputed' } })
    // Nobody is shown a button that is refused, and no customer is told that it will be sent.
    const resendable = async (person: Person) =>
      (await person.call('GET', `/orders/${order}/refunds`)).body[0].resendable
    expect([await resendable(admin), await resendable(buyer)]).toEqual([false, false])
    const [dispute] = await disputesOf(order)
    await dashboardOf(shop).disputes.close(dispute?.providerId ?? '')
    await whenStanding(order, 'lost')
    expect(await resendable(admin)).toBe(false)
    await sql`update dispute set status = 'won' where order_id = ${order}`.execute(shop.db)
    expect(await resendable(admin)).toBe(true)
  })
})

describe('when events of a dispute were lost', () => {
  it('and the provider goes out of reach, the hourly run asks no further', async () => {
    await disputedOrder()
    await disputedOrder()
    const asked: string[] = []
    const getDispute: PaymentPort['getDispute'] = async id => {
      asked.push(id)
      throw new ProviderUnreachable('none')
    }
    await noteLostDisputes(shop.system, { ...shop.payment, getDispute })
    expect(asked).toHaveLength(1)
  })

  it('and the provider fails each time on the one that was asked about first, all others have their turn', async () => {
    await disputedOrder()
    await disputedOrder()
    const { rows } = await sql<{ id: string }>`
      select provider_id as id from dispute where closed_at is null`.execute(shop.db)
    const asked = new Set<string>()
    let failing: string | undefined
    const getDispute: PaymentPort['getDispute'] = async id => {
      failing ??= id
      asked.add(id)
      if (id === failing) throw new ProviderUnreachable('500')
      return shop.payment.getDispute(id)
    }
    const areAllAsked = () => rows.every(({ id }) => asked.has(id))
    // A run goes in an order of its own, so a few are needed.
    for (let runs = 0; runs < 60 && !areAllAsked(); runs++) {
      await noteLostDisputes(shop.system, { ...shop.payment, getDispute })
    }
    expect(areAllAsked()).toBe(true)
  })

  it('its amount, its reason and when the answer is due are kept as the bank says them now', async () => {
    const { order, intentId } = await disputedOrder()
    for (const [change, seen] of [
      [sql`due_by = '2031-05-06T07:08:09Z'`, { answerBy: '2031-05-06T07:08:09.000Z' }],
      [sql`amount = 9000`, { amount: 90 }],
      [sql`reason = 'duplicate'`, { reason: 'duplicate' }],
    ] as const) {
      await sql`update sandbox.dispute set ${change} where payment_intent_id = ${intentId}`.execute(shop.db)
      await noteLostDisputes(shop.system, shop.payment)
      expect(await disputesOf(order)).toMatchObject([seen])
    }
  })

  it('the hourly run finds it, and how it ended', async () => {
    const { order, intentId } = await paidOrder(shop, buyer)
    const id = `du_${intentId.slice(3)}`
    await sql`
      insert into sandbox.dispute (id, payment_intent_id, amount, currency, reason, status, due_by, created_at)
      values (${id}, ${intentId}, 10000, 'usd', 'product_not_received', 'needs_response', now() + interval '9 days',
        ${shop.system.now()})`.execute(shop.db)
    await noteLostDisputes(shop.system, shop.payment)
    expect(await disputesOf(order)).toMatchObject([{ providerId: id, standing: 'to-answer' }])
    await noteLostDisputes(shop.system, shop.payment)
    // It takes longer than the run looks back: open ones are asked about until they are closed.
    await sql`
      update sandbox.dispute set status = 'lost', created_at = created_at - interval '90 days' where id = ${id}`.execute(
      shop.db,
    )
    await noteLostDisputes(shop.system, shop.payment)
    expect(await disputesOf(order)).toMatchObject([{ providerId: id, standing: 'lost' }])
    expect(await disputeKinds(admin, order)).toEqual(['dispute-opened', 'dispute-lost'])
  })
})
