import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#platform/context'
import { type Person, createPerson, createTool, orderOf } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { paidOrder } from '#test/sandbox/money-back'
import { eventually } from '#test/eventually'
import { expectLedgerToAddUp } from '#test/races/ledger'
import { customerSorts } from './customers.rules.ts'
import { selectCustomers } from './customers.server.ts'

let shop: TestShop
let admin: Person

beforeAll(async () => {
  shop = await startTestShop({ environment: { MAX_OPEN_ORDERS: '100' } })
  admin = await createPerson(shop, 'admin')
})
afterAll(() => shop.close())

const get = (path: string) => admin.call('GET', `/customers${path}`)

describe('what an account has bought', () => {
  it('counts with its payments and refunds, in the list and on its page', async () => {
    const buyer = await createPerson(shop)
    const { order } = await paidOrder(shop, buyer)
    await paidOrder(shop, buyer)
    await buyer.call('POST', '/orders', orderOf(await createTool(shop), 1, { company: 'Later Ltd', address: 'Dock 5' }))
    await admin.call('POST', `/orders/${order}/refunds`, { amount: '30.00' })
    await eventually(
      async () => (await get(`/${buyer.accountId}`)).body.turnover,
      turnover => turnover === 170,
    )
    expect((await get(`/${buyer.accountId}`)).body).toMatchObject({
      email: buyer.email,
      orders: 2,
      turnover: 170,
      company: 'Later Ltd',
      isStaff: false,
      blockedAt: null,
      lastPaidAt: expect.any(String),
      addresses: [
        { company: 'Later Ltd', address: 'Dock 5', orders: 1 },
        { company: 'Test Garage', address: '1 Test Lane', orders: 2 },
      ],
      lastOrders: [
        { paymentState: 'unpaid', price: expect.any(Number) },
        { paymentState: 'paid', price: 100 },
        { paymentState: 'part-refunded', price: 100 },
      ],
    })
    expect((await get(`?q=${buyer.email}`)).body).toMatchObject([{ orders: 2, turnover: 170, company: 'Later Ltd' }])
    await expectLedgerToAddUp(shop)
  })

  it('is what a count anew finds, whatever payments and refunds run at once, twice, or are taken back', async () => {
    const buyers = await Promise.all([createPerson(shop), createPerson(shop)])
    const payments = await Promise.all(
      Array.from({ length: 6 }, async (_, at) => insertPaid(buyers[at % 2]?.accountId ?? '', 1000)),
    )
    const change = fc.record({
      payment: fc.constantFrom(...payments),
      refunded: fc.integer({ min: 0, max: 1000 }),
      twice: fc.boolean(),
      isTakenBack: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async changes => {
        await Promise.all(
          changes.map(async ({ payment, refunded, twice, isTakenBack }) => {
            const db = await shop.db.startTransaction().execute()
            await sql`select from orders where id = ${payment.order} for update`.execute(db)
            for (let times = twice ? 2 : 1; times > 0; times--)
              await sql`update payment set refunded = ${refunded} where id = ${payment.id}`.execute(db)
            await (isTakenBack ? db.rollback() : db.commit()).execute()
          }),
        )
        await expectLedgerToAddUp(shop)
      }),
      { numRuns: 25 },
    )
  })
})

/** A paid order of this amount, as the database keeps it. */
async function insertPaid(accountId: string, amount: number): Promise<{ id: string; order: string }> {
  const [id, order, intent] = [newId(), newId(), `pi_${newId()}`]
  const db = await shop.db.startTransaction().execute()
  await sql`
    insert into orders (id, number, account_id, customer_name, customer_email, phone, company_name, address, currency,
      prices_include_tax, goods, shipping_net, shipping_tax_rate, shipping_tax_reason, shipping_tax, tax, total, reserved_until,
      payment_state, fulfilment_state, paid_at, released_at, released_by)
    values (${order}, ${`P-${order}`}, ${accountId}, 'Paid', 'paid@example.com', '1', 'Paid & Co', 'Paid', 'usd', false, ${amount},
      0, 0, 'Z', 0, 0, ${amount}, now(), 'paid', 'open', now(), now(), 'payment')`.execute(db)
  await sql`
    insert into payment_intent (id, provider, order_id, client_secret, amount, currency, state)
    values (${intent}, 'test', ${order}, 'x', ${amount}, 'usd', 'succeeded')`.execute(db)
  await sql`
    insert into payment (id, kind, provider, transaction_id, amount, allocated, currency, paid_at)
    values (${id}, 'card', 'test', ${intent}, ${amount}, ${amount}, 'usd', now())`.execute(db)
  await sql`insert into payment_allocation (payment_id, order_id, amount) values (${id}, ${order}, ${amount})`.execute(
    db,
  )
  await db.commit().execute()
  return { id, order }
}

describe('the list of customers', () => {
  it.each([...customerSorts])('sorted by %s, leads past every account once, in its order', async sort => {
    const { rows } = await sql<{ id: string; since: number; turnover: number; orders: number }>`
      select id, row_number() over (order by id) as since, turnover, orders
      from account join account_sales on account_id = id`.execute(shop.db)
    const key = sort.replace('-', '') as 'since' | 'turnover' | 'orders'
    const valueOf = new Map(rows.map(row => [row.id, row[key]]))
    const seen: string[] = []
    let query: string | undefined = `?limit=2&sort=${sort}`
    while (query !== undefined) {
      const { body, headers } = await get(query)
      expect(headers.get('x-total-count')).toBe(String(rows.length))
      seen.push(...body.map((customer: { _id: string }) => customer._id))
      query = /\?[^>]*/.exec(headers.get('link') ?? '')?.[0]
    }
    expect(new Set(seen).size).toBe(rows.length)
    expect(seen).toHaveLength(rows.length)
    const values = seen.map(id => valueOf.get(id) ?? Number.NaN)
    expect(values).toEqual(values.toSorted((a, b) => (sort.startsWith('-') ? b - a : a - b)))
  })

  it('finds by name, email, company and order number, in any case, and takes % as it is', async () => {
    const buyer = await createPerson(shop)
    const company = `Ä%_Works ${buyer.accountId.slice(-8)}`
    const placed = await buyer.call('POST', '/orders', orderOf(await createTool(shop), 1, { company }))
    const idsFor = async (q: string) =>
      (await get(`?q=${encodeURIComponent(q)}`)).body.map(({ _id }: { _id: string }) => _id)
    for (const q of [buyer.email.toUpperCase(), company.toLowerCase(), placed.body.number])
      expect(await idsFor(q)).toEqual([buyer.accountId])
    expect(await idsFor('Test Person')).toContain(buyer.accountId)
    expect(await idsFor('%')).toEqual([buyer.accountId])
    expect(await idsFor('nobody has this')).toEqual([])
  })

  it('refuses the place of a list in another order, and an order that there is not', async () => {
    const other = `?sort=-turnover&after=${newId()}`
    expect(await get(other)).toMatchObject({ status: 400, body: { errors: [{ field: 'after' }] } })
    expect(await get(`?after=5_${newId()}`)).toMatchObject({ status: 400, body: { errors: [{ field: 'after' }] } })
    expect(await get('?sort=name')).toMatchObject({ status: 400 })
    expect(await get(`/${newId()}`)).toMatchObject({ status: 404, body: { code: 'customer-gone' } })
  })

  it('is read from indexes where there are many', async () => {
    await sql`
      insert into account (id, issuer, subject, email, display_name, blocked_at)
      select gen_random_uuid(), 'test', n, n || '@many.example', 'One of many', case when n % 500 = 0 then now() end
      from generate_series(1, 20000) n`.execute(shop.db)
    await sql`insert into customer_name (account_id, search)
      select id, lower(display_name || ' ' || email) from account where issuer = 'test'
      on conflict do nothing`.execute(shop.db)
    await sql`update account_sales set turnover = 100 + hashtext(account_id::text)::bigint & 65535,
      orders = hashtext(account_id::text) & 255`.execute(shop.db)
    await sql`vacuum analyze account, customer_name`.execute(shop.db)
    await sql`analyze`.execute(shop.db)
    const planOf = async (query: object, sort: (typeof customerSorts)[number] = '-since', reach?: number) => {
      const { rows } = await sql<
        Record<string, string>
      >`explain ${selectCustomers(query, { sort, limit: 51, reach })}`.execute(shop.db)
      // What follows is read for each row that is shown, from too few orders for an index to pay.
      return rows
        .map(row => Object.values(row)[0])
        .join('\n')
        .split('SubPlan')[0]
    }
    for (const sort of customerSorts) {
      // In the middle.
      const value = { since: '', turnover: '30000_', orders: '128_' }[sort.replace('-', '')] ?? ''
      const plan = await planOf({ after: `${value}80000000-0000-7000-8000-000000000000` }, sort)
      expect(plan, sort).not.toMatch(/Seq Scan|Sort {2}/)
    }
    expect(await planOf({ q: '19999@many' })).toContain('account_search')
    expect(await planOf({ q: '19999@many' })).toContain('customer_name_search')
    expect(await planOf({ q: 'One of many' }, '-turnover', 500)).not.toMatch(
      /Seq Scan on (account|customer_name)|_search\b/,
    )
    expect(await planOf({ blocked: 'yes' })).toContain('account_blocked')
    await sql`delete from account where issuer = 'test'`.execute(shop.db)
  })
})
