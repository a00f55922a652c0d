import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#platform/context'
import { formerValues } from '../columns/tool-sql.server.ts'
import { undoPictures } from '../plan/pictures.server.ts'
import type { ImportRow } from '../row.server.ts'

const changesOf = ({ id }: ImportRow, ...subjects: string[]) =>
  sql`change.import_id = ${id} and change.subject = any(${subjects}::text[])`

type Judged = { row: ImportRow; subject: 'tool' | 'stock' }

/** Marks the changes that cannot be taken back. `why`: a query of `n` and a code, or null where nothing stands in the way. */
async function judge(ctx: Context, { row, subject }: Judged, why: RawBuilder<unknown>): Promise<void> {
  await sql`
    update import_change change set left_why = judged.why
    from (${why}) judged
    where ${changesOf(row, subject)} and change.n = judged.n and judged.why is not null`.execute(ctx.db)
}

/** Whether somebody, or a later import, has changed the units of `tool` since for one of these reasons, and not back again. */
const isStockChanged = ({ ended_at }: ImportRow, ...reasons: ('restocked' | 'corrected' | 'counted')[]) =>
  sql<boolean>`coalesce((
    select sum(on_hand_change) from stock_movement later
    where later.tool_id = tool.id and later.at > ${ended_at} and later.order_id is null
      and later.reason = any(${reasons}::text[])), 0) <> 0`

/**
 * Parts as they were before; those that the import added are taken out of the shop. What somebody has changed since stays as it is.
 * Orders wait for the tools that are locked here.
 */
export async function undoTools(ctx: Context, row: ImportRow): Promise<void> {
  await sql`
    select from tool where id in (
      select (before ->> 'id')::uuid from import_change change where ${changesOf(row, 'tool', 'stock')})
    order by id for no key update`.execute(ctx.db)
  await judge(
    ctx,
    { row, subject: 'tool' },
    sql`
    select change.n, case
        when tool.version <> change.version then 'part-changed'
        when change.op = 'added' and ${isStockChanged(row, 'restocked', 'corrected', 'counted')} then 'part-changed'
        when change.op = 'removed' and exists (
          select from tool other where other.part_number = tool.part_number and other.archived_at is null
            and other.brand_id is not distinct from tool.brand_id) then 'number-taken' end as why
    from import_change change join tool on tool.id = (change.before ->> 'id')::uuid where ${changesOf(row, 'tool')}`,
  )
  await sql`
    update tool set ${formerValues}, category_id = (select id from category where id = old.category_id),
      attributes = coalesce(old.attributes, tool.attributes),
      image_id = case when change.before ? 'pictures' then (select id from image where id = old.image_id) else tool.image_id end,
      image_url = case when change.before ? 'pictures' then old.image_url else tool.image_url end,
      image_alt = case when change.before ? 'pictures' then old.image_alt else tool.image_alt end,
      archived_at = old.archived_at,
      version = tool.version + 1, updated_at = ${ctx.now()}
    from import_change change, lateral jsonb_populate_record(null::tool, change.before) old
    where ${changesOf(row, 'tool')} and change.op <> 'added' and change.left_why is null
      and tool.id = old.id and tool.version = change.version`.execute(ctx.db)
  // A category that the import made must not stay for what nobody sells.
  await sql`
    update tool set archived_at = ${ctx.now()}, version = tool.version + 1, updated_at = ${ctx.now()},
      category_id = case when tool.category_id in (select (before ->> 'id')::uuid from import_change change
        where ${changesOf(row, 'category')}) then null else tool.category_id end
    from import_change change
    where ${changesOf(row, 'tool')} and change.op = 'added' and change.left_why is null
      and tool.id = (change.before ->> 'id')::uuid and tool.version = change.version`.execute(ctx.db)
  await undoPictures(ctx, row.id)
  await carryVersions(ctx, row)
}

/** An earlier import's change of a part is the last one again, and can be undone in its turn. */
async function carryVersions(ctx: Context, row: ImportRow): Promise<void> {
  await sql`
    update import_change earlier set version = tool.version
    from import_change change join tool on tool.id = (change.before ->> 'id')::uuid
    where ${changesOf(row, 'tool')} and change.op <> 'added' and change.left_why is null
      and earlier.subject = 'tool' and earlier.import_id <> change.import_id
      and earlier.before ->> 'id' = change.before ->> 'id'
      and earlier.version = (change.before ->> 'version')::integer`.execute(ctx.db)
}

/**
 * The units that came go again, and the other way about, but for what orders hold and what somebody has counted since: that count is
 * of what is there. The tools are locked.
 */
export async function undoStock(ctx: Context, row: ImportRow): Promise<void> {
  await judge(
    ctx,
    { row, subject: 'stock' },
    sql`
    select change.n, case
        when tool.on_hand - (change.before ->> 'units')::integer < tool.reserved then 'stock-held'
        when ${isStockChanged(row, 'corrected', 'counted')} then 'stock-counted' end as why
    from import_change change join tool on tool.id = (change.before ->> 'id')::uuid where ${changesOf(row, 'stock')}`,
  )
  await sql`
    with booked as (
      select (before ->> 'id')::uuid as id, (before ->> 'units')::integer as units from import_change change
      where ${changesOf(row, 'stock')} and left_why is null),
    changed as (
      update tool set on_hand = on_hand - booked.units, updated_at = ${ctx.now()} from booked where tool.id = booked.id
      returning tool.id, booked.units)
    insert into stock_movement (id, tool_id, at, reason, on_hand_change, actor_kind, actor_id, note)
    select gen_random_uuid(), id, ${ctx.now()}, 'corrected', -units, ${ctx.actor.kind}, ${ctx.actor.id}, ${`Import ${row.number} undone`}
    from changed`.execute(ctx.db)
}
