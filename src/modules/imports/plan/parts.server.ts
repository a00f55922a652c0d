import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#platform/context'
import { lastValues, plainChanges } from '../columns/tool-sql.server.ts'
import { planNewAttributes } from './attributes/plan.server.ts'
import { noteAttributes, planAttributes } from './attributes.server.ts'
import { changesPictures, planPictures } from './pictures.server.ts'
import { noteUnlisted, planUnlisted } from './unlisted.server.ts'
import { notePriceLeaps } from './leaps.server.ts'
import { isLeftOut } from './partless.server.ts'
import { type Planned, countRows, makeTable, noteProblems, staged } from '../staging/staging.server.ts'
import { type Outcome, type UnreadOutcome, noCounts } from '../import.rules.ts'

const isNamedSo = sql`tool.part_number = wanted.part and (wanted.brand_key <> '' or tool.brand_id is null)`

const isInDoubt = sql`is_doubtful_number(wanted.part, own.value, own.tool_ordinal)`

/**
 * Which tool each part of the files is: by brand and number, as numbers are compared. The very spelling comes first;
 * several that differ in punctuation alone are ambiguous, and never guessed. So are those of several brands where a row names
 * none, but for the one that has none either and is spelled so, and numbers that the shop writes with signs that may tell two
 * numbers apart. By these, parts that the shop does not have are several: `10.5` and `105`.
 */
export async function planPartRefs(ctx: Context, { number }: Planned): Promise<void> {
  await makeTable(
    ctx,
    { table: 'part_ref', number },
    sql`
    with wanted as (
      select brand, part, lower(brand) as brand_key, fold_part_number(part) as folded, sum(times)::integer as times,
        min(file) as file, min(line) as line
      from (
        select brand, part, file, min(line) as line, count(*) as times from ${staged('fitment', number)} group by 1, 2, 3
        union all
        select brand, part, file, min(line), count(*) from ${staged('number', number)}
          where kind <> 'supersedes' and action <> 'keep' group by 1, 2, 3
        union all
        select brand, part, file, min(line), 0 from ${staged('part', number)} group by 1, 2, 3
        union all
        -- Of rows that were refused: the file lists these parts, too.
        select brand, part, null, null, 0 from ${staged('named', number)}
      ) named
      group by 1, 2),
    found as (
      select wanted.brand, wanted.part, count(*) as all_of_them, count(*) filter (where ${isNamedSo}) as as_named,
        count(*) filter (where not ${isInDoubt}) as certain, min(tool.ordinal) filter (where not ${isInDoubt}) as first, min(tool.ordinal) filter (where ${isNamedSo}) as first_as_named
      from wanted
        join part_number own on own.folded = wanted.folded and own.kind = 'own'
        join tool on tool.ordinal = own.tool_ordinal and tool.archived_at is null
        left join brand on brand.id = tool.brand_id
      where wanted.brand_key = '' or lower(brand.name) = wanted.brand_key
      group by 1, 2)
    select *, coalesce('#' || ordinal, brand_key || ' ' || marked_part_number(part)) as key, all_of_them > 0 and ordinal is null as is_ambiguous
    from (
      select wanted.*, all_of_them, case when all_of_them = 1 and certain = 1 then first
        when as_named = 1 then first_as_named end as ordinal
      from wanted left join found using (brand, part)) judged`,
  )
}

/**
 * What becomes of each part. Rows of several files about one part are taken together, the later file's word first; a
 * second row in one file is refused.
 */
export async function planParts(ctx: Context, planned: Planned): Promise<void> {
  const { number, createParts, createCategories, takesLast } = planned
  const isAllowed = (allowed: boolean) => sql.raw(allowed ? 'true' : 'false')
  const last = (column: string) =>
    sql.raw(`(array_agg(s.${column} order by s.file desc) filter (where s.${column} is not null))[1] as ${column}`)
  // Of several files each says what it knows.
  const attributes = sql.raw(
    "jsonb_agg(s.attributes order by s.file) filter (where s.attributes is not null and s.action <> 'delete') as attributes",
  )
  await makeTable(
    ctx,
    { table: 'part_plan', number },
    sql`
    with said as (
      select s.key, min(s.brand_key) as brand_key, min(s.folded) as folded, min(s.ordinal) as ordinal, bool_or(coalesce(s.is_ambiguous, false)) as is_ambiguous, min(s.file) as file,
        min(s.line) as line, min(s.record) as record, min(s.brand) as brand, min(s.part) as part, count(*) as rows,
        bool_or(s.action = 'delete') as is_gone, bool_or(s.is_unpriced) as is_unpriced, ${lastValues}, ${last('category')}, ${last('stock')}, ${attributes}, ${last('pictures')}
      from ${partRows(number, takesLast)} s where turn = 1 group by 1),
    -- By its path, else by its name, else by its address; of several alike none is guessed.
    named as (
      select category, found.* from (select distinct category from said where category is not null) wanted
        cross join lateral (
          select id, count(*) over () as alike from (
            select id, rank() over (order by lower(full_name) = lower(category) desc, lower(name) = lower(category) desc)
            from category where lower(full_name) = lower(wanted.category) or lower(name) = lower(wanted.category)
              or id in (select categories_called(wanted.category))
          ) alike where rank = 1 limit 1) found),
    judged as (
      select said.*, case when category.alike = 1 then category.id end as category_id, tool.reserved,
        case
          when said.is_ambiguous then 'part-ambiguous'
          when category.alike > 1 then 'category-ambiguous'
          when said.category is not null and category.id is null and not ${isAllowed(createCategories)} then 'category-unknown'
          when said.ordinal is null and (said.is_gone or not ${isAllowed(createParts)}) then 'part-unknown'
          when said.ordinal is null and said.price is null then case when is_unpriced then 'price-none' else 'price-missing' end
          when ${countByNow('said')} < tool.reserved then 'stock-held'
          when said.minimum % said.multiple <> 0 then 'minimum-not-multiple'
        end as problem
      from said
        left join tool on tool.ordinal = said.ordinal ${movedSince(planned.id)}
        left join named category on category.category = said.category)
    select judged.*, null::uuid[] as image_ids, null::text[] as image_alts, null::text as picture_typed, null::text as attribute_column, null::text as attribute_typed, null::jsonb as attributes_aside, false as is_raised, false as is_unlisted, judged.ordinal is null and judged.problem is null as is_new,
      case when judged.ordinal is null and judged.problem is null
        then nextval(pg_get_serial_sequence('tool', 'ordinal'))::integer else judged.ordinal end as tool_ordinal,
      row_number() over (order by file, line) as place
    from judged`,
  )
  await planAttributes(ctx, planned)
  await planPictures(ctx, planned)
  await planNewAttributes(ctx, planned)
  await planUnlisted(ctx, planned)
  await raiseMinimums(ctx, planned)
  // Parts that this import adds can be named by its other rows.
  await sql`
    update ${staged('part_ref', number)} ref set ordinal = plan.tool_ordinal
    from ${staged('part_plan', number)} plan
    where plan.is_new and ref.key = plan.key and ref.ordinal is null`.execute(ctx.db)
}

/** The rows of parts with the part that each is of. `turn`: which row of the part it is in its file, 1 for the one that counts. */
export const partRows = (number: number, takesLast: boolean) => sql`(
    select s.*, ref.key, ref.brand_key, ref.folded, ref.ordinal, ref.is_ambiguous,
      row_number() over (partition by s.file, ref.key order by s.line ${sql.raw(takesLast ? 'desc' : 'asc')}) as turn
    from ${staged('part', number)} s join ${staged('part_ref', number)} ref on ref.brand = s.brand and ref.part = s.part)`

/** Where the files say one of minimum and multiple, and the shop the other, the minimum goes up to the next multiple. */
async function raiseMinimums(ctx: Context, { number }: Planned): Promise<void> {
  const plan = staged('part_plan', number)
  await sql`
    update ${plan} plan set minimum = (said.minimum + said.multiple - 1) / said.multiple * said.multiple,
      is_raised = plan.minimum is not null or not plan.is_new
    from (
      select place, coalesce(plan.minimum, tool.minimum_quantity, 1) as minimum,
        coalesce(plan.multiple, tool.quantity_multiple, 1) as multiple
      from ${plan} plan left join tool on tool.ordinal = plan.ordinal
      where problem is null and (plan.minimum is not null or plan.multiple is not null)
    ) said
    where said.place = plan.place and said.minimum % said.multiple <> 0`.execute(ctx.db)
}

/** Rows that cannot be taken because of the part that they name. Returns how many rows of parts are among them, by what becomes of them. */
export async function notePartProblems(ctx: Context, planned: Planned): Promise<Record<UnreadOutcome, number>> {
  const { id, number, takesLast } = planned
  await noteProblems(
    ctx,
    id,
    sql`
    select file, line, null::text as record, 'part_number' as field,
      case when is_ambiguous then 'part-ambiguous' else 'part-unknown' end as code,
      trim(brand || ' ' || part) as value, times
    from ${staged('part_ref', number)} ref
    where ordinal is null and times > 0 and not exists (
      select from ${staged('part_plan', number)} plan where plan.key = ref.key and plan.problem is not null)`,
  )
  const twice = await noteProblems(
    ctx,
    id,
    sql`
    select file, line, record, 'part_number' as field, ${sql.lit(takesLast ? 'part-twice-last' : 'part-twice')} as code, trim(brand || ' ' || part) as value, 1 as times
    from ${partRows(number, takesLast)} turned where turn > 1`,
  )
  const refused = await noteProblems(
    ctx,
    id,
    sql`
    select file, line, record, case when problem like 'category-%' then 'category' when problem like 'price-%' then 'price'
        when problem = 'stock-held' then 'stock' when problem = 'minimum-not-multiple' then 'minimum'
        when problem like 'attribute-%' then attribute_column when problem = 'picture-unknown' then 'pictures' else 'part_number' end as field, problem as code,
      case when problem like 'category-%' then category when problem = 'stock-held' then stock::text
        when problem = 'minimum-not-multiple' then minimum::text when problem like 'attribute-%' then attribute_typed when problem = 'picture-unknown' then picture_typed else trim(brand || ' ' || part) end as value, rows::integer as times
    from ${staged('part_plan', number)} where problem is not null`,
  )
  await noteProblems(
    ctx,
    id,
    sql`
    select distinct on (lower(category)) file, line, record, 'category' as field, 'category-new' as code, category as value,
      1 as times
    from ${staged('part_plan', number)} where ${isOfNewCategory} order by lower(category), file, line`,
  )
  await noteProblems(
    ctx,
    id,
    sql`
    select file, line, record, 'minimum' as field, 'minimum-raised' as code, minimum::text as value, 1 as times
    from ${staged('part_plan', number)} where problem is null and is_raised and not coalesce(is_gone, false)`,
  )
  await noteLookAlikes(ctx, { id, number })
  await noteAttributes(ctx, planned)
  await notePriceLeaps(ctx, planned)
  await noteUnlisted(ctx, planned)
  const leftOut = await countRows(
    ctx,
    sql`select coalesce(sum(rows), 0)::integer as count from ${staged('part_plan', number)} plan where ${isLeftOut}`,
  )
  return { refused: twice + refused - leftOut, leftOut }
}

/** New parts whose numbers look like those of others, in the shop or in the files: the Cyrillic ВМ-88 beside BM-88. */
async function noteLookAlikes(ctx: Context, { id, number }: Pick<Planned, 'id' | 'number'>): Promise<void> {
  const plan = staged('part_plan', number)
  // Each by an index of its own: few numbers are of another alphabet.
  const existsAlike = (isAlike: RawBuilder<unknown>) => sql`exists (
    select from part_number own join tool on tool.ordinal = own.tool_ordinal and tool.archived_at is null
      left join brand on brand.id = tool.brand_id
    where ${isAlike} and own.kind = 'own' and own.folded <> plan.folded and lower(coalesce(brand.name, '')) = plan.brand_key)`
  await noteProblems(
    ctx,
    id,
    sql`
    with alike as (
      select brand_key, look_of_part_number(folded) as look from ${plan} where is_new
      group by 1, 2 having count(distinct folded) > 1)
    select file, line, record, 'part_number' as field, 'part-looks-alike' as code, trim(brand || ' ' || part) as value, 1 as times
    from ${plan} plan left join alike on alike.brand_key = plan.brand_key and alike.look = look_of_part_number(plan.folded)
    where is_new and (alike.look is not null
      or ${existsAlike(sql`own.folded = look_of_part_number(plan.folded)`)}
      or ${existsAlike(sql`look_of_part_number(own.folded) = look_of_part_number(plan.folded) and own.folded ~ '[\\u0370-\\u052f]'`)})`,
  )
}

/** Its category is one that the import adds. */
export const isOfNewCategory = sql`problem is null and category is not null and category_id is null and not coalesce(is_gone, false)`

/**
 * What a file's count of a tool is by now: what orders have moved since the files came is moved in it, too, or units that were
 * sold meanwhile would be sold again. Of a part that goes out of stock, what orders hold stays. Needs `tool` and `movedSince`. Null where the file counts
 * nothing.
 */
export const countByNow = (rows: 'plan' | 'said' = 'plan') =>
  rows === 'said'
    ? movedCount('said')
    : sql`(case when plan.is_unlisted then tool.reserved else ${movedCount('plan')} end)`
const movedCount = (rows: string) => sql`(${sql.ref(rows)}.stock + coalesce(moved.units, 0))`

/** By tool, the units that orders have taken or given back since the import's files came. */
export const movedSince = (importId: string) => sql`left join (
    select tool_id, sum(on_hand_change)::integer as units from stock_movement
    where order_id is not null and at >= (select created_at from import where id = ${importId}) group by 1
  ) moved on moved.tool_id = tool.id`

/**
 * Whether a part is another tool by now, of all that the files name or of those that they change: somebody has given it another
 * number or brand since the plan was made, and perhaps its number to another tool.
 */
export async function haveNumbersMoved(
  ctx: Context,
  number: number,
  parts: 'part_ref' | 'part_plan',
): Promise<boolean> {
  const moved = await countRows(
    ctx,
    sql`select count(*)::integer as count from ${staged(parts, number)} ref
      join tool on tool.ordinal = ref.ordinal
      left join brand on brand.id = tool.brand_id
      left join part_number own on own.tool_ordinal = ref.ordinal and own.kind = 'own' and own.folded = ref.folded
    where tool.archived_at is not null or own.folded is null
      or (ref.brand_key <> '' and lower(brand.name) is distinct from ref.brand_key)`,
  )
  return moved > 0
}

/** What a part's row changes of its tool, by the column of the file that says so. */
export const columnChanges = {
  ...plainChanges,
  category: sql<boolean>`(plan.category is not null and plan.category_id is distinct from tool.category_id)`,
  attributes: sql<boolean>`(plan.attributes is not null and tool.attributes || plan.attributes <> tool.attributes)`,
  pictures: sql<boolean>`${changesPictures}`,
}

export const toolChanges = sql`(${sql.join(Object.values(columnChanges), sql` or `)})`

export async function countParts(
  ctx: Context,
  planned: Planned,
  { refused, leftOut }: Record<UnreadOutcome, number>,
): Promise<Record<Outcome, number>> {
  const { id, number } = planned
  const plan = staged('part_plan', number)
  const { rows } = await sql<{ added: number; changed: number; removed: number; all: number }>`
    -- Parts that go out of stock because the files lack them are no rows of theirs.
    select count(*) filter (where plan.is_new)::integer as added,
      count(*) filter (where plan.is_gone and not plan.is_new)::integer as removed,
      count(*) filter (where not plan.is_new and not plan.is_gone
        and (${toolChanges} or (plan.stock is not null and ${countByNow()} <> tool.on_hand)))::integer as changed,
      count(*)::integer as all
    from ${plan} plan left join tool on tool.ordinal = plan.tool_ordinal ${movedSince(id)}
    where plan.problem is null and (plan.is_gone or not plan.is_unlisted)`.execute(ctx.db)
  const { added = 0, changed = 0, removed = 0, all = 0 } = rows[0] ?? {}
  return { ...noCounts(), added, changed, removed, unchanged: all - added - changed - removed, refused, leftOut }
}
