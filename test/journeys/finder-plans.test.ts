import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  fitContract,
  garageContract,
  numbersContract,
  searchContract,
  vehiclesContract,
  vinContract,
} from '#contracts/finder'
import type { Endpoint } from '#kernel/endpoint'
import type { PadAnswer } from '../../src/modules/ordering/order-pad/order-pad.contract.ts'
import { type Context, transact } from '#platform/context'
import { kindsOfNumbers } from '#services/finder'
import { createPerson } from '../factories.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import { fillLargeCatalogue } from '../finder/large-catalogue.ts'

/** Tables that grow with the catalogue: reading one of them from end to end is a fault, however fast it is today. */
const largeTables = ['tool', 'fitment', 'part_number', 'supersession', 'vehicle', 'change']

let shop: TestShop
let ctx: Context
let said: CompiledQuery[] = []
let tool: { id: string; ordinal: number; part_number: string }
let vehicles: { base: number; engine: number }

beforeAll(async () => {
  shop = await startTestShop()
  await fillLargeCatalogue(shop)
  await shop.searchIndex.catchUp()
  const db = new Kysely<Record<string, never>>({
    dialect: new PostgresDialect({ pool: shop.pool }),
    log: event => void said.push(event.query),
  })
  const account = await createPerson(shop)
  const { email, name: displayName, accountId: id } = account
  const caller = { id, sessionId: id, email, emailVerified: true, displayName, role: 'customer', permissions: [] }
  ctx = { ...shop.system, db, caller }
  const tools = await sql<typeof tool>`
    select id, ordinal, part_number from tool where ordinal = 12003`.execute(shop.db)
  const [first] = tools.rows
  if (!first) throw new Error('there is no such tool')
  tool = first
  const { rows } = await sql<typeof vehicles>`
    select base_id as base, id as engine from vehicle where base_id is not null order by id limit 1`.execute(shop.db)
  vehicles = rows[0] ?? { base: 0, engine: 0 }
})
afterAll(() => shop.close())

/** Makes a call as the network would, and returns the statements that it took. */
async function statementsOf(
  path: string,
  params: Record<string, string>,
  query: Record<string, unknown>,
  body?: unknown,
) {
  const mounted = shop.api.find(body === undefined ? 'GET' : 'POST', path)
  if (!mounted) throw new Error(`${path} is not mounted`)
  said = []
  const answer = await shop.api.run(mounted, ctx, { params, query, body, rawBody: undefined, headers: {} })
  return { answer, statements: said }
}

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: Plan[]
}
type Node = Plan & { isLimited: boolean }
const nodesOf = (plan: Plan, isLimited = false): Node[] => [
  { ...plan, isLimited },
  ...(plan.Plans ?? []).flatMap(below => nodesOf(below, plan['Node Type'] === 'Limit')),
]

/** A whole table, or a whole index of one: unless it is the first rows of an order that are taken. */
function isReadWhole(node: Node, tableOf: ReadonlyMap<string, string>): string | undefined {
  const type = node['Node Type']
  const table = node['Relation Name'] ?? tableOf.get(node['Index Name'] ?? '')
  const isWholeIndex = /^(Bitmap )?Index (Only )?Scan$/.test(type) && !node['Index Cond'] && !node.isLimited
  return table && largeTables.includes(table) && (type === 'Seq Scan' || isWholeIndex) ? table : undefined
}

async function tablesOfIndexes(): Promise<Map<string, string>> {
  const { rows } = await sql<{ index: string; table: string }>`
    select indexname as index, tablename as table from pg_indexes where schemaname = 'public'`.execute(shop.db)
  return new Map(rows.map(({ index, table }) => [index, table]))
}

/** The plan for these very values, and the one for any: a connection may come to use either. */
async function plansOf({ sql: text, parameters }: CompiledQuery): Promise<Plan[]> {
  return transact(shop.system, async ({ db }) => {
    const values = parameters.length > 0 ? `(${parameters.map(literal).join(', ')})` : ''
    const plans: Plan[] = []
    await sql.raw(`prepare looked_at as ${text}`).execute(db)
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      await sql.raw(`set local plan_cache_mode = ${mode}`).execute(db)
      const { rows } = await sql
        .raw<{ 'QUERY PLAN': { Plan: Plan }[] }>(`explain (format json) execute looked_at${values}`)
        .execute(db)
      plans.push(...rows.flatMap(row => row['QUERY PLAN'].map(({ Plan }) => Plan)))
    }
    await sql.raw('deallocate looked_at').execute(db)
    return plans
  })
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map(one => JSON.stringify(String(one))).join(',')}}`)
  if (typeof value === 'number' || typeof value === 'boolean') return pg.escapeLiteral(String(value))
  if (typeof value === 'string') return pg.escapeLiteral(value)
  throw new Error(`no literal for ${typeof value}`)
}

async function scannedFromEndToEnd(statements: readonly CompiledQuery[]): Promise<string[]> {
  const found: string[] = []
  const tableOf = await tablesOfIndexes()
  for (const statement of statements) {
    for (const node of (await plansOf(statement)).flatMap(plan => nodesOf(plan))) {
      const table = isReadWhole(node, tableOf)
      if (table) found.push(`${table} by ${node['Node Type']} in ${statement.sql}`)
    }
  }
  return found
}

type Ask = { path: string; params?: Record<string, string>; query?: Record<string, unknown> }

describe('no call of the finder reads a large table from end to end', () => {
  const asks: Record<string, () => Ask> = {
    'a number': () => ({ path: '/search', query: { q: tool.part_number } }),
    'a number of another maker': () => ({ path: '/search', query: { q: `o ${tool.ordinal} 7` } }),
    'a number with its brand': () => ({ path: '/search', query: { q: `Maker O-${tool.ordinal}-7` } }),
    'a GTIN': () => ({ path: '/search', query: { q: '4006381333931' } }),
    'the beginning of many numbers': () => ({ path: '/search', query: { q: 'LC001', sort: 'price-up' } }),
    'the first of many numbers': () => ({ path: '/search', query: { q: 'LC001' } }),
    'a later page of numbers': () => ({ path: '/search', query: { q: 'LC001', after: 'n.12003.9LC0012003' } }),
    'a number with a vehicle': () => ({
      path: '/search',
      query: { q: tool.part_number, vehicle: vehicles.base, fit: 'fits' },
    }),
    words: () => ({ path: '/search', query: { q: 'part of steel', category: 'kind-3' } }),
    'a vehicle and a category': () => ({ path: '/search', query: { vehicle: vehicles.base, category: 'kind-3' } }),
    'a vehicle with its engine': () => ({ path: '/search', query: { vehicle: vehicles.engine } }),
    'a vehicle among words': () => ({ path: '/search', query: { q: 'steel 2004 make 3 model make 34' } }),
    'does it fit': () => ({ path: '/fitment', query: { tool: tool.id, vehicle: vehicles.base } }),
    'does it fit with its engine': () => ({ path: '/fitment', query: { tool: tool.id, vehicle: vehicles.engine } }),
    'the table of fitment': () => ({ path: '/tools/:id/fitment', params: { id: tool.id }, query: { limit: 2 } }),
    'a later page of the table': () => ({
      path: '/tools/:id/fitment',
      params: { id: tool.id },
      query: { after: '3.2004.0.77' },
    }),
    'the numbers of a tool': () => ({ path: '/tools/:id/numbers', params: { id: tool.id } }),
    years: () => ({ path: '/vehicles/years' }),
    makes: () => ({ path: '/vehicles/makes', query: { year: 2004 } }),
    models: () => ({ path: '/vehicles/models', query: { year: 2004, make: 'Make 3' } }),
    engines: () => ({ path: '/vehicles/engines', query: { year: 2004, make: 'Make 3', model: 'Model Make 34' } }),
    'a vehicle by its name': () => ({
      path: '/vehicles',
      query: { year: 2004, make: 'Make 3', model: 'Model Make 34', engine: '1.0 L' },
    }),
    'a vehicle by its id': () => ({ path: '/vehicles', query: { id: vehicles.engine } }),
    'the vehicles of an account': () => ({ path: '/account/vehicles' }),
  }

  it('is asked of every call that reads', () => {
    // What a VIN says comes out of tables of its own; the vehicle that it names is looked up as those above.
    const elsewhere = ['/vin/:vin']
    const contracts = [fitContract, garageContract, numbersContract, searchContract, vehiclesContract, vinContract]
    const reading = contracts
      .flatMap(contract => Object.values<Endpoint>(contract))
      .filter(({ method }) => method === 'GET')
    const asked = Object.values(asks).map(ask => ask().path)
    expect([...new Set([...asked, ...elsewhere])].toSorted()).toEqual(reading.map(({ path }) => path).toSorted())
  })

  it.each(Object.keys(asks))('%s', async name => {
    const { path, params = {}, query = {} } = asks[name]?.() ?? { path: '' }
    const { statements } = await statementsOf(path, params, query)
    expect(statements.length).toBeGreaterThan(0)
    expect(await scannedFromEndToEnd(statements)).toEqual([])
  })

  it('takes one statement for a number, two where it was replaced, and one for a fit', async () => {
    expect((await statementsOf('/search', {}, { q: `O-${tool.ordinal}-7` })).statements).toHaveLength(1)
    expect((await statementsOf('/search', {}, { q: tool.part_number })).statements).toHaveLength(2)
    const fit = await statementsOf('/fitment', {}, { tool: tool.id, vehicle: vehicles.base })
    expect(fit.statements).toHaveLength(1)
  })

  it('takes as many statements for 500 rows of a quick order as for 10, none of them over a whole table', async () => {
    const number = (kind: number, n: number) =>
      ['LC' + String(n).padStart(7, '0'), `O-${n}-7`, `x ${n}`, `Other X-${n}`, `No such ${n}`][kind] ?? ''
    const rows = (count: number) =>
      Array.from({ length: count }, (_, n) => ({
        number: number(n % 5, 12_000 + n),
        quantity: 1,
        tools_id: n === 4 ? tool.id : undefined,
      }))
    const read = (count: number) => statementsOf('/order-pad', {}, {}, { rows: rows(count), vehicle: vehicles.base })
    const [few, many] = [await read(10), await read(500)]
    expect(many.statements.map(({ sql: text }) => text)).toEqual(few.statements.map(({ sql: text }) => text))
    // The last one is about numbers that nobody has.
    expect(many.statements).toHaveLength(7)
    expect(await scannedFromEndToEnd(many.statements)).toEqual([])
    const { added, choose, refused } = many.answer as PadAnswer
    const isUnknown = ({ code }: { code: string }) => code === 'number-unknown'
    expect(refused.filter(isUnknown)).toHaveLength(99)
    expect([...added, ...choose].flatMap(one => one.rows).length + refused.length).toBe(500)
  })

  it('takes one statement to tell as what a list’s cells are numbers of the shop, over no whole table', async () => {
    const cells = Array.from({ length: 4000 }, (_, n) => [`LC${String(12_000 + n).padStart(7, '0')}`, `No such ${n}`])
    said = []
    const kinds = await kindsOfNumbers(ctx, cells.flat())
    const statements = said
    expect(kinds.filter(({ size }) => size > 0).length).toBeGreaterThan(1000)
    expect(statements).toHaveLength(1)
    expect(await scannedFromEndToEnd(statements)).toEqual([])
  })

  it('would tell of one that does', async () => {
    const statement = sql`select count(*) from tool where name like '%steel%'`.compile(ctx.db)
    expect(await scannedFromEndToEnd([statement])).toHaveLength(2)
  })
})
