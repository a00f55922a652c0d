import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#platform/context'
import { type Person, createPerson } from '../factories.ts'
import { eventually } from '../eventually.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import {
  type Paid,
  countsOf,
  expectCalm,
  expectMoneyToAgree,
  failLate,
  holding,
  mendCard,
  paidOrder,
  reserveRefund,
  rowsOf,
  whenRow,
} from '../sandbox/money-back.ts'
import { noteRefunds } from '../../src/modules/ordering/refunds/provider.server.ts'
import { deliver } from '../sandbox/events.ts'
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
  await expectMoneyToAgree(shop)
  await expectLedgerToAddUp(shop)
  await shop.close()
})

const refund = (order: string, body: object = {}) => admin.call('POST', `/orders/${order}/refunds`, body)
const resend = (order: string, refundId: string, tries: number) =>
  admin.call('POST', `/orders/${order}/refunds/${refundId}/tries`, { tries })
const note = ({ intentId }: Paid, port = shop.payment) => noteRefunds(shop.system, port, intentId)

async function eventsOf(intentId: string, like: string): Promise<object[]> {
  const { rows } = await sql<{ payload: object }>`
    select payload from sandbox.event where payment_intent_id = ${intentId} and type like ${like}
    order by created_at`.execute(shop.db)
  return rows.map(row => row.payload)
}

describe('Send again', () => {
  it('pressed 16 times at once is one new try, and the money goes back once', async () => {
    for (let round = 0; round < 3; round++) {
      const paid = await paidOrder(shop, buyer)
      const { body } = await refund(paid.order, { amount: 40, returned: [{ position: 1, quantity: 2 }] })
      await whenRow(shop, paid.order, 'done')
      await failLate(shop, paid.intentId)
      await whenRow(shop, paid.order, 'failed')
      await expectCalm(shop)
      await mendCard(shop, paid.intentId)
      const answers = await atOnce(16, () => resend(paid.order, body.insertedId, 1))
      for (const answer of answers) expect(answer.status).toBe(200)
      expect(answers.filter(answer => answer.body.modifiedCount === 1)).toHaveLength(1)
      await whenRow(shop, paid.order, 'done', 2)
      await expectMoneyToAgree(shop)
      expect(await countsOf(shop, paid.order)).toMatchObject({
        refunded: 4000,
        refunding: 0,
        refunds: 2,
        at_provider: 2,
      })
    }
  })

  it('while the failure is told again, and by old news, is still one new try', async () => {
    const paid = await paidOrder(shop, buyer)
    const { body } = await refund(paid.order)
    await whenRow(shop, paid.order, 'done')
    await failLate(shop, paid.intentId)
    await whenRow(shop, paid.order, 'failed')
    await expectCalm(shop)
    await mendCard(shop, paid.intentId)
    const news = [...(await eventsOf(paid.intentId, '%refund%'))]
    expect(news.length).toBeGreaterThanOrEqual(5)
    const [, , ...heard] = await Promise.all([
      resend(paid.order, body.insertedId, 1),
      resend(paid.order, body.insertedId, 1),
      ...[...news, ...news].map(event => deliver(shop, event)),
    ])
    for (const answer of heard) expect(answer).toMatchObject({ status: 200 })
    await whenRow(shop, paid.order, 'done', 2)
    await expectMoneyToAgree(shop)
    expect(await countsOf(shop, paid.order)).toMatchObject({
      refunded: 10_000,
      failures: 1,
      failure_mails: 1,
      at_provider: 2,
    })
  })

  it('after a first try whose answer never came, but which the provider has: the money goes back once', async () => {
    const paid = await paidOrder(shop, buyer)
    const id = newId()
    await reserveRefund(shop, paid, { id, amount: 4000 })
    await shop.payment.refund({
      intentId: paid.intentId, refundId: id, tries: 1, amount: 4000, idempotencyKey: `refund-${id}-1`,
    }) // prettier-ignore
    // The shop takes it for failed, before the provider's news has reached it.
    await sql`update refund set state = 'failed', done_at = now() where id = ${id} and state = 'requested'`.execute(
      shop.db,
    )
    await sql`update payment set refunding = 0 from payment_allocation part where part.payment_id = payment.id and part.order_id = ${paid.order} and refunding > 0`.execute(
      shop.db,
    )
    await resend(paid.order, id, 1)
    await eventually(
      () => rowsOf(shop, paid.order),
      ([row]) => row?.state === 'done',
    )
    await expectMoneyToAgree(shop)
    expect(await countsOf(shop, paid.order)).toMatchObject({ refunded: 4000, refunding: 0, at_provider: 1 })
  })
})

describe('a late failure', () => {
  it('told 16 times at once is one', async () => {
    const paid = await paidOrder(shop, buyer)
    await refund(paid.order, { amount: 40, returned: [{ position: 1, quantity: 2 }] })
    await whenRow(shop, paid.order, 'done')
    await expectCalm(shop)
    // The provider has it, and nobody has heard.
    await sql`
      update sandbox.refund set status = 'failed', failure_reason = 'declined'
      where payment_intent_id = ${paid.intentId}`.execute(shop.db)
    await sql`update sandbox.payment_intent set amount_refunded = 0 where id = ${paid.intentId}`.execute(shop.db)
    const [event = {}] = await eventsOf(paid.intentId, 'refund.created')
    const answers = await atOnce(16, index =>
      deliver(shop, { ...event, id: `evt_late${index % 4}`, type: 'refund.failed' }),
    )
    for (const answer of answers) expect(answer).toMatchObject({ status: 200 })
    expect(await countsOf(shop, paid.order)).toMatchObject({ refunded: 0, refunding: 0, failures: 1, failure_mails: 1 })
    await expectMoneyToAgree(shop)
  })

  it('overtakes an answer from before it: the old answer undoes nothing', async () => {
    const paid = await paidOrder(shop, buyer)
    const { body } = await refund(paid.order)
    await whenRow(shop, paid.order, 'done')
    await expectCalm(shop)
    const late = holding(shop, 'listRefunds')
    const old = note(paid, late.port)
    await late.arrived
    await failLate(shop, paid.intentId)
    await whenRow(shop, paid.order, 'failed')
    await expectCalm(shop)
    await mendCard(shop, paid.intentId)
    // Sent again, and its job is kept from asking: the old answer knows a refund that was fine.
    const holder = await shop.db.startTransaction().execute()
    await sql`select from refund where order_id = ${paid.order} for update`.execute(holder)
    const sent = resend(paid.order, body.insertedId, 1)
    late.letGo()
    await holder.commit().execute()
    await Promise.all([old, sent])
    const rows = await whenRow(shop, paid.order, 'done', 2)
    expect(rows).toHaveLength(1)
    await expectMoneyToAgree(shop)
  })
})

describe('an answer from before', () => {
  it('of a try that the shop had not heard of, and that failed meanwhile, is not taken for the next try', async () => {
    const paid = await paidOrder(shop, buyer)
    const id = newId()
    await reserveRefund(shop, paid, { id, amount: 4000 })
    const idempotencyKey = `refund-${id}-1`
    await shop.payment.refund({ intentId: paid.intentId, refundId: id, tries: 1, amount: 4000, idempotencyKey })
    await whenRow(shop, paid.order, 'done')
    await expectCalm(shop)
    // As the shop stands that was refused, and does not know that the provider has the refund all the same.
    await sql`update refund set state = 'failed', provider_id = null where id = ${id}`.execute(shop.db)
    await sql`update payment set refunded = 0 from payment_allocation part where part.payment_id = payment.id and part.order_id = ${paid.order}`.execute(
      shop.db,
    )
    const late = holding(shop, 'listRefunds')
    const old = note(paid, late.port)
    await late.arrived
    await failLate(shop, paid.intentId)
    await eventually(
      async () => {
        const { rows } = await sql<{ status: string }>`
          select status from sandbox.refund where payment_intent_id = ${paid.intentId}`.execute(shop.db)
        return rows
      },
      ([first]) => first?.status === 'failed',
    )
    await expectCalm(shop)
    await mendCard(shop, paid.intentId)
    await resend(paid.order, id, 1)
    await whenRow(shop, paid.order, 'done', 2)
    late.letGo()
    await old
    expect(await rowsOf(shop, paid.order)).toHaveLength(1)
    expect(await countsOf(shop, paid.order)).toMatchObject({ refunded: 4000, refunding: 0, at_provider: 2 })
    await expectMoneyToAgree(shop)
  })
})
