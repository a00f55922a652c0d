import { sql } from 'kysely'
import type { Context } from '#platform/context'
import type { Columns } from '#platform/database'
import { sameApplication, sameContent, sameWaiting } from '../plan/fitment.server.ts'
import { isNumberGone, isReplacementGone, putsNumber, putsReplacement } from '../plan/numbers.server.ts'
import { type Planned, countRows, isWhole, staged } from '../staging/staging.server.ts'

/** The ids that a commit has given out in a table lie between these two, the first and the last not among them. */
type IdSpan = { after: number; before: number; rows: number }
/** The tables to which an import adds rows beside its parts. */
export const addedTables = ['fitment', 'part_number', 'supersession', 'unresolved_fitment'] as const
export type AddedTable = (typeof addedTables)[number]
export type Added = Partial<Record<AddedTable, IdSpan>>

/** A mark in the sequences of the tables that imports add to. */
export async function markIds(ctx: Context): Promise<Record<AddedTable, number>> {
  const { rows } = await sql<Record<AddedTable, number>>`
    select ${sql.join(addedTables.map(table => sql`nextval(pg_get_serial_sequence(${table}, 'id')) as ${sql.ref(table)}`))}`.execute(
    ctx.db,
  )
  if (!rows[0]) throw new Error('the sequences gave no mark')
  return rows[0]
}

/** How many ids a table has given out since a mark. Sequences belong to no transaction: others see them move at once. */
export const rowsSince = (table: AddedTable, first: Record<AddedTable, number>) => (ctx: Context) =>
  countRows(
    ctx,
    sql`select pg_sequence_last_value(pg_get_serial_sequence(${table}, 'id')::regclass)::integer - ${first[table]}::integer as count`,
  )

export function spansOf(
  first: Record<AddedTable, number>,
  last: Record<AddedTable, number>,
  rows: Record<AddedTable, number>,
): Added {
  return Object.fromEntries(
    addedTables
      .filter(table => rows[table] > 0)
      .map(table => [table, { after: first[table], before: last[table], rows: rows[table] }]),
  )
}

const rowsOf = (result: { numAffectedRows?: bigint | undefined }) => Number(result.numAffectedRows ?? 0)

/** Removed and changed rows are written down as they were; new ones go in by one statement, in the order of the index. */
export async function commitFitment(ctx: Context, planned: Planned): Promise<number> {
  const { id, number, sourceId } = planned
  const plan = staged('fitment_plan', number)
  const gone = isWhole(planned, 'fitment')
    ? sql`old.source_id = ${sourceId} and not exists (
        select from ${plan} plan where plan.action <> 'delete' and ${sameApplication})`
    : sql`old.source_id = ${sourceId} and exists (
        select from ${plan} plan where plan.action = 'delete' and ${sameApplication})`
  await sql`
    with removed as (delete from fitment old where ${gone} returning to_jsonb(old) - 'answer' as before)
    insert into import_change (import_id, subject, op, before)
    select ${id}, 'fitment', 'removed', before from removed`.execute(ctx.db)
  await sql`
    with wanted as (
      select old.id, old.vehicle_id, old.tool_ordinal, to_jsonb(old) - 'answer' as before, plan.fits, plan.quantity
      from ${plan} plan join fitment old on ${sameApplication}
      where old.source_id = ${sourceId} and plan.action = 'put' and not (${sameContent})),
    changed as (
      update fitment old set fits = wanted.fits, quantity = wanted.quantity from wanted
      where old.id = wanted.id and old.vehicle_id = wanted.vehicle_id and old.tool_ordinal = wanted.tool_ordinal
      returning wanted.before)
    insert into import_change (import_id, subject, op, before)
    select ${id}, 'fitment', 'changed', before from changed`.execute(ctx.db)
  const isNew = await isFirst(ctx, sourceId)
  const unless = isNew
    ? sql``
    : sql`and not exists (select from fitment old where old.source_id = ${sourceId} and ${sameApplication})`
  return rowsOf(
    await sql`
    insert into fitment (vehicle_id, tool_ordinal, fits, position, quantity, conditions, notes, source_id)
    select vehicle_id, tool_ordinal, fits, position, quantity, conditions, notes, ${sourceId}
    from ${plan} plan where vehicle_id is not null and action = 'put' ${unless}
    order by vehicle_id, tool_ordinal`.execute(ctx.db),
  )
}

const isFirst = async (ctx: Context, sourceId: number) =>
  (await countRows(ctx, sql`select exists (select from fitment where source_id = ${sourceId})::integer as count`)) === 0

/** Applications whose vehicle the shop does not know yet wait in a table of their own. */
export async function commitUnresolved(ctx: Context, planned: Planned): Promise<number> {
  const { id, number, sourceId } = planned
  const plan = staged('fitment_plan', number)
  const gone = isWhole(planned, 'fitment')
    ? sql`not exists (select from ${plan} plan where plan.action <> 'delete' and ${sameWaiting} and ${sameContent})`
    : sql`exists (select from ${plan} plan where ${sameWaiting} and (plan.action = 'delete' or not (${sameContent})))`
  await sql`
    with removed as (
      delete from unresolved_fitment old where old.source_id = ${sourceId} and ${gone} returning to_jsonb(old) as before)
    insert into import_change (import_id, subject, op, before)
    select ${id}, 'unresolved', 'removed', before from removed`.execute(ctx.db)
  return rowsOf(
    await sql`
    insert into unresolved_fitment (tool_ordinal, system, external_id, year, make, model, engine, fits, position, quantity,
      conditions, notes, source_id)
    select plan.tool_ordinal, ref.system, ref.external_id, ref.year, ref.make, ref.model, ref.engine, plan.fits,
      plan.position, plan.quantity, plan.conditions, plan.notes, ${sourceId}
    from ${plan} plan join ${staged('vehicle_ref', number)} ref on ref.vehicle = plan.named
    where plan.vehicle_id is null and plan.action = 'put' and not exists (
      select from unresolved_fitment old where old.source_id = ${sourceId} and ${sameWaiting})`.execute(ctx.db),
  )
}

/** Numbers: what goes, what is written otherwise, what is new. */
export async function commitNumbers(ctx: Context, planned: Planned): Promise<number> {
  const { id, number, sourceId } = planned
  const plan = staged('number_plan', number)
  await sql`
    with removed as (delete from part_number old where ${isNumberGone(planned)} returning to_jsonb(old) - 'folded' as before)
    insert into import_change (import_id, subject, op, before)
    select ${id}, 'number', 'removed', before from removed`.execute(ctx.db)
  await sql`
    with wanted as (
      select old.id, to_jsonb(old) - 'folded' as before, plan.value, plan.note
      from ${plan} plan join part_number old on old.id = plan.old_id
      where old.source_id = ${sourceId} and ${putsNumber}
        and (old.value, old.note) is distinct from (plan.value, plan.note)),
    changed as (
      update part_number old set value = wanted.value, note = wanted.note from wanted where old.id = wanted.id
      returning wanted.before)
    insert into import_change (import_id, subject, op, before)
    select ${id}, 'number', 'changed', before from changed`.execute(ctx.db)
  return rowsOf(
    await sql`
    insert into part_number (tool_ordinal, kind, value, brand, note, source_id)
    select tool_ordinal, kind, value, number_brand, note, ${sourceId} from ${plan} plan
    where ${putsNumber} and old_id is null order by folded, tool_ordinal
    on conflict do nothing`.execute(ctx.db),
  )
}

export async function commitReplacements(ctx: Context, planned: Planned): Promise<number> {
  const { id, number, sourceId } = planned
  const plan = staged('replace_plan', number)
  await sql`
    with removed as (
      delete from supersession old where old.source_id = ${sourceId} and (
        exists (select from ${plan} plan where plan.old_id = old.id and ${putsReplacement} and plan.new_folded <> old.new_folded)
        ${isWhole(planned, 'number') ? sql`or (${isReplacementGone(planned)})` : sql``})
      returning to_jsonb(old) - array['old_folded', 'new_folded'] as before)
    insert into import_change (import_id, subject, op, before)
    select ${id}, 'supersession', 'removed', before from removed`.execute(ctx.db)
  return rowsOf(
    await sql`
    insert into supersession (brand, old_number, new_number, source_id)
    select brand, value, part, ${sourceId} from ${plan} plan where ${putsReplacement}
    on conflict do nothing`.execute(ctx.db),
  )
}

/**
 * Applications that wait for a vehicle which the shop knows by now go to the others, unless their source has the same
 * there already. Returns how many, and of which sources any waited; what waits for an engine becomes a condition, as in
 * `planFitment`.
 */
export async function resolveWaiting(ctx: Context, id: string): Promise<{ rows: number; sources: number[] }> {
  const { rows } = await sql<Columns<'unresolved_fitment', 'source_id'> & { rows: number }>`
    with found as (
      select waiting.id, alias.vehicle_id, null::text as engine from unresolved_fitment waiting
        join vehicle_alias alias on alias.system = waiting.system and alias.external_id = waiting.external_id
      union all
      select waiting.id, coalesce(exact.id, base.id), case when exact.id is null then waiting.engine end from unresolved_fitment waiting
        join make on lower(make.name) = lower(waiting.make)
        join model on model.make_id = make.id and lower(model.name) = lower(waiting.model)
        join vehicle base on base.model_id = model.id and base.year = waiting.year and base.engine_id is null
        left join engine on lower(engine.name) = lower(waiting.engine)
        left join vehicle exact on exact.model_id = model.id and exact.year = waiting.year and exact.engine_id = engine.id
      where waiting.system is null),
    gone as (
      delete from unresolved_fitment waiting using found where found.id = waiting.id
      returning waiting.*, found.vehicle_id, found.engine as lacking),
    kept as (
      insert into import_change (import_id, subject, op, before)
      select ${id}, 'unresolved', 'removed', to_jsonb(gone) - array['vehicle_id', 'lacking'] from gone),
    plan as (
      select distinct on (vehicle_id, tool_ordinal, source_id, position, conditions, notes) *
      from (
        select vehicle_id, tool_ordinal, fits, position, quantity, case when lacking is null then conditions
            else coalesce(conditions, '[]') || jsonb_build_array(jsonb_build_object('name', 'Engine', 'value', lacking)) end as conditions,
          notes, source_id
        from gone) known
      order by vehicle_id, tool_ordinal, source_id, position, conditions, notes, fits),
    inserted as (
      insert into fitment (vehicle_id, tool_ordinal, fits, position, quantity, conditions, notes, source_id)
      select vehicle_id, tool_ordinal, fits, position, quantity, conditions, notes, source_id from plan
      where not exists (select from fitment old where old.source_id = plan.source_id and ${sameApplication})
      order by vehicle_id, tool_ordinal returning source_id)
    select source_id, sum(n)::integer as rows
    from (select source_id, 1 as n from inserted union all select source_id, 0 from gone) told group by 1`.execute(
    ctx.db,
  )
  return { rows: rows.reduce((sum, row) => sum + row.rows, 0), sources: rows.map(row => row.source_id) }
}
