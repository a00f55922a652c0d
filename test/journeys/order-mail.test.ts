import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drainOrderMail } from '../../src/modules/ordering/mail/mail.server.ts'
import { expireOrders } from '../../src/modules/ordering/release/expire.server.ts'
import { orderPayments } from '../../src/modules/ordering/settlement/handlers.server.ts'
import {
  type Person,
  createPerson,
  createTool,
  openPayment,
  orderOf,
  payWithCard,
  placeOrder,
  request,
  signIn,
} from '../factories.ts'
import { eventually } from '../eventually.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import { mailTo } from '../mailbox.ts'

let shop: TestShop
let buyer: Person
let admin: Person

beforeAll(async () => {
  shop = await startTestShop({
    environment: {
      MAX_OPEN_ORDERS: '100',
      CURRENCY: 'jpy',
      LOCALE: 'de-DE',
      TIME_ZONE: 'Asia/Dhaka',
      SHIPPING_FEE: '0',
    },
  })
  buyer = await createPerson(shop)
  admin = await createPerson(shop, 'admin')
})
afterAll(() => shop.close())

type Mail = { to: string; subject: string; text: string; html: string; links: string[] }

/** What came to this person about an order, oldest first; waits until there is so much of it. */
async function mailsTo(person: Person, order: string, count: number): Promise<Mail[]> {
  const { number } = (await admin.call('GET', `/orders/${order}`)).body
  return eventually(
    async () => {
      const answer = await request(`${shop.address}/dev/mail`, 'GET', undefined, { accept: 'application/json' })
      return (answer.body as Mail[])
        .filter(mail => mail.to === person.email && mail.text.includes(number))
        .map(mail => ({ ...mail, subject: plain(mail.subject), text: plain(mail.text) }))
        .toReversed()
    },
    mails => mails.length === count,
  )
}

/** Amounts and times hold spaces that no line breaks at. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

async function pay(order: string): Promise<string> {
  const payment = await openPayment(buyer, order)
  await payWithCard(shop, payment)
  await eventually(
    async () => (await buyer.call('GET', `/orders/${order}`)).body.paid,
    paid => paid === true,
  )
  return payment.intentId
}

const orderOne = async (name = 'Torque <b>wrench</b>') =>
  placeOrder(buyer, await createTool(shop, { price: 12_500, name }), 2)

/** As `orderOne`, once its first mail is there: two mails that leave at once may arrive in either order. */
async function orderAndHear(): Promise<string> {
  const order = await orderOne()
  await mailsTo(buyer, order, 1)
  return order
}

describe('a customer hears', () => {
  it('of the order, its payment, its shipment and its refund, once each, in the shop’s words and numbers', async () => {
    const order = await orderOne()
    const [placed] = await mailsTo(buyer, order, 1)
    const until = new Date((await buyer.call('GET', `/orders/${order}`)).body.reservedUntil)
    const shown = new Intl.DateTimeFormat('de-DE', { timeZone: 'Asia/Dhaka', dateStyle: 'medium', timeStyle: 'short' })
    expect(placed?.text).toContain(`Held until: ${plain(shown.format(until))}`)
    expect(placed?.text).toContain('Total: 25.000 ¥')
    expect(placed?.text).toContain('2 × Torque <b>wrench</b>')
    expect(placed?.html).not.toContain('<b>')
    expect(placed?.links).toEqual([`${shop.address}/dashboard/payment/${order}`])

    const intentId = await pay(order)
    const [, paid] = await mailsTo(buyer, order, 2)
    expect(paid?.text).toContain(`Transaction ID: ${intentId}`)
    expect(paid?.links).toEqual([`${shop.address}/dashboard/order/${order}/receipt`])

    const ship = (tracking: string) =>
      admin.call('POST', `/orders/${order}/shipment`, { carrier: 'Sundarban', tracking })
    await ship('S-1')
    await ship('S-1')
    expect((await mailsTo(buyer, order, 3))[2]?.text).toContain('Tracking number: S-1')
    await ship('S-2')
    expect((await mailsTo(buyer, order, 4))[3]).toMatchObject({ subject: expect.stringContaining('new shipment') })

    await admin.call('POST', `/orders/${order}/refunds`, { amount: 900, reason: 'Scratched' })
    const [, , , , refunded] = await mailsTo(buyer, order, 5)
    expect(refunded?.subject).toContain('900 ¥')
    expect(refunded?.text).toContain('Reason: Scratched')
    // Of an order that goes well, its owner hears one thing: that it was paid.
    const told = await mailsTo(admin, order, 1)
    expect(told.map(({ subject }) => subject)).toEqual([expect.stringContaining('was paid: 25.000 ¥')])
  })

  it('[D4.07] that the shop has let go of an order, but not of what they deleted themselves', async () => {
    const order = await orderAndHear()
    await admin.call('DELETE', `/orders/${order}`)
    const [, released] = await mailsTo(buyer, order, 2)
    expect(released?.subject).toContain('closed by the shop')
    const own = await orderOne()
    await buyer.call('DELETE', `/orders/${own}`)
    const { rows } = await sql`select kind from order_mail where order_id = ${own}`.execute(shop.db)
    expect(rows).toEqual([{ kind: 'placed' }])
  })

  it('that an order has expired, with the way to order again', async () => {
    const order = await orderAndHear()
    shop.passTime(48 * 3600_000 + 1000)
    await expireOrders(shop.system, orderPayments(shop.payment))
    admin = await signIn(shop, admin.email)
    buyer = await signIn(shop, buyer.email)
    const [, expired] = await mailsTo(buyer, order, 2)
    expect(expired?.links[0]).toContain('/purchase/')
  })

  it('[D4.27] of money that came too late and went back, and so do the admins', async () => {
    const order = await orderAndHear()
    const payment = await openPayment(buyer, order)
    await sql`update payment_intent set state = 'canceled' where id = ${payment.intentId}`.execute(shop.db)
    await buyer.call('DELETE', `/orders/${order}`)
    await payWithCard(shop, payment)
    expect((await mailsTo(buyer, order, 2))[1]?.subject).toContain('25.000 ¥ sent back')
    const [told] = await mailsTo(admin, order, 1)
    expect(told?.links).toEqual([`${shop.address}/dashboard/allOrders/${order}`])
  })
})

describe('an address that nobody has confirmed', () => {
  const claim = 'CLAIM your prize at https://evil.example'

  it('gets no word of whoever typed it: not of an order, of a reset, of a change (finding 31)', async () => {
    const email = 'stranger@example.com'
    const account = { email, password: 'a long test password', name: claim }
    await request(`${shop.address}/identity/sign-up/email`, 'POST', account)
    const sender = await signIn(shop, email)
    await sender.call('POST', '/orders', orderOf(await createTool(shop), 1, { address: claim, company: claim }))
    await sender.call('POST', '/password-reset', { email })
    const other = 'another-stranger@example.com'
    await sender.call('POST', '/email', { email: other, password: account.password })
    const mails = await Promise.all([
      mailTo(shop, email, /^Order/),
      mailTo(shop, email, /^A new password/),
      mailTo(shop, other, /^Your new email/),
    ])
    for (const { text, html } of mails) {
      expect(text.startsWith('Hello,\n')).toBe(true)
      expect(text + html).not.toContain('CLAIM')
    }
  })
})

describe('the drain', () => {
  const letterhead = { name: 'Tappet', logoUrl: undefined, wordsFor: () => undefined }
  const head = { letterhead, publicUrl: () => 'https://shop.example' }
  const nothingWaits = () =>
    eventually(
      async () => (await sql`select from order_mail where queued_at is null`.execute(shop.db)).rows.length,
      count => count === 0,
    )

  it('run 8 times at once hands each mail over once', async () => {
    const orders = await Promise.all(Array.from({ length: 12 }, () => orderOne('Bulb')))
    await Promise.all(Array.from({ length: 8 }, () => drainOrderMail(shop.system, head)))
    // The shop's own run may still hold some.
    await nothingWaits()
    const { rows } = await sql`
      select count(*) as jobs from pgboss.job join orders on job.data ->> 'subject' like 'Order ' || number || ':%'
      where job.name = 'mail' and orders.id = any(${orders}::uuid[])`.execute(shop.db)
    expect(rows).toEqual([{ jobs: 12 }])
  })

  it('that dies before its end has sent nothing, and the next one sends all', async () => {
    const order = await orderOne('Bulb')
    await nothingWaits()
    await sql`update order_mail set queued_at = null where order_id = ${order}`.execute(shop.db)
    const broken = { ...head, publicUrl: () => { throw new Error('cut off') } } // prettier-ignore
    await expect(drainOrderMail(shop.system, broken)).rejects.toThrow('cut off')
    const waiting = await sql`select from order_mail where queued_at is null`.execute(shop.db)
    expect(waiting.rows).toHaveLength(1)
    await drainOrderMail(shop.system, head)
    expect(await mailsTo(buyer, order, 2)).toHaveLength(2)
  })

  it('tells an address that nobody has confirmed of one order a day, however many are placed and deleted', async () => {
    const stranger = await createPerson(shop)
    await sql`update account set email_verified = false where id = ${stranger.accountId}`.execute(shop.db)
    const tool = await createTool(shop)
    const orders: string[] = []
    for (let count = 0; count < 3; count++) {
      const order = await placeOrder(stranger, tool)
      await stranger.call('DELETE', `/orders/${order}`)
      orders.push(order)
    }
    const written = async () => {
      const { rows } = await sql<{ id: string }>`
        select id from order_mail where order_id = any(${orders}::uuid[]) and queued_at is null`.execute(shop.db)
      return rows.length
    }
    await eventually(written, count => count === 0)
    await mailsTo(stranger, orders[0] ?? '', 1)
    const { rows } = await sql`
      select id from pgboss.job where name = 'mail' and data ->> 'to' = ${stranger.email}`.execute(shop.db)
    expect(rows).toHaveLength(1)
    await sql`
      update orders set placed_at = placed_at - interval '1 day' where id = any(${orders}::uuid[])`.execute(shop.db)
    await mailsTo(stranger, await placeOrder(stranger, tool), 1)
  })

  it('writes to nobody whose account is gone', async () => {
    const order = await orderOne('Bulb')
    await mailsTo(buyer, order, 1)
    await sql`update orders set account_id = null where id = ${order}`.execute(shop.db)
    await sql`update order_mail set queued_at = null where order_id = ${order}`.execute(shop.db)
    await drainOrderMail(shop.system, head)
    expect(await mailsTo(buyer, order, 1)).toHaveLength(1)
    const { rows } = await sql`select from order_mail where queued_at is null`.execute(shop.db)
    expect(rows).toEqual([])
  })
})
