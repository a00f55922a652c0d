import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findViolations } from '#test/faults/invariants'
import { type Person, createPerson, createTool, eventually, openPayment, orderOf, payWithCard } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { expectFields } from '#test/problems'

let shop: TestShop
let admin: Person
let buyer: Person

beforeAll(async () => {
  shop = await startTestShop({ environment: { MAX_OPEN_ORDERS: '100' } })
  admin = await createPerson(shop, 'admin')
  buyer = await createPerson(shop)
})
afterEach(async () => {
  await eventually(
    async () => (await sql`select from refund where state = 'requested'`.execute(shop.db)).rows.length,
    open => open === 0,
  )
  expect((await findViolations(shop.db)).filter(({ rule }) => !rule.startsWith('each mail'))).toEqual([])
})
afterAll(() => shop.close())

async function paidOrder(quantity: number): Promise<string> {
  const tool = await createTool(shop, { name: 'Torque wrench', price: 1000 })
  const order = (await buyer.call('POST', '/orders', orderOf(tool, quantity))).body.insertedId
  await payWithCard(shop, await openPayment(buyer, order))
  await eventually(
    async () => (await buyer.call('GET', `/orders/${order}`)).body.paid,
    paid => paid === true,
  )
  return order
}
type Parcel = { carrier?: string; tracking?: string; lines?: { position: number; quantity: number }[] }
const ship = (order: string, parcel: Parcel, key?: string) =>
  admin.call(
    'POST',
    `/orders/${order}/shipment`,
    { carrier: 'Sundarban', ...parcel },
    key === undefined ? {} : { 'idempotency-key': key },
  )
const units = (quantity: number) => [{ position: 1, quantity }]
const read = async (order: string) => (await buyer.call('GET', `/orders/${order}`)).body

async function mailsOf(order: string): Promise<string[]> {
  const { number } = await read(order)
  const { rows } = await eventually(
    () =>
      sql<{ text: string }>`
      select data ->> 'subject' || ' ' || (data ->> 'text') as text from pgboss.job
      where name = 'mail' and data ->> 'subject' like ${`Order ${number}%`} and data ->> 'text' like '%Sundarban%'
      order by created_on, id`.execute(shop.db),
    ({ rows }) => rows.length > 1,
  )
  return rows.map(row => row.text)
}

describe('an order that goes in parcels', () => {
  it('is shipped when all of its units are, and tells its customer of each parcel', async () => {
    const order = await paidOrder(5)
    expect((await ship(order, { tracking: 'S-1', lines: units(2) })).body).toEqual({ modifiedCount: 1 })
    expect(await read(order)).toMatchObject({
      fulfilmentState: 'open', carrier: null, lines: [{ quantity: 5, shipped: 2, toShip: 3 }],
      parcels: [{ carrier: 'Sundarban', tracking: 'S-1', lines: [{ position: 1, quantity: 2 }] }],
    }) // prettier-ignore
    expect((await admin.call('GET', '/allOrders?state=open')).body[0]).toMatchObject({ _id: order })
    expect((await admin.call('POST', `/orders/${order}/delivery`)).body.code).toBe('order-not-shipped')
    // Reported again, it is the same parcel.
    expect((await ship(order, { tracking: 'S-1', lines: units(2) })).body).toEqual({ modifiedCount: 0 })
    expect((await ship(order, { tracking: 'S-2', lines: units(4) })).body).toMatchObject({
      code: 'too-many-shipped',
      message: 'Only 3 of Torque wrench can still be shipped. Lower the number.',
    })
    expect((await ship(order, { tracking: 'S-2' })).body).toEqual({ modifiedCount: 1 })
    expect(await read(order)).toMatchObject({
      fulfilmentState: 'shipped', carrier: 'Sundarban', tracking: 'S-2', lines: [{ shipped: 5, toShip: 0 }],
      parcels: [{ tracking: 'S-1' }, { tracking: 'S-2', lines: [{ position: 1, quantity: 3 }] }],
    }) // prettier-ignore
    expect((await ship(order, { tracking: 'S-3', lines: units(1) })).body.code).toBe('too-many-shipped')
    const timeline = (await buyer.call('GET', `/orders/${order}/timeline`)).body
    expect(timeline.slice(2)).toMatchObject([
      { kind: 'part-shipped', note: 'Sundarban · S-1 · 2 × Torque wrench' },
      { kind: 'shipped', note: 'Sundarban · S-2 · 3 × Torque wrench' },
    ])
    const [first, second] = await mailsOf(order)
    expect(first).toContain('Part of your order has been shipped.')
    expect(first).toContain('2 × Torque wrench')
    expect(second).toContain('The rest of your order has been shipped.')
    expect(second).toContain('3 × Torque wrench')
  })

  it('has each parcel once, whoever reports it how often at once', async () => {
    const order = await paidOrder(4)
    const again = await Promise.all([1, 2, 3].map(() => ship(order, { lines: units(1) }, 'the-same-press')))
    expect(again.map(answer => answer.body)).toEqual([{ modifiedCount: 1 }, { modifiedCount: 1 }, { modifiedCount: 1 }])
    const tracked = await Promise.all([1, 2, 3].map(() => ship(order, { tracking: 'S-7', lines: units(1) })))
    expect(tracked.map(answer => answer.body.modifiedCount).toSorted()).toEqual([0, 0, 1])
    const rest = await Promise.all([
      ship(order, { tracking: 'S-8', lines: units(2) }),
      ship(order, { tracking: 'S-9', lines: units(2) }),
    ])
    expect(rest.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await read(order)).toMatchObject({ fulfilmentState: 'shipped', lines: [{ shipped: 4 }] })
    expect((await read(order)).parcels).toHaveLength(3)
  })

  it('has its parcels corrected until it is delivered', async () => {
    const order = await paidOrder(2)
    await ship(order, { tracking: 'S-1', lines: units(1) })
    await ship(order, { tracking: 'S-2' })
    const [first, second] = (await read(order)).parcels.map((parcel: { _id: string }) => parcel._id)
    const correct = (parcel: string, tracking: string) =>
      admin.call('PUT', `/orders/${order}/parcels/${parcel}`, { carrier: 'Sundarban', tracking })
    expect((await correct(first, 'S-11')).body).toEqual({ modifiedCount: 1 })
    expect((await correct(first, 'S-11')).body).toEqual({ modifiedCount: 0 })
    expect((await read(order)).tracking).toBe('S-2')
    expect((await correct(second, 'S-12')).body).toEqual({ modifiedCount: 1 })
    expect(await read(order)).toMatchObject({ tracking: 'S-12', parcels: [{ tracking: 'S-11' }, { tracking: 'S-12' }] })
    expect((await correct(order, 'S-13')).body.code).toBe('parcel-gone')
    await admin.call('POST', `/orders/${order}/delivery`)
    expect((await correct(first, 'S-14')).body.code).toBe('order-delivered')
  })

  it('is known again by a file: what has left is not sent once more', async () => {
    const order = await paidOrder(3)
    const { number } = await read(order)
    await ship(order, { tracking: 'S-1', lines: units(1) })
    const report = (tracking: string) =>
      admin.call('POST', '/shipments', { csv: `order,carrier,tracking\n${number},Sundarban,${tracking}` })
    expect((await report('S-1')).body).toMatchObject({ shipped: 0, unchanged: 1 })
    expect((await report('S-2')).body).toMatchObject({ shipped: 1 })
    for (const tracking of ['S-1', 'S-2']) expect((await report(tracking)).body).toMatchObject({ unchanged: 1 })
    expect((await report('S-3')).body).toMatchObject({ refused: 1 })
    expect((await read(order)).parcels).toHaveLength(2)
  })

  it('needs a unit in each parcel', async () => {
    const order = await paidOrder(1)
    expectFields(await ship(order, { lines: [] }), [['lines', /at least one unit/]])
    expectFields(await ship(order, { lines: units(0) }), [['lines', /at least one unit/]])
    expect((await ship(order, { lines: [{ position: 9, quantity: 1 }] })).body.code).toBe('too-many-shipped')
  })
})
