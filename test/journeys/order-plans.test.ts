import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, permissions } from '#kernel/access'
import type { Page } from '#kernel/endpoint'
import { type Context, transact } from '#platform/context'
import { createPerson } from '../factories.ts'
import { type TestShop, startTestShop } from '../harness.ts'

/** So many orders, most of them delivered, a year's worth of minutes apart. */
const orders = 30_000
/** Rows of orders that the first page may touch: a page, and what stands between its rows. */
const mostTouched = 600
/** Where some letters are looked for, one after the other, before an index is asked (`reachOfLetters`). */
const mostLookedThrough = 500
/** So far a list is counted, and among these stand orders that are not of it. */
const mostCounted = 2000 * 1.2

let shop: TestShop
let ctx: Context
let said: CompiledQuery[] = []

beforeAll(async () => {
  shop = await startTestShop()
  await sql`
    insert into account (id, issuer, subject, email, display_name)
    select ('00000000-0000-7000-9000-' || lpad(to_hex(n), 12, '0'))::uuid, 'plans', n::text, 'a' || n || '@today.example', 'Buyer ' || n
    from generate_series(0, 2999) as n`.execute(shop.db)
  await sql`
    insert into orders (id, account_id, number, customer_name, customer_email, phone, company_name, address, currency,
      prices_include_tax, goods, shipping_net, shipping_tax_rate, shipping_tax_reason, shipping_tax, tax, total, payment_state,
      fulfilment_state, carrier, placed_at, reserved_until, paid_at, released_at, released_by, closed_at)
    select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
      ('00000000-0000-7000-9000-' || lpad(to_hex(n % 3000), 12, '0'))::uuid, 'P-' || n, 'Buyer ' || n, 'b' || n || '@x.example',
      '1', case when n % 5000 = 7 then 'Zephyr Garage' when n % 3000 < 100 then 'Quay Garage' else 'Garage ' || n end, '-', 'usd', false, worth, 0, 0, 'Z', 0, 0, worth,
      case when is_unpaid then 'unpaid' when is_expired then 'expired' when is_cancelled then 'cancelled'
        when is_back then 'refunded' when is_part then 'part-refunded' else 'paid' end,
      case when is_unpaid or is_expired or is_cancelled then null when is_open then 'open' when is_shipped then 'shipped'
        else 'delivered' end,
      case when is_unpaid or is_expired or is_cancelled or is_open then null else 'Sundarban' end,
      timestamptz '2025-01-01' + n * interval '15 minutes', timestamptz '2025-01-03' + n * interval '15 minutes',
      case when is_released then timestamptz '2025-01-02' end, case when is_released then timestamptz '2025-01-02' end,
      case when is_released then 'payment' end,
      case when is_expired or is_cancelled then timestamptz '2025-01-02' end
    from (
      select n, 1000 + (n * 7919::bigint) % 30000 as worth, n % 300 = 1 as is_unpaid, n % 30 = 2 as is_expired, n % 30 = 3 as is_cancelled, n % 100 = 4 as is_back,
        n % 200 = 6 as is_part, n % 250 = 5 as is_open, n % 250 = 8 as is_shipped
      from generate_series(1, ${orders}::integer) as n
    ) made cross join lateral (select not (is_unpaid or is_expired or is_cancelled) as is_released) released`.execute(
    shop.db,
  )
  await sql`
    insert into order_line (order_id, position, tool_name, unit_price, quantity, net, tax_rate, tax_reason, tax)
    select id, 1, case when number like 'P-%77' then 'Zinc anode' else 'Tool ' || number end, goods, 1, goods, 0, 'Z', 0
    from orders`.execute(shop.db)
  // As the database's own care does it some time later: what waits to be put into the index of words is put there.
  await sql`vacuum analyze orders, order_line, customer_name, account`.execute(shop.db)
  const db = new Kysely<Record<string, never>>({
    dialect: new PostgresDialect({ pool: shop.pool }),
    log: event => void said.push(event.query),
  })
  const { email, name: displayName, accountId: id } = await createPerson(shop, 'admin')
  const caller: Caller = { id, sessionId: id, email, emailVerified: true, displayName, role: 'admin', permissions }
  ctx = { ...shop.system, db, caller }
}, 120_000)
afterAll(() => shop.close())

type Plan = {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

/** How many rows of a table this plan has looked at. */
function touched(plan: Plan, table: string): number {
  const below = (plan.Plans ?? []).reduce((sum, one) => sum + touched(one, table), 0)
  if (plan['Relation Name'] !== table) return below
  const passedOver = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)
  return below + (plan['Actual Rows'] + passedOver) * plan['Actual Loops']
}

function literal(value: unknown): string {
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map(one => JSON.stringify(String(one))).join(',')}}`)
  if (typeof value === 'number' || typeof value === 'string') return pg.escapeLiteral(String(value))
  throw new Error(`no literal for ${typeof value}`)
}

type Touched = { rows: number; touched: number; counted: number; totalIsMore: boolean | undefined }

/** What the statements that read the page of a list touch, and that which counts the list. */
async function pageTouches(query: Record<string, unknown>): Promise<Touched> {
  const mounted = shop.api.find('GET', '/allOrders')
  if (!mounted) throw new Error('the list is not mounted')
  said = []
  const asked = { params: {}, query, body: undefined, rawBody: undefined, headers: {} }
  const answer = await shop.api.run(mounted, ctx, asked)
  const isOfPage = ({ sql: text }: CompiledQuery) => text.includes('json_agg')
  if (!said.some(isOfPage)) throw new Error('no statement reads the page')
  const { items, totalIsMore } = answer as Page<unknown[]>
  let [read, counted] = [0, 0]
  for (const statement of said) {
    const rows = touched(await planOf(statement), 'orders')
    if (isOfPage(statement) || statement.sql.includes('named as materialized')) read += rows
    else counted += rows
  }
  return { rows: items.length, touched: read, counted, totalIsMore }
}

async function planOf(statement: CompiledQuery): Promise<Plan> {
  const plan = await transact(shop.system, async ({ db }) => {
    const { parameters } = statement
    const values = parameters.length > 0 ? `(${parameters.map(literal).join(', ')})` : ''
    await sql.raw(`prepare looked_at as ${statement.sql}`).execute(db)
    const explained = sql.raw<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      `explain (analyze, format json) execute looked_at${values}`,
    )
    const { rows } = await explained.execute(db)
    await sql.raw('deallocate looked_at').execute(db)
    return rows[0]?.['QUERY PLAN'][0]?.Plan
  })
  if (!plan) throw new Error('the statement has no plan')
  return plan
}

const states = ['open', 'shipped', 'delivered', 'unpaid', 'paid', 'part-refunded', 'refunded', 'expired', 'cancelled']

describe('the first page of all orders touches a page of them, not all', () => {
  const asks: Record<string, unknown>[] = [
    {},
    ...states.map(state => ({ state })),
    ...states.slice(3).map(payment => ({ payment })),
    { from: '2025-02-01', to: '2025-02-02' },
    { to: '2025-01-20' },
    { from: '2025-10-01' },
    { state: 'delivered', from: '2025-02-01', to: '2025-02-03' },
    { state: 'delivered', payment: 'part-refunded' },
    { least: '20', most: '20.40' },
    { least: '309.50' },
    { q: 'zephyr' },
    { q: 'garage' },
    { q: 'P-12345' },
    { q: 'b29999@x' },
    // By the address of today, which none of the ten orders has.
    { q: 'a2999@today' },
    { q: 'a2999@today', payment: 'paid', limit: 5 },
    { q: 'zephyr', payment: 'paid' },
    // A hundred customers of ten orders each, one of whom has ordered for somebody else, too.
    { q: 'quay' },
    { q: 'quay', payment: 'paid', limit: 20 },
    { numbers: 'P-5,P-29000' },
    { state: 'shipped', payment: 'expired' },
  ]
  const sorted = [
    ...asks.map(ask => ({ ...ask, sort: '-placed' })),
    ...asks.map(ask => ({ ...ask, sort: 'placed' })),
    ...[{}, { least: '20', most: '25' }, { state: 'open' }, { q: 'zephyr' }].map(ask => ({ ...ask, sort: '-total' })),
  ]
  it.each(sorted)('%o', async ask => {
    const { touched, counted } = await pageTouches(ask)
    expect(touched).toBeLessThan(mostTouched + ('q' in ask ? mostLookedThrough * 1.2 : 0))
    expect(counted).toBeLessThan(mostCounted)
  })

  it('is full of what many orders have before the index of letters is asked, which would bring them all', async () => {
    const { rows, touched, totalIsMore } = await pageTouches({ q: 'garage' })
    expect({ rows, totalIsMore }).toEqual({ rows: 50, totalIsMore: true })
    expect(touched).toBeLessThan(mostTouched)
  })

  it('counts as far as anybody reads, and says that there are more', async () => {
    const { counted, totalIsMore } = await pageTouches({})
    expect(counted).toBeLessThan(mostCounted)
    expect(totalIsMore).toBe(true)
    expect((await pageTouches({ state: 'open' })).totalIsMore).toBe(undefined)
  })

  it.each(['a2999@today', 'today.example'])(
    'looks up the accounts of the orders that it looks through alone: %s',
    async q => {
      await pageTouches({ q })
      const accounts = await Promise.all(said.map(async statement => touched(await planOf(statement), 'account')))
      expect(Math.max(...accounts)).toBeGreaterThan(0)
      expect(Math.max(...accounts)).toBeLessThan(mostCounted)
    },
  )

  it('nor does a page in the middle', async () => {
    const after = `00000000-0000-7000-8000-${(15_000).toString(16).padStart(12, '0')}`
    const { rows, touched } = await pageTouches({ after })
    expect(rows).toBe(50)
    expect(touched).toBeLessThan(mostTouched)
  })
})
