import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#platform/database'
import { type TestShop, startTestShop } from '#test/harness'
import { fileWith, importFiles, importerOf, stageFiles } from '#test/files/imports'
import { commitImport } from './commit/commit.server.ts'
import { undoImport } from './commit/undo.server.ts'
import type { Importer } from './preview/stage.server.ts'

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  Plans?: Plan[]
}
type Explained = { text: string; plan: Plan }

/** Enough that joining each with each is more than a hundred times the work. */
const parts = 1500

let shop: TestShop
let importer: Importer
let pool: pg.Pool
let explained: Explained[] = []

/** Like `importerOf`, on connections that say the plan of each statement. */
function explaining(): Importer {
  pool = new pg.Pool({
    ...shop.pool.options,
    max: 4,
    verify(client, done) {
      client.on('notice', ({ message = '' }) => {
        const [, json] = /plan:\s*(\{.*\})\s*$/s.exec(message) ?? []
        if (json === undefined) return
        const { 'Query Text': text, Plan: plan } = JSON.parse(json)
        explained.push({ text, plan })
      })
      const settings = ['log_min_duration = 0', 'log_level = notice', 'log_format = json', 'log_analyze = on']
      // What triggers do, too: the plan of theirs was made when nothing had changed.
      const all = [...settings, 'log_timing = off', 'log_nested_statements = on']
      client.query(`load 'auto_explain'; ${all.map(one => `set auto_explain.${one};`).join(' ')}`, error =>
        done(error ?? undefined),
      )
    },
  })
  return { ...importerOf(shop), ctx: { ...shop.system, db: openDatabase(pool) }, pool }
}

/** How many rows the plan has looked at, in tables and pairs of them. */
function touched(plan: Plan): number {
  const own = plan['Relation Name'] === undefined ? 0 : plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)
  const pairs = plan['Rows Removed by Join Filter'] ?? 0
  const below = (plan.Plans ?? []).reduce((sum, one) => sum + touched(one), 0)
  return below + (own + pairs) * plan['Actual Loops']
}

/** Statements whose work grows with the square of the rows, or nearly so. */
const heavy = () =>
  explained.filter(({ plan }) => touched(plan) > 60 * parts).map(({ text, plan }) => `${touched(plan)} rows: ${text}`)

const list = (price: string) =>
  fileWith(
    ['brand,part_number,name,category,price,stock,oem']
      .concat(
        Array.from(
          { length: parts },
          (_, n) => `Kugelwerk,K-${n}-X,Bearing ${n},New > Bearings,${price},${n % 30},OE-${n}-Y`,
        ),
      )
      .join('\n'),
  )
const options = { createParts: true, createCategories: true, source: 'list' }

beforeAll(async () => {
  shop = await startTestShop()
  // What a quiet hour of PostgreSQL's own care would mend is not what this is about.
  for (const table of ['tool', 'part_number', 'import_change', 'stock_movement', 'supersession']) {
    await sql`alter table ${sql.table(table)} set (autovacuum_enabled = off)`.execute(shop.db)
  }
  importer = explaining()
  // A shop that already had an undone import of as many.
  const first = await importFiles(importerOf(shop), [await list('5.00')], options)
  await undoImport(shop.system, first.id)
}, 120_000)
afterAll(async () => {
  await pool.end()
  await shop.close()
})

/** What is done, without a statement that joins each row with each. */
async function lightly<T>(work: () => Promise<T>): Promise<T> {
  explained = []
  const result = await work()
  expect(explained.length).toBeGreaterThan(5)
  expect(heavy()).toEqual([])
  return result
}

describe('an import of many parts into a shop that had taken one back', () => {
  it('is checked, committed and undone without joining each row with each', async () => {
    const added = await lightly(async () => stageFiles(importer, [await list('5.00')], options))
    expect(added.counts).toMatchObject({ part: { added: parts }, number: { added: parts } })
    await lightly(() => commitImport(importer, added.id))
    const changed = await lightly(async () =>
      stageFiles(importer, [await list('6.00')], { ...options, source: 'prices' }),
    )
    expect(changed.counts).toMatchObject({ part: { changed: parts } })
    await lightly(() => commitImport(importer, changed.id))
    expect(await lightly(() => undoImport(importer.ctx, changed.id))).toMatchObject({ undo_left: null })
    expect(await lightly(() => undoImport(importer.ctx, added.id))).toMatchObject({ undo_left: null })
  }, 240_000)
})
