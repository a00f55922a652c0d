import { sql } from 'kysely'
import { audit } from '#platform/audit'
import type { Context } from '#platform/context'
import type { Columns } from '#platform/database'
import { categoryLimits } from './categories.rules.ts'
import { inTurn, toolsOnSale } from './tree.server.ts'

type Removed = Columns<'category', 'id' | 'full_name'>

/**
 * Removes those of these categories in which nothing is and on which nobody has worked: no tool on sale, no category, attribute, text
 * or picture, nothing that a price list takes off, and the name that is said here. Their addresses lead to the category above. Returns
 * which are gone. In the caller's transaction.
 */
export async function removeEmptyCategories(
  ctx: Context,
  made: readonly { id: string; fullName: string }[],
): Promise<string[]> {
  if (made.length === 0) return []
  await inTurn(ctx)
  const removed: Removed[] = []
  // The lowest first: what was in another one is gone before that is looked at.
  for (let level = 0; level < categoryLimits.depth; level += 1) {
    const gone = await removeLevel(ctx, made)
    if (gone.length === 0) break
    removed.push(...gone)
  }
  const [first] = removed
  if (first) {
    const before = { names: removed.map(({ full_name }) => full_name) }
    await audit(ctx, { action: 'category.removed', subject: { kind: 'category', id: first.id }, before })
  }
  return removed.map(({ id }) => id)
}

async function removeLevel(ctx: Context, made: readonly { id: string; fullName: string }[]): Promise<Removed[]> {
  const { rows: empty } = await sql<Removed>`
    select category.id, category.full_name
    from unnest(${made.map(({ id }) => id)}::uuid[], ${made.map(({ fullName }) => fullName)}::text[]) as made (id, full_name)
      join category on category.id = made.id and category.full_name = made.full_name
    where category.text = '' and category.image_id is null and not category.is_hidden
      and not exists (select from ${toolsOnSale} and tool.category_id = category.id)
      and not exists (select from category below where below.parent_id = category.id)
      and not exists (select from attribute where attribute.category_id = category.id)
      and not exists (select from price_rule where price_rule.category_id = category.id)
    order by category.id for update of category`.execute(ctx.db)
  if (empty.length === 0) return []
  const ids = empty.map(({ id }) => id)
  // What is no longer sold goes where the address leads: nobody sees it there.
  await sql`
    with gone as (select id, path, parent_id from category where id = any(${ids}::uuid[])),
    moved as (update tool set category_id = gone.parent_id from gone where tool.category_id = gone.id),
    led as (update category_path set category_id = gone.parent_id from gone
      where category_path.category_id = gone.id and gone.parent_id is not null)
    insert into category_path (path, category_id) select path, parent_id from gone where parent_id is not null
    on conflict (path) do update set category_id = excluded.category_id`.execute(ctx.db)
  await ctx.db.deleteFrom('category').where('id', 'in', ids).execute()
  return empty
}
