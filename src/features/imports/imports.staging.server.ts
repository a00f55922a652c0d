import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#platform/context'
import { stagingColumns } from './imports.rows.rules.ts'
import { type ProblemCode, rowKinds } from './imports.rules.ts'

/** The tables of one import: what was read, and what was worked out of it. */
export const stagedTables = [
  ...rowKinds,
  'part_ref',
  'part_plan',
  'number_plan',
  'replace_plan',
  'vehicle_ref',
  'vehicle_plan',
  'fitment_plan',
] as const
type StagedTable = (typeof stagedTables)[number]

/** A staging table's name, for a statement. Numbers are the database's own, so nothing foreign gets into it. */
export const staged = (table: StagedTable, number: number): RawBuilder<unknown> => sql.raw(stagedName(table, number))

export function stagedName(table: StagedTable, number: number): string {
  if (!Number.isSafeInteger(number)) throw new Error(`no number of an import: ${number}`)
  return `import_staging.${table}_${number}`
}

export async function createStaging(ctx: Context, number: number): Promise<void> {
  await dropStaging(ctx, number)
  for (const kind of rowKinds) {
    await sql`create unlogged table ${staged(kind, number)} (${sql.raw(stagingColumns[kind])})`.execute(ctx.db)
  }
}

export async function dropStaging(ctx: Context, number: number): Promise<void> {
  const names = stagedTables.map(table => stagedName(table, number)).join(', ')
  await sql`drop table if exists ${sql.raw(names)}`.execute(ctx.db)
}

/** Makes a table of a query, and lets the planner know how large it has become. */
export async function makeTable(
  ctx: Context,
  { table, number }: { table: StagedTable; number: number },
  query: RawBuilder<unknown>,
): Promise<void> {
  const name = staged(table, number)
  await sql`drop table if exists ${name}`.execute(ctx.db)
  await sql`create unlogged table ${name} as ${query}`.execute(ctx.db)
  await sql`analyze ${name}`.execute(ctx.db)
}

/** Problems that are found in the database are found anew each time the plan is made. */
export const planCodes: ProblemCode[] = [
  'part-unknown',
  'part-ambiguous',
  'part-twice',
  'price-missing',
  'category-unknown',
  'stock-held',
  'gtin-taken',
  'fits-contradicted',
  'vehicle-unknown',
  'vehicle-number-implausible',
  'nothing-to-remove',
  'replaces-itself',
  'replaced-otherwise',
  'alias-twice',
]

/** What a verb of the plan needs to know of its import. */
export type Planned = {
  id: string
  number: number
  /** 0: the source has put nothing in yet. */
  sourceId: number
  /** Kinds of which the files say that they are all there is. */
  full: readonly string[]
  createParts: boolean
}

export async function countRows(ctx: Context, query: RawBuilder<{ count: number }>): Promise<number> {
  const { rows } = await query.execute(ctx.db)
  return rows[0]?.count ?? 0
}

/** Writes down problems that a query has found: `file` (its place), line, record, field, code, value, times. */
export async function noteProblems(ctx: Context, id: string, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with found as (${query}),
    noted as (
      insert into import_problem (import_id, file, line, record, field, code, value, times)
      select import.id, coalesce(import.files -> found.file::integer ->> 'name', ''), found.line, found.record, found.field, found.code,
        left(found.value, 400), found.times
      from found, import where import.id = ${id}
      order by found.file, found.line limit greatest(0, ${problemsMost} - (select count(*) from import_problem where import_id = ${id}))
      returning times)
    select coalesce(sum(times), 0)::integer as count from found`.execute(ctx.db)
  return rows[0]?.count ?? 0
}

export const problemsMost = 100_000
