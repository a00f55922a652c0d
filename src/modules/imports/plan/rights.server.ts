import { type RawBuilder, sql } from 'kysely'
import type { Permission } from '#kernel/access'
import type { Context } from '#platform/context'
import type { RequiredRight } from '#services/accounts'
import { plannedAttributes } from './attributes/plan.server.ts'
import { type ImportRow, plannedOf } from '../row.server.ts'
import { toolFields } from '../columns/tool-sql.server.ts'
import { columnChanges, countByNow, movedSince } from './parts.server.ts'
import { staged } from '../staging/staging.server.ts'

/**
 * What a file changes of parts that are there wants the right that the same change by hand wants. Whatever is new, the first price
 * and the first stock of it too, is the catalogue's; applications, numbers and vehicles are of the right to import.
 */
const rightOf = (column: string): Permission =>
  column === 'price' ? 'prices' : column === 'stock' ? 'stock' : 'catalogue'

const asRights = (changed: Record<string, boolean | null> | undefined): RequiredRight[] =>
  Object.entries(changed ?? {}).flatMap(([column, is]) => (is ? [{ column, right: rightOf(column) }] : []))

const anyOf = (columns: Record<string, RawBuilder<unknown>>) =>
  sql.join(Object.entries(columns).map(([name, is]) => sql`bool_or(${is}) as ${sql.ref(name)}`))

/** The rights that the plan of an import needs, by the columns that it changes. */
export async function rightsForPlan(ctx: Context, row: ImportRow): Promise<RequiredRight[]> {
  const { id, number } = row
  const isThere = sql`not plan.is_new and not coalesce(plan.is_gone, false)`
  const changed = Object.fromEntries(
    Object.entries(columnChanges).map(([column, is]) => [column, sql`${isThere} and ${is}`]),
  )
  const { rows } = await sql<Record<string, boolean | null>>`
    select ${anyOf({
      ...changed,
      stock: sql`${isThere} and plan.stock is not null and ${countByNow()} <> tool.on_hand`,
      'new parts': sql`plan.is_new`,
      'new categories': sql`plan.category is not null and plan.category_id is null and not coalesce(plan.is_gone, false)`,
      'removed parts': sql`plan.is_gone and not plan.is_new`,
    })}
    from ${staged('part_plan', number)} plan left join tool on tool.ordinal = plan.tool_ordinal ${movedSince(id)}
    where plan.problem is null`.execute(ctx.db)
  const { rows: categories } = await sql<{ categories: boolean }>`
    select exists (select from ${staged('category_plan', number)} where outcome in ('added', 'changed')) as categories`.execute(
    ctx.db,
  )
  const made = { 'new attributes': (await plannedAttributes(ctx, plannedOf(row), 1)).length > 0 }
  return [...asRights(rows[0]), ...asRights(categories[0]), ...asRights(made)]
}

const putBack = ['category_id', 'attributes', ...toolFields.filter(field => field !== 'price')]

/** The rights that taking an import back needs. */
export async function rightsForUndo(ctx: Context, { id }: Pick<ImportRow, 'id'>): Promise<RequiredRight[]> {
  const isTool = (op: string) => sql`change.subject = 'tool' and change.op = ${op}`
  const { rows } = await sql<Record<string, boolean | null>>`
    select ${anyOf({
      price: sql`${isTool('changed')} and (change.before ->> 'price')::bigint <> tool.price`,
      stock: sql`change.subject = 'stock'`,
      'new parts': isTool('added'),
      'removed parts': isTool('removed'),
      categories: sql`change.subject in ('category', 'attribute')`,
      products: sql`${isTool('changed')} and (change.before ? 'pictures' or exists (
        select from unnest(${putBack}::text[]) as said (name)
        where change.before ? said.name and change.before -> said.name is distinct from to_jsonb(tool) -> said.name))`,
    })}
    from import_change change left join tool on tool.id = (change.before ->> 'id')::uuid
    where change.import_id = ${id} and change.subject in ('tool', 'stock', 'category', 'attribute')`.execute(ctx.db)
  return asRights(rows[0])
}
