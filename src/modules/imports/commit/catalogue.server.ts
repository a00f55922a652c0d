import { sql } from 'kysely'
import type { Context } from '#platform/context'
import { addCategories } from '#services/catalogue'
import { changedValues, freshColumns, freshValues } from '../columns/tool-sql.server.ts'
import type { Outcome } from '../import.rules.ts'
import { refuse } from '../refusals.rules.ts'
import { refuseLate } from './late.server.ts'
import { countByNow, haveNumbersMoved, isOfNewCategory, movedSince, toolChanges } from '../plan/parts.server.ts'
import { commitPictures, firstPicture, picturesBefore } from '../plan/pictures.server.ts'
import { type Planned, staged } from '../staging/staging.server.ts'

/** Mapping rows: the vehicles that they name are made where they are missing, and not offered to those who pick one. */
export async function commitVehicles(ctx: Context, { id, number }: Planned): Promise<void> {
  const plan = staged('vehicle_plan', number)
  await sql`insert into make (name) select min(make) from ${plan} where vehicle_id is null group by lower(make)
    on conflict do nothing`.execute(ctx.db)
  await sql`insert into model (make_id, name)
    select make.id, min(plan.model) from ${plan} plan join make on lower(make.name) = lower(plan.make)
    where plan.vehicle_id is null group by make.id, lower(plan.model) on conflict do nothing`.execute(ctx.db)
  const models = sql`${plan} plan join make on lower(make.name) = lower(plan.make)
    join model on model.make_id = make.id and lower(model.name) = lower(plan.model)`
  await sql`insert into vehicle (year, model_id, is_offered)
    select distinct plan.year, model.id, false from ${models} where plan.vehicle_id is null
    on conflict do nothing`.execute(ctx.db)
  await sql`update ${plan} mapping set vehicle_id = vehicle.id
    from ${models} join vehicle on vehicle.model_id = model.id and vehicle.year = plan.year and vehicle.engine_id is null
    where mapping.vehicle_id is null and mapping.system = plan.system and mapping.external_id = plan.external_id`.execute(
    ctx.db,
  )
  await sql`insert into import_change (import_id, subject, op, before)
    select ${id}, 'alias', case when old_id is null then 'added' else 'changed' end,
      jsonb_build_object('system', system, 'external_id', external_id, 'vehicle_id', old_id, 'after', vehicle_id)
    from ${plan} where old_id is distinct from vehicle_id`.execute(ctx.db)
  await sql`insert into vehicle_alias (system, external_id, vehicle_id)
    select system, external_id, vehicle_id from ${plan} where old_id is distinct from vehicle_id
    on conflict (system, external_id) do update set vehicle_id = excluded.vehicle_id`.execute(ctx.db)
}

/** Categories that the shop does not have yet: parts go into them. */
export async function commitCategories(ctx: Context, { id, number }: Planned): Promise<void> {
  const plan = staged('part_plan', number)
  const { rows } = await sql<{ path: string }>`
    select path from (
      select distinct on (lower(category)) category as path, place from ${plan} where ${isOfNewCategory}
      order by lower(category), place) each_once
    order by place`.execute(ctx.db)
  if (rows.length === 0) return
  const added = await addCategories(
    ctx,
    rows.map(({ path }) => path),
  )
  // Undoing takes them away again, if they are empty by then.
  await sql`
    insert into import_change (import_id, subject, op, before)
    select ${id}, 'category', 'added', jsonb_build_object('id', made ->> 'id', 'full_name', made ->> 'full_name')
    from jsonb_array_elements(${JSON.stringify(added)}::jsonb) made`.execute(ctx.db)
  await sql`update ${plan} plan set category_id = category.id from category
    where ${isOfNewCategory} and lower(category.full_name) = lower(plan.category)`.execute(ctx.db)
}

/** Parts that are new to the shop, with their opening stock: the other rows name them. */
export async function commitNewParts(ctx: Context, planned: Planned, onRows: (rows: number) => void): Promise<void> {
  const { number } = planned
  const plan = staged('part_plan', number)
  await sql`insert into brand (id, name)
    select gen_random_uuid(), min(brand) from ${plan} where is_new and brand <> '' group by lower(brand)
    on conflict do nothing`.execute(ctx.db)
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select min(tool_ordinal) as first, max(tool_ordinal) as last from ${plan} where is_new`.execute(ctx.db)
  const { first, last } = rows[0] ?? {}
  let done = 0
  // Piece by piece: one statement of a million parts would tell nobody for minutes how far it is.
  for (let from = first ?? 1; from <= (last ?? 0); from += partsAtOnce) {
    done += await addParts(ctx, planned, { from, before: from + partsAtOnce })
    onRows(done)
  }
}

const partsAtOnce = 25_000

async function addParts(
  ctx: Context,
  { id, number }: Planned,
  ordinals: { from: number; before: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    with added as (
      insert into tool (id, ordinal, part_number, brand_id, category_id, attributes, on_hand, image_id, image_alt, created_at, updated_at,
        ${freshColumns})
      overriding system value
      select import_new_id(${ctx.now()}, place), tool_ordinal, plan.part,
        (select id from brand where lower(brand.name) = lower(plan.brand)), plan.category_id, coalesce(plan.attributes, '{}'),
        coalesce(plan.stock, 0), plan.image_ids[1], coalesce(plan.image_alts[1], ''), ${ctx.now()}, ${ctx.now()},
        ${freshValues}
      from ${staged('part_plan', number)} plan
      where is_new and tool_ordinal >= ${ordinals.from} and tool_ordinal < ${ordinals.before} order by tool_ordinal
      returning id, ordinal, on_hand, version),
    pictured as (
      insert into tool_picture (tool_id, position, image_id, alt)
      select added.id, said.at + 1, said.image_id, coalesce(said.alt, '')
      from added join ${staged('part_plan', number)} plan on plan.tool_ordinal = added.ordinal
        cross join lateral unnest(plan.image_ids[2:], plan.image_alts[2:]) with ordinality as said (image_id, alt, at)),
    opened as (
      insert into stock_movement (id, tool_id, at, reason, on_hand_change, actor_kind, actor_id, note)
      select gen_random_uuid(), id, ${ctx.now()}, 'opening', on_hand, ${ctx.actor.kind}, ${ctx.actor.id}, ${`Import ${number}`}
      from added where on_hand > 0)
    insert into import_change (import_id, subject, op, before, version)
    select ${id}, 'tool', 'added', jsonb_build_object('id', id), version from added`.execute(ctx.db)
  return Number(numAffectedRows ?? 0)
}

/**
 * What changes of the parts that are there, those that are taken out of the shop, and stock. Orders wait for the tools
 * that are locked here: so only what changes is, and this is the last that a commit does. Returns what has become of the rows about parts,
 * which `counts` says of the preview. Refuses: import-stale.
 */
export async function commitPartChanges(
  ctx: Context,
  planned: Planned,
  counts: Record<Outcome, number>,
): Promise<Record<Outcome, number>> {
  // In the order of the ids, as every verb that locks several tools.
  await sql`select from tool join ${staged('part_plan', planned.number)} plan on plan.tool_ordinal = tool.ordinal ${movedSince(planned.id)}
    where not plan.is_new and plan.problem is null and tool.archived_at is null
      and (plan.is_gone or ${toolChanges} or ${countByNow()} <> tool.on_hand)
    order by tool.id for no key update of tool`.execute(ctx.db)
  // From here on nobody gives them another number.
  if (await haveNumbersMoved(ctx, planned.number, 'part_plan')) throw refuse('import-stale')
  const now = await refuseLate(ctx, planned, counts)
  await commitToolChanges(ctx, planned)
  await commitPictures(ctx, planned)
  await commitStock(ctx, planned)
  return now
}

async function commitToolChanges(ctx: Context, { id, number }: Planned): Promise<void> {
  const plan = staged('part_plan', number)
  await sql`
    with wanted as (
      select tool.id, to_jsonb(tool) - array['free', 'on_hand', 'reserved', 'rating_total', 'rating_count'] || ${picturesBefore} as before, plan.*
      from ${plan} plan join tool on tool.ordinal = plan.tool_ordinal and tool.archived_at is null
      where not plan.is_new and plan.problem is null and (plan.is_gone or ${toolChanges})),
    changed as (
      update tool set ${changedValues}, category_id = coalesce(plan.category_id, tool.category_id),
        attributes = tool.attributes || coalesce(plan.attributes, '{}'), ${firstPicture},
        archived_at = case when plan.is_gone then ${ctx.now()}::timestamptz end,
        version = tool.version + 1, updated_at = ${ctx.now()}
      from wanted plan where tool.id = plan.id
      returning tool.id, tool.version, plan.before, plan.is_gone)
    insert into import_change (import_id, subject, op, before, version)
    select ${id}, 'tool', case when is_gone then 'removed' else 'changed' end, before, version from changed`.execute(
    ctx.db,
  )
}

/** To the count that the file says, as it is by now. */
async function commitStock(ctx: Context, { id, number }: Planned): Promise<void> {
  const plan = staged('part_plan', number)
  await sql`
    with wanted as (
      select tool.id, ${countByNow()} - tool.on_hand as units
      from ${plan} plan join tool on tool.ordinal = plan.tool_ordinal and tool.archived_at is null ${movedSince(id)}
      where not plan.is_new and plan.problem is null and not plan.is_gone and plan.stock is not null and ${countByNow()} <> tool.on_hand),
    changed as (
      update tool set on_hand = tool.on_hand + wanted.units, updated_at = ${ctx.now()}
      from wanted where tool.id = wanted.id returning tool.id, wanted.units),
    moved as (
      insert into stock_movement (id, tool_id, at, reason, on_hand_change, actor_kind, actor_id, note)
      select gen_random_uuid(), id, ${ctx.now()}, 'corrected', units, ${ctx.actor.kind}, ${ctx.actor.id}, ${`Import ${number}`}
      from changed)
    insert into import_change (import_id, subject, op, before)
    select ${id}, 'stock', 'changed', jsonb_build_object('id', id, 'units', units) from changed`.execute(ctx.db)
}
