import fc from 'fast-check'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '#test/eventually'
import { type Person, createPerson, createTool, placeOrder, reviewBy } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { mailTo } from '#test/mailbox'
import { paidOrder } from '#test/sandbox/money-back'
import type { Database } from '#platform/database'
import { isToPack } from '#services/ordering'
import { countBest } from './overview.server.ts'

let shop: TestShop
let owner: Person
let buyer: Person
beforeAll(async () => {
  shop = await startTestShop({ environment: { TIME_ZONE: 'Asia/Kathmandu', MAX_OPEN_ORDERS: '50' } })
  owner = await createPerson(shop, 'admin')
  buyer = await createPerson(shop)
})
afterAll(() => shop.close())

async function explain(db: Database, from: RawBuilder<unknown>): Promise<string> {
  const { rows } = await sql<Record<string, string>>`explain select from ${from} limit 1001`.execute(db)
  return rows.flatMap(row => Object.values(row)).join('\n')
}
const overview = async () => (await owner.call('GET', '/overview')).body
/** What the payments say, in minor units, whatever was counted on the way. */
async function recount() {
  const { rows } = await sql`
    select count(*)::integer as orders, coalesce(sum(amount), 0)::bigint as revenue,
      coalesce(sum(refunded), 0)::bigint as refunded from payment`.execute(shop.db)
  return rows[0]
}
const counted = async () => {
  const { rows } = await sql`
    select coalesce(sum(orders), 0)::integer as orders, coalesce(sum(revenue), 0)::bigint as revenue,
      coalesce(sum(refunded), 0)::bigint as refunded from sales_quarter`.execute(shop.db)
  return rows[0]
}

describe('what the shop sells', () => {
  it('is on the overview with the payment, less what goes back with the refund, and the customer’s turnover is the same (finding 6)', async () => {
    expect(await overview()).toMatchObject({ currency: 'usd', bestSellers: [], bestCustomers: [] })
    const { order } = await paidOrder(shop, buyer)
    const before = (await overview()).days.at(-1)
    expect(before).toMatchObject({ orders: 1, received: 100, revenue: 100, refunded: 0 })
    await owner.call('POST', `/orders/${order}/refunds`, { amount: 12.5 })
    const after = await eventually(
      async () => (await overview()).days.at(-1),
      day => day.refunded > 0,
    )
    expect(after).toEqual({ ...before, refunded: 12.5, revenue: 87.5 })
    expect((await owner.call('GET', `/customers/${buyer.accountId}`)).body.turnover).toBe(87.5)
    expect((await overview()).months.at(-1)).toMatchObject({ orders: 1, revenue: 87.5, refunded: 12.5 })
    expect(await counted()).toEqual(await recount())
  })

  it('is counted once each, however many pay at once', async () => {
    await Promise.all(Array.from({ length: 6 }, () => paidOrder(shop, buyer)))
    expect(await counted()).toEqual(await recount())
  })

  it('is added to yesterday when somebody who paid before midnight commits after it', async () => {
    const yesterday = async () => (await overview()).days.at(-2)
    const before = await yesterday()
    await sql`select count_sales(now() - interval '24 hours', 1, 700::bigint, 0)`.execute(shop.db)
    const [received, revenue] = [before.received + 7, before.revenue + 7]
    expect(await yesterday()).toEqual({ ...before, orders: before.orders + 1, received, revenue })
  })

  it('is by the days and months of the shop’s own time zone, also of quarters of an hour', async () => {
    const day = 24 * 3_600_000
    const at = fc.date({
      min: new Date(Date.now() - 300 * day),
      max: new Date(Date.now() - day),
      noInvalidDate: true,
    })
    const moments = fc.sample(fc.tuple(at, fc.integer({ min: 1, max: 100_000 })), 200)
    const alone = await startTestShop({ environment: { TIME_ZONE: 'Asia/Kathmandu' } })
    // Nepal is five hours and three quarters before UTC.
    const inNepal = (moment: Date) => new Date(moment.getTime() + 345 * 60_000).toISOString()
    try {
      for (const [moment, amount] of moments) {
        await sql`select count_sales(${moment}, 1, ${amount}::bigint, 0)`.execute(alone.db)
      }
      const expected = Map.groupBy(moments, ([moment]) => inNepal(moment).slice(0, 7))
      const admin = await createPerson(alone, 'admin')
      const { months, days } = (await admin.call('GET', '/overview')).body
      expect(months).toHaveLength(12)
      for (const { period, orders, revenue } of months) {
        const ofMonth = expected.get(period) ?? []
        const sum = ofMonth.reduce((total, [, amount]) => total + amount, 0)
        expect({ period, orders, revenue }).toEqual({ period, orders: ofMonth.length, revenue: sum / 100 })
      }
      expect(days).toHaveLength(30)
      expect(days.at(-1).period).toBe(inNepal(new Date()).slice(0, 10))
    } finally {
      await alone.close()
    }
  })
})

describe('what there is to do', () => {
  it('is counted by what it is about', async () => {
    const before = (await overview()).todo
    await placeOrder(buyer, await createTool(shop))
    await paidOrder(shop, buyer)
    await sql`update tool set low_stock_level = 1000000 where id = ${await createTool(shop)}`.execute(shop.db)
    await buyer.call('POST', '/review', await reviewBy(buyer))
    const { todo } = await overview()
    const grown = Object.keys(todo).filter(kind => todo[kind].count === before[kind].count + 1)
    expect(grown.toSorted()).toEqual(['lowStock', 'reviews', 'toShip', 'unpaid'])
    expect(todo.lateToShip.count).toBe(0)
    await sql`update orders set paid_at = paid_at - interval '3 days', released_at = released_at - interval '3 days' where fulfilment_state = 'open'`.execute(
      shop.db,
    )
    expect((await overview()).todo.lateToShip.count).toBe(todo.toShip.count)
  })

  it('is read by indexes, whatever else there is', async () => {
    await shop.db.transaction().execute(async db => {
      await sql`set local enable_seqscan = off`.execute(db)
      const read = (from: string) => explain(db, sql.raw(from))
      const toPack = await explain(db, sql`orders where ${isToPack}`)
      for (const index of ['orders_by_fulfilment', 'order_line_pkey', 'payment_allocation_of_order'])
        expect(toPack).toContain(index)
      expect(await read(`orders where payment_state = 'unpaid'`)).toMatch(/orders_(to_expire|by_payment_state|held)/)
      expect(await read('tool where is_low')).toContain('tool_low')
      expect(await read(`review where state = 'waiting'`)).toMatch(/review_(in_state|to_manage)/)
      expect(await read(`refund where state = 'failed'`)).toContain('refund_failed')
      expect(await read(`import where state = 'staged'`)).toContain('import_waiting')
    })
  })
})

it('what sells best and who buys most are counted by a job, the same however often it runs', async () => {
  const { tool } = await paidOrder(shop, buyer)
  await Promise.all([countBest(shop.system), countBest(shop.system), countBest(shop.system)])
  const { bestSellers, bestCustomers } = await overview()
  expect(bestSellers).toContainEqual({ tools_id: tool, name: 'Torque wrench', units: 4 })
  const { rows } = await sql<{ turnover: number; orders: number }>`
    select sum(amount - refunded)::bigint as turnover, count(*)::integer as orders from payment`.execute(shop.db)
  expect(bestCustomers).toEqual([
    {
      accountId: buyer.accountId,
      name: 'Test Person',
      email: buyer.email,
      orders: rows[0]?.orders,
      amount: Number(rows[0]?.turnover) / 100,
    },
  ])
})

it('a new shop says what it still needs, each by the facts', async () => {
  const empty = await startTestShop({ environment: { TAX_RATE: '19%' } })
  try {
    const admin = await createPerson(empty, 'admin')
    const done = async () =>
      (await admin.call('GET', '/first-steps')).body.flatMap((one: { step: string; isDone: boolean }) =>
        one.isDone ? [one.step] : [],
      )
    expect(await done()).toEqual(['tax'])
    await admin.call('PUT', '/settings', { settings: { SHOP_NAME: 'Bolt & Sons', CURRENCY: 'usd' } })
    await createTool(empty)
    expect(await admin.call('POST', '/test-mail')).toMatchObject({ status: 200, body: { to: admin.email } })
    await createPerson(empty, 'warehouse')
    const value = { title: 'Ours', summary: 'In our words.', text: 'As agreed.' }
    await admin.call('PUT', '/content-entries/page:terms-of-use', { value, version: 0 })
    expect(await done()).toEqual(['name', 'currency', 'tax', 'tools', 'testMail', 'team'])
    await admin.call('PUT', '/content-entries/page:privacy-policy', { value, version: 0 })
    expect(await done()).toEqual(['name', 'currency', 'tax', 'tools', 'testMail', 'legalPages', 'team'])
    const mail = await mailTo(empty, admin.email, /A test mail from Bolt & Sons/)
    expect(mail.text).toContain(empty.address)
  } finally {
    await empty.close()
  }
})
