import { sql } from 'kysely'
import { refuse } from '../refusals.rules.ts'
import { audit } from '#platform/audit'
import { type Context, transact } from '#platform/context'
import { type Columns, brokenConstraint } from '#platform/database'
import { requireRight, requireRights } from '#services/accounts'
import { inTurn } from './commit.server.ts'
import type { Measured } from '../progress/progress.rules.ts'
import { type Telling, withProgress } from '../progress/progress.server.ts'
import { rightsForUndo } from '../plan/rights.server.ts'
import { countTables } from '../plan/statistics.server.ts'
import { type ImportRow, readImport } from '../row.server.ts'
import type { LeftItem, UndoLeft } from '../import.rules.ts'
import { addedTables } from './fitment.server.ts'
import { putBack, removeAdded, undoAliases } from './undo-rows.server.ts'
import { undoListed } from '../plan/unlisted.server.ts'
import { holdCategories } from '../categories/commit.server.ts'
import { undoCategories } from '../categories/undo.server.ts'
import { undoStock, undoTools } from './undo-tools.server.ts'
import { undoObstacles } from './undo.texts.ts'

/**
 * Puts back as it was before an import what nobody has changed since, in one transaction; done twice is done once. The rest stays as
 * it is, and `undo_left` says how much of it there is, and why. What was made anew and may be referred to stays: parts are taken out of
 * the shop, not deleted; vehicles and brands remain, categories and attributes where anything is in them. Refuses: import-gone,
 * import-not-committed, import-changed-since where a later import of the same source came after, not-permitted, columns-not-permitted.
 */
export async function undoImport(
  ctx: Context,
  id: string,
  onProgress?: (progress: Measured) => void,
): Promise<ImportRow> {
  try {
    const teller = { ctx, ...(onProgress && { onProgress }) }
    return await withProgress(teller, id, telling => undoWhole(ctx, id, telling))
  } catch (error) {
    // Somebody has used a number again that this would give back.
    if (brokenConstraint(error)) throw refuse('import-changed-since', { what: undoObstacles.placeTaken })
    throw error
  }
}

function undoWhole(ctx: Context, id: string, telling: Telling): Promise<ImportRow> {
  return transact(ctx, async ctx => {
    await inTurn(ctx)
    const row = await readImport(ctx, { id })
    if (row.state === 'undone') return row
    if (row.state !== 'committed') throw refuse('import-not-committed')
    await refuseLater(ctx, row)
    await requireRight(ctx, 'imports')
    await holdCategories(ctx, row)
    const steps = await rowsOfSteps(ctx, row)
    telling.begin('undoing', steps)
    const rows = steps.reduce((sum, step) => sum + step, 0)
    await countTables(ctx, rows, ['import_change', 'tool', 'stock_movement', ...addedTables])
    await requireRights(ctx, await rightsForUndo(ctx, row))
    let gone = 0
    for (const table of addedTables) {
      gone += await removeAdded(ctx, row, table)
      telling.next()
    }
    await putBack(ctx, row)
    await undoAliases(ctx, row)
    await undoDate(ctx, row)
    telling.next()
    // Orders wait for the tools that are locked from here on.
    await undoTools(ctx, row)
    await undoStock(ctx, row)
    await undoCategories(ctx, row)
    await undoListed(ctx, id)
    const left = await readLeft(ctx, row, gone)
    await sql`
      update import set state = 'undone', asked = null, failure = null, settled = nextval('import_settled'),
        undo_left = ${left && JSON.stringify(left)}, ended_at = ${ctx.now()} where id = ${id}`.execute(ctx.db)
    const after = { source: row.source, ...(left && { left: left.count }) }
    await audit(ctx, { action: 'import.undone', subject: { kind: 'import', id }, after })
    return readImport(ctx, { id })
  })
}

/** What each step goes through: rows that were added, table by table; rows that come back; parts. */
async function rowsOfSteps(ctx: Context, row: ImportRow): Promise<number[]> {
  const { rows } = await sql<{ back: number; parts: number }>`
    select count(*) filter (where subject not in ('tool', 'stock'))::integer as back,
      count(*) filter (where subject in ('tool', 'stock'))::integer as parts
    from import_change where import_id = ${row.id}`.execute(ctx.db)
  return [...addedTables.map(table => row.added?.[table]?.rows ?? 0), rows[0]?.back ?? 0, rows[0]?.parts ?? 0]
}

const tables = [...addedTables]

/**
 * A later import of the same source may say the same applications and numbers: taking away those that this one brought would take
 * them from that one, too. So does one that resolved its vehicles. Parts, prices and stock know by themselves who came after.
 */
async function refuseLater(ctx: Context, row: ImportRow): Promise<void> {
  const sources = row.added?.sources ?? []
  // Applications or numbers that it found unchanged count, too.
  const saysRows = sql`(coalesce(import.added, '{}') ?| ${tables}::text[] or exists (
    select from jsonb_each(coalesce(import.counts, '{}')) kind, jsonb_each_text(kind.value) outcome
    where kind.key in ('fitment', 'number') and outcome.key <> 'refused' and outcome.value <> '0'))`
  const hasRows = sql`(${tables.some(table => row.added?.[table])}::boolean or exists (
    select from import_change change where change.import_id = ${row.id}
      and change.subject in ('fitment', 'number', 'supersession', 'unresolved')))`
  const { rows } = await sql<Columns<'import', 'number'>>`
    select number from import
    where state = 'committed' and settled > ${row.settled} and ${hasRows} and ${saysRows}
      and (source_id = any(${sources}::integer[]) or added -> 'sources' @> to_jsonb(${row.source_id}::integer))
    order by settled desc limit 1`.execute(ctx.db)
  const [later] = rows
  if (later) throw refuse('import-changed-since', { what: undoObstacles.laterImport(later.number) })
}

/** The source has the date that it had, unless a later import has given it one. */
async function undoDate(ctx: Context, row: ImportRow): Promise<void> {
  if (!row.added?.datedBefore) return
  await sql`
    update data_source set dated = ${row.added.datedBefore} where id = ${row.source_id} and not exists (
      select from import later where later.source_id = data_source.id and later.state = 'committed' and later.settled > ${row.settled})`.execute(
    ctx.db,
  )
}

const firstLeft = 20

/** What has been left as it is; null where all is as it was. `gone`: how many rows were no longer there. */
async function readLeft(ctx: Context, { id }: ImportRow, gone: number): Promise<UndoLeft | null> {
  const { rows } = await sql<LeftItem & { count: number }>`
    select coalesce(case when tool.id is not null then concat_ws(', ', tool.part_number, tool.name) end,
        change.before ->> 'old_number', change.before ->> 'external_id', change.before ->> 'full_name', '') as what, change.left_why as why,
      count(*) over ()::integer as count
    from import_change change left join tool
      on tool.id = case when change.subject in ('tool', 'stock') then (change.before ->> 'id')::uuid end
    where change.import_id = ${id} and change.left_why is not null
    order by change.n limit ${firstLeft}`.execute(ctx.db)
  const count = (rows[0]?.count ?? 0) + gone
  if (count === 0) return null
  const first = rows.map(({ what, why }) => ({ what, why }))
  return { count, first: gone > 0 ? [...first, { what: String(gone), why: 'rows-gone' }] : first }
}
