import { sql } from 'kysely'
import { readDefinitions } from '#services/catalogue'
import type { Context } from '#platform/context'
import { attributesOfFiles } from '../../categories/plan.server.ts'
import { type Planned, makeTable, noteProblems, staged } from '../../staging/staging.server.ts'
import { type ExistingAttribute, type NewAttribute, type Seen, judgeNew, unlikeThose } from './judge.rules.ts'
import { mostChoices } from './kinds.rules.ts'

/**
 * Attributes that an import makes, because somebody has asked for those that the shop lacks. The plan of parts has kept aside what their
 * categories have no attribute for; of that attributes are planned here, with the numbers by which parts keep their values. Whoever
 * commits holds the tree of categories, and where it is another one than this was planned by, the plan is made again.
 */

/** What an attribute becomes when parts name it; null where it is not made. */
export type PlannedAttribute = NewAttribute & { ordinal: number | null }

/** The shop's categories and attributes in short: another text where any of them is another. */
const treeNow = sql`
  select md5((select coalesce(string_agg(id::text || full_name, chr(31) order by id), '') from category)
    || (select coalesce(string_agg(to_jsonb(attribute)::text, chr(31) order by id), '') from attribute)) as tree`

/** Writes down by which categories and attributes a plan is made; before it looks at any of them, or a change between would be missed. */
export async function noteTree(ctx: Context, { number, createAttributes }: Planned): Promise<void> {
  if (createAttributes) await makeTable(ctx, { table: 'attribute_tree', number }, treeNow)
}

/** Whether the shop's categories or attributes are others than those by which the plan was made. */
export async function hasTreeMoved(ctx: Context, { number, createAttributes }: Planned): Promise<boolean> {
  if (!createAttributes) return false
  const { rows } = await sql<{ is_moved: boolean }>`
    select planned.tree <> now.tree as is_moved from ${staged('attribute_tree', number)} planned, (${treeNow}) now`.execute(
    ctx.db,
  )
  return rows[0]?.is_moved !== false
}

/** The numbers of attributes that parts of this import say nothing of: somebody has made them since, otherwise than it was to. */
export async function unlikeAttributes(ctx: Context, planned: Planned): Promise<number[]> {
  if (!planned.createAttributes || !(await isPlanned(ctx, planned))) return []
  const before = await readPlanned(ctx, planned, sql`where ordinal is not null or is_unlike`)
  return unlikeThose(before, await readExisting(ctx))
}

async function isPlanned(ctx: Context, { number }: Planned): Promise<boolean> {
  const { rows } = await sql<{ is_there: boolean }>`
    select to_regclass(${`import_staging.attribute_plan_${number}`}) is not null as is_there`.execute(ctx.db)
  return rows[0]?.is_there === true
}

async function readExisting(ctx: Context): Promise<ExistingAttribute[]> {
  const { rows } = await sql<ExistingAttribute>`
    select attribute.ordinal, lower(category.full_name) as key, attribute.slug, attribute.unit, attribute.kind, '{}'::text[] as choices
    from attribute join category on category.id = attribute.category_id`.execute(ctx.db)
  const choices = new Map(
    (await readDefinitions(ctx)).map(one => [one.ordinal, one.choices.map(({ slug }) => slug)] as const),
  )
  return rows.map(row => ({ ...row, choices: choices.get(row.ordinal) ?? [] }))
}

/** Which attributes are made of what was kept aside. Rows that are refused by now decide nothing. */
export async function planNewAttributes(ctx: Context, planned: Planned): Promise<void> {
  const { number, createAttributes } = planned
  if (!createAttributes) return
  const unlike = await unlikeAttributes(ctx, planned)
  await makeTable(
    ctx,
    { table: 'attribute_said', number },
    // Of several files the later one's word counts.
    sql`
    select distinct on (plan.place, cell.slug, cell.unit) plan.place, lower(cell.category) as key, cell.*
    from ${staged('part_plan', number)} plan cross join lateral jsonb_to_recordset(plan.attributes_aside) as cell (
      category text, at integer, "column" text, typed text, slug text, unit text, text text, number text, yes text, choice text, look text, code text)
    where plan.problem is null and not coalesce(plan.is_gone, false) and cell.code is null
    order by plan.place, cell.slug, cell.unit, cell.at desc`,
  )
  const existing = await readExisting(ctx)
  const there = new Map([...existing, ...(await attributesOfFiles(ctx, number))].map(one => [one.ordinal, one]))
  const judged = judgeNew(await readSeen(ctx, planned), [...there.values()])
  const isUnlike = (one: NewAttribute) =>
    one.code === 'attribute-new-taken' &&
    existing.some(({ ordinal, slug, unit }) => unlike.includes(ordinal) && slug === one.slug && unit === one.unit)
  const rows = judged.map((one, place) => ({ ...one, place, is_unlike: isUnlike(one) }))
  await makeTable(
    ctx,
    { table: 'attribute_plan', number },
    sql`
    select plan.*, case when code is null then nextval(pg_get_serial_sequence('attribute', 'ordinal'))::integer end as ordinal
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as plan (place integer, key text, path text, keys text[], "column" text, name text,
      slug text, unit text, kind text, choices jsonb, numbers jsonb, parts integer, code text, value text, is_unlike boolean)`,
  )
  if (rows.length > 0) await sayNew(ctx, planned)
}

/** What the parts of each category say of each attribute that they do not have. */
async function readSeen(ctx: Context, { number }: Planned): Promise<Seen[]> {
  const { rows } = await sql<Seen>`
    with each_value as (
      select key, slug, unit, lower(coalesce(text, left(typed, 201))) as folded, min(category) as path, min(place) as place, count(*)::integer as parts,
        (array_agg("column" order by place))[1] as "column", (array_agg(coalesce(text, left(typed, 201)) order by place))[1] as value,
        array_agg(distinct look) as looks, count(number)::integer as numbers,
        count(*) filter (where look = 'several')::integer as several, min(typed) filter (where number is null) as wordy
      from ${staged('attribute_said', number)} where key is not null group by 1, 2, 3, 4),
    ranked as (
      select each_value.*, row_number() over (partition by key, slug, unit order by place, folded) as rank from each_value)
    select key, min(path) as path, slug, unit, sum(parts)::integer as parts, sum(numbers)::integer as numbers, sum(several)::integer as several, (array_agg("column" order by place))[1] as "column",
      array_agg(value order by rank) filter (where rank <= ${mostChoices + 1}) as values,
      (select array_agg(distinct look) from unnest(string_to_array(string_agg(array_to_string(looks, ' '), ' '), ' ')) look) as looks,
      (array_agg(wordy order by rank) filter (where wordy is not null))[1] as wordy
    from ranked group by key, slug, unit order by min(place), slug, unit`.execute(ctx.db)
  return rows
}

/** What parts say of the attributes that are made, they keep; the rest stays aside, with the reason. */
async function sayNew(ctx: Context, { number }: Planned): Promise<void> {
  await sql`
    with judged as (
      select said.place, said.at, said."column", coalesce(made.value, said.typed) as typed, made.ordinal, made.kind, made.code,
        case made.kind when 'number' then said.number when 'yes-no' then said.yes
          when 'choice' then made.numbers ->> said.choice else said.text end as value
      from ${staged('attribute_said', number)} said left join ${staged('attribute_plan', number)} made
        on made.slug = said.slug and made.unit = said.unit and said.key = any(made.keys)),
    each_part as (
      select place, coalesce(jsonb_object_agg(ordinal, value) filter (where ordinal is not null and value is not null), '{}') as kept,
        jsonb_agg(jsonb_build_object('column', "column", 'typed', typed,
          'code', case when ordinal is null then code when kind = 'number' then 'attribute-left-out' else 'attribute-new-text' end) order by at)
          filter (where ordinal is null or value is null) as aside
      from judged group by place)
    update ${staged('part_plan', number)} plan set attributes = coalesce(plan.attributes, '{}') || kept, 
      attributes_aside = jsonb_path_query_array(plan.attributes_aside, '$[*] ? (@.code != null)') || coalesce(aside, '[]')
    from each_part where each_part.place = plan.place`.execute(ctx.db)
}

/** Those that the commit makes, in their order. */
export const plannedAttributes = (ctx: Context, planned: Planned, most = 1_000_000): Promise<PlannedAttribute[]> =>
  planned.createAttributes
    ? readPlanned(ctx, planned, sql`where ordinal is not null order by place limit ${most}`)
    : Promise.resolve([])

async function readPlanned(
  ctx: Context,
  { number }: Planned,
  which: ReturnType<typeof sql>,
): Promise<PlannedAttribute[]> {
  const { rows } = await sql<PlannedAttribute>`select * from ${staged('attribute_plan', number)} ${which}`.execute(
    ctx.db,
  )
  return rows
}

/** Tells which attributes are made, each once: its category and kind, and how many parts say it. */
export async function noteNewAttributes(ctx: Context, { id, number, createAttributes }: Planned): Promise<void> {
  if (!createAttributes) return
  const first = (what: string) => sql.raw(`(array_agg(plan.${what} order by plan.place))[1]`)
  await noteProblems(
    ctx,
    id,
    sql`select ${first('file')} as file, ${first('line')} as line, ${first('record')} as record, made."column" as field,
        'attribute-new' as code, made.path || ': ' || made.kind as value, made.parts as times
      from ${staged('attribute_plan', number)} made join ${staged('attribute_said', number)} said
          on said.slug = made.slug and said.unit = made.unit and said.key = any(made.keys)
        join ${staged('part_plan', number)} plan on plan.place = said.place
      where made.ordinal is not null group by made.place, made."column", made.path, made.kind, made.parts`,
  )
}
