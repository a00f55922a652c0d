import { sql } from 'kysely'
import { ofOrders } from '#test/shop/payments'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#platform/context'
import { expireOrders } from '../../src/modules/ordering/release/expire.server.ts'
import { orderPayments } from '../../src/modules/ordering/settlement/handlers.server.ts'
import {
  type Person,
  createPerson,
  createTool,
  openPayment,
  payWithCard,
  placeOrder,
  signIn,
  testCards,
} from '../factories.ts'
import { eventually } from '../eventually.ts'
import { type TestShop, startTestShop } from '../harness.ts'

let shop: TestShop
let buyer: Person

beforeAll(async () => {
  shop = await startTestShop()
  buyer = await createPerson(shop)
})
afterAll(() => shop.close())

const stateOf = async (order: string) => {
  const { rows } = await sql<{ payment_state: string }>`select payment_state from orders where id = ${order}`.execute(
    shop.db,
  )
  return rows[0]?.payment_state
}

/** What the three trails say of an order, in the order in which it was written. */
async function trailOf(order: string) {
  const events = await sql<{ kind: string; actor_kind: string; actor_id: string | null }>`
    select kind, actor_kind, actor_id from order_event where order_id = ${order} order by at, id`.execute(shop.db)
  const audits = await sql`
    select action, actor_kind, actor_id, before, after from audit
    where subject_kind = 'order' and subject_id = ${order} order by at, id`.execute(shop.db)
  const movements = await sql`
    select reason, on_hand_change, reserved_change, actor_kind, actor_id from stock_movement
    where order_id = ${order} order by at, id`.execute(shop.db)
  return { events: events.rows, audits: audits.rows, movements: movements.rows }
}

describe.each(['audit', 'order_event', 'stock_movement', 'refund_movement'])('the trail %s', table => {
  it.each(['update', 'delete', 'truncate'])('[D1.13] refuses to %s, whoever asks', async kind => {
    await placeOrder(await createPerson(shop), await createTool(shop))
    const count = () =>
      sql`select count(*) as count, md5(string_agg(id::text, ',' order by id)) as ids from ${sql.table(table)}`.execute(
        shop.db,
      )
    const before = (await count()).rows
    const statements = {
      update: sql`update ${sql.table(table)} set at = now()`,
      delete: sql`delete from ${sql.table(table)}`,
      truncate: sql`truncate ${sql.table(table)}`,
    }
    const statement = statements[kind as keyof typeof statements]
    await expect(statement.execute(shop.db)).rejects.toThrow(`${table} is append-only`)
    // Not even where no row would be touched: the refusal is the table's, not the row's.
    if (kind !== 'truncate') {
      await expect(sql`${statement} where id = ${newId()}`.execute(shop.db)).rejects.toThrow(`${table} is append-only`)
    }
    expect((await count()).rows).toEqual(before)
  })
})

describe('the transitions of an order', () => {
  const customer = () => ({ actor_kind: 'customer', actor_id: buyer.accountId })
  const placed = () => ({
    event: { kind: 'placed', ...customer() },
    audit: {
      action: 'order.placed',
      ...customer(),
      before: null,
      after: { number: expect.stringMatching(/^T-\d+$/), total: 7500 },
    },
    movement: { reason: 'reserved', on_hand_change: 0, reserved_change: 3, ...customer() },
  })
  const orderThree = async () => placeOrder(buyer, await createTool(shop, { price: 2500 }), 3)

  it('[D1.14 D4.20] placed: held stock, an event and a line of the trail, by the buyer', async () => {
    const order = await orderThree()
    expect(await trailOf(order)).toEqual({
      events: [placed().event],
      audits: [placed().audit],
      movements: [placed().movement],
    })
    await buyer.call('DELETE', `/orders/${order}`)
  })

  it('[D2.28] cancelled: the stock is free again, by the one who deleted it', async () => {
    const admin = await createPerson(shop, 'admin')
    const order = await orderThree()
    expect((await admin.call('DELETE', `/orders/${order}`)).body).toEqual({ deletedCount: 1 })
    const actor = { actor_kind: 'admin', actor_id: admin.accountId }
    const { events, audits, movements } = await trailOf(order)
    expect(events).toEqual([placed().event, { kind: 'cancelled', ...actor }])
    expect(audits[1]).toEqual({
      action: 'order.cancelled', ...actor, before: { paymentState: 'unpaid' }, after: { paymentState: 'cancelled' },
    }) // prettier-ignore
    expect(movements).toEqual([
      placed().movement,
      { reason: 'freed', on_hand_change: 0, reserved_change: -3, ...actor },
    ])
    // Deleting twice is deleting once, on the trail as well.
    expect((await admin.call('DELETE', `/orders/${order}`)).body).toEqual({ deletedCount: 0 })
    expect((await trailOf(order)).audits).toHaveLength(2)
  })

  it('[D1.14 D4.20] paid: the stock is sold, by the provider’s word, with every decline before it', async () => {
    const order = await orderThree()
    const payment = await openPayment(buyer, order)
    await payWithCard(shop, payment, testCards.declined)
    await eventually(
      () => trailOf(order),
      trail => trail.events.some(event => event.kind === 'card-declined'),
    )
    await payWithCard(shop, payment)
    await eventually(
      () => stateOf(order),
      state => state === 'paid',
    )
    const actor = { actor_kind: 'provider', actor_id: null }
    const { events, audits, movements } = await trailOf(order)
    expect(events).toEqual([placed().event, { kind: 'card-declined', ...actor }, { kind: 'paid', ...actor }])
    expect(audits).toHaveLength(2)
    expect(audits[1]).toEqual({
      action: 'order.paid', ...actor, before: { paymentState: 'unpaid' }, after: { paymentState: 'paid' },
    }) // prettier-ignore
    expect(movements).toEqual([
      placed().movement,
      { reason: 'sold', on_hand_change: -3, reserved_change: -3, ...actor },
    ])
    const { rows } = await sql`select amount, currency from ${ofOrders} payment where order_id = ${order}`.execute(
      shop.db,
    )
    expect(rows).toEqual([{ amount: 7500, currency: 'usd' }])
  })

  it('expired: the stock is free again, by the shop itself', async () => {
    const order = await orderThree()
    shop.passTime(48 * 3600_000 + 1000)
    await expireOrders(shop.system, orderPayments(shop.payment))
    const actor = { actor_kind: 'system', actor_id: null }
    const { events, audits, movements } = await trailOf(order)
    expect(events).toEqual([placed().event, { kind: 'expired', ...actor }])
    expect(audits[1]).toMatchObject({ action: 'order.expired', ...actor, after: { paymentState: 'expired' } })
    expect(movements[1]).toEqual({ reason: 'freed', on_hand_change: 0, reserved_change: -3, ...actor })
    buyer = await signIn(shop, buyer.email)
    const listed = await buyer.call('GET', `/orders?email=${buyer.email}`)
    expect(listed.body.at(-1)).toMatchObject({ _id: order, paymentState: 'expired', reservedUntil: null })
  })

  it('refunded: money for an order that is gone goes back, once, and each step is told', async () => {
    const order = await orderThree()
    const payment = await openPayment(buyer, order)
    // The shop takes the intent for cancelled, as after a cancellation whose answer was lost; the provider does not.
    await sql`update payment_intent set state = 'canceled' where id = ${payment.intentId}`.execute(shop.db)
    await buyer.call('DELETE', `/orders/${order}`)
    expect((await payWithCard(shop, payment)).body.status).toBe('succeeded')
    const trail = await eventually(
      () => trailOf(order),
      seen => seen.events.some(event => event.kind === 'refunded'),
    )
    expect(trail.events.map(event => event.kind)).toEqual(['placed', 'cancelled', 'refund-requested', 'refunded'])
    expect(trail.audits.map(row => (row as { action: string }).action)).toEqual([
      'order.placed', 'order.cancelled', 'payment.refund-requested', 'payment.refunded',
    ]) // prettier-ignore
    expect(trail.movements).toHaveLength(2)
    const refunds = await sql`select amount, state from refund where order_id = ${order}`.execute(shop.db)
    expect(refunds.rows).toEqual([{ amount: 7500, state: 'done' }])
    const atProvider = await sql`
      select amount_received, amount_refunded from sandbox.payment_intent where id = ${payment.intentId}`.execute(
      shop.db,
    )
    expect(atProvider.rows).toEqual([{ amount_received: 7500, amount_refunded: 7500 }])
    expect(await stateOf(order)).toBe('cancelled')
  })

  it('a request that is refused leaves nothing', async () => {
    const tool = await createTool(shop, { onHand: 2 })
    const count = () =>
      sql`select (select count(*) from audit) + (select count(*) from order_event) as rows`.execute(shop.db)
    const before = (await count()).rows
    await expect(placeOrder(buyer, tool, 3)).rejects.toThrow('not-enough-stock')
    expect((await count()).rows).toEqual(before)
  })
})

describe('a change of role', () => {
  it('[D1.14] is on the trail with what it was before', async () => {
    const admin = await createPerson(shop, 'admin')
    const { rows } = await sql`
      select action, actor_kind, before, after from audit
      where subject_kind = 'account' and subject_id = ${admin.accountId}`.execute(shop.db)
    expect(rows).toEqual([
      { action: 'account.role-changed', actor_kind: 'system', before: { role: 'customer' }, after: { role: 'admin' } },
    ])
  })
})

describe('the ledger of stock', () => {
  it('adds up to what every tool has, after all of the above', async () => {
    const { rows } = await sql`
      select tool.id from tool left join (
        select tool_id, sum(on_hand_change) as on_hand, sum(reserved_change) as reserved from stock_movement group by tool_id
      ) ledger on ledger.tool_id = tool.id
      where tool.on_hand <> coalesce(ledger.on_hand, 0) or tool.reserved <> coalesce(ledger.reserved, 0)`.execute(
      shop.db,
    )
    expect(rows).toEqual([])
  })
})
