import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, createPerson, createTool, orderOf, placeOrder, visitor } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { type Paid, paidOrder } from '#test/sandbox/money-back'
import { eventually } from '#test/eventually'
import { reportKinds, type ReportKind } from './reports.rules.ts'
import { readReport, selectReport, writeReport } from './reports.server.ts'

let shop: TestShop
let buyer: Person
let admin: Person
let directory: string
let paid: Paid

const timeZone = 'Pacific/Auckland'

beforeAll(async () => {
  shop = await startTestShop({
    environment: { TIME_ZONE: timeZone, TAX_RATE: '19%', FREE_SHIPPING_FROM: '', MAX_OPEN_ORDERS: '100' },
  })
  directory = await mkdtemp(join(tmpdir(), 'tappet-reports-'))
  buyer = await createPerson(shop)
  admin = await createPerson(shop, 'admin')
  for (const [price, quantity] of [
    [333, 1],
    [1999, 7],
    [101, 13],
  ] as const)
    await placeOrder(buyer, await createTool(shop, { price }), quantity)
  paid = await paidOrder(shop, buyer)
  await admin.call('POST', `/orders/${paid.order}/refunds`, { amount: '30.00', reason: '=2+3' })
  await eventually(
    async () => (await admin.call('GET', `/orders/${paid.order}/refunds`)).body[0]?.state,
    state => state === 'done',
  )
})
afterAll(async () => {
  await shop.close()
  await rm(directory, { recursive: true, force: true })
})

/** The rows of a whole file by the names of its columns, as a program reads them. */
async function written(kind: ReportKind, period = {}): Promise<Record<string, string>[]> {
  const path = join(directory, `${kind}.csv`)
  const count = await writeReport(shop.system, { kind, path, ...period })
  const text = await readFile(path, 'utf8')
  expect(text.startsWith('\ufeff')).toBe(true)
  const rows: Record<string, string>[] = parse(text, { bom: true, columns: true })
  expect(rows).toHaveLength(count)
  return rows
}

const minor = (amount = '') => Math.round(Number(amount) * 100)
const sum = (rows: Record<string, string>[], column: string) => rows.reduce((sum, row) => sum + minor(row[column]), 0)

describe('the files of the business', () => {
  it('agree: lines add up to their orders, orders to what the database holds, refunds to what payments gave back', async () => {
    const [orders, lines, payments, refunds] = await Promise.all([
      written('orders'),
      written('lines'),
      written('payments'),
      written('refunds'),
    ])
    expect(orders).toHaveLength(4)
    for (const order of orders) {
      const own = lines.filter(({ number }) => number === order['number'])
      expect(sum(own, 'gross') + minor(order['shipping_net']) + minor(order['shipping_tax'])).toBe(
        minor(order['total']),
      )
      expect(sum(own, 'tax') + minor(order['shipping_tax'])).toBe(minor(order['tax']))
    }
    expect(sum(orders, 'received')).toBe(sum(payments, 'amount'))
    expect(orders.filter(({ released }) => released).map(({ number }) => number)).toEqual([orders.at(-1)?.['number']])
    const { rows } = await sql`select sum(total)::bigint as total from orders`.execute(shop.db)
    expect(rows).toEqual([{ total: sum(orders, 'total') }])
    expect(payments).toMatchObject([{ amount: orders.at(-1)?.['total'], refunded: '30.00', currency: 'usd' }])
    expect(refunds).toMatchObject([{ amount: '30.00', reason: 'requested', number: payments[0]?.['number'] }])
    expect(orders.map(order => order['payment_state'])).toEqual(['unpaid', 'unpaid', 'unpaid', 'part-refunded'])
  })

  it('say what moved in stock, and who the customers are', async () => {
    const moved = await written('stock')
    const { rows } = await sql<{ on_hand: number; reserved: number }>`
      select sum(on_hand)::integer as on_hand, sum(reserved)::integer as reserved from tool`.execute(shop.db)
    const total = (column: string) => moved.reduce((sum, row) => sum + Number(row[column]), 0)
    expect({ on_hand: total('on_hand_change'), reserved: total('reserved_change') }).toEqual(rows[0])
    expect(await written('customers')).toContainEqual(
      expect.objectContaining({ email: buyer.email, email_confirmed: 'yes', role: 'Customer' }),
    )
  })

  it('say of a line which price list it was sold by, from how many units on, and the list price of then', async () => {
    const tool = await createTool(shop, { price: 2500 })
    const { body: group } = await admin.call('POST', '/customer-groups', { name: 'Garages' })
    await admin.call('POST', `/customer-groups/${group.insertedId}/members`, { email: buyer.email })
    const list = { name: 'Trade', gross: false, audience: 'group', group: group.insertedId }
    const { body } = await admin.call('POST', '/price-lists', list)
    await admin.call('PUT', `/price-lists/${body.insertedId}/entries/${tool}`, { tiers: [{ from: 2, price: '19.99' }] })
    await placeOrder(buyer, tool, 3)
    await placeOrder(buyer, tool, 1)
    expect((await written('lines')).slice(-2)).toMatchObject([
      { unit_price: '19.99', list_price: '25.00', price_list: 'Trade', tier_from: '2' },
      { unit_price: '25.00', list_price: '25.00', price_list: '', tier_from: '' },
    ])
  })

  it('keep names and notes as they are, and compute nothing in a spreadsheet', async () => {
    const company = 'Müller "Teile" & Söhne, Köln; 漢'
    await buyer.call('POST', '/orders', orderOf(await createTool(shop), 1, { company, purchaseOrderReference: '@cmd' }))
    const last = (await written('orders')).at(-1)
    expect(last).toMatchObject({ company, purchase_order: "'@cmd" })
    expect(await written('refunds')).toMatchObject([{ note: "'=2+3" }])
  })

  it('are refused for what is no file, no day and no period, and to those who may not have them', async () => {
    const at = (path: string) => admin.call('GET', `/reports/${path}`)
    expect(await at('secrets')).toMatchObject({ status: 400 })
    expect(await at('orders?from=2026-02-30')).toMatchObject({ status: 400, body: { errors: [{ field: 'from' }] } })
    expect(await at('orders?from=2026-02-02&to=2026-02-01')).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'to', message: 'The last day is before the first. Turn them around.' }] },
    })
    expect(await at('orders?after=9999999999999999_00000000-0000-7000-8000-000000000000_9999')).toMatchObject({
      status: 200,
      body: { rows: [], after: null },
    })
    expect((await visitor(shop).call('GET', '/reports/orders')).status).toBe(401)
  })
})

/** Orders placed at these moments, each a copy of one that somebody placed; the numbers tell them apart. */
async function copyOrders(moments: readonly string[]): Promise<void> {
  await sql`
    insert into orders (id, number, customer_name, customer_email, phone, company_name, address, currency,
      prices_include_tax, goods, shipping_net, shipping_tax_rate, shipping_tax_reason, shipping_tax, tax, total, placed_at,
      reserved_until)
    select gen_random_uuid(), 'C-' || n, 'Copy', 'copy@example.com', '1', 'Copy', 'Copy', 'usd', false, 100, 0, 0, 'Z', 0, 0,
      100, moment::timestamptz, now()
    from unnest(${moments}::text[]) with ordinality as copies (moment, n)`.execute(shop.db)
}

describe('a period', () => {
  it('has every order of its days once and no other, to the microsecond, also where clocks are turned', async () => {
    // In Auckland, clocks go back on 5 April 2026 and forward on 27 September; its days begin on the day before in UTC.
    const days = ['2026-04-03', '2026-04-04', '2026-04-05', '2026-04-06', '2026-09-26', '2026-09-27', '2026-09-28']
    const near = fc
      .tuple(fc.constantFrom(...days), fc.constantFrom('10:59:59', '11:00:00', '11:59:59', '12:00:00', '23:59:59'))
      .map(([day, time]) => `${day}T${time}`)
    const moments = fc.sample(
      fc.tuple(near, fc.constantFrom('000000', '000001', '999999')).map(([second, micros]) => `${second}.${micros}Z`),
      120,
    )
    await copyOrders(moments)
    const dayOf = new Intl.DateTimeFormat('sv-SE', { timeZone })
    const expected = Map.groupBy(
      moments.map((moment, at) => ({ number: `C-${at + 1}`, day: dayOf.format(new Date(moment)) })),
      ({ day }) => day,
    )
    const seen = new Set<string>()
    for (const [day, orders] of expected) {
      const numbers: string[] = []
      let after: string | undefined
      do {
        const page = await readReport(shop.system, 'orders', { from: day, to: day, limit: 3, after })
        expect(page.rows.length).toBeLessThanOrEqual(3)
        for (const row of page.rows) {
          numbers.push(row[0] ?? '')
          expect(row[1]?.startsWith(day)).toBe(true)
        }
        after = page.after ?? undefined
      } while (after !== undefined)
      expect(numbers.toSorted()).toEqual(orders.map(({ number }) => number).toSorted())
      for (const number of numbers) seen.add(number)
    }
    expect(seen.size).toBe(moments.length)
  })

  it('gives the lines of an order page by page, each once', async () => {
    const all = (await readReport(shop.system, 'lines', {})).rows
    const walked: string[][] = []
    let after: string | undefined
    do {
      const page = await readReport(shop.system, 'lines', { limit: 1, after })
      walked.push(...page.rows)
      after = page.after ?? undefined
    } while (after !== undefined)
    expect(walked).toEqual(all)
  })
})

describe('a shop with years behind it', () => {
  beforeAll(async () => {
    const moments = Array.from({ length: 5000 }, (_, n) => new Date(Date.UTC(2020, 0, 1, n)).toISOString())
    await sql`delete from orders where number like 'C-%'`.execute(shop.db)
    await copyOrders(moments)
    await sql`
      insert into order_line (order_id, position, tool_name, unit_price, quantity, net, tax_rate, tax_reason, tax)
      select id, 1, 'Copy', 100, 1, 100, 0, 'Z', 0 from orders where number like 'C-%'`.execute(shop.db)
    await sql`
      insert into account (id, issuer, subject, email, display_name, created_at)
      select gen_random_uuid(), 'test', n, n || '@example.com', 'Copy', moment::timestamptz
      from unnest(${moments}::text[]) with ordinality as copies (moment, n)`.execute(shop.db)
    await sql`
      insert into stock_movement (id, tool_id, reason, on_hand_change, actor_kind, at)
      select gen_random_uuid(), (select min(id::text)::uuid from tool), 'restocked', 1, 'operator', moment::timestamptz
      from unnest(${moments}::text[]) as moment`.execute(shop.db)
    await sql`analyze`.execute(shop.db)
  })

  it.each(reportKinds)('reads %s by the index of their moments', async kind => {
    const query = { from: '2020-02-01', after: '1581000000000000_00000000-0000-7000-8000-000000000000_1', limit: 101 }
    const rows = await shop.db.transaction().execute(async db => {
      // The tables of payments and refunds are too small here for an index to pay.
      await sql`set local enable_seqscan = off`.execute(db)
      return (await sql<Record<string, string>>`explain ${selectReport(shop.system, kind, query)}`.execute(db)).rows
    })
    const plan = rows.map(row => Object.values(row)[0]).join('\n')
    expect(plan).toMatch(/orders_by_placed|payment_by_day|refund_movement_by_day|account_by_day|stock_movement_by_day/)
    // Sorted is at most what has one moment: the lines of an order.
    expect(plan).not.toMatch(/(?<!Incremental )Sort {2}|Seq Scan/)
  })
})
