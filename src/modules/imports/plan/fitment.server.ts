import { sql } from 'kysely'
import type { Context } from '#platform/context'
import { countPartless } from './partless.server.ts'
import { importLimits, noCounts } from '../import.rules.ts'
import { unit } from '../files/rows.rules.ts'
import { type Planned, countRows, isWhole, makeTable, noteProblems, staged } from '../staging/staging.server.ts'

/** Base vehicles are numbered one after the other, and are far from this many. */
const mostBaseVehicle = 500_000

/** Which vehicle each mapping row means. One that is not there is made at the commit, and not offered to customers. */
export async function planVehicles(ctx: Context, { number }: Planned): Promise<void> {
  await makeTable(
    ctx,
    { table: 'vehicle_plan', number },
    sql`
    select distinct on (s.system, s.external_id) s.*, vehicle.id as vehicle_id, alias.vehicle_id as old_id
    from ${staged('vehicle', number)} s
      left join make on lower(make.name) = lower(s.make)
      left join model on model.make_id = make.id and lower(model.name) = lower(s.model)
      left join vehicle on vehicle.model_id = model.id and vehicle.year = s.year and vehicle.engine_id is null
      left join vehicle_alias alias on alias.system = s.system and alias.external_id = s.external_id
    order by s.system, s.external_id, s.file, s.line`,
  )
}

export async function countVehicles(ctx: Context, { id, number }: Planned) {
  const plan = staged('vehicle_plan', number)
  const refused = await noteProblems(
    ctx,
    id,
    sql`select s.file, s.line, s.record, 'external_id' as field, 'alias-twice' as code, s.external_id as value, 1 as times
      from ${staged('vehicle', number)} s join ${plan} plan using (system, external_id)
      where (s.year, lower(s.make), lower(s.model)) <> (plan.year, lower(plan.make), lower(plan.model))`,
  )
  const { rows } = await sql<{ added: number; unchanged: number; all: number }>`
    select count(*) filter (where old_id is null)::integer as added,
      count(*) filter (where old_id = vehicle_id)::integer as unchanged, count(*)::integer as all
    from ${plan}`.execute(ctx.db)
  const { added = 0, unchanged = 0, all = 0 } = rows[0] ?? {}
  return { ...noCounts(), added, unchanged, changed: all - added - unchanged, refused }
}

/** Which vehicle each application means, once for each of them; how often counts those whose part the shop sells. */
export async function planVehicleRefs(ctx: Context, { number }: Planned): Promise<void> {
  const part = (place: number) => sql`split_part(wanted.vehicle, ${sql.lit(unit)}, ${sql.lit(place)})`
  await makeTable(
    ctx,
    { table: 'vehicle_ref', number },
    sql`
    with wanted as (
      select vehicle, (count(*) filter (where part.ordinal is not null))::integer as times, min(s.file) as file, min(s.line) as line
      from ${staged('fitment', number)} s
        join ${staged('part_ref', number)} part on part.brand = s.brand and part.part = s.part
      group by 1),
    split as (
      select wanted.*, nullif(${part(1)}, '') as system, case when ${part(1)} <> '' then ${part(2)} end as external_id,
        case when ${part(1)} = '' then ${part(2)}::smallint end as year,
        case when ${part(1)} = '' then ${part(3)} end as make, case when ${part(1)} = '' then ${part(4)} end as model,
        case when ${part(1)} = '' then nullif(${part(5)}, '') end as engine
      from wanted)
    select split.*, coalesce(plan.vehicle_id, alias.vehicle_id, exact.id, base.id) as vehicle_id,
      split.engine is not null and exact.id is null and base.id is not null as lacks_engine
    from split
      left join ${staged('vehicle_plan', number)} plan on plan.system = split.system and plan.external_id = split.external_id
      left join vehicle_alias alias on alias.system = split.system and alias.external_id = split.external_id
      left join make on lower(make.name) = lower(split.make)
      left join model on model.make_id = make.id and lower(model.name) = lower(split.model)
      left join vehicle base on base.model_id = model.id and base.year = split.year and base.engine_id is null
      left join engine on lower(engine.name) = lower(split.engine)
      left join vehicle exact on exact.model_id = model.id and exact.year = split.year and exact.engine_id = engine.id`,
  )
}

/** A vehicle's number that can be none. */
export const implausible = sql.raw(
  `(ref.vehicle_id is null and ref.system = 'vcdb' and ref.external_id::bigint > ${mostBaseVehicle})`,
)

/**
 * The applications that the files name, on vehicles known and unknown. An engine that the shop does not know is a
 * condition: such a part is not said to fit whatever the engine.
 */
const applications = (number: number) => sql`
  select ref.vehicle_id, part.ordinal as tool_ordinal, case when ref.vehicle_id is null then s.vehicle end as named,
    s.action, s.file, s.line, s.record, s.fits, s.position, s.quantity,
    case when ref.lacks_engine
      then coalesce(s.conditions, '[]') || jsonb_build_array(jsonb_build_object('name', 'Engine', 'value', ref.engine))
      else s.conditions end as conditions,
    s.notes
  from ${staged('fitment', number)} s
    join ${staged('part_ref', number)} part on part.brand = s.brand and part.part = s.part
    join ${staged('vehicle_ref', number)} ref on ref.vehicle = s.vehicle
  where part.ordinal is not null and (${implausible}) is not true`

/** Each application once. Where one row says that the part fits and another that it does not, it does not. */
export async function planFitment(ctx: Context, { number }: Planned): Promise<void> {
  await makeTable(
    ctx,
    { table: 'fitment_plan', number },
    sql`
    select distinct on (vehicle_id, tool_ordinal, named, action, position, conditions, notes) *
    from (${applications(number)}) known
    order by vehicle_id, tool_ordinal, named, action, position, conditions, notes, fits, file, line`,
  )
}

/** Whether a row of the plan and one of the table are the same application. */
export const sameApplication = sql`
  old.vehicle_id = plan.vehicle_id and old.tool_ordinal = plan.tool_ordinal
  and coalesce(old.position, '') = coalesce(plan.position, '')
  and coalesce(old.conditions, '[]'::jsonb) = coalesce(plan.conditions, '[]'::jsonb)
  and coalesce(old.notes, '{}'::text[]) = coalesce(plan.notes, '{}'::text[])`

export const sameContent = sql`old.fits = plan.fits and old.quantity is not distinct from plan.quantity`

export async function countFitment(ctx: Context, planned: Planned) {
  const { id, number, sourceId } = planned
  const plan = staged('fitment_plan', number)
  const isFull = isWhole(planned, 'fitment')
  const { rows: all } = await sql<{ resolved: number; unresolved: number }>`
    select count(*) filter (where vehicle_id is not null)::integer as resolved,
      count(*) filter (where vehicle_id is null)::integer as unresolved
    from ${plan} where action = 'put'`.execute(ctx.db)
  const { resolved = 0, unresolved = 0 } = all[0] ?? {}
  const { rows: matched } = await sql<{ same: number; changed: number; deleted: number; held: number }>`
    select count(*) filter (where plan.action = 'put' and ${sameContent})::integer as same,
      count(*) filter (where plan.action = 'put' and not (${sameContent}))::integer as changed,
      count(*) filter (where plan.action = 'delete')::integer as deleted,
      count(*) filter (where plan.action = 'keep')::integer as held
    from ${plan} plan join fitment old on ${sameApplication} where old.source_id = ${sourceId}`.execute(ctx.db)
  const { same = 0, changed = 0, deleted = 0, held = 0 } = matched[0] ?? {}
  const of = await countRows(
    ctx,
    sql`select ((select count(*) from fitment where source_id = ${sourceId})
      + (select count(*) from unresolved_fitment where source_id = ${sourceId}))::integer as count`,
  )
  const removedUnresolved = isFull ? await countRows(ctx, unresolvedGone(planned)) : 0
  const before = await countRows(ctx, sql`select count(*)::integer as count from fitment where source_id = ${sourceId}`)
  const removed = (isFull ? before - same - changed - held : deleted) + removedUnresolved
  const implausibleRows = await noteVehicleProblems(ctx, planned)
  const contradicted = await noteContradictions(ctx, planned)
  const { refused, leftOut } = await countPartless(ctx, number, 'fitment')
  await noteProblems(ctx, id, nothingToRemove(planned))
  if (planned.full.includes('fitment') && !isFull && of > 0) {
    await noteProblems(
      ctx,
      id,
      sql`select 0 as file, null::integer as line, null::text as record, 'part_number' as field,
      'applications-unknown' as code, null::text as value, 1 as times`,
    )
  }
  return {
    counts: {
      ...noCounts(),
      added: resolved - same - changed,
      changed,
      unchanged: same,
      removed,
      leftOut,
      refused: refused + implausibleRows + contradicted,
      unresolved,
    },
    removal: isFull ? { rows: removed, of } : null,
  }
}

/** Rows that say "fits" where another row of the same files says "does not fit": they are left out, and told. */
async function noteContradictions(ctx: Context, { id, number }: Planned): Promise<number> {
  const plan = staged('fitment_plan', number)
  // Most files say nothing about what does not fit: then there is nothing to look for.
  const says = await countRows(ctx, sql`select exists (select from ${plan} where not fits)::integer as count`)
  if (!says) return 0
  return noteProblems(
    ctx,
    id,
    sql`select said.file, said.line, said.record, 'fits' as field, 'fits-contradicted' as code, null::text as value, 1 as times
      from (${applications(number)}) said join ${plan} plan on plan.tool_ordinal = said.tool_ordinal
        and plan.vehicle_id is not distinct from said.vehicle_id and plan.named is not distinct from said.named
        and plan.position is not distinct from said.position and plan.conditions is not distinct from said.conditions
        and plan.notes is not distinct from said.notes
      where plan.action = 'put' and not plan.fits and said.action = 'put' and said.fits`,
  )
}

/** Unresolved rows of the source that a full file has no more. */
const unresolvedGone = ({ number, sourceId }: Planned) => sql<{ count: number }>`
  select count(*)::integer as count from unresolved_fitment old
  where old.source_id = ${sourceId} and not exists (
    select from ${staged('fitment_plan', number)} plan
    where plan.vehicle_id is null and plan.tool_ordinal = old.tool_ordinal and plan.named = ${namedOf})`

/** How the files name the vehicle of a row of `unresolved_fitment`. */
export const namedOf = sql`case when old.system is not null then old.system || ${sql.lit(unit)} || old.external_id
  else ${sql.lit(unit)} || old.year || ${sql.lit(unit)} || old.make || ${sql.lit(unit)} || old.model || ${sql.lit(unit)} || coalesce(old.engine, '') end`

/** The same as `sameApplication`, of a row of `unresolved_fitment`. */
export const sameWaiting = sql`plan.vehicle_id is null and plan.tool_ordinal = old.tool_ordinal and plan.named = ${namedOf}
    and coalesce(old.position, '') = coalesce(plan.position, '')
    and coalesce(old.conditions, '[]'::jsonb) = coalesce(plan.conditions, '[]'::jsonb)
    and coalesce(old.notes, '{}'::text[]) = coalesce(plan.notes, '{}'::text[])`

const nothingToRemove = ({ number, sourceId }: Planned) => sql`
  select plan.file, plan.line, plan.record, 'action' as field, 'nothing-to-remove' as code, null::text as value, 1 as times
  from ${staged('fitment_plan', number)} plan
  where plan.action = 'delete' and not exists (
    select from fitment old where old.source_id = ${sourceId} and ${sameApplication})`

/** Once for each vehicle, with how many rows wait for it. Returns the rows that wait for none that can be. */
async function noteVehicleProblems(ctx: Context, { id, number }: Planned): Promise<number> {
  const shown = sql`coalesce(ref.system || ' ' || ref.external_id, concat_ws(' ', ref.year, ref.make, ref.model, ref.engine))`
  await noteProblems(
    ctx,
    id,
    sql`select file, line, null::text as record, 'vehicle' as field, 'vehicle-unknown' as code, ${shown} as value, times
      from ${staged('vehicle_ref', number)} ref where times > 0 and vehicle_id is null and (${implausible}) is not true`,
  )
  return noteProblems(
    ctx,
    id,
    sql`select s.file, s.line, s.record, 'BaseVehicle' as field, 'vehicle-number-implausible' as code,
        ref.external_id as value, 1 as times
      from ${staged('fitment', number)} s join ${staged('vehicle_ref', number)} ref using (vehicle)
        join ${staged('part_ref', number)} part on part.brand = s.brand and part.part = s.part and part.ordinal is not null
      where ${implausible}`,
  )
}

/**
 * Applications that get in each other's way, as neighbours in the order of the parts: another part for the same vehicle,
 * part type, position, label and qualifiers overlaps; the same part again is a duplicate.
 */
export async function listOverlaps(ctx: Context, { id, number }: Planned) {
  // Without a part type only the same part can be in its own way: a filter is none to a brake pad.
  const type = `coalesce(part_type, ' ' || part)`
  const place = sql.raw(`vehicle, ${type}, position, label, conditions, notes`)
  const table = staged('fitment', number)
  // Most places have one application: only the others are put in order.
  const pairs = sql`
    select *, part = other_part as is_duplicate from (
      select s.*, lag(part) over beside as other_part, lag(line) over beside as other_line, lag(record) over beside as other_record
      from ${table} s
      where action = 'put' and hash_record_extended(row(${place}), 0) in (
        select hash_record_extended(row(${place}), 0) from ${table} where action = 'put' group by 1 having count(*) > 1)
      window beside as (partition by vehicle collate "C", ${sql.raw(type)} collate "C", position collate "C", label collate "C", conditions, notes
        order by part collate "C", brand collate "C", file, line)
    ) neighbours where other_part is not null`
  await sql`delete from import_overlap where import_id = ${id}`.execute(ctx.db)
  const { rows } = await sql<{ overlaps: number; duplicates: number }>`
    with pair as materialized (${pairs}),
    kept as (
      insert into import_overlap (import_id, is_duplicate, vehicle, part_type, position, qualifiers, part, other_part, line, other_line,
        record, other_record)
      select ${id}, is_duplicate, coalesce(nullif(concat_ws(' ', ref.year, ref.make, ref.model, ref.engine), ''), ref.system || ' ' || ref.external_id),
        part_type, position, nullif(concat_ws('; ', (select string_agg(said ->> 'name' || ' ' || (said ->> 'value'), '; ') from jsonb_array_elements(conditions) said),
          array_to_string(notes, '; ')), ''), other_part, part, other_line, pair.line, other_record, record
      from pair join ${staged('vehicle_ref', number)} ref using (vehicle)
      order by pair.file, pair.line limit ${sql.lit(importLimits.overlaps)})
    select count(*) filter (where not is_duplicate)::integer as overlaps,
      count(*) filter (where is_duplicate)::integer as duplicates
    from pair`.execute(ctx.db)
  return rows[0] ?? { overlaps: 0, duplicates: 0 }
}
