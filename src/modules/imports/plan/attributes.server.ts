import { sql } from 'kysely'
import type { Context } from '#platform/context'
import { readDefinitions } from '#services/catalogue'
import { noteNewAttributes, unlikeAttributes } from './attributes/plan.server.ts'
import { attributesOfFiles } from '../categories/plan.server.ts'
import { type Planned, noteProblems, staged } from '../staging/staging.server.ts'

/**
 * What the files say of attributes, as tools keep it: by the numbers of the attributes that the category of each part has. A cell
 * with a value that its attribute does not take refuses its row, or, of a measure, is left out (decision 51); one of an attribute that the
 * category does not have is kept aside.
 */
export async function planAttributes(ctx: Context, planned: Planned): Promise<void> {
  const { number, createAttributes } = planned
  const unlike = await unlikeAttributes(ctx, planned)
  const plan = staged('part_plan', number)
  const existing = (await readDefinitions(ctx)).map(({ ordinal, slug, unit, kind, category_name, choices }) => ({
    ordinal,
    slug,
    unit,
    kind,
    category: category_name,
    choices: Object.fromEntries(choices.map(choice => [choice.slug, String(choice.key)])),
  }))
  const made = await attributesOfFiles(ctx, number)
  const others = new Set([...unlike, ...made.map(({ ordinal }) => ordinal)])
  const definitions = [...existing.filter(({ ordinal }) => !others.has(ordinal)), ...made]
  // Of what may become an attribute everything is kept that tells which.
  const aside = createAttributes
    ? sql`to_jsonb(judged)`
    : sql`jsonb_build_object('column', "column", 'typed', typed, 'code', code)`
  await sql`
    with definition as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(definitions)}::jsonb)
        as definition (ordinal integer, slug text, unit text, kind text, category text, choices jsonb)),
    said as (
      select plan.place, file.at, cell.*, coalesce(category.full_name, plan.category) as category
      from ${plan} plan
        left join tool on tool.ordinal = plan.ordinal
        left join category on category.id = coalesce(plan.category_id, case when plan.category is null then tool.category_id end)
        cross join lateral jsonb_array_elements(plan.attributes) with ordinality as file (cells, at)
        cross join lateral jsonb_to_recordset(file.cells)
          as cell ("column" text, typed text, slug text, unit text, text text, number text, yes text, choice text, look text)
      where plan.attributes is not null),
    judged as (
      select said.*, definition.ordinal,
        case definition.kind when 'number' then said.number when 'yes-no' then said.yes
          when 'choice' then definition.choices ->> said.choice else said.text end as value,
        case when definition.kind = 'number' and said.unit <> '' and said.number is null then 'attribute-left-out' end as code
      from said left join definition on definition.slug = said.slug and definition.unit = said.unit
        and starts_with(lower(said.category) || ' > ', lower(definition.category) || ' > ')),
    each_part as (
      select place, coalesce(jsonb_object_agg(ordinal, value order by at) filter (where ordinal is not null and value is not null), '{}') as kept,
        (array_agg(jsonb_build_object('column', "column", 'typed', typed) order by at, "column")
          filter (where ordinal is not null and value is null and code is null))[1] as wrong,
        jsonb_agg(${aside} order by at) filter (where ordinal is null or code is not null) as aside
      from judged group by place)
    update ${plan} plan set attributes = kept, attributes_aside = aside,
      problem = coalesce(problem, case when wrong is not null then 'attribute-value' end), attribute_column = wrong ->> 'column', attribute_typed = wrong ->> 'typed',
      is_new = is_new and wrong is null, tool_ordinal = case when wrong is null then tool_ordinal else plan.ordinal end
    from each_part where each_part.place = plan.place`.execute(ctx.db)
}

/** Tells which attributes are made and which were kept aside, each once: how many parts they are said of, and the first. */
export async function noteAttributes(ctx: Context, planned: Planned): Promise<void> {
  const { id, number } = planned
  await noteNewAttributes(ctx, planned)
  const first = (what: string) => sql.raw(`(array_agg(${what} order by place))[1]`)
  await noteProblems(
    ctx,
    id,
    sql`select ${first('file')} as file, ${first('line')} as line, ${first('record')} as record, cell ->> 'column' as field,
        coalesce(cell ->> 'code', 'attribute-unknown') as code, ${first("cell ->> 'typed'")} as value, count(*)::integer as times
      from ${staged('part_plan', number)} cross join lateral jsonb_array_elements(attributes_aside) cell
      where problem is null and not coalesce(is_gone, false) group by 4, 5`,
  )
}
