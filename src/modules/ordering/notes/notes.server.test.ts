import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Person, createPerson, createTool, placeOrder } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'

let shop: TestShop
let admin: Person
let buyer: Person
let order: string

beforeAll(async () => {
  shop = await startTestShop()
  admin = await createPerson(shop, 'admin')
  buyer = await createPerson(shop)
  order = await placeOrder(buyer, await createTool(shop))
})
afterAll(() => shop.close())

const secret = 'Pays late; ask for the card of Mrs Begum'
const add = (text: string, key?: string) =>
  admin.call('POST', `/orders/${order}/notes`, { text }, key === undefined ? {} : { 'idempotency-key': key })
const notes = async () => (await admin.call('GET', `/orders/${order}/notes`)).body

it('notes stand on an order with author and time, oldest first, and go once', async () => {
  const [first, again] = await Promise.all([add(`  ${secret}  `, 'one-press'), add(`  ${secret}  `, 'one-press')])
  expect(again.body).toEqual(first.body)
  const second = (await add('Called back:\nall is well')).body.insertedId
  expect(await notes()).toEqual([
    { _id: first.body.insertedId, text: secret, author: 'Test Person', at: expect.any(String) },
    { _id: second, text: 'Called back:\nall is well', author: 'Test Person', at: expect.any(String) },
  ])
  const remove = () => admin.call('DELETE', `/orders/${order}/notes/${second}`)
  const counts = (await Promise.all([remove(), remove()])).map(({ body }) => body.deletedCount)
  expect(counts.toSorted()).toEqual([0, 1])
  expect(await notes()).toHaveLength(1)
  const { rows } = await sql<{ action: string }>`
    select action from audit where subject_id = ${order} and action like 'order.note%' order by id`.execute(shop.db)
  expect(rows.map(row => row.action)).toEqual(['order.noted', 'order.noted', 'order.note-removed'])
})

it('the customer sees nothing of them but in the copy of their data, without the author; the trail has no word', async () => {
  await add(secret)
  const { body } = await buyer.call('GET', '/account/data')
  const note = { kind: 'order', orderNumber: expect.any(String), text: secret, writtenAt: expect.any(String) }
  expect(body.notes).toContainEqual(note)
  for (const path of [`/orders/${order}`, `/orders/${order}/timeline`, `/orders?email=${buyer.email}`]) {
    const answer = await buyer.call('GET', path)
    expect(answer.status).toBe(200)
    expect(JSON.stringify(answer.body)).not.toContain('Begum')
  }
  for (const [method, path] of [
    ['GET', `/orders/${order}/notes`],
    ['POST', `/orders/${order}/notes`],
  ] as const) {
    expect((await buyer.call(method, path, method === 'POST' ? { text: 'x' } : undefined)).status).toBe(403)
  }
  const { rows } = await sql`select from audit where audit::text like '%Begum%'`.execute(shop.db)
  expect(rows).toEqual([])
})

it('they go with the customer’s account; the author’s name goes with the author’s', async () => {
  const colleague = await createPerson(shop, 'admin')
  const other = await createPerson(shop)
  const otherOrder = await placeOrder(other, await createTool(shop))
  await colleague.call('POST', `/orders/${otherOrder}/notes`, { text: 'Ring twice' })
  await colleague.call('POST', `/orders/${order}/notes`, { text: 'Ring thrice' })
  const leave = (person: Person) => person.call('DELETE', '/account', { email: person.email })
  expect((await leave(colleague)).status).toBe(200)
  expect((await admin.call('GET', `/orders/${otherOrder}/notes`)).body).toMatchObject([
    { text: 'Ring twice', author: null },
  ])
  await admin.call('DELETE', `/orders/${order}`)
  expect((await leave(buyer)).status).toBe(200)
  expect(await notes()).toEqual([])
})
