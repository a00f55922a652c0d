import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Context } from '#platform/context'
import { createTool } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import {
  type Number_,
  type Replaced,
  oracleOfMeaning,
  oracleOfNumbers,
  partNumber,
  plain,
  query,
  replacement,
} from '#test/finder/number-oracle'
import { fitIn, fitOfVehicle } from './fit/applications.server.ts'
import { fitsOf } from './fit/fitment.server.ts'
import { numberQueryOf } from './numbers/numbers.rules.ts'
import { resolveNumbers } from './numbers/resolve.server.ts'
import { searchNumbers } from './search/by-number.server.ts'

/**
 * Random catalogues on the real database against the plainest reading of the rules: no index, no statement, no folding by
 * patterns. Each catalogue lives in a transaction that is undone.
 */
let shop: TestShop
let source: number
let tools: { id: string; ordinal: number }[]

beforeAll(async () => {
  shop = await startTestShop()
  for (let made = 0; made < 5; made++) await createTool(shop)
  tools = (await sql<(typeof tools)[number]>`select id, ordinal from tool order by ordinal`.execute(shop.db)).rows
  const { rows } = await sql<{ id: number }>`
    insert into data_source (name, dated) values ('Test file', '2026-10-01') returning id`.execute(shop.db)
  source = rows[0]?.id ?? 0
})
afterAll(() => shop.close())

/** What the catalogues cover is asserted too, so they are the same every time. */
const seed = 20_261_121

class Undo extends Error {}

async function undone(work: (ctx: Context) => Promise<void>): Promise<void> {
  const attempt = shop.db.transaction().execute(async db => {
    await work({ ...shop.system, db })
    throw new Undo()
  })
  await attempt.catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error
  })
}

const ordinalOf = (tool: number) => tools[tool]?.ordinal ?? 0

/** `engine`: 0 is the vehicle whatever its engine. */
type Row = { tool: number; engine: number; fits: boolean; isConditional: boolean }
type Answer = 'fits' | 'fits-if' | 'does-not-fit' | 'no-data'

function oracleOfFit(rows: readonly Row[], vehicleEngine: number): Answer {
  const answerWith = (engine: number): Answer => {
    const mine = rows.filter(row => row.engine === engine && engine > 0)
    const everyones = rows.filter(row => row.engine === 0)
    const exclusion = [...mine, ...everyones].find(row => !row.fits && row.isConditional)
    for (const level of [mine, everyones]) {
      if (level.some(row => !row.fits && !row.isConditional)) return 'does-not-fit'
      if (level.some(row => row.fits && !row.isConditional)) return exclusion ? 'fits-if' : 'fits'
      if (level.some(row => row.fits)) return 'fits-if'
    }
    return 'no-data'
  }
  if (vehicleEngine > 0) return answerWith(vehicleEngine)
  // An engine that no row names is always among those that it may have.
  const possible = new Set([answerWith(99), ...rows.filter(row => row.engine > 0).map(row => answerWith(row.engine))])
  const [only] = possible
  if (possible.size === 1 && only) return only
  return possible.has('fits') || possible.has('fits-if') ? 'fits-if' : 'no-data'
}

async function makeVehicles(ctx: Context): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with made as (insert into make (name) values ('Oracle') returning id),
      named as (insert into model (make_id, name) select id, 'Model' from made returning id)
    insert into vehicle (year, model_id) select 2015, id from named returning id`.execute(ctx.db)
  const base = rows[0]?.id ?? 0
  const engines = await sql<{ id: number }>`
    with made as (insert into engine (name) values ('One'), ('Two') returning id)
    insert into vehicle (year, model_id, engine_id, base_id)
    select 2015, (select model_id from vehicle where id = ${base}), id, ${base} from made order by id returning id`.execute(
    ctx.db,
  )
  return [base, ...engines.rows.map(row => row.id)]
}

const row = fc.record({
  tool: fc.nat(4),
  engine: fc.nat(2),
  fits: fc.boolean(),
  isConditional: fc.boolean(),
})

describe('does it fit', () => {
  it('is what a plain reading of the rows says, of one tool and of all for a vehicle', async () => {
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 14 }), rows =>
        undone(async ctx => {
          const vehicles = await makeVehicles(ctx)
          for (const { tool, engine, fits, isConditional } of rows) {
            await sql`insert into fitment (vehicle_id, tool_ordinal, fits, notes, source_id)
              values (${vehicles[engine]}, ${ordinalOf(tool)}, ${fits}, ${isConditional ? ['A note'] : null}::text[],
                ${source})`.execute(ctx.db)
          }
          for (const [vehicleEngine, vehicle] of vehicles.entries()) {
            const each = await fitsOf(
              ctx,
              tools.map(({ id }) => id),
              vehicle,
            )
            const all = await fitOfVehicle(ctx, vehicle)
            for (const [tool, { id, ordinal }] of tools.entries()) {
              const expected = oracleOfFit(
                rows.filter(one => one.tool === tool),
                vehicleEngine,
              )
              seen.add(expected)
              expect(each.get(id)?.answer).toBe(expected)
              expect(fitIn(all, ordinal, false).answer).toBe(expected)
            }
          }
        }),
      ),
      { numRuns: 40, seed },
    )
    expect(seen.size).toBe(4)
  }, 180_000)
})

describe('a number', () => {
  it('leads to what a plain reading of the numbers says, in that order, and to nothing else', async () => {
    let met = 0
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(partNumber, {
          maxLength: 12,
          selector: one => [one.tool, one.kind, plain(one.value), one.brand].join('|'),
        }),
        fc.uniqueArray(replacement, { maxLength: 6, selector: one => `${one.brand}|${plain(one.from)}` }),
        fc.array(query, { maxLength: 5 }),
        (numbers, replaced, queries) =>
          undone(async ctx => {
            await fillNumbers(ctx, numbers, replaced)
            // Most of what is asked is there, and half of it in another spelling.
            const stored = [...numbers.map(one => one.value), ...replaced.map(one => one.from.toLowerCase())]
            for (const q of [...queries, ...stored]) {
              const number = numberQueryOf(q)
              if (!number) continue
              const answer = await searchNumbers(ctx, { ...plainWish, text: q }, number)
              const ids = answer?.tools.map(tool => tools.findIndex(({ id }) => id === tool._id)) ?? []
              met += ids.length
              expect(ids, q).toEqual(oracleOfNumbers(numbers, replaced, q))
            }
          }),
      ),
      { numRuns: 60, seed },
    )
    expect(met).toBeGreaterThan(100)
  }, 180_000)
})

describe('many numbers at once', () => {
  it('mean what a plain reading of each says', async () => {
    const seen = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(partNumber, {
          maxLength: 12,
          selector: one => [one.tool, one.kind, plain(one.value), one.brand].join('|'),
        }),
        fc.uniqueArray(replacement, { maxLength: 6, selector: one => `${one.brand}|${plain(one.from)}` }),
        fc.array(
          fc.record({ number: query, brand: fc.option(fc.constantFrom('Xen', 'yor', 'Zed'), { nil: undefined }) }),
          {
            maxLength: 5,
          },
        ),
        (numbers, replaced, queries) =>
          undone(async ctx => {
            await fillNumbers(ctx, numbers, replaced)
            const stored = [...numbers.map(one => one.value), ...replaced.map(one => one.from.toLowerCase())]
            const requests = [...queries, ...stored.map(number => ({ number, brand: undefined }))]
            const meanings = await resolveNumbers(ctx, requests)
            for (const [index, meaning] of meanings.entries()) {
              const placesOf = (ordinals: readonly number[]) =>
                ordinals
                  .map(ordinal => tools.findIndex(tool => tool.ordinal === ordinal))
                  .toSorted()
                  .join()
              const one = {
                tools: placesOf(meaning.tools),
                isOther: meaning.isOfOtherBrand,
                newer: meaning.replacedBy && placesOf(meaning.replacedBy.tools),
              }
              expect(one, JSON.stringify(requests[index])).toEqual(
                oracleOfMeaning(numbers, replaced, requests[index] ?? { number: '' }),
              )
              const sort = `${one.tools.split(',').length > 1 ? 'several' : one.tools ? 'one' : 'none'} ${one.isOther} ${!!one.newer}`
              seen.set(sort, (seen.get(sort) ?? 0) + 1)
            }
          }),
      ),
      { numRuns: 60, seed },
    )
    expect([...seen.keys()].toSorted()).toEqual(
      ['none', 'one', 'several']
        .flatMap(tools => [`${tools} false false`, `${tools} false true`, `${tools} true false`])
        .filter(sort => sort !== 'none true false' && sort !== 'several false true'),
    )
  }, 180_000)
})

const plainWish = {
  filters: { categories: [], brands: [], onlyInStock: false, fit: [] },
  sort: 'relevance' as const,
  after: undefined,
  limit: 24,
  vehicle: undefined,
}

async function fillNumbers(ctx: Context, numbers: readonly Number_[], replaced: readonly Replaced[]): Promise<void> {
  for (const { tool, kind, value: text, brand: owner } of numbers) {
    await sql`insert into part_number (tool_ordinal, kind, value, brand, source_id)
      values (${ordinalOf(tool)}, ${kind}, ${text}, ${owner}, ${kind === 'own' ? null : source})`.execute(ctx.db)
  }
  for (const { brand: owner, from, to } of replaced) {
    await sql`insert into supersession (brand, old_number, new_number, source_id)
      values (${owner}, ${from}, ${to}, ${source})`.execute(ctx.db)
  }
}
