import { sql } from 'kysely'
import { type Context, transact } from '#platform/context'
import {
  countFitment,
  countVehicles,
  listOverlaps,
  planFitment,
  planVehicleRefs,
  planVehicles,
} from './fitment.server.ts'
import { noteTree } from './attributes/plan.server.ts'
import { countCategories, planCategories } from '../categories/plan.server.ts'
import { keepHeld, planHeld } from './held.server.ts'
import { countNumbers, planNumbers } from './numbers.server.ts'
import { countParts, notePartProblems, planPartRefs, planParts } from './parts.server.ts'
import { unlistedRemoval } from './unlisted.server.ts'
import type { Telling } from '../progress/progress.server.ts'
import { type ImportRow, plannedOf, rowsStaged } from '../row.server.ts'
import { problemCounts } from '../problems/problems.server.ts'
import { type Counts, type Removal, type RowKind, rowKinds, unreadOutcomes } from '../import.rules.ts'
import { needStaging, planCodes, staged } from '../staging/staging.server.ts'

/**
 * Works out what a commit would do, from what was staged and what the shop has now. May be done again and again.
 * Refuses: import-staging-gone.
 */
export async function makePlan(ctx: Context, row: ImportRow, telling: Telling): Promise<void> {
  await transact(ctx, async ctx => {
    const planned = plannedOf(row)
    const { id, number } = planned
    await needStaging(ctx, number)
    const { part, vehicle, fitment: applications, number: numbered, category } = rowsStaged(row)
    const all = part + vehicle + applications + numbered + category
    telling.begin('checking', [all, part, vehicle + applications, numbered, applications, all])
    // Sorting and joining what one file brings, and no more than that.
    await sql`set local work_mem = '64MB'`.execute(ctx.db)
    for (const kind of [...rowKinds, 'named'] as const) await sql`analyze ${staged(kind, number)}`.execute(ctx.db)
    await sql`delete from import_problem where import_id = ${id} and code = any(${planCodes})`.execute(ctx.db)
    const { rows: basis } = await sql<{ basis: number }>`
      select coalesce(max(settled), 0) as basis from import`.execute(ctx.db)
    await noteTree(ctx, planned)
    await planCategories(ctx, planned)
    await planPartRefs(ctx, planned)
    telling.next()
    await planParts(ctx, planned)
    telling.next()
    await planVehicles(ctx, planned)
    await planVehicleRefs(ctx, planned)
    await planHeld(ctx, planned)
    await planFitment(ctx, planned)
    await keepHeld(ctx, planned)
    telling.next()
    await planNumbers(ctx, planned)
    telling.next()
    const pairs = await listOverlaps(ctx, planned)
    telling.next()
    const parts = await countParts(ctx, planned, await notePartProblems(ctx, planned))
    const vehicles = await countVehicles(ctx, planned)
    const fitment = await countFitment(ctx, planned)
    const numbers = await countNumbers(ctx, planned)
    const categories = await countCategories(ctx, planned)
    const counts: Counts = {
      part: parts,
      vehicle: vehicles,
      fitment: fitment.counts,
      number: numbers.counts,
      category: categories,
    }
    addUnread(counts, row)
    const removals = [fitment.removal, numbers.removal, await unlistedRemoval(ctx, planned)].filter(
      removal => removal !== null,
    )
    const removal = removals.toSorted((a, b) => share(b) - share(a))[0] ?? null
    await sql`
      update import set counts = ${JSON.stringify(counts)}, removal = ${removal && JSON.stringify(removal)},
        overlap_count = ${pairs.overlaps}, duplicate_count = ${pairs.duplicates}, basis = ${basis[0]?.basis ?? 0},
        ${problemCounts(row)}
      where id = ${id}`.execute(ctx.db)
  })
}

const share = (removal: Removal) => (removal.of > 0 ? removal.rows / removal.of : 0)

/** Records that gave no row at all were refused or left out while they were read. */
function addUnread(counts: Counts, row: ImportRow): void {
  for (const outcome of unreadOutcomes) {
    for (const [kind, count] of row.files.flatMap(file => Object.entries(file[outcome] ?? {}))) {
      const own = counts[kind as RowKind]
      if (own) own[outcome] += count
    }
  }
}
