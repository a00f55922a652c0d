import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testAddress } from '../access/basket.ts'
import { createTool, orderOf } from '../factories.ts'
import { eventually } from '../eventually.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import { type Asked, type Crowd, type Told, counted, startCrowd } from './crowd.ts'
import { type Somebody, createPeople } from '../shop/people.ts'
import { card, eventOf, expectBooksToAgree, expectCards } from './crowd-money.ts'
import { inTiers } from '../tiers.ts'

/** Four shop processes with sixteen connections each. */
const atOnce = 64

let shop: TestShop
let crowd: Crowd
let admins: Somebody[]
let buyer: Somebody

beforeAll(async () => {
  shop = await startTestShop()
  crowd = await startCrowd(shop)
  admins = await createPeople(shop.db, 2, 'admin')
})
beforeEach(nextBuyer)
afterEach(() => expectBooksToAgree(shop), 60_000)
afterAll(async () => {
  await crowd.stop()
  await shop.close()
})

async function nextBuyer(): Promise<void> {
  const [member] = await createPeople(shop.db, 1)
  if (member) buyer = member
}

/** Sends it to one of the processes, as the only one. */
async function ask(asked: Asked): Promise<Told> {
  const [told] = await crowd.atOnce(1, () => asked)
  if (!told) throw new Error('nobody answered')
  return told
}

/** A basket of several lines: four units of a tool first. */
async function placeOrder(): Promise<{ tool: string; order: string; price: number }> {
  const tool = await createTool(shop, { price: 800, onHand: 16 })
  const others = await Promise.all(Array.from({ length: 8 }, () => createTool(shop, { price: 100 })))
  const lines = [{ tools_id: tool, quantity: 4 }, ...others.map(tools_id => ({ tools_id, quantity: 1 }))]
  const { headers } = buyer
  await ask({ method: 'PUT', path: '/api/basket/lines', body: { lines }, headers })
  const placed = await ask({ method: 'POST', path: '/api/basket/order', body: { address: testAddress }, headers })
  const order: string = placed.body.insertedId
  return { tool, order, price: 49.9 }
}

const opening = (order: string, price: number): Asked => ({
  method: 'POST',
  path: '/api/create-payment-intent',
  body: { price, orderId: order },
  headers: buyer.headers,
})

async function orderToPay() {
  const { tool, order, price } = await placeOrder()
  const { body } = await ask(opening(order, price))
  const secret: string = body.clientSecret
  return { tool, order, secret, intentId: secret.split('_secret_')[0] ?? '' }
}

const deletion = (order: string, by: Somebody): Asked => ({
  method: 'DELETE',
  path: `/api/orders/${order}`,
  headers: by.headers,
})
const report = (order: string, intentId: string): Asked => ({
  method: 'PATCH',
  path: `/api/tools/${order}`,
  body: { tool: order, transactionId: intentId },
  headers: buyer.headers,
})

async function stateOf(order: string): Promise<string> {
  const { rows } = await sql<{ state: string }>`select payment_state as state from orders where id = ${order}`.execute(
    shop.db,
  )
  return rows[0]?.state ?? 'gone'
}

const closedState = (order: string) =>
  eventually(
    () => stateOf(order),
    state => state !== 'unpaid',
  )

describe('at four processes, an order', () => {
  inTiers({ short: 2, long: 6 }, (rounds, options) => {
    it(
      `[D4.25] is paid by 32 cards and deleted 32 times, ${rounds} rounds: paid once or cancelled once`,
      options,
      async () => {
        for (let round = 0; round < rounds; round++) {
          await nextBuyer()
          const { order, ...payment } = await orderToPay()
          const isCard = (nth: number) => Math.floor(nth / 4) % 2 === round % 2
          const answers = await crowd.atOnce(atOnce, nth => (isCard(nth) ? card(payment) : deletion(order, buyer)))
          const state = await closedState(order)
          expectCards(
            answers.filter((_, nth) => isCard(nth)),
            state === 'paid',
          )
          const deletions = answers.filter((_, nth) => !isCard(nth))
          if (state === 'paid') expect(counted(deletions)).toEqual({ '409 order-paid': 32 })
          else expect(deletions.reduce((sum, { body }) => sum + body.deletedCount, 0)).toBe(1)
        }
      },
    )
  })

  inTiers({ short: 2, long: 6 }, (rounds, options) => {
    it(`is paid while every process expires it, ${rounds} rounds: paid once or expired once`, options, async () => {
      for (let round = 0; round < rounds; round++) {
        await nextBuyer()
        const { order, ...payment } = await orderToPay()
        await sql`update orders set reserved_until = now() - interval '1 second' where id = ${order}`.execute(shop.db)
        const expire = () => Promise.all([crowd.everywhere('expire'), crowd.everywhere('expire')])
        const pay = () => crowd.atOnce(16, () => card(payment))
        const [cards] =
          round % 2 === 0
            ? await Promise.all([pay(), expire()])
            : await Promise.all([expire(), pay()]).then(both => [both[1]])
        const state = await closedState(order)
        expect(['paid', 'expired']).toContain(state)
        expectCards(cards ?? [], state === 'paid')
      }
    })
  })

  it('is one of 40 that every process expires at once: each expires once, with one letter', async () => {
    const members = await createPeople(shop.db, 8)
    const tool = await createTool(shop, { onHand: 40 })
    const placed = await crowd.atOnce(40, nth => ({
      method: 'POST',
      path: '/api/orders',
      body: orderOf(tool),
      headers: members[nth % 8]?.headers ?? {},
    }))
    const orders = placed.map(({ body }): string => body.insertedId)
    await sql`
      update orders set reserved_until = now() - interval '1 second' where id = any(${orders}::uuid[])`.execute(shop.db)
    const runs = await Promise.all([crowd.everywhere('expire'), crowd.everywhere('expire')])
    expect(runs.flat().reduce((sum, closed) => sum + closed, 0)).toBeLessThanOrEqual(40)
    const { rows } = await sql`
      select count(*) as orders, (select reserved from tool where id = ${tool}) as reserved,
        (select count(*) from order_event where order_id = any(${orders}::uuid[]) and kind = 'expired') as told,
        (select count(*) from order_mail where order_id = any(${orders}::uuid[]) and kind = 'expired') as letters
      from orders where id = any(${orders}::uuid[]) and payment_state = 'expired'`.execute(shop.db)
    expect(rows).toEqual([{ orders: 40, reserved: 0, told: 40, letters: 40 }])
  })

  it('is deleted by its owner and released by an admin, 64 times in all: once', async () => {
    const { order } = await orderToPay()
    const [admin] = admins
    const answers = await crowd.atOnce(atOnce, nth => deletion(order, (nth % 8 < 4 ? admin : buyer) ?? buyer))
    expect(counted(answers)).toEqual({ 200: 64 })
    expect(answers.reduce((sum, { body }) => sum + body.deletedCount, 0)).toBe(1)
    expect(await stateOf(order)).toBe('cancelled')
    const { rows } = await sql`
      select event.actor_kind, (select count(*) from order_mail where order_id = ${order} and kind = 'cancelled') as letters
      from order_event event where order_id = ${order} and kind = 'cancelled'`.execute(shop.db)
    expect([[{ actor_kind: 'customer', letters: 0 }], [{ actor_kind: 'admin', letters: 1 }]]).toContainEqual(rows)
  })
})

describe('at four processes, a payment', () => {
  it('[D2.32] that is opened 64 times at once is one intent with one secret', async () => {
    const { order, price } = await placeOrder()
    const answers = await crowd.atOnce(atOnce, () => opening(order, price))
    expect(counted(answers)).toEqual({ 200: 64 })
    for (const { body } of answers) expect(body).toEqual(answers[0]?.body)
    const { rows } = await sql`
      select (select count(*) from payment_intent where order_id = ${order} and state = 'live') as live,
        (select count(*) from sandbox.payment_intent
          where metadata ->> 'order_id' = ${order} and status <> 'canceled') as at_provider`.execute(shop.db)
    expect(rows).toEqual([{ live: 1, at_provider: 1 }])
  })

  it('whose event comes 64 times at once is recorded once', async () => {
    const { order, ...payment } = await orderToPay()
    expect((await ask(card(payment))).body.status).toBe('succeeded')
    const event = await eventOf(shop, payment.intentId)
    expect(counted(await crowd.atOnce(atOnce, () => event))).toEqual({ 200: 64 })
    expect(await stateOf(order)).toBe('paid')
    const { rows } = await sql`
      select count(*) as events from provider_event
      where intent_id = ${payment.intentId} and kind = 'payment_intent.succeeded'`.execute(shop.db)
    expect(rows).toEqual([{ events: 1 }])
  })

  inTiers({ short: 1, long: 4 }, (rounds, options) => {
    it(
      `[D4.24] that is reported, told of, asked about and deleted at once, ${rounds} rounds, is recorded once`,
      options,
      async () => {
        for (let round = 0; round < rounds; round++) {
          await nextBuyer()
          const { order, ...payment } = await orderToPay()
          await sql`
          update payment_intent set created_at = created_at - interval '11 minutes', checked_at = null
          where id = ${payment.intentId}`.execute(shop.db)
          expect((await ask(card(payment))).body.status).toBe('succeeded')
          const event = await eventOf(shop, payment.intentId)
          const kinds = [report(order, payment.intentId), event, deletion(order, buyer)]
          const [answers] = await Promise.all([
            crowd.atOnce(60, nth => kinds[Math.floor(nth / 4) % 3] ?? event),
            crowd.everywhere('reconcile'),
          ])
          expect(counted(answers)).toEqual({ 200: 40, '409 order-paid': 20 })
          expect(await stateOf(order)).toBe('paid')
        }
      },
    )
  })

  it('that two admins give back 64 times at once, without keys, goes back once', async () => {
    const { order, ...payment } = await orderToPay()
    await ask(card(payment))
    await closedState(order)
    const answers = await crowd.atOnce(atOnce, nth => ({
      method: 'POST',
      path: `/api/orders/${order}/refunds`,
      body: {},
      headers: admins[Math.floor(nth / 4) % 2]?.headers ?? {},
    }))
    expect(counted(answers)).toEqual({ 200: 1, '409 refund-too-much': 63 })
  })

  it('that two admins give back in parts, with units, goes back no further than it came', async () => {
    const { tool, order, ...payment } = await orderToPay()
    await ask(card(payment))
    await closedState(order)
    const answers = await crowd.atOnce(atOnce, nth => ({
      method: 'POST',
      path: `/api/orders/${order}/refunds`,
      body: { amount: 10, returned: [{ position: 1, quantity: 1 }] },
      headers: admins[Math.floor(nth / 4) % 2]?.headers ?? {},
    }))
    // 49.90 and four units came: the fifth part finds neither.
    expect(counted(answers)).toMatchObject({ 200: 4 })
    expect(Object.values(counted(answers)).reduce((sum, count) => sum + count, 0)).toBe(64)
    for (const { body } of answers.filter(({ status }) => status !== 200)) {
      expect(['refund-too-much', 'too-many-returned']).toContain(body.code)
    }
    await expectBooksToAgree(shop)
    const { rows } = await sql`select on_hand from tool where id = ${tool}`.execute(shop.db)
    expect(rows).toEqual([{ on_hand: 16 }])
  })
})

describe('at four processes, orders beside', () => {
  const change = (tool: string): Asked => ({
    method: 'PUT',
    path: `/api/tools/${tool}`,
    body: {
      name: 'Torque wrench',
      description: 'Ratchet head, calibrated.',
      price: '20.00',
      minimumQuantity: 1,
      img: 'https://example.com/tool.avif',
      version: 1,
    },
    headers: admins[0]?.headers ?? {},
  })

  it('a change of price cost the old one or the new one, all of it', async () => {
    const members = await createPeople(shop.db, 60)
    const tool = await createTool(shop, { price: 1000, onHand: 200 })
    await sql`update tool set image_url = 'https://example.com/tool.avif' where id = ${tool}`.execute(shop.db)
    const isChange = (nth: number) => nth >= 20 && nth < 24
    const placing = (nth: number): Asked => ({
      method: 'POST',
      path: '/api/orders',
      body: orderOf(tool, 2),
      headers: members[nth > 23 ? nth - 4 : nth]?.headers ?? {},
    })
    const answers = await crowd.atOnce(atOnce, nth => (isChange(nth) ? change(tool) : placing(nth)))
    // The same words four times: one changes the tool, and for the others there is nothing left to change.
    const changes = answers.filter((_, nth) => isChange(nth))
    expect(changes.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(changes.reduce((sum, { body }) => sum + body.modifiedCount, 0)).toBe(1)
    expect(counted(answers.filter((_, nth) => !isChange(nth)))).toEqual({ 200: 60 })
    const { rows } = await sql<{ unit_price: number; total: number }>`
      select distinct unit_price, total from order_line join orders on orders.id = order_id
      where tool_id = ${tool} order by 1`.execute(shop.db)
    for (const row of rows) {
      expect([
        { unit_price: 1000, total: 2990 },
        { unit_price: 2000, total: 4990 },
      ]).toContainEqual(row)
    }
  })

  it('its archiving are placed, or told that it is gone', async () => {
    const members = await createPeople(shop.db, 60)
    const tool = await createTool(shop, { onHand: 100 })
    const answers = await crowd.atOnce(atOnce, nth =>
      nth >= 20 && nth < 24
        ? { method: 'DELETE', path: `/api/tools/${tool}`, headers: admins[0]?.headers ?? {} }
        : { method: 'POST', path: '/api/orders', body: orderOf(tool), headers: members[nth % 60]?.headers ?? {} },
    )
    const archived = answers.slice(20, 24)
    expect(archived.reduce((sum, { body }) => sum + body.deletedCount, 0)).toBe(1)
    const orders = answers.filter((_, nth) => nth < 20 || nth >= 24)
    const { 200: placed = 0, '404 tool-gone': gone = 0 } = counted(orders)
    expect(placed + gone).toBe(60)
    const { rows } = await sql`select reserved from tool where id = ${tool}`.execute(shop.db)
    expect(rows).toEqual([{ reserved: placed }])
  })
})
