import { sql } from 'kysely'
import { slugOf } from '#rules/catalogue'
import { readAddresses } from '#services/catalogue'
import type { Context } from '#platform/context'
import { importLimits, noCounts } from '../import.rules.ts'
import { type Planned, countRows, makeTable, noteProblems, staged } from '../staging/staging.server.ts'
import type { CategoryShop, ShopAttribute, ShopCategory, StagedCategory } from './category-cells.rules.ts'
import { type JudgedRow, judgeCategories } from './judge.rules.ts'

/** What becomes of each row about categories; those behind the limit are refused unread. */
export async function planCategories(ctx: Context, planned: Planned): Promise<void> {
  const judged = await judgeStaged(ctx, planned)
  const rows = judged.map((row, place) => {
    const { file, line, record, category, outcome, isNew: is_new, wrong } = row
    const makes_attribute = row.made?.id === null
    return {
      place,
      file,
      line,
      record,
      category,
      outcome,
      is_new,
      makes_attribute,
      ...wrong,
      said: JSON.stringify(row),
    }
  })
  await makeTable(
    ctx,
    { table: 'category_plan', number: planned.number },
    sql`
    select plan.*, case when makes_attribute then nextval(pg_get_serial_sequence('attribute', 'ordinal'))::integer end as ordinal
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as plan (place integer, file integer, line integer, record text,
      category text, outcome text, is_new boolean, makes_attribute boolean, code text, field text, value text, said text)`,
  )
}

/** The rows by what the shop has now. */
async function judgeStaged(ctx: Context, { number, createCategories }: Planned): Promise<JudgedRow[]> {
  const { rows } = await sql<StagedCategory>`
    select file, line, record, category, lower(category) as key, address, text, hidden, place, picture, attribute,
      attribute_kind as "attributeKind", unit, choices, attribute_place as "attributePlace"
    from ${staged('category', number)} order by file, line limit ${importLimits.categoryRows}`.execute(ctx.db)
  if (rows.length === 0) return []
  return judgeCategories(rows, await readShop(ctx, rows), { createCategories })
}

async function readShop(ctx: Context, rows: readonly StagedCategory[]): Promise<CategoryShop> {
  const { rows: categories } = await sql<ShopCategory>`
    select category.id, lower(full_name) as key, full_name, slug, text, is_hidden, position, image.key as picture
    from category left join image on image.id = category.image_id`.execute(ctx.db)
  const { rows: attributes } = await sql<ShopAttribute>`
    select attribute.id, lower(category.full_name) as key, attribute.name, attribute.slug, attribute.kind, attribute.unit,
      array(select choice ->> 'name' from jsonb_array_elements(attribute.choices) with ordinality as one (choice, at) order by at) as choices,
      array(select choice ->> 'key' from jsonb_array_elements(attribute.choices) with ordinality as one (choice, at) order by at) as keys,
      attribute.position, attribute.ordinal, attribute.choices_made as "choicesMade"
    from attribute join category on category.id = attribute.category_id`.execute(ctx.db)
  const { rows: pictures } = await sql<{ key: string }>`
    select key from image where key = any(${rows.flatMap(({ picture }) => picture ?? [])}::text[])`.execute(ctx.db)
  const { owners } = await readAddresses(ctx)
  return { categories, attributes, owners, pictures: new Set(pictures.map(({ key }) => key)) }
}

/** Whether the shop's categories or attributes are others by now, so that the rows would become something else. */
export async function haveCategoriesMoved(ctx: Context, planned: Planned): Promise<boolean> {
  const { rows } = await sql<{ said: string }>`
    select said from ${staged('category_plan', planned.number)} order by place`.execute(ctx.db)
  if (rows.length === 0) return false
  const judged = await judgeStaged(ctx, planned)
  return judged.some((row, at) => JSON.stringify(row) !== rows[at]?.said)
}

/** `ordinal`: the number of the attribute that the row makes or changes; parts of the same import keep their values by it. */
export type PlannedRow = JudgedRow & { ordinal: number | null }

/** The rows that go in, in their order. */
export async function plannedCategories(
  ctx: Context,
  number: number,
  most: number = importLimits.categoryRows,
): Promise<PlannedRow[]> {
  const { rows } = await sql<{ said: string; ordinal: number | null }>`
    select said, ordinal from ${staged('category_plan', number)} where outcome in ('added', 'changed') order by place limit ${most}`.execute(
    ctx.db,
  )
  return rows.map(({ said: json, ordinal }) => {
    const row = JSON.parse(json) as JudgedRow
    return { ...row, ordinal: ordinal ?? row.made?.ordinal ?? null }
  })
}

/** An attribute that a file makes or changes, for the parts of the same import. `choices`: by slug the number that they keep. */
export type AttributeOfFile = {
  ordinal: number
  slug: string
  unit: string
  kind: string
  category: string
  key: string
  choices: Record<string, string>
}

/** Those that the files make or change, as they become. */
export async function attributesOfFiles(ctx: Context, number: number): Promise<AttributeOfFile[]> {
  return (await plannedCategories(ctx, number)).flatMap(({ category, key, made, ordinal }) =>
    made === null || ordinal === null
      ? []
      : {
          ordinal,
          slug: slugOf(made.name),
          unit: made.unit,
          kind: made.kind,
          category,
          key,
          choices: made.numbers,
        },
  )
}

/** How many rows become what; notes what is wrong, and which categories are new. */
export async function countCategories(ctx: Context, { id, number }: Planned) {
  const plan = staged('category_plan', number)
  await noteProblems(
    ctx,
    id,
    sql`select file, line, record, field, code, value, 1 as times from ${plan} where code is not null`,
  )
  await noteProblems(
    ctx,
    id,
    sql`select file, line, record, 'category' as field, 'category-new' as code, category as value, 1 as times from ${plan} where is_new`,
  )
  const behind = await noteProblems(
    ctx,
    id,
    sql`select file, line, record, 'category' as field, 'category-rows-too-many' as code, category as value, 1 as times
      from ${staged('category', number)} order by file, line offset ${importLimits.categoryRows}`,
  )
  const count = (outcome: string) =>
    countRows(ctx, sql`select count(*)::integer as count from ${plan} where outcome = ${outcome}`)
  return {
    ...noCounts(),
    added: await count('added'),
    changed: await count('changed'),
    unchanged: await count('unchanged'),
    refused: (await count('refused')) + behind,
  }
}
