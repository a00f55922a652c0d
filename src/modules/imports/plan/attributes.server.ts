import { sql } from 'kysely'
import type { Context } from '#platform/context'
import { readDefinitions } from '#services/catalogue'
import { type Planned, staged } from './staging.server.ts'

/**
 * What the files say of attributes, as tools keep it: by the numbers of the attributes that the category of each part has. A cell of
 * an attribute that it does not have, or with a value that it does not take, refuses its row.
 */
export async function planAttributes(ctx: Context, { number }: Planned): Promise<void> {
  const plan = staged('part_plan', number)
  const definitions = (await readDefinitions(ctx)).map(({ ordinal, slug, unit, kind, category_name, choices }) => ({
    ordinal,
    slug,
    unit,
    kind,
    category: category_name,
    choices: Object.fromEntries(choices.map(choice => [choice.slug, String(choice.key)])),
  }))
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
          as cell ("column" text, typed text, slug text, unit text, text text, number text, yes text, choice text)
      where plan.attributes is not null),
    judged as (
      select said.*, definition.ordinal,
        case definition.kind when 'number' then said.number when 'yes-no' then said.yes
          when 'choice' then definition.choices ->> said.choice else said.text end as value
      from said left join definition on definition.slug = said.slug and definition.unit = said.unit
        and starts_with(lower(said.category) || ' > ', lower(definition.category) || ' > ')),
    each_part as (
      select place, coalesce(jsonb_object_agg(ordinal, value order by at) filter (where ordinal is not null and value is not null), '{}') as kept,
        (array_agg(jsonb_build_object('column', "column", 'typed', typed, 'problem',
          case when ordinal is null then 'attribute-unknown' else 'attribute-value' end) order by at, "column")
          filter (where ordinal is null or value is null))[1] as wrong
      from judged group by place)
    update ${plan} plan set attributes = kept,
      problem = coalesce(problem, wrong ->> 'problem'), attribute_column = wrong ->> 'column', attribute_typed = wrong ->> 'typed',
      is_new = is_new and wrong is null, tool_ordinal = case when wrong is null then tool_ordinal else plan.ordinal end
    from each_part where each_part.place = plan.place`.execute(ctx.db)
}
