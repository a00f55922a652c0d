import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#platform/context'
import { type Person, createPerson, createTool, orderOf, placeOrder, reviewBy } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { expectLedgerToAddUp } from '#test/races/ledger'

let shop: TestShop
let admin: Person

beforeAll(async () => {
  shop = await startTestShop({ environment: { MAX_OPEN_ORDERS: '100' } })
  admin = await createPerson(shop, 'admin')
})
afterAll(async () => {
  await expectLedgerToAddUp(shop)
  await shop.close()
})

const pathOf = ({ accountId }: Person) => `/customers/${accountId}`
const notesOn = async (person: Person) => (await admin.call('GET', `${pathOf(person)}/notes`)).body
const block = (person: Person, blocked: boolean, reason = 'Does not pay: ask Mr Karim') =>
  admin.call('PUT', `${pathOf(person)}/block`, { blocked, reason })
const order = async (person: Person, key?: string) =>
  person.call('POST', '/orders', orderOf(await createTool(shop)), key === undefined ? {} : { 'idempotency-key': key })

describe('a blocked account', () => {
  it('logs in, sees its orders and pays them, places none and writes no review, until it is unblocked', async () => {
    const buyer = await createPerson(shop)
    const tool = await createTool(shop)
    const body = orderOf(tool)
    const key = newId()
    const first = await buyer.call('POST', '/orders', body, { 'idempotency-key': key })
    expect(await block(buyer, true)).toMatchObject({ status: 200, body: { modifiedCount: 1 } })
    expect(await order(buyer)).toMatchObject({ status: 409, body: { code: 'account-blocked' } })
    // Before anything that it could mend: what else is wrong is of no use to it.
    expect(await buyer.call('POST', '/orders', orderOf(tool, 5000))).toMatchObject({
      body: { code: 'account-blocked' },
    })
    expect(await buyer.call('POST', '/review', await reviewBy(buyer))).toMatchObject({
      status: 409,
      body: { code: 'account-blocked' },
    })
    // What was placed is placed: the same press once more hears so.
    expect((await buyer.call('POST', '/orders', body, { 'idempotency-key': key })).body).toEqual(first.body)
    const { price } = (await buyer.call('GET', `/orders/${first.body.insertedId}`)).body
    const orderId = first.body.insertedId
    expect((await buyer.call('POST', '/create-payment-intent', { price, orderId })).status).toBe(200)
    expect((await admin.call('GET', '/customers?blocked=yes')).body).toMatchObject([{ _id: buyer.accountId }])

    expect(await block(buyer, false, 'Has paid')).toMatchObject({ body: { modifiedCount: 1 } })
    expect((await order(buyer)).status).toBe(200)
    expect((await buyer.call('POST', '/review', await reviewBy(buyer))).status).toBe(200)
    expect(await notesOn(buyer)).toMatchObject([
      { kind: 'unblocked', text: 'Has paid', author: 'Test Person' },
      { kind: 'blocked', text: 'Does not pay: ask Mr Karim' },
    ])
  })

  it('is blocked once by two at once, and whoever orders meanwhile has ordered, or is refused', async () => {
    const buyer = await createPerson(shop)
    const tool = await createTool(shop)
    const place = () => buyer.call('POST', '/orders', orderOf(tool))
    const [one, two, ...placed] = await Promise.all([
      block(buyer, true),
      block(buyer, true),
      ...Array.from({ length: 8 }, place),
    ])
    expect(one.body.modifiedCount + two.body.modifiedCount).toBe(1)
    expect(await notesOn(buyer)).toHaveLength(1)
    for (const { status, body } of placed) if (status !== 200) expect(body.code).toBe('account-blocked')
    expect((await place()).body.code).toBe('account-blocked')
    const { rows } = await sql<{ count: number }>`
      select count(*) from orders where account_id = ${buyer.accountId}`.execute(shop.db)
    expect(rows[0]?.count).toBe(placed.filter(({ status }) => status === 200).length)
  })

  it('is none of the shop’s own people, and none that is gone; why must be said', async () => {
    expect(await block(await createPerson(shop, 'warehouse'), true)).toMatchObject({
      status: 409,
      body: { code: 'staff-not-blocked' },
    })
    const buyer = await createPerson(shop)
    expect(await block(buyer, true, '  ')).toMatchObject({ status: 400, body: { errors: [{ field: 'reason' }] } })
    expect(await admin.call('PUT', `${pathOf(buyer)}/block`, { reason: 'x' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'blocked', message: 'Say whether the account is blocked.' }] },
    })
    await buyer.call('DELETE', '/account', { email: buyer.email })
    expect(await block(buyer, true)).toMatchObject({ status: 404, body: { code: 'customer-gone' } })
  })
})

describe('notes about a customer', () => {
  const secret = 'Haggles; give her the trade price (Mrs Begum)'
  const add = (person: Person, text: string, key = newId()) =>
    admin.call('POST', `${pathOf(person)}/notes`, { text }, { 'idempotency-key': key })

  it('have author and time, are written once however often they are sent, and are read page by page', async () => {
    const buyer = await createPerson(shop)
    const [first, again] = await Promise.all([add(buyer, ` ${secret} `, 'press'), add(buyer, ` ${secret} `, 'press')])
    expect(first.body).toEqual(again.body)
    await add(buyer, 'Called back:\nall is well')
    expect(await notesOn(buyer)).toEqual([
      expect.objectContaining({ kind: 'note', text: 'Called back:\nall is well', author: 'Test Person' }),
      { _id: first.body.insertedId, kind: 'note', text: secret, author: 'Test Person', at: expect.any(String) },
    ])
    const page = await admin.call('GET', `${pathOf(buyer)}/notes?limit=1`)
    expect(page.headers.get('x-total-count')).toBe('2')
    expect(page.headers.get('link')).toContain('after=')
    const { rows } = await sql<{ action: string }>`
      select action from audit where subject_id = ${buyer.accountId} and action = 'account.noted'`.execute(shop.db)
    expect(rows).toHaveLength(2)
  })

  it('are in the copy of their data that the person may ask for, without the author, and nowhere else of theirs', async () => {
    const buyer = await createPerson(shop)
    await placeOrder(buyer, await createTool(shop))
    await add(buyer, secret)
    const { body } = await buyer.call('GET', '/account/data')
    expect(body.notes).toEqual([{ kind: 'note', text: secret, writtenAt: expect.any(String) }])
    expect((await (await createPerson(shop)).call('GET', '/account/data')).body.notes).toEqual([])
    for (const path of [`/orders?email=${buyer.email}`, `/users/myProfile?email=${buyer.email}`, '/users'])
      expect(JSON.stringify((await buyer.call('GET', path)).body)).not.toContain('Begum')
    expect((await buyer.call('GET', `${pathOf(buyer)}/notes`)).status).toBe(403)
    const { rows } = await sql`select from audit where audit::text like '%Begum%'`.execute(shop.db)
    expect(rows).toEqual([])
  })

  it('go with the customer’s account, also where one is being written; the author’s name goes with the author’s', async () => {
    const colleague = await createPerson(shop, 'admin')
    const [buyer, other] = [await createPerson(shop), await createPerson(shop)]
    await colleague.call('POST', `${pathOf(other)}/notes`, { text: 'Ring twice' })
    await colleague.call('DELETE', '/account', { email: colleague.email })
    expect(await notesOn(other)).toMatchObject([{ text: 'Ring twice', author: null }])
    const [left, ...written] = await Promise.all([
      buyer.call('DELETE', '/account', { email: buyer.email }),
      ...Array.from({ length: 5 }, () => add(buyer, secret)),
    ])
    expect(left.status).toBe(200)
    for (const { status } of written) expect([200, 404]).toContain(status)
    const { rows } = await sql`select from account_note where account_id = ${buyer.accountId}`.execute(shop.db)
    expect(rows).toEqual([])
    expect((await add(buyer, secret)).body.code).toBe('customer-gone')
  })
})
