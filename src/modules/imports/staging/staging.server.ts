import { type RawBuilder, sql } from 'kysely'
import { createHash } from 'node:crypto'
import { refuse } from '../refusals.rules.ts'
import type { Context } from '#platform/context'
import { namedColumns, stagingColumns } from '../files/rows.rules.ts'
import { type Additions, type ProblemCode, type UnlistedAct, importLimits, rowKinds } from '../import.rules.ts'

/** The tables of one import: what was read, and what was worked out of it. */
const stagedTables = [
  ...rowKinds,
  'named',
  'whole',
  'part_ref',
  'part_plan',
  'held',
  'number_plan',
  'replace_plan',
  'vehicle_ref',
  'vehicle_plan',
  'fitment_plan',
  'category_plan',
  'attribute_tree',
  'attribute_said',
  'attribute_plan',
] as const
type StagedTable = (typeof stagedTables)[number]

/** Another text for each release whose tables have other columns. */
const form = createHash('sha256')
  .update(JSON.stringify([stagingColumns, namedColumns]))
  .digest('hex')

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
  await sql`create unlogged table ${staged('named', number)} (${sql.raw(namedColumns)})`.execute(ctx.db)
  await sql`create unlogged table ${staged('whole', number)} as select ${form}::text as form`.execute(ctx.db)
}

/**
 * Whether what was read is all there. A database that crashes empties tables that are not logged and leaves them
 * standing: the one row of `whole` goes with the others. It says in which form the tables are, for another release may have made them.
 * Refuses: import-staging-gone.
 */
export async function needStaging(ctx: Context, number: number): Promise<void> {
  const { rows: tables } = await sql<{ is_there: boolean }>`
    select to_regclass(${stagedName('whole', number)}) is not null as is_there`.execute(ctx.db)
  if (!tables[0]?.is_there) throw refuse('import-staging-gone')
  const { rows } = await sql`select from ${staged('whole', number)} where form = ${form}`.execute(ctx.db)
  if (rows.length === 0) throw refuse('import-staging-gone')
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
  'part-twice-last',
  'unlisted-out-of-stock',
  'unlisted-archived',
  'unlisted-kept',
  'unlisted-unknown',
  'applications-unknown',
  'price-missing',
  'price-none',
  'price-leap',
  'price-kept',
  'category-unknown',
  'category-new',
  'category-ambiguous',
  'category-otherwise',
  'category-address-taken',
  'categories-too-many',
  'category-rows-too-many',
  'attribute-name-taken',
  'attribute-kind-differs',
  'attribute-twice',
  'attributes-too-many',
  'attribute-unknown',
  'attribute-new',
  'attribute-new-name',
  'attribute-new-taken',
  'attribute-new-unit',
  'attribute-new-room',
  'attribute-new-text',
  'attribute-left-out',
  'attribute-value',
  'picture-unknown',
  'stock-held',
  'gtin-taken',
  'fits-contradicted',
  'vehicle-unknown',
  'vehicle-number-implausible',
  'nothing-to-remove',
  'replaces-itself',
  'replaced-otherwise',
  'replaced-unclear',
  'replaced-twice',
  'alias-twice',
]

/** What a verb of the plan needs to know of its import. */
export type Planned = Additions & {
  id: string
  number: number
  /** 0: the source has put nothing in yet. */
  sourceId: number
  /** Kinds of which the files say that they are all there is. */
  full: readonly string[]
  /** Of a part that a file has more than once the last row counts. */
  takesLast: boolean
  /** What becomes of parts that the source has listed, and the files lack. */
  unlisted?: UnlistedAct
  /** Rows of each kind that name no part that can be read. */
  nameless: Record<FullKind | 'part', number>
}

export type FullKind = 'fitment' | 'number'

/**
 * Whether the files are all that the source has of applications, or of numbers. A part has many rows of these: where one names no part that can be
 * read, any may be its own.
 */
export const isWhole = ({ full, nameless }: Planned, kind: FullKind): boolean =>
  full.includes(kind) && nameless[kind] === 0

export async function countRows(ctx: Context, query: RawBuilder<{ count: number }>): Promise<number> {
  const { rows } = await query.execute(ctx.db)
  return rows[0]?.count ?? 0
}

/**
 * Writes down problems that a query has found: `file` (its place), line, record, field, code, value, times. What there is no room for is
 * one problem of each kind, so that all are counted.
 */
export async function noteProblems(ctx: Context, id: string, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with found as (${query}),
    placed as (select found.*, row_number() over (order by file, line) as place from found),
    room as (select greatest(0, ${importLimits.problems} - count(*)) as places from import_problem where import_id = ${id}),
    told as (
      select file, line, record, field, code, left(value, 400) as value, times, place from placed, room where place <= places
      union all
      select null, null, null, field, code, null, sum(times)::integer, min(place) from placed, room where place > places group by field, code),
    noted as (
      insert into import_problem (import_id, file, line, record, field, code, value, times)
      select import.id, coalesce(import.files -> told.file::integer ->> 'name', ''), line, record, field, code, value, times
      from told, import where import.id = ${id} order by place)
    select coalesce(sum(times), 0)::integer as count from found`.execute(ctx.db)
  return rows[0]?.count ?? 0
}
