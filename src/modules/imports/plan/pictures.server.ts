import { sql } from 'kysely'
import type { Context } from '#platform/context'
import { type Planned, noteProblems, staged } from '../staging/staging.server.ts'

/**
 * The pictures that the files name, as tools keep them. The first is null where the tool shows it already without having it: its
 * category's, or one on another host; it stays. One that the shop does not have refuses its row.
 */
export async function planPictures(ctx: Context, { number }: Planned): Promise<void> {
  const plan = staged('part_plan', number)
  await sql`
    with said as (
      select plan.place, one.at, one.key, one.alt, image.id,
        one.at = 1 and tool.id is not null and (
          one.key = replace(replace(tool.image_url, ' ', '%20'), '|', '%7C')
          or (tool.image_url is null and tool.image_id is null and image.id = category.image_id)) as is_shown
      from ${plan} plan
        cross join lateral (
          select said ->> 'key' as key, said ->> 'alt' as alt, at
          from jsonb_array_elements(plan.pictures) with ordinality as each (said, at)) one
        left join image on image.key = one.key
        left join tool on tool.ordinal = plan.ordinal
        left join category on category.id = tool.category_id),
    each_part as (
      select place, array_agg(case when is_shown then null else id end order by at) as ids, array_agg(alt order by at) as alts,
        (array_agg(key order by at) filter (where id is null and is_shown is not true))[1] as wrong
      from said group by place)
    update ${plan} plan set image_ids = ids, image_alts = alts, picture_typed = wrong,
      problem = coalesce(problem, case when wrong is not null then 'picture-unknown' end),
      is_new = is_new and wrong is null, tool_ordinal = case when wrong is null then tool_ordinal else plan.ordinal end
    from each_part where each_part.place = plan.place`.execute(ctx.db)
}

const behind = (column: string) =>
  sql`array(select ${sql.ref(column)} from tool_picture where tool_id = tool.id order by position)`

/** Whether a part's row changes the pictures of its tool. */
export const changesPictures = sql`(plan.image_ids is not null and (
  (plan.image_ids[1] is not null and (tool.image_url is not null or plan.image_ids[1] is distinct from tool.image_id))
  or plan.image_ids[2:] is distinct from ${behind('image_id')}
  or (plan.image_alts[1] is not null
    and (plan.image_alts[1] <> tool.image_alt or plan.image_alts[2:] is distinct from ${behind('alt')}))))`

/**
 * From here to the end of the transaction the pictures of the plan stay. Those that went since the preview, because nothing showed
 * them for a day, are told, and the pictures of their tools left alone.
 */
export async function holdPictures(ctx: Context, { id, number }: Planned): Promise<void> {
  const plan = staged('part_plan', number)
  await sql`
    select from image where id in (select unnest(image_ids) from ${plan} where problem is null)
    order by id for key share`.execute(ctx.db)
  const isGone = sql`problem is null and exists (
    select from unnest(image_ids) wanted where wanted is not null and not exists (select from image where image.id = wanted))`
  await noteProblems(
    ctx,
    id,
    sql`select file, line, record, 'pictures' as field, 'picture-unknown' as code, pictures #>> '{0,key}' as value, 1 as times
      from ${plan} where ${isGone}`,
  )
  await sql`update ${plan} set image_ids = null where ${isGone}`.execute(ctx.db)
}

/** What a change keeps of a tool's pictures for its undo, beside its row. */
export const picturesBefore = sql`case when plan.image_ids is null then '{}' else jsonb_build_object('pictures', coalesce((
  select jsonb_agg(jsonb_build_object('image_id', image_id, 'alt', alt) order by position)
  from tool_picture where tool_id = tool.id), '[]')) end`

/** The first picture, in the statement that changes a tool: with the text that is said, or that it had, if the tool had it. */
export const firstPicture = sql`
  image_id = coalesce(plan.image_ids[1], tool.image_id),
  image_url = case when plan.image_ids[1] is null then tool.image_url end,
  image_alt = case when plan.image_alts[1] is not null then plan.image_alts[1]
    when plan.image_ids[1] is null or plan.image_ids[1] = tool.image_id then tool.image_alt
    else coalesce((select alt from tool_picture where tool_id = tool.id and image_id = plan.image_ids[1]), '') end`

/**
 * The pictures behind the first one of tools that this import has changed. What they were, and their texts, its changes know; they stay
 * in the shop as long as it can be undone.
 */
export async function commitPictures(ctx: Context, { id, number }: Planned): Promise<void> {
  const changed = sql`import_change change join tool on tool.id = (change.before ->> 'id')::uuid
    join ${staged('part_plan', number)} plan on plan.tool_ordinal = tool.ordinal
    where change.import_id = ${id} and change.subject = 'tool' and change.op = 'changed' and change.before ? 'pictures'`
  await sql`delete from tool_picture where tool_id in (select tool.id from ${changed})`.execute(ctx.db)
  await sql`
    insert into tool_picture (tool_id, position, image_id, alt)
    select change.tool_id, said.at + 1, said.image_id, coalesce(said.alt,
      (select one ->> 'alt' from jsonb_array_elements(change.before -> 'pictures') one
        where one ->> 'image_id' = said.image_id::text limit 1),
      case when change.before ->> 'image_id' = said.image_id::text then change.before ->> 'image_alt' end, '')
    from (select tool.id as tool_id, change.before, plan.image_ids, plan.image_alts from ${changed}) change
      cross join lateral unnest(change.image_ids[2:], change.image_alts[2:]) with ordinality as said (image_id, alt, at)`.execute(
    ctx.db,
  )
  await sql`
    insert into import_picture (import_id, image_id)
    select distinct change.import_id, named.id::uuid
    from import_change change cross join lateral (
      select change.before ->> 'image_id' as id
      union all select one ->> 'image_id' from jsonb_array_elements(change.before -> 'pictures') one) named
    where change.import_id = ${id} and change.subject = 'tool' and change.op = 'changed' and change.before ? 'pictures'
      and named.id is not null`.execute(ctx.db)
}

/** As an undone import found them, but for pictures that had gone before they were kept for this. */
export async function undoPictures(ctx: Context, importId: string): Promise<void> {
  const changed = sql`import_change change where change.import_id = ${importId} and change.subject = 'tool'
    and change.op = 'changed' and change.before ? 'pictures' and change.left_why is null`
  await sql`
    delete from tool_picture where tool_id in (select (change.before ->> 'id')::uuid from ${changed})`.execute(ctx.db)
  await sql`
    insert into tool_picture (tool_id, position, image_id, alt)
    select (change.before ->> 'id')::uuid, 1 + row_number() over (partition by change.before ->> 'id' order by one.at),
      image.id, one.picture ->> 'alt'
    from (select change.before from ${changed}) change
      cross join lateral jsonb_array_elements(change.before -> 'pictures') with ordinality as one (picture, at)
      join image on image.id = (one.picture ->> 'image_id')::uuid`.execute(ctx.db)
  await ctx.db.deleteFrom('import_picture').where('import_id', '=', importId).execute()
}
