import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '#test/eventually'
import { type Person, buy, createPerson, createTool, placeOrder } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { expectFields } from '#test/problems'
import { aftermathCards, paidUnits } from '#test/sandbox/money-back'

let shop: TestShop
let admin: Person
let buyer: Person
let tool: string

beforeAll(async () => {
  shop = await startTestShop({ environment: { MAX_OPEN_ORDERS: '50' } })
  admin = await createPerson(shop, 'admin')
  buyer = await createPerson(shop)
  tool = await createTool(shop, { onHand: 1000 })
})
afterAll(() => shop.close())

type Bought = { id: string; number: string }

async function numberOf(id: string): Promise<Bought> {
  return { id, number: (await admin.call('GET', `/orders/${id}`)).body.number }
}
const paidOrder = async () => numberOf(await buy(shop, buyer, tool))
const preview = (csv: string) => admin.call('POST', '/shipments/preview', { csv })
const report = (csv: string) => admin.call('POST', '/shipments', { csv })

type Row = { number: string; outcome: string; reason: string | null }
const outcomes = ({ body }: { body: { rows: Row[] } }) => body.rows.map(({ number, outcome }) => [number, outcome])

async function noticesOf(order: string) {
  const { rows } = await sql<{ kind: string }>`
    select kind from order_event where order_id = ${order} and kind like 'ship%' order by id`.execute(shop.db)
  const mails = await sql`select from order_mail where order_id = ${order} and kind = 'shipped'`.execute(shop.db)
  return { events: rows.map(row => row.kind), mails: mails.rows.length }
}

describe('a file of shipments', () => {
  it('ships what it can, says why not of the rest, and changes nothing when it is sent again', async () => {
    const [first, second, done, other] = [await paidOrder(), await paidOrder(), await paidOrder(), await paidOrder()]
    const unpaid = await numberOf(await placeOrder(buyer, tool))
    await admin.call('POST', `/orders/${done.id}/shipment`, { carrier: 'Sundarban', tracking: 'S-3' })
    await admin.call('POST', `/orders/${other.id}/shipment`, { carrier: 'Sundarban', tracking: 'S-4' })
    const csv = [
      '\ufeffTracking number;Weight;Order number;Carrier',
      `S-1;2 kg;${first.number.toLowerCase()};Sundarban`,
      `;;${second.number};"Courier; of ""Dhaka"""`,
      `S-3;;${done.number};Sundarban`,
      `S-9;;${other.number};Sundarban`,
      `S-5;;${unpaid.number};Sundarban`,
      'S-6;;T-0;Sundarban',
      `S-7;;${first.number};`,
      'S-8;;;Sundarban',
      `S-1;;${first.number};Sundarban`,
      `S-2;;${first.number};Sundarban`,
    ].join('\r\n')
    const expected = [
      [first.number, 'shipped'],
      [second.number, 'shipped'],
      [done.number, 'unchanged'],
      [other.number, 'refused'],
      [unpaid.number, 'refused'],
      ['T-0', 'refused'],
      [first.number, 'refused'],
      ['', 'refused'],
      [first.number, 'unchanged'],
      [first.number, 'refused'],
    ]
    const looked = await preview(csv)
    expect(outcomes(looked)).toEqual(expected)
    expect(looked.body.rows.map((row: Row) => row.reason)).toEqual([
      null,
      null,
      null,
      'This order was shipped by Sundarban, S-4. If that is wrong, correct it on the order’s page.',
      'This order is not paid, so it can neither be shipped nor refunded.',
      'No order of this shop has this number. Check it.',
      'Carrier is required',
      'The order’s number is missing.',
      null,
      'This order was shipped by Sundarban, S-1. If that is wrong, correct it on the order’s page.',
    ])
    expect(await noticesOf(first.id)).toEqual({ events: [], mails: 0 })

    const sent = await report(csv)
    expect(sent.body).toEqual(looked.body)
    expect(sent.body).toMatchObject({ shipped: 2, unchanged: 2, refused: 6 })
    expect((await admin.call('GET', `/orders/${second.id}`)).body).toMatchObject({
      fulfilmentState: 'shipped',
      carrier: 'Courier; of "Dhaka"',
      tracking: null,
    })
    const again = await report(csv)
    expect(again.body).toMatchObject({ shipped: 0, unchanged: 4, refused: 6 })
    for (const { id } of [first, second]) expect(await noticesOf(id)).toEqual({ events: ['shipped'], mails: 1 })
    expect(await noticesOf(other.id)).toEqual({ events: ['shipped'], mails: 1 })
  })

  it('ships each order once, sent twice at once', async () => {
    const orders = [await paidOrder(), await paidOrder(), await paidOrder()]
    const csv = ['order,carrier', ...orders.map(order => `${order.number},Sundarban`)].join('\n')
    const answers = await Promise.all([report(csv), report(csv), report(csv)])
    const sum = (name: 'shipped' | 'unchanged') => answers.reduce((all, { body }) => all + body[name], 0)
    expect([sum('shipped'), sum('unchanged')]).toEqual([3, 6])
    for (const { id } of orders) expect(await noticesOf(id)).toEqual({ events: ['shipped'], mails: 1 })
  })

  it('ships nothing whose money the customer’s bank has taken, and nothing of which no unit is to leave', async () => {
    const { order, intentId } = await paidUnits({ shop, buyer, tool, units: 2 }, aftermathCards.disputed)
    await eventually(
      async () => (await admin.call('GET', `/orders/${order}/disputes`)).body,
      disputes => disputes.length === 1,
    )
    const [disputed, refunded] = [await numberOf(order), await paidOrder()]
    const { price } = (await admin.call('GET', `/orders/${refunded.id}`)).body
    const returned = [{ position: 1, quantity: 1 }]
    await admin.call('POST', `/orders/${refunded.id}/refunds`, { amount: price - 1, returned })
    const csv = ['order,carrier', ...[disputed, refunded].map(({ number }) => `${number},Sundarban`)].join('\n')
    const looked = await preview(csv)
    expect(looked.body.rows).toMatchObject([
      { outcome: 'refused', reason: 'The customer’s bank has taken the money of this order back. If you still want to ship it, do so on the order’s page.' },
      { outcome: 'refused', reason: 'This order has been refunded, or a refund is on its way, so do not ship it.' },
    ]) // prettier-ignore
    expect((await report(csv)).body).toEqual(looked.body)
    await sql`update dispute set status = 'won', closed_at = now() where transaction_id = ${intentId}`.execute(shop.db)
    expect((await preview(csv)).body).toMatchObject({ shipped: 1, refused: 1 })
    await sql`update dispute set status = 'lost' where transaction_id = ${intentId}`.execute(shop.db)
    expect((await report(csv)).body).toMatchObject({ shipped: 0, refused: 2 })
    // By hand it is shipped, by whoever knows why; the file knows it again.
    const byHand = { carrier: 'Sundarban' }
    expect((await admin.call('POST', `/orders/${order}/shipment`, byHand)).body).toEqual({ modifiedCount: 1 })
    expect((await report(csv)).body).toMatchObject({ unchanged: 1, refused: 1 })
  })

  it('goes on where it ended half-way', async () => {
    const orders = [await paidOrder(), await paidOrder()]
    const rows = orders.map(order => `${order.number},Sundarban`)
    await report(['order,carrier', rows[0]].join('\n'))
    expect(outcomes(await report(['order,carrier', ...rows].join('\n')))).toEqual([
      [orders[0]?.number, 'unchanged'],
      [orders[1]?.number, 'shipped'],
    ])
  })

  it.each([
    ['', /^Choose a file/],
    ['order,tracking\nT-1,S', /needs order and carrier/],
    ['order,carrier,number\nT-1,S,T-1', /^Two columns/],
    ['order,carrier\n', /no rows/],
    ['order,carrier,order no\n', /^Two columns have the same name/],
    [`order,carrier\n${'T-1,S\n'.repeat(1001)}`, /^Use at most 1000 rows/],
    ['x'.repeat(150_001), /^Use at most 1000 rows/],
  ])('that cannot be read is refused as a whole: %#', async (csv, complaint) => {
    expectFields(await preview(csv), [['csv', complaint]])
    expectFields(await report(csv), [['csv', complaint]])
  })
})
