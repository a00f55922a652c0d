import { sql } from 'kysely'
import { formerValues } from '../columns/tool-sql.server.ts'
import { refuse } from '../refusals.rules.ts'
import { audit } from '#platform/audit'
import { type Context, transact } from '#platform/context'
import { type Columns, brokenConstraint } from '#platform/database'
import { requireRight, requireRights } from '#services/accounts'
import type { AddedTable } from './fitment.server.ts'
import { inTurn } from './commit.server.ts'
import type { Measured } from '../progress.rules.ts'
import { type Telling, withProgress } from '../progress.server.ts'
import { wantedByUndo } from '../plan/rights.server.ts'
import { undoPictures } from '../plan/pictures.server.ts'
import { type ImportRow, readImport } from '../row.server.ts'

/**
 * Puts everything back as it was before an import, in one transaction; done twice is done once. What was made anew and
 * may be referred to stays: parts are taken out of the shop, not deleted; vehicles, brands and categories remain. Refuses:
 * import-gone, import-not-committed, import-changed-since with what has changed, import-undo-stock,
 * not-permitted, columns-not-permitted.
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
    if (brokenConstraint(error)) throw refuse('import-changed-since', { what: 'something that has its place now' })
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
    await refuseChanged(ctx, row)
    await refuseHeld(ctx, row)
    await requireRight(ctx, 'imports')
    await requireRights(ctx, await wantedByUndo(ctx, row))
    telling.begin('undoing', await rowsOfSteps(ctx, row))
    for (const table of added) {
      await removeAdded(ctx, row, table)
      telling.next()
    }
    await putBack(ctx, row)
    await undoAliases(ctx, row)
    if (row.added?.datedBefore) {
      await sql`update data_source set dated = ${row.added.datedBefore} where id = ${row.source_id}`.execute(ctx.db)
    }
    telling.next()
    // Orders wait for the tools that are locked from here on.
    await undoTools(ctx, row)
    await undoStock(ctx, row)
    await sql`
      update import set state = 'undone', asked = null, failure = null, settled = nextval('import_settled'),
        ended_at = ${ctx.now()} where id = ${id}`.execute(ctx.db)
    await audit(ctx, { action: 'import.undone', subject: { kind: 'import', id }, after: { source: row.source } })
    return readImport(ctx, { id })
  })
}

const added = ['fitment', 'part_number', 'supersession', 'unresolved_fitment'] as const

/** What each step goes through: rows that were added, table by table; rows that come back; parts. */
async function rowsOfSteps(ctx: Context, row: ImportRow): Promise<number[]> {
  const { rows } = await sql<{ back: number; parts: number }>`
    select count(*) filter (where subject not in ('tool', 'stock'))::integer as back,
      count(*) filter (where subject in ('tool', 'stock'))::integer as parts
    from import_change where import_id = ${row.id}`.execute(ctx.db)
  return [...added.map(table => row.added?.[table]?.rows ?? 0), rows[0]?.back ?? 0, rows[0]?.parts ?? 0]
}

/** A later import of the same source has changed what this one brought; so has one that resolved its vehicles. */
async function refuseLater(ctx: Context, row: ImportRow): Promise<void> {
  const sources = row.added?.sources ?? []
  const { rows } = await sql<Columns<'import', 'number'>>`
    select number from import
    where state = 'committed' and settled > ${row.settled}
      and (source_id = any(${sources}::integer[]) or added -> 'sources' @> to_jsonb(${row.source_id}::integer))
    order by settled desc limit 1`.execute(ctx.db)
  const [later] = rows
  if (later) throw refuse('import-changed-since', { what: `import ${later.number}` })
}

/** Somebody has changed a part since. */
async function refuseChanged(ctx: Context, row: ImportRow): Promise<void> {
  const { rows: later } = await sql<Columns<'tool', 'name'>>`
    select tool.name from import_change change join tool on tool.id = (change.before ->> 'id')::uuid
    where change.import_id = ${row.id} and change.subject = 'tool' and tool.version <> change.version
    order by change.n limit 3`.execute(ctx.db)
  if (later.length > 0) throw refuse('import-changed-since', { what: later.map(tool => `“${tool.name}”`).join(', ') })
}

async function undoTools(ctx: Context, row: ImportRow): Promise<void> {
  await sql`
    select from tool where id in (
      select (before ->> 'id')::uuid from import_change where import_id = ${row.id} and subject in ('tool', 'stock'))
    order by id for no key update`.execute(ctx.db)
  const { numUpdatedRows } = await affected(
    ctx,
    sql`
    update tool set ${formerValues}, category_id = (select id from category where id = old.category_id),
      attributes = coalesce(old.attributes, tool.attributes),
      image_id = case when change.before ? 'pictures' then (select id from image where id = old.image_id) else tool.image_id end,
      image_url = case when change.before ? 'pictures' then old.image_url else tool.image_url end,
      image_alt = case when change.before ? 'pictures' then old.image_alt else tool.image_alt end,
      archived_at = old.archived_at,
      version = tool.version + 1, updated_at = ${ctx.now()}
    from import_change change, lateral jsonb_populate_record(null::tool, change.before) old
    where change.import_id = ${row.id} and change.subject = 'tool' and change.op <> 'added'
      and tool.id = old.id and tool.version = change.version`,
  )
  const { numUpdatedRows: archived } = await affected(
    ctx,
    sql`
    update tool set archived_at = ${ctx.now()}, version = tool.version + 1, updated_at = ${ctx.now()}
    from import_change change
    where change.import_id = ${row.id} and change.subject = 'tool' and change.op = 'added'
      and tool.id = (change.before ->> 'id')::uuid and tool.version = change.version`,
  )
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from import_change where import_id = ${row.id} and subject = 'tool'`.execute(
    ctx.db,
  )
  if (numUpdatedRows + archived !== (rows[0]?.count ?? 0))
    throw refuse('import-changed-since', { what: 'some of its parts' })
  await undoPictures(ctx, row.id)
  await carryVersions(ctx, row)
}

/** An earlier import's change of a part is the last one again, and can be undone in its turn. */
async function carryVersions(ctx: Context, row: ImportRow): Promise<void> {
  await sql`
    update import_change earlier set version = tool.version
    from import_change change join tool on tool.id = (change.before ->> 'id')::uuid
    where change.import_id = ${row.id} and change.subject = 'tool' and change.op <> 'added'
      and earlier.subject = 'tool' and earlier.import_id <> change.import_id
      and earlier.before ->> 'id' = change.before ->> 'id'
      and earlier.version = (change.before ->> 'version')::integer`.execute(ctx.db)
}

async function affected(ctx: Context, statement: ReturnType<typeof sql>): Promise<{ numUpdatedRows: number }> {
  const { numAffectedRows } = await statement.execute(ctx.db)
  return { numUpdatedRows: Number(numAffectedRows ?? 0) }
}

const booked = (row: ImportRow) => sql`
  select (before ->> 'id')::uuid as id, (before ->> 'units')::integer as units
  from import_change where import_id = ${row.id} and subject = 'stock'`

/** Orders hold units that would go. */
async function refuseHeld(ctx: Context, row: ImportRow): Promise<void> {
  const { rows: held } = await sql<Columns<'tool', 'name'>>`
    with booked as (${booked(row)})
    select tool.name from booked join tool using (id) where tool.on_hand - booked.units < tool.reserved limit 3`.execute(
    ctx.db,
  )
  if (held.length > 0) throw refuse('import-undo-stock', { what: held.map(tool => `“${tool.name}”`).join(', ') })
}

/** The units that came go again, and the other way about; what orders hold stays. The tools are locked. */
async function undoStock(ctx: Context, row: ImportRow): Promise<void> {
  await refuseHeld(ctx, row)
  await sql`
    with booked as (${booked(row)}),
    changed as (
      update tool set on_hand = on_hand - booked.units, updated_at = ${ctx.now()} from booked where tool.id = booked.id
      returning tool.id, booked.units)
    insert into stock_movement (id, tool_id, at, reason, on_hand_change, actor_kind, actor_id, note)
    select gen_random_uuid(), id, ${ctx.now()}, 'corrected', -units, ${ctx.actor.kind}, ${ctx.actor.id}, ${`Import ${row.number} undone`}
    from changed`.execute(ctx.db)
}

/** Rows that the import has added: known by their ids and their source. All of them, or it is not undone. */
async function removeAdded(ctx: Context, row: ImportRow, table: AddedTable): Promise<void> {
  const span = row.added?.[table]
  if (!span) return
  const { numUpdatedRows: removed } = await affected(
    ctx,
    sql`delete from ${sql.table(table)} where source_id = any(${row.added?.sources ?? []}::integer[])
      and id > ${span.after} and id < ${span.before}`,
  )
  // What another commit has resolved, or an admin removed a part, is not there any more.
  if (removed !== span.rows) throw refuse('import-changed-since', { what: `${span.rows - removed} of its rows` })
}

async function putBack(ctx: Context, row: ImportRow): Promise<void> {
  const before = (subject: string, op: string) =>
    sql`from import_change change where change.import_id = ${row.id} and change.subject = ${subject} and change.op = ${op} order by change.n`
  await sql`
    update fitment set fits = old.fits, quantity = old.quantity
    from (select (jsonb_populate_record(null::fitment, change.before)).* ${before('fitment', 'changed')}) old
    where fitment.vehicle_id = old.vehicle_id and fitment.tool_ordinal = old.tool_ordinal and fitment.id = old.id`.execute(
    ctx.db,
  )
  await sql`
    insert into fitment (id, vehicle_id, tool_ordinal, fits, position, quantity, conditions, notes, source_id)
    overriding system value
    select id, vehicle_id, tool_ordinal, fits, position, quantity, conditions, notes, source_id
    from (select (jsonb_populate_record(null::fitment, change.before)).* ${before('fitment', 'removed')}) old`.execute(
    ctx.db,
  )
  await sql`
    update part_number set value = old.value, note = old.note
    from (select (jsonb_populate_record(null::part_number, change.before)).* ${before('number', 'changed')}) old
    where part_number.id = old.id`.execute(ctx.db)
  await sql`
    insert into part_number (id, tool_ordinal, kind, value, brand, note, source_id) overriding system value
    select id, tool_ordinal, kind, value, brand, note, source_id
    from (select (jsonb_populate_record(null::part_number, change.before)).* ${before('number', 'removed')}) old`.execute(
    ctx.db,
  )
  await refuseContested(ctx, row)
  await sql`
    insert into supersession (id, brand, old_number, new_number, source_id) overriding system value
    select id, brand, old_number, new_number, source_id
    from (select (jsonb_populate_record(null::supersession, change.before)).* ${before('supersession', 'removed')}) old`.execute(
    ctx.db,
  )
  await sql`
    insert into unresolved_fitment (id, tool_ordinal, system, external_id, year, make, model, engine, fits, position, quantity,
      conditions, notes, source_id) overriding system value
    select id, tool_ordinal, system, external_id, year, make, model, engine, fits, position, quantity, conditions, notes, source_id
    from (select (jsonb_populate_record(null::unresolved_fitment, change.before)).* ${before('unresolved', 'removed')}) old
    where not exists (select from unresolved_fitment there where there.id = old.id)
      and not (old.source_id = ${row.source_id} and ${spanHas(row, 'unresolved_fitment')})`.execute(ctx.db)
}

/** Another source says otherwise by now what replaces a number that would be given back. */
async function refuseContested(ctx: Context, row: ImportRow): Promise<void> {
  const { rows } = await sql<Columns<'supersession', 'old_number'>>`
    select other.old_number
    from import_change change, lateral jsonb_populate_record(null::supersession, change.before) old
      join supersession other on lower(other.brand) = lower(old.brand)
        and other.old_folded = fold_part_number(old.old_number) and other.new_folded <> fold_part_number(old.new_number)
    where change.import_id = ${row.id} and change.subject = 'supersession' and change.op = 'removed' limit 3`.execute(
    ctx.db,
  )
  const what = rows.map(other => `what replaces ${other.old_number}`).join(', ')
  if (what) throw refuse('import-changed-since', { what })
}

/** Whether a row that was resolved at once is one that this very import brought: then it was not there before. */
function spanHas(row: ImportRow, table: AddedTable) {
  const span = row.added?.[table]
  return span ? sql`old.id > ${span.after} and old.id < ${span.before}` : sql`false`
}

async function undoAliases(ctx: Context, row: ImportRow): Promise<void> {
  const changes = sql`select before ->> 'system' as system, before ->> 'external_id' as external_id, op,
      (before ->> 'vehicle_id')::integer as vehicle_id, (before ->> 'after')::integer as after
    from import_change where import_id = ${row.id} and subject = 'alias'`
  const { rows: later } = await sql<{ external_id: string }>`
    with change as (${changes})
    select change.external_id from change left join vehicle_alias alias using (system, external_id)
    where alias.vehicle_id is distinct from change.after limit 3`.execute(ctx.db)
  if (later.length > 0) {
    throw refuse('import-changed-since', { what: `the vehicles ${later.map(alias => alias.external_id).join(', ')}` })
  }
  await sql`with change as (${changes})
    delete from vehicle_alias alias using change
    where change.op = 'added' and alias.system = change.system and alias.external_id = change.external_id`.execute(
    ctx.db,
  )
  await sql`with change as (${changes})
    update vehicle_alias alias set vehicle_id = change.vehicle_id from change
    where change.op = 'changed' and alias.system = change.system and alias.external_id = change.external_id`.execute(
    ctx.db,
  )
}
