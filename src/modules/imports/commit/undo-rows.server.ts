import { sql } from 'kysely'
import type { Context } from '#platform/context'
import type { AddedTable } from './fitment.server.ts'
import type { ImportRow } from '../row.server.ts'

/**
 * Takes the rows away that the import has added: known by their ids and their source. Returns how many were gone already, with a
 * part that was deleted or because they have found their vehicle.
 */
export async function removeAdded(ctx: Context, row: ImportRow, table: AddedTable): Promise<number> {
  const span = row.added?.[table]
  if (!span) return 0
  const { numAffectedRows } =
    await sql`delete from ${sql.table(table)} where source_id = any(${row.added?.sources ?? []}::integer[])
      and id > ${span.after} and id < ${span.before}`.execute(ctx.db)
  return Math.max(0, span.rows - Number(numAffectedRows ?? 0))
}

/** Rows that the import has changed or removed are again as they were. */
export async function putBack(ctx: Context, row: ImportRow): Promise<void> {
  const before = (subject: string, op: string) =>
    sql`from import_change change where change.import_id = ${row.id} and change.subject = ${subject} and change.op = ${op}
      and change.left_why is null order by change.n`
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
  await judgeReplacements(ctx, row)
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
async function judgeReplacements(ctx: Context, row: ImportRow): Promise<void> {
  await sql`
    update import_change change set left_why = 'replaced-otherwise'
    where change.import_id = ${row.id} and change.subject = 'supersession' and change.op = 'removed' and exists (
      select from supersession other where lower(other.brand) = lower(change.before ->> 'brand')
        and other.old_folded = fold_part_number(change.before ->> 'old_number')
        and other.new_folded <> fold_part_number(change.before ->> 'new_number'))`.execute(ctx.db)
}

/** Whether a row that was resolved at once is one that this very import brought: then it was not there before. */
function spanHas(row: ImportRow, table: AddedTable) {
  const span = row.added?.[table]
  return span ? sql`old.id > ${span.after} and old.id < ${span.before}` : sql`false`
}

/** What another system's numbers meant before, but for those that somebody has given to another vehicle since. */
export async function undoAliases(ctx: Context, row: ImportRow): Promise<void> {
  await sql`
    update import_change change set left_why = 'vehicle-changed'
    where change.import_id = ${row.id} and change.subject = 'alias' and not exists (
      select from vehicle_alias alias where alias.system = change.before ->> 'system'
        and alias.external_id = change.before ->> 'external_id' and alias.vehicle_id = (change.before ->> 'after')::integer)`.execute(
    ctx.db,
  )
  const changes = sql`select before ->> 'system' as system, before ->> 'external_id' as external_id, op,
      (before ->> 'vehicle_id')::integer as vehicle_id
    from import_change where import_id = ${row.id} and subject = 'alias' and left_why is null`
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
