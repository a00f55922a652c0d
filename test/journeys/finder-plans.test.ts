import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Context, transact } from '#platform/context'
import { type TestShop, startTestShop } from '../harness.ts'
import { fillLargeCatalogue } from '../large-catalogue.ts'

/** Tables that grow with the catalogue: reading one of them from end to end is a fault, however fast it is today. */
const largeTables = ['tool', 'fitment', 'part_number', 'supersession', 'vehicle', 'search_change']

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
  ctx = { ...shop.system, db }
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
async function statementsOf(path: string, params: Record<string, string>, query: Record<string, unknown>) {
  const mounted = shop.api.find('GET', path)
  if (!mounted) throw new Error(`${path} is not mounted`)
  said = []
  const body = undefined
  const answer = await shop.api.run(mounted, ctx, { params, query, body, rawBody: undefined, headers: {} })
  return { answer, statements: said }
}

type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] }
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

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
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value))
}

async function scannedFromEndToEnd(statements: readonly CompiledQuery[]): Promise<string[]> {
  const found: string[] = []
  for (const statement of statements) {
    for (const node of (await plansOf(statement)).flatMap(nodesOf)) {
      const table = node['Relation Name']
      if (node['Node Type'] === 'Seq Scan' && table && largeTables.includes(table)) {
        found.push(`${table} in ${statement.sql}`)
      }
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
  }

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

  it('would tell of one that does', async () => {
    const statement = sql`select count(*) from tool where name like '%steel%'`.compile(ctx.db)
    expect(await scannedFromEndToEnd([statement])).toHaveLength(2)
  })
})
