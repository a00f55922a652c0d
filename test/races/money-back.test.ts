import { sql } from 'kysely'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#platform/context'
import type { PaymentPort } from '#services/payments'
import { type Person, createPerson, eventually, request } from '../factories.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import {
  type Paid,
  dashboardOf,
  expectCalm,
  expectMoneyToAgree,
  failLate,
  mendCard,
  paidOrder,
  reserveRefund,
} from '../money-back.ts'
import { noteDispute } from '../../src/features/payments/payments.disputes.server.ts'
import { noteRefunds } from '../../src/features/payments/payments.provider-refunds.server.ts'
import { endRefund } from '../../src/features/payments/payments.refunds.server.ts'
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

const atOnce = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

const refund = (order: string, body: object = {}) => admin.call('POST', `/orders/${order}/refunds`, body)
const resend = (order: string, refundId: string, tries: number) =>
  admin.call('POST', `/orders/${order}/refunds/${refundId}/tries`, { tries })
const note = ({ intentId }: Paid, port = shop.payment) => noteRefunds(shop.system, port, intentId)

type Row = { state: string; tries: number; amount: number; reason: string; provider_id: string | null }

async function rowsOf(order: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select state, tries, amount, reason, provider_id from refund where order_id = ${order} order by id`.execute(shop.db)
  return rows
}

const whenRow = (order: string, state: string, tries = 1) =>
  eventually(
    () => rowsOf(order),
    ([row]) => row?.state === state && row.tries === tries,
  )

async function countsOf(order: string) {
  const { rows } = await sql`
    select payment.refunded, payment.refunding,
      (select count(*) from order_event where order_id = ${order} and kind = 'refund-failed') as failures,
      (select count(*) from order_event where order_id = ${order} and kind = 'refunded') as refunds,
      (select count(*) from order_mail where order_id = ${order} and kind = 'refund-failed-admin') as failure_mails,
      (select count(*) from sandbox.refund where payment_intent_id = payment.transaction_id) as at_provider
    from payment where order_id = ${order}`.execute(shop.db)
  return rows[0]
}

/** A way to the provider on which an answer, once it is there, waits until it is let go. */
function holding<K extends 'refund' | 'listRefunds' | 'getDispute'>(verb: K) {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  const { promise: released, resolve: letGo } = Promise.withResolvers<void>()
  let isFirst = true
  const wait = async <T>(answer: T): Promise<T> => {
    if (!isFirst) return answer
    isFirst = false
    arrive()
    await released
    return answer
  }
  const { payment } = shop
  const held: Pick<PaymentPort, 'refund' | 'listRefunds' | 'getDispute'> = {
    refund: async input => wait(await payment.refund(input)),
    listRefunds: async intentId => wait(await payment.listRefunds(intentId)),
    getDispute: async id => wait(await payment.getDispute(id)),
  }
  return { port: { ...payment, [verb]: held[verb] }, arrived, letGo }
}

async function eventsOf(intentId: string, like: string): Promise<object[]> {
  const { rows } = await sql<{ payload: object }>`
    select payload from sandbox.event where payment_intent_id = ${intentId} and type like ${like}
    order by created_at`.execute(shop.db)
  return rows.map(row => row.payload)
}

function deliver(event: object) {
  const payload = JSON.stringify(event)
  const secret = 'whsec_0123456789abcdef0123456789abcdef'
  const signature = new Stripe('sk_test_none').webhooks.generateTestHeaderString({ payload, secret })
  return request(`${shop.address}/api/webhooks/payments`, 'POST', payload, { 'stripe-signature': signature })
}

describe('Send again', () => {
  it('pressed 16 times at once is one new try, and the money goes back once', async () => {
    for (let round = 0; round < 3; round++) {
      const paid = await paidOrder(shop, buyer)
      const { body } = await refund(paid.order, { amount: 40, returned: [{ position: 1, quantity: 2 }] })
      await whenRow(paid.order, 'done')
      await failLate(shop, paid.intentId)
      await whenRow(paid.order, 'failed')
      await expectCalm(shop)
      await mendCard(shop, paid.intentId)
      const answers = await atOnce(16, () => resend(paid.order, body.insertedId, 1))
      for (const answer of answers) expect(answer.status).toBe(200)
      expect(answers.filter(answer => answer.body.modifiedCount === 1)).toHaveLength(1)
      await whenRow(paid.order, 'done', 2)
      await expectMoneyToAgree(shop)
      expect(await countsOf(paid.order)).toMatchObject({ refunded: 4000, refunding: 0, refunds: 2, at_provider: 2 })
    }
  })

  it('while the failure is told again, and by old news, is still one new try', async () => {
    const paid = await paidOrder(shop, buyer)
    const { body } = await refund(paid.order)
    await whenRow(paid.order, 'done')
    await failLate(shop, paid.intentId)
    await whenRow(paid.order, 'failed')
    await expectCalm(shop)
    await mendCard(shop, paid.intentId)
    const news = [...(await eventsOf(paid.intentId, '%refund%'))]
    expect(news.length).toBeGreaterThanOrEqual(5)
    const [, , ...heard] = await Promise.all([
      resend(paid.order, body.insertedId, 1),
      resend(paid.order, body.insertedId, 1),
      ...[...news, ...news].map(event => deliver(event)),
    ])
    for (const answer of heard) expect(answer).toMatchObject({ status: 200 })
    await whenRow(paid.order, 'done', 2)
    await expectMoneyToAgree(shop)
    expect(await countsOf(paid.order)).toMatchObject({
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
      intentId: paid.intentId, refundId: id, tries: 1, amount: 4000, idempotencyKey: `refund-${id}`,
    }) // prettier-ignore
    // The shop takes it for failed, before the provider's news has reached it.
    await sql`update refund set state = 'failed' where id = ${id} and state = 'requested'`.execute(shop.db)
    await sql`update payment set refunding = 0 where order_id = ${paid.order} and refunding > 0`.execute(shop.db)
    await resend(paid.order, id, 1)
    await eventually(
      () => rowsOf(paid.order),
      ([row]) => row?.state === 'done',
    )
    await expectMoneyToAgree(shop)
    expect(await countsOf(paid.order)).toMatchObject({ refunded: 4000, refunding: 0, at_provider: 1 })
  })
})

describe('a late failure', () => {
  it('told 16 times at once is one', async () => {
    const paid = await paidOrder(shop, buyer)
    await refund(paid.order, { amount: 40, returned: [{ position: 1, quantity: 2 }] })
    await whenRow(paid.order, 'done')
    await expectCalm(shop)
    // The provider has it, and nobody has heard.
    await sql`
      update sandbox.refund set status = 'failed', failure_reason = 'declined'
      where payment_intent_id = ${paid.intentId}`.execute(shop.db)
    await sql`update sandbox.payment_intent set amount_refunded = 0 where id = ${paid.intentId}`.execute(shop.db)
    const [event = {}] = await eventsOf(paid.intentId, 'refund.created')
    const answers = await atOnce(16, index => deliver({ ...event, id: `evt_late${index % 4}`, type: 'refund.failed' }))
    for (const answer of answers) expect(answer).toMatchObject({ status: 200 })
    expect(await countsOf(paid.order)).toMatchObject({ refunded: 0, refunding: 0, failures: 1, failure_mails: 1 })
    await expectMoneyToAgree(shop)
  })

  it('overtakes an answer from before it: the old answer undoes nothing', async () => {
    const paid = await paidOrder(shop, buyer)
    const { body } = await refund(paid.order)
    await whenRow(paid.order, 'done')
    await expectCalm(shop)
    const late = holding('listRefunds')
    const old = note(paid, late.port)
    await late.arrived
    await failLate(shop, paid.intentId)
    await whenRow(paid.order, 'failed')
    await expectCalm(shop)
    await mendCard(shop, paid.intentId)
    // Sent again, and its job is kept from asking: the old answer knows a refund that was fine.
    const holder = await shop.db.startTransaction().execute()
    await sql`select from refund where order_id = ${paid.order} for update`.execute(holder)
    const sent = resend(paid.order, body.insertedId, 1)
    late.letGo()
    await holder.commit().execute()
    await Promise.all([old, sent])
    const rows = await whenRow(paid.order, 'done', 2)
    expect(rows).toHaveLength(1)
    await expectMoneyToAgree(shop)
  })
})

describe('an answer from before', () => {
  it('of a try that the shop had not heard of, and that failed meanwhile, is not taken for the next try', async () => {
    const paid = await paidOrder(shop, buyer)
    const id = newId()
    await reserveRefund(shop, paid, { id, amount: 4000 })
    const idempotencyKey = `refund-${id}`
    await shop.payment.refund({ intentId: paid.intentId, refundId: id, tries: 1, amount: 4000, idempotencyKey })
    await whenRow(paid.order, 'done')
    await expectCalm(shop)
    // As the shop stands that was refused, and does not know that the provider has the refund all the same.
    await sql`update refund set state = 'failed', provider_id = null where id = ${id}`.execute(shop.db)
    await sql`update payment set refunded = 0 where order_id = ${paid.order}`.execute(shop.db)
    const late = holding('listRefunds')
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
    await whenRow(paid.order, 'done', 2)
    late.letGo()
    await old
    expect(await rowsOf(paid.order)).toHaveLength(1)
    expect(await countsOf(paid.order)).toMatchObject({ refunded: 4000, refunding: 0, at_provider: 2 })
    await expectMoneyToAgree(shop)
  })
})

describe('the news of the shop’s own refund', () => {
  it('that comes before the job has written its end, ends it once', async () => {
    const paid = await paidOrder(shop, buyer)
    const id = newId()
    await reserveRefund(shop, paid, { id, amount: 4000 })
    const slow = holding('refund')
    const job = endRefund(shop.system, slow.port, id)
    await slow.arrived
    await note(paid)
    expect(await rowsOf(paid.order)).toMatchObject([{ state: 'done', reason: 'requested' }])
    slow.letGo()
    expect(await job).toBe('ended')
    expect(await countsOf(paid.order)).toMatchObject({ refunded: 4000, refunding: 0, refunds: 1, at_provider: 1 })
    await expectMoneyToAgree(shop)
  })

  it('that it failed comes first: the yes of the job is not believed any more', async () => {
    const paid = await paidOrder(shop, buyer)
    const id = newId()
    await reserveRefund(shop, paid, { id, amount: 4000 })
    const slow = holding('refund')
    const job = endRefund(shop.system, slow.port, id)
    await slow.arrived
    await failLate(shop, paid.intentId)
    await whenRow(paid.order, 'failed')
    slow.letGo()
    await job
    expect(await countsOf(paid.order)).toMatchObject({ refunded: 0, refunding: 0, failures: 1 })
    await expectMoneyToAgree(shop)
  })
})

describe('a refund at the provider while an admin’s refund is under way', () => {
  const ways = ['the shop asks', 'the dashboard refunds', 'the shop hears'] as const
  const orders = [
    [0, 1, 2],
    [1, 0, 2],
    [1, 2, 0],
    [2, 1, 0],
  ].map(order => order.map(index => ways[index] ?? 'the shop hears'))
  const cases = orders.flatMap(steps => [3000, 6000, 8000, 10_000].map(theirs => ({ steps, theirs })))

  it.each(cases)('$steps, $theirs beside 6000: both ends agree', async ({ steps, theirs }) => {
    const paid = await paidOrder(shop, buyer)
    const id = newId()
    await reserveRefund(shop, paid, { id, amount: 6000 })
    const doing: Record<(typeof ways)[number], () => Promise<unknown>> = {
      'the shop asks': () => endRefund(shop.system, shop.payment, id),
      'the dashboard refunds': () =>
        dashboardOf(shop)
          .refunds.create({ payment_intent: paid.intentId, amount: theirs })
          .catch((error: unknown) => error),
      'the shop hears': () => note(paid),
    }
    for (const step of steps) await doing[step]()
    await endRefund(shop.system, shop.payment, id)
    await expectMoneyToAgree(shop)
    const done = (await rowsOf(paid.order)).filter(row => row.state === 'done').map(row => row.amount)
    const isFirst = steps.indexOf('the shop asks') < steps.indexOf('the dashboard refunds')
    if (theirs + 6000 <= 10_000) expect(done.toSorted((a, b) => a - b)).toEqual([3000, 6000])
    else expect(done).toEqual([isFirst ? 6000 : theirs])
  })

  it('all at once, with events and jobs as they come, 12 rounds: both ends agree', async () => {
    for (let round = 0; round < 12; round++) {
      const paid = await paidOrder(shop, buyer)
      const dashboard = dashboardOf(shop)
      const attempt = (amount: number) =>
        dashboard.refunds.create({ payment_intent: paid.intentId, amount }).catch((error: unknown) => error)
      await Promise.all([
        refund(paid.order, { amount: 60, returned: [{ position: 1, quantity: 2 }] }),
        attempt(3000),
        refund(paid.order, { amount: 30 }),
        attempt(5000),
        note(paid),
      ])
      await expectMoneyToAgree(shop)
    }
  })
})

describe('a dispute', () => {
  it('told 16 times at once is one, and an answer from before it was closed does not open it again', async () => {
    const paid = await paidOrder(shop, buyer)
    await shop.system.jobs.send(shop.db, 'sandbox-later', { kind: 'open-dispute', id: paid.intentId })
    const [dispute] = await eventually(
      async () => {
        const { rows } = await sql<{ id: string }>`
          select id from sandbox.dispute where payment_intent_id = ${paid.intentId}`.execute(shop.db)
        return rows
      },
      rows => rows.length === 1,
    )
    const id = dispute?.id ?? ''
    await atOnce(16, () => noteDispute(shop.system, shop.payment, id))
    await expectCalm(shop)
    const told = async () => {
      const { rows } = await sql<{ kind: string }>`
        select kind from order_event where order_id = ${paid.order} and kind like 'dispute%' order by id`.execute(
        shop.db,
      )
      return rows.map(({ kind }) => kind)
    }
    expect(await told()).toEqual(['dispute-opened'])
    // The amount was another when it was asked, so the old answer is news of a kind.
    await sql`update dispute set amount = amount - 1 where provider_id = ${id}`.execute(shop.db)
    const late = holding('getDispute')
    const old = noteDispute(shop.system, late.port, id)
    await late.arrived
    await dashboardOf(shop).disputes.close(id)
    await eventually(told, kinds => kinds.length === 2)
    late.letGo()
    await old
    expect(await told()).toEqual(['dispute-opened', 'dispute-lost'])
    const { rows } = await sql`
      select status, amount, closed_at is not null as closed from dispute where provider_id = ${id}`.execute(shop.db)
    expect(rows).toEqual([{ status: 'lost', amount: 10_000, closed: true }])
  })
})
