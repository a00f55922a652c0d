import { sql } from 'kysely'
import { Refusal } from '#kernel/refusals'
import { refuse } from '../refusals.rules.ts'
import { audit } from '#platform/audit'
import { type Context, transact } from '#platform/context'
import { type Columns, brokenConstraint } from '#platform/database'
import { requireRight, requireRights } from '#services/accounts'
import { commitNewAttributes } from '../plan/attributes/commit.server.ts'
import { hasTreeMoved } from '../plan/attributes/plan.server.ts'
import { commitCategoryRows, holdCategories } from '../categories/commit.server.ts'
import { haveCategoriesMoved } from '../categories/plan.server.ts'
import { commitCategories, commitNewParts, commitPartChanges, commitVehicles } from './catalogue.server.ts'
import {
  addedTables,
  commitFitment,
  commitNumbers,
  commitReplacements,
  commitUnresolved,
  markIds,
  resolveWaiting,
  rowsSince,
  spansOf,
} from './fitment.server.ts'
import { countParts, haveNumbersMoved } from '../plan/parts.server.ts'
import { keepPricesBack } from '../plan/leaps.server.ts'
import { rightsForPlan } from '../plan/rights.server.ts'
import { makePlan } from '../plan/plan.server.ts'
import { type ImportRow, plannedOf, readImport, requireYes } from '../row.server.ts'
import { type Telling, withProgress } from '../progress/progress.server.ts'
import { type Outcome, type RowKind, isRefusedWhole, noCounts } from '../import.rules.ts'
import { countTables } from '../plan/statistics.server.ts'
import { problemCounts } from '../problems/problems.server.ts'
import { holdPictures } from '../plan/pictures.server.ts'
import { countRows, dropStaging, needStaging } from '../staging/staging.server.ts'
import { commitListed } from '../plan/unlisted.server.ts'
import { type Importer, stagingLock } from '../preview/stage.server.ts'

/** Held by whoever commits or undoes: one after the other, each on what the one before has left. */
const commitLock = 7_260_026

export async function inTurn(ctx: Context): Promise<void> {
  await sql`select pg_advisory_xact_lock(${commitLock})`.execute(ctx.db)
}

/** Whether this transaction got that turn: false while anybody commits or undoes. */
export async function isTurnFree(ctx: Context): Promise<boolean> {
  const { rows } = await sql<{ is_free: boolean }>`
    select pg_try_advisory_xact_lock(${commitLock}) as is_free`.execute(ctx.db)
  return rows[0]?.is_free === true
}

/**
 * Puts a staged import into the shop, in one transaction. Done twice is done once. Refuses: import-gone,
 * import-not-staged, import-staging-gone, import-refused-whole, import-removes-too-much, import-prices-leap, import-stale,
 * not-permitted, columns-not-permitted.
 */
export async function commitImport(importer: Importer, id: string): Promise<ImportRow> {
  const commitOnce = (telling: Telling) =>
    transact(importer.ctx, async ctx => {
      await inTurn(ctx)
      const { number } = await readImport(ctx, { id })
      await sql`select pg_advisory_xact_lock(${commitLock}::integer, ${number}::integer)`.execute(ctx.db)
      await holdCategories(ctx, await readImport(ctx, { id }))
      const row = await readyToCommit(ctx, id, telling)
      if (row.state === 'committed') return row
      await requireRight(ctx, 'imports')
      await requireRights(ctx, await rightsForPlan(ctx, row))
      await sql`set local work_mem = '64MB'`.execute(ctx.db)
      const source = await ensureSource(ctx, row)
      const planned = { ...plannedOf(row), sourceId: source.id }
      const first = await markIds(ctx)
      telling.begin('committing', rowsOfSteps(row))
      await commitVehicles(ctx, planned)
      await commitCategoryRows(ctx, planned)
      await commitCategories(ctx, planned)
      await commitNewAttributes(ctx, planned)
      let parts = 0
      telling.next(async () => parts)
      await holdPictures(ctx, planned)
      await commitNewParts(ctx, planned, rows => void (parts = rows))
      // New parts come with their own numbers and their first stock.
      await countTables(ctx, parts, ['tool', 'part_number', 'stock_movement'])
      telling.next(rowsSince('part_number', first))
      const numbers = await commitNumbers(ctx, planned)
      const replaced = await commitReplacements(ctx, planned)
      telling.next(rowsSince('fitment', first))
      const fitment = await commitFitment(ctx, planned)
      telling.next(rowsSince('unresolved_fitment', first))
      const unresolved = await commitUnresolved(ctx, planned)
      const last = await markIds(ctx)
      const waiting = await resolveWaiting(ctx, id)
      const end = await markIds(ctx)
      await countTables(ctx, numbers + replaced + fitment + unresolved, ['import_change', ...addedTables])
      telling.next()
      await commitListed(ctx, planned)
      const part = await commitPartChanges(ctx, planned, row.counts?.part ?? noCounts())
      const spans = spansOf(first, last, {
        fitment,
        part_number: numbers,
        supersession: replaced,
        unresolved_fitment: unresolved,
      })
      if (waiting.rows > 0) {
        spans.fitment = { after: first.fitment, before: end.fitment, rows: fitment + waiting.rows }
      }
      if (spans.unresolved_fitment) {
        // Some of those may just have been resolved by this very import's mapping.
        const { after, before } = spans.unresolved_fitment
        spans.unresolved_fitment.rows = await countRows(
          ctx,
          sql`select count(*)::integer as count from unresolved_fitment
            where source_id = ${planned.sourceId} and id > ${after} and id < ${before}`,
        )
      }
      const sources = [...new Set([planned.sourceId, ...waiting.sources])]
      const added = { ...spans, sources, datedBefore: source.datedBefore }
      const counts = { ...row.counts, part }
      await settle(ctx, { ...row, counts }, { sourceId: planned.sourceId, added, resolved: waiting.rows })
      await dropStaging(ctx, row.number)
      return readImport(ctx, { id })
    })
  try {
    return await withProgress(importer, id, commitOnce)
  } catch (error) {
    return afterFailure(importer, id, error)
  }
}

async function afterFailure(importer: Importer, id: string, error: unknown): Promise<never> {
  if (error instanceof Refusal && ofPlan.has(error.code)) await planAnew(importer, id)
  // Somebody has given another part this number since the preview.
  if (brokenConstraint(error)) throw refuse('import-stale')
  throw error
}

const ofPlan = new Set(['import-removes-too-much', 'import-prices-leap', 'import-refused-whole'])

/** What a commit has planned went back with it: whoever has to say yes, or cannot commit any more, sees what it is about. */
function planAnew(importer: Importer, id: string): Promise<void> {
  return withProgress(importer, id, telling =>
    transact(importer.ctx, async ctx => {
      await inTurn(ctx)
      const row = await readImport(ctx, { id })
      if (row.state === 'staged') await replanned(ctx, row, telling)
    }),
  )
}

async function readyToCommit(ctx: Context, id: string, telling: Telling): Promise<ImportRow> {
  const row = await readImport(ctx, { id })
  if (row.state === 'committed') return row
  if (row.state === 'refused') throw refuse('import-refused-whole')
  if (row.state !== 'staged') throw refuse('import-not-staged')
  await needStaging(ctx, row.number)
  const fresh = await replanned(ctx, row, telling)
  if (isRefusedWhole(fresh.counts)) throw refuse('import-refused-whole')
  requireYes(fresh)
  return withPricesKept(ctx, fresh)
}

/** A price that somebody keeps is neither counted as a change nor written. */
async function withPricesKept(ctx: Context, row: ImportRow): Promise<ImportRow> {
  const { keepPrices = [] } = row.options
  if (keepPrices.length === 0) return row
  const planned = plannedOf(row)
  await keepPricesBack(ctx, planned, keepPrices)
  const part = await countParts(ctx, planned, row.counts?.part ?? noCounts())
  return { ...row, counts: { ...row.counts, part } }
}

/** The import, with its plan made again where the shop has changed since. */
async function replanned(ctx: Context, row: ImportRow, telling: Telling): Promise<ImportRow> {
  const { id } = row
  const { rows } = await sql<{ basis: number; source_id: number | null }>`
    select coalesce(max(settled), 0) as basis,
      (select id from data_source where lower(name) = lower(${row.source}) and not is_demo order by id limit 1) as source_id
    from import`.execute(ctx.db)
  const now = rows[0]
  const isOutdated = now && (now.basis !== row.basis || now.source_id !== row.source_id)
  const hasMoved = async () =>
    (await haveNumbersMoved(ctx, row.number, 'part_ref')) ||
    (await haveNumbersMoved(ctx, row.number, 'part_plan')) ||
    (await haveCategoriesMoved(ctx, plannedOf(row))) ||
    (await hasTreeMoved(ctx, plannedOf(row)))
  if (!now || !(isOutdated || (await hasMoved()))) return row
  await sql`update import set source_id = ${now.source_id} where id = ${id}`.execute(ctx.db)
  await makePlan(ctx, { ...row, source_id: now.source_id }, telling)
  return readImport(ctx, { id })
}

/** The source, with the date of this import from now on, and the date that it had. */
async function ensureSource(ctx: Context, row: ImportRow): Promise<{ id: number; datedBefore: string | null }> {
  const date = row.files.map(file => file.date ?? '').find(date => /^\d{4}-\d{2}-\d{2}$/.test(date))
  const dated = date && !Number.isNaN(Date.parse(date)) ? date : ctx.now().toISOString().slice(0, 10)
  if (row.source_id !== null) {
    const { rows } = await sql<{ dated: string }>`
      update data_source set dated = ${dated} from data_source old
      where data_source.id = ${row.source_id} and old.id = data_source.id returning old.dated::text as dated`.execute(
      ctx.db,
    )
    return { id: row.source_id, datedBefore: rows[0]?.dated ?? null }
  }
  const { rows } = await sql<Columns<'data_source', 'id'>>`
    insert into data_source (name, dated) values (${row.source}, ${dated}) returning id`.execute(ctx.db)
  return { id: rows[0]?.id ?? 0, datedBefore: null }
}

/** What each step of a commit goes through: vehicles, new parts, numbers, applications, those that wait, other parts. */
function rowsOfSteps({ counts }: ImportRow): number[] {
  const rows = (kind: RowKind, ...of: Outcome[]) =>
    of.reduce((sum, outcome) => sum + (counts?.[kind]?.[outcome] ?? 0), 0)
  const there = ['added', 'changed', 'removed', 'unchanged'] as const
  return [
    rows('vehicle', ...there),
    rows('part', 'added'),
    rows('number', ...there),
    rows('fitment', ...there),
    rows('fitment', 'unresolved'),
    rows('part', 'changed', 'removed', 'unchanged'),
  ]
}

/** `counts` of the row: what has become of its rows. */
type Settling = { sourceId: number; added: object; resolved: number }

async function settle(ctx: Context, row: ImportRow, { sourceId, added, resolved }: Settling): Promise<void> {
  const { rows } = await sql<Columns<'import', 'id'>>`
    update import set state = 'committed', asked = null, failure = null, source_id = ${sourceId},
      counts = ${JSON.stringify(row.counts)}, ${problemCounts(row)}, added = ${JSON.stringify(added)}, settled = nextval('import_settled'), ended_at = ${ctx.now()}
    where id = ${row.id} and state = 'staged' returning id`.execute(ctx.db)
  if (rows.length === 0) throw refuse('import-not-staged')
  const after = { source: row.source, files: row.files.map(file => file.name), counts: row.counts, resolved }
  await audit(ctx, { action: 'import.committed', subject: { kind: 'import', id: row.id }, after })
}

/**
 * Throws away what was read. Doing so twice is doing it once. Refuses: import-gone, import-not-staged, also while it is
 * being committed: one would wait for the other's row, and that one for these tables.
 */
export function cancelImport(ctx: Context, id: string): Promise<ImportRow> {
  return transact(ctx, async ctx => {
    const { number } = await readImport(ctx, { id })
    if (!(await isFree(ctx, commitLock, number))) throw refuse('import-not-staged')
    const { rows } = await sql<Columns<'import', 'number'>>`
      update import set state = 'cancelled', asked = null, ended_at = ${ctx.now()}
      where id = ${id} and state in ('staging', 'staged', 'refused') returning number`.execute(ctx.db)
    const row = await readImport(ctx, { id })
    if (rows.length === 0 && row.state !== 'cancelled') throw refuse('import-not-staged')
    if (rows.length > 0) {
      // Whoever reads the files still holds these tables, and drops them on finding the import cancelled.
      if (await isFree(ctx, stagingLock, number)) await dropStaging(ctx, number)
      await audit(ctx, { action: 'import.cancelled', subject: { kind: 'import', id }, after: { source: row.source } })
    }
    return row
  })
}

/** Takes a lock of one import for this transaction, where nobody has it. */
async function isFree(ctx: Context, lock: number, number: number): Promise<boolean> {
  const { rows } = await sql<{ is_free: boolean }>`
    select pg_try_advisory_xact_lock(${lock}::integer, ${number}::integer) as is_free`.execute(ctx.db)
  return rows[0]?.is_free === true
}
