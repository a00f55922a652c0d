import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expireOrders } from '../../src/modules/ordering/release/expire.server.ts'
import { orderPayments } from '../../src/modules/ordering/settlement/handlers.server.ts'
import {
  type Answer,
  type Person,
  bearer,
  buy,
  createPerson,
  createTool,
  orderOf,
  placeOrder,
  request,
  signIn,
  signUp,
} from '../factories.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import { expectLedgerToAddUp } from './ledger.ts'

const hour = 3_600_000

/** Two servers of one shop: what one of them counts, the other has to know. */
let shop: TestShop
let second: TestShop

beforeAll(async () => {
  shop = await startTestShop()
  second = await startTestShop({ database: { url: shop.databaseUrl, drop: async () => undefined } })
})
afterAll(async () => {
  await expectLedgerToAddUp(shop)
  await second.close()
  await shop.close()
})

/** Orders of one unit each, half of them at each server, all at once. */
async function orderAtBoth(person: Person, tools: string[]): Promise<Answer[]> {
  return Promise.all(
    tools.map((tool, index) => {
      const { address } = index % 2 === 0 ? shop : second
      return request(`${address}/api/orders`, 'POST', orderOf(tool), bearer(person.token))
    }),
  )
}

function codesOf(answers: Answer[]): Record<string, number> {
  const codes: Record<string, number> = {}
  for (const { status, body } of answers) {
    const code: string = status === 200 ? 'placed' : body.code
    codes[code] = (codes[code] ?? 0) + 1
  }
  return codes
}

const tools = (count: number) => Promise.all(Array.from({ length: count }, () => createTool(shop)))
const same = (tool: string, count: number) => Array.from({ length: count }, () => tool)
const expire = (at = shop) => expireOrders(at.system, orderPayments(at.payment))

function passTime(milliseconds: number): void {
  shop.passTime(milliseconds)
  second.passTime(milliseconds)
}

describe('the limit of open orders, at two servers at once', () => {
  it('[D4.05] is five, of 20 tools or of one', async () => {
    const person = await createPerson(shop)
    expect(codesOf(await orderAtBoth(person, await tools(20)))).toEqual({ placed: 5, 'too-many-open-orders': 15 })
    const other = await createPerson(shop)
    const answers = await orderAtBoth(other, same(await createTool(shop), 20))
    expect(codesOf(answers)).toEqual({ placed: 5, 'too-many-open-orders': 15 })
  })

  it('[D4.05] is one while the email is unverified, and five from its confirmation on', async () => {
    const person = await signUp(shop, 'not-yet@example.com')
    expect(codesOf(await orderAtBoth(person, await tools(12)))).toEqual({ placed: 1, 'too-many-open-orders': 11 })
    const [refused] = await orderAtBoth(person, await tools(1))
    expect(refused?.body.message).toBe(
      'You have an unpaid order already. Pay or delete it first, or confirm your email address to hold more.',
    )
    await sql`update account set email_verified = true where id = ${person.accountId}`.execute(shop.db)
    expect(codesOf(await orderAtBoth(person, await tools(12)))).toEqual({ placed: 4, 'too-many-open-orders': 8 })
  })

  it('counts what waits for its payment: not what is paid, deleted or expired', async () => {
    const person = await createPerson(shop)
    const [paid = '', deleted = ''] = await tools(2)
    await buy(shop, person, paid)
    const order = await placeOrder(person, deleted)
    await orderAtBoth(person, await tools(4))
    expect(codesOf(await orderAtBoth(person, await tools(2)))).toEqual({ 'too-many-open-orders': 2 })
    // Deleted at both servers at once, it makes room for one.
    const removed = await Promise.all(
      [shop, second, shop, second].map(({ address }) =>
        request(`${address}/api/orders/${order}`, 'DELETE', undefined, bearer(person.token)),
      ),
    )
    expect(removed.map(({ body }) => body.deletedCount).toSorted()).toEqual([0, 0, 0, 1])
    expect(codesOf(await orderAtBoth(person, await tools(6)))).toEqual({ placed: 1, 'too-many-open-orders': 5 })
  })
})

describe('the tool of an expired order', () => {
  it('[D4.06] is not held again by the same account within the hour, while it expires and after, at once', async () => {
    const { email } = await createPerson(shop)
    const other = (await createPerson(shop)).email
    let person = await signIn(shop, email)
    const tool = await createTool(shop, { onHand: 1 })
    const [elsewhere = ''] = await tools(1)
    await placeOrder(person, tool)
    passTime(48 * hour + 1000)
    person = await signIn(shop, email)
    // Its time is up; two runs close it while its buyer asks for it again.
    const [, , ...during] = await Promise.all([
      expire().then(() => undefined),
      expire(second).then(() => undefined),
      ...Array.from({ length: 12 }, async () => (await orderAtBoth(person, [tool]))[0]),
    ])
    for (const answer of during) expect(['held-too-recently', 'not-enough-stock']).toContain(answer?.body.code)
    await expire()
    expect(codesOf(await orderAtBoth(person, same(tool, 12)))).toEqual({ 'held-too-recently': 12 })
    // Other tools are free to them, and this one to others.
    expect(codesOf(await orderAtBoth(person, [elsewhere]))).toEqual({ placed: 1 })
    const stranger = await signIn(shop, other)
    const theirs = await placeOrder(stranger, tool)
    expect((await stranger.call('DELETE', `/orders/${theirs}`)).status).toBe(200)

    passTime(hour - 60_000)
    person = await signIn(shop, email)
    expect(codesOf(await orderAtBoth(person, same(tool, 4)))).toEqual({ 'held-too-recently': 4 })
    passTime(2 * 60_000)
    expect(codesOf(await orderAtBoth(person, same(tool, 12)))).toEqual({ placed: 1, 'not-enough-stock': 11 })
  })
})

describe('a hold', () => {
  it('[D4.07] that an admin releases while its buyer deletes it and its time runs out, is freed once', async () => {
    const { email } = await createPerson(shop)
    const admin = (await createPerson(shop, 'admin')).email
    for (let round = 0; round < 5; round++) {
      const tool = await createTool(shop, { onHand: 3 })
      const order = await placeOrder(await signIn(shop, email), tool, 3)
      passTime(48 * hour + 1000)
      const [buyer, releaser] = [await signIn(shop, email), await signIn(shop, admin)]
      const [released, deleted] = await Promise.all([
        releaser.call('DELETE', `/orders/${order}`),
        buyer.call('DELETE', `/orders/${order}`),
        expire(),
        expire(second),
      ])
      for (const answer of [released, deleted]) expect([200, 409]).toContain(answer.status)
      const { rows } = await sql`
        select tool.reserved, tool.free, account.open_orders,
          (select count(*) from stock_movement where order_id = orders.id and reason = 'freed') as freed,
          (select count(*) from order_event where order_id = orders.id and kind in ('cancelled', 'expired')) as told
        from orders, tool, account
        where orders.id = ${order} and tool.id = ${tool} and account.id = orders.account_id`.execute(shop.db)
      expect(rows).toEqual([{ reserved: 0, free: 3, open_orders: 0, freed: 1, told: 1 }])
    }
  })

  it('[D4.07] of any account, also with its payment open, ends by an admin’s release, and no card pays it then', async () => {
    const person = await createPerson(shop)
    const admin = await createPerson(shop, 'admin')
    const tool = await createTool(shop, { onHand: 1 })
    const order = await placeOrder(person, tool)
    const { price } = (await person.call('GET', `/orders/${order}`)).body
    await person.call('POST', '/create-payment-intent', { price, orderId: order })
    expect((await admin.call('DELETE', `/orders/${order}`)).body).toEqual({ deletedCount: 1 })
    const { rows } = await sql`
      select status from sandbox.payment_intent where metadata ->> 'order_id' = ${order}`.execute(shop.db)
    expect(rows).toEqual([{ status: 'canceled' }])
    expect((await createPerson(shop).then(other => other.call('POST', '/orders', orderOf(tool)))).status).toBe(200)
  })
})

describe('accounts that nobody has confirmed', () => {
  const strangers = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, nth) => signUp(shop, `stranger-${Date.now()}-${nth}@example.com`)))
  const order = (person: Person, tool: string, quantity: number, at = shop) =>
    request(`${at.address}/api/orders`, 'POST', orderOf(tool, quantity), bearer(person.token))

  it('hold a quarter of a tool together, a tenth each, for an hour, at two servers at once (finding 30)', async () => {
    const tool = await createTool(shop, { onHand: 40 })
    const people = await strangers(6)
    const [first] = people
    if (!first) throw new Error('nobody signed up')
    expect((await order(first, tool, 5)).body).toMatchObject({ code: 'confirm-to-order-more', details: { most: 4 } })
    const answers = await Promise.all(people.map((one, nth) => order(one, tool, 4, nth % 2 === 0 ? shop : second)))
    expect(codesOf(answers)).toEqual({ placed: 2, 'confirm-to-order-more': 4 })
    const placed = answers.findIndex(({ status }) => status === 200)
    const { placedAt, reservedUntil } = (
      await (people[placed] ?? first).call('GET', `/orders/${answers[placed]?.body.insertedId}`)
    ).body
    expect(Date.parse(reservedUntil) - Date.parse(placedAt)).toBe(hour)
    const buyer = await createPerson(shop)
    expect((await order(buyer, tool, 32)).status).toBe(200)
  })

  it('can order a tool of which there is little, one of them at a time', async () => {
    const tool = await createTool(shop, { onHand: 3 })
    const people = await strangers(3)
    const answers = await Promise.all(people.map(one => order(one, tool, 1)))
    expect(codesOf(answers)).toEqual({ placed: 1, 'confirm-to-order-more': 2 })
    expect(answers.find(({ status }) => status !== 200)?.body.message).toContain('Confirm your email address')
  })
})

describe('a hold that is deleted', () => {
  const until = async (person: Person, id: string): Promise<number> =>
    Date.parse((await person.call('GET', `/orders/${id}`)).body.reservedUntil)

  it('counts: the next one of the same tool ends when it would have, also when both are made at once (finding 30)', async () => {
    const { email } = await createPerson(shop)
    let person = await signIn(shop, email)
    const tool = await createTool(shop)
    const first = await placeOrder(person, tool)
    const end = await until(person, first)
    passTime(40 * hour)
    person = await signIn(shop, email)
    const [, again] = await Promise.all([person.call('DELETE', `/orders/${first}`), placeOrder(person, tool)])
    expect(await until(person, again)).toBe(end)
    await person.call('DELETE', `/orders/${again}`)
    const third = await placeOrder(person, tool)
    expect(await until(person, third)).toBe(end)
    passTime(8 * hour - 5 * 60_000)
    person = await signIn(shop, email)
    await person.call('DELETE', `/orders/${third}`)
    expect(codesOf(await orderAtBoth(person, same(tool, 2)))).toEqual({ 'held-too-recently': 2 })
    expect(codesOf(await orderAtBoth(person, await tools(1)))).toEqual({ placed: 1 })
    passTime(hour)
    person = await signIn(shop, email)
    const later = await placeOrder(person, tool)
    expect((await until(person, later)) - shop.system.now().getTime()).toBeGreaterThan(47 * hour)
  })
})

describe('orders of an hour', () => {
  it('are a hundred for an account, deleted ones too, at two servers at once (finding 32)', async () => {
    const { email, accountId } = await createPerson(shop)
    let person = await signIn(shop, email)
    const first = await placeOrder(person, await createTool(shop))
    await person.call('DELETE', `/orders/${first}`)
    await sql`update account set hour_ordered = hour_ordered + 96 where id = ${accountId}`.execute(shop.db)
    expect(codesOf(await orderAtBoth(person, await tools(5)))).toEqual({ placed: 3, 'too-many-orders': 2 })
    const [refused] = await orderAtBoth(person, await tools(1))
    expect(refused).toMatchObject({ status: 429 })
    expect(refused?.body.message).toMatch(
      /^You have placed 100 orders within an hour. Place the next one in \d+ minutes.$/,
    )
    passTime(hour)
    person = await signIn(shop, email)
    expect(codesOf(await orderAtBoth(person, await tools(2)))).toEqual({ placed: 2 })
  })
})
