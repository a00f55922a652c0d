import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drainOrderMail } from '../../src/modules/ordering/mail/mail.server.ts'
import { type Person, createPerson } from '../factories.ts'
import { eventually } from '../eventually.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import { mailsTo } from '../mailbox.ts'
import { paidOrder } from '../sandbox/money-back.ts'
import { deliver, eventsOf } from '../sandbox/events.ts'

let shop: TestShop
let buyer: Person
let owner: Person

beforeAll(async () => {
  shop = await startTestShop({ environment: { MAX_OPEN_ORDERS: '100' } })
  buyer = await createPerson(shop)
  owner = await createPerson(shop, 'admin')
})
afterAll(() => shop.close())

const choose = (person: Person, mails: object) => person.call('PUT', '/account/mails', { mails })

/** To whom mails with this in their subject were handed over; waits until all that waits is. */
async function told(subject: string): Promise<string[]> {
  await eventually(
    async () => (await sql`select from order_mail where queued_at is null`.execute(shop.db)).rows.length,
    count => count === 0,
  )
  const { rows } = await sql<{ to: string }>`
    select data ->> 'to' as to from pgboss.job
    where name = 'mail' and starts_with(data ->> 'subject', ${subject}) order by 1`.execute(shop.db)
  return rows.map(({ to }) => to)
}

async function numberOf(order: string): Promise<string> {
  return (await owner.call('GET', `/orders/${order}`)).body.number
}

const paidSubject = async (order: string) => `Order ${await numberOf(order)} was paid: `

describe('of a paid order', () => {
  it('owners hear, and of the others who wish to and may, once each', async () => {
    const [wishes, does, lost] = [
      await createPerson(shop, 'warehouse'),
      await createPerson(shop, 'warehouse'),
      await createPerson(shop, 'support'),
    ]
    const silent = await createPerson(shop, 'admin')
    await choose(wishes, { 'order-paid': true })
    await choose(lost, { 'order-paid': true })
    await choose(silent, { 'order-paid': false })
    await sql`update account set role = 'catalogue' where id = ${lost.accountId}`.execute(shop.db)
    const { order } = await paidOrder(shop, buyer)
    const subject = await paidSubject(order)
    expect(await told(subject)).toEqual([owner.email, wishes.email].toSorted())
    expect(await told(`Order ${await numberOf(order)} is paid`)).toEqual([buyer.email])
    const mail = await eventually(
      async () => (await mailsTo(shop, wishes.email)).find(one => one.subject.startsWith(subject)),
      one => one !== undefined,
    )
    expect(mail?.subject).toBe(`${subject}$100.00`)
    expect(mail?.text).toContain('4 × Torque wrench')
    expect(mail?.links).toEqual([`${shop.address}/dashboard/allOrders/${order}`])
    expect(await mailsTo(shop, does.email)).toEqual([])
  })

  it('each hears once, though its event comes again and again and several hand mail over at once', async () => {
    const { order, intentId } = await paidOrder(shop, buyer)
    const [event] = await eventually(
      () => eventsOf(shop, intentId, 'payment_intent.succeeded'),
      events => events.length > 0,
    )
    if (!event) throw new Error('the payment has no event')
    const answers = await Promise.all(Array.from({ length: 6 }, () => deliver(shop, event)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    const head = {
      letterhead: { name: 'Tappet', logoUrl: undefined, wordsFor: () => undefined },
      publicUrl: () => 'https://shop.example',
    }
    await Promise.all(Array.from({ length: 8 }, () => drainOrderMail(shop.system, head)))
    const subject = await paidSubject(order)
    const all = await told(subject)
    expect(all.filter(email => email === owner.email)).toHaveLength(1)
    expect(new Set(all).size).toBe(all.length)
  })

  it('nobody keeps the payment waiting: its transaction writes one row, however many wish to hear', async () => {
    const { order } = await paidOrder(shop, buyer)
    const { rows } = await sql`select kind from order_mail where order_id = ${order} order by kind`.execute(shop.db)
    expect(rows).toEqual([{ kind: 'paid' }, { kind: 'placed' }])
  })
})
