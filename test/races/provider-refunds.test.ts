import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#platform/context'
import { type Person, createPerson } from '../factories.ts'
import { eventually } from '../eventually.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import {
  type Paid,
  countsOf,
  dashboardOf,
  expectCalm,
  expectMoneyToAgree,
  failLate,
  holding,
  paidOrder,
  reserveRefund,
  rowsOf,
  whenRow,
} from '../sandbox/money-back.ts'
import { noteDispute } from '../../src/modules/ordering/disputes/disputes.server.ts'
import {
  ProviderRefusal,
  ProviderUnreachable,
  type PaymentPort,
} from '../../src/modules/ordering/payments/port.server.ts'
import { noteRefunds } from '../../src/modules/ordering/refunds/provider.server.ts'
import { endOpenRefunds, endRefund } from '../../src/modules/ordering/refunds/refunds.server.ts'
import { atOnce } from './in-turn.ts'
import { expectLedgerToAddUp } from './ledger.ts'
import { inTiers } from '../tiers.ts'

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
const note = ({ intentId }: Paid, port = shop.payment) => noteRefunds(shop.system, port, intentId)

describe('the news of the shop’s own refund', () => {
  it('that comes before the job has written its end, ends it once', async () => {
    const paid = await paidOrder(shop, buyer)
    const id = newId()
    await reserveRefund(shop, paid, { id, amount: 4000 })
    const slow = holding(shop, 'refund')
    const job = endRefund(shop.system, slow.port, id)
    await slow.arrived
    await note(paid)
    expect(await rowsOf(shop, paid.order)).toMatchObject([{ state: 'done', reason: 'requested' }])
    slow.letGo()
    expect(await job).toBe('ended')
    expect(await countsOf(shop, paid.order)).toMatchObject({ refunded: 4000, refunding: 0, refunds: 1, at_provider: 1 })
    await expectMoneyToAgree(shop)
  })

  it('that it failed comes first: the yes of the job is not believed any more', async () => {
    const paid = await paidOrder(shop, buyer)
    const id = newId()
    await reserveRefund(shop, paid, { id, amount: 4000 })
    const slow = holding(shop, 'refund')
    const job = endRefund(shop.system, slow.port, id)
    await slow.arrived
    await failLate(shop, paid.intentId)
    await whenRow(shop, paid.order, 'failed')
    slow.letGo()
    await job
    expect(await countsOf(shop, paid.order)).toMatchObject({ refunded: 0, refunding: 0, failures: 1 })
    await expectMoneyToAgree(shop)
  })
})

describe('the hourly run', () => {
  /** An admin's refund whose job died before it asked, more than an hour ago. */
  async function reserved(): Promise<Paid & { id: string }> {
    const paid = await paidOrder(shop, buyer)
    const id = newId()
    await reserveRefund(shop, paid, { id, amount: 4000 })
    await sql`update refund set requested_at = requested_at - interval '2 hours' where id = ${id}`.execute(shop.db)
    return { ...paid, id }
  }
  const intentBy = ({ intentId }: Paid, provider: string) =>
    sql`update payment_intent set provider = ${provider} where id = ${intentId}`.execute(shop.db)

  it('stops when it finds the provider out of reach, and goes on the next time', async () => {
    const paid = [await reserved(), await reserved()]
    const asked: string[] = []
    const ask: PaymentPort['refund'] = async ({ refundId }) => {
      asked.push(refundId)
      throw new ProviderUnreachable('none')
    }
    await endOpenRefunds(shop.system, { ...shop.payment, refund: ask })
    expect(asked).toHaveLength(1)
    await endOpenRefunds(shop.system, shop.payment)
    for (const { order } of paid) expect(await rowsOf(shop, order)).toMatchObject([{ state: 'done' }])
    await expectMoneyToAgree(shop)
  })

  it('leaves refunds of another provider’s payments alone, and so does the job', async () => {
    const paid = await reserved()
    await intentBy(paid, 'stripe')
    await endOpenRefunds(shop.system, shop.payment)
    expect(await endRefund(shop.system, shop.payment, paid.id)).toBe('ended')
    expect(await countsOf(shop, paid.order)).toMatchObject({ refunding: 4000, refunded: 0, at_provider: 0 })
    await intentBy(paid, 'sandbox')
    await endOpenRefunds(shop.system, shop.payment)
    await expectMoneyToAgree(shop)
  })

  it('calls a refund failed whose payment the provider does not know', async () => {
    const paid = await reserved()
    const refuseAll = async () => {
      throw new ProviderRefusal('No such payment_intent', 'resource_missing')
    }
    await endOpenRefunds(shop.system, { ...shop.payment, refund: refuseAll, listRefunds: refuseAll })
    expect(await rowsOf(shop, paid.order)).toMatchObject([{ state: 'failed' }])
    expect(await countsOf(shop, paid.order)).toMatchObject({ refunding: 0, refunded: 0, failure_mails: 1 })
  })
})

describe('a refund that the shop has called failed, and that the provider has', () => {
  it('is done after all, and no unit of it is called back to stock', async () => {
    const paid = await paidOrder(shop, buyer)
    const id = newId()
    await reserveRefund(shop, paid, { id, amount: 4000 })
    await sql`
      with returned as (
        insert into unit_return (id, order_id, refund_id, state, becomes, asked_at)
        values (${newId()}, ${paid.order}, ${id}, 'off', 'stock', now()) returning id
      ) insert into unit_return_line (return_id, order_id, position, quantity) select id, ${paid.order}, 1, 2 from returned`.execute(
      shop.db,
    )
    // As it stands once it has failed: what it had reserved is free.
    await sql`update refund set state = 'failed', done_at = now() where id = ${id}`.execute(shop.db)
    await sql`update payment set refunding = 0 from payment_allocation part where part.payment_id = payment.id and part.order_id = ${paid.order}`.execute(
      shop.db,
    )
    const idempotencyKey = `refund-${id}-1`
    await shop.payment.refund({ intentId: paid.intentId, refundId: id, tries: 1, amount: 4000, idempotencyKey })
    await note(paid)
    await expectMoneyToAgree(shop)
    const [seen] = (await admin.call('GET', `/orders/${paid.order}/refunds`)).body
    expect(seen).toMatchObject({ state: 'done', amount: 40, returned: [] })
    expect((await admin.call('GET', `/orders/${paid.order}`)).body.lines).toMatchObject([
      { returned: 0, returnable: 4 },
    ])
    const { rows } = await sql`select on_hand from tool where id = ${paid.tool}`.execute(shop.db)
    expect(rows).toEqual([{ on_hand: 6 }])
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
    const done = (await rowsOf(shop, paid.order)).filter(row => row.state === 'done').map(row => row.amount)
    const isFirst = steps.indexOf('the shop asks') < steps.indexOf('the dashboard refunds')
    if (theirs + 6000 <= 10_000) expect(done.toSorted((a, b) => a - b)).toEqual([3000, 6000])
    else expect(done).toEqual([isFirst ? 6000 : theirs])
  })

  inTiers({ short: 3, long: 12 }, (rounds, options) => {
    it(`all at once, with events and jobs as they come, ${rounds} rounds: both ends agree`, options, async () => {
      for (let round = 0; round < rounds; round++) {
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
    const late = holding(shop, 'getDispute')
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
