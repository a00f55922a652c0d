import { sql } from 'kysely'
import { audit } from '#platform/audit'
import type { Context } from '#platform/context'
import type { Columns } from '#platform/database'
import { categoryLimits } from './categories.rules.ts'
import { inTurn } from '../attributes/tree.server.ts'
import { toolsOnSale } from './tree.server.ts'

type Removed = Columns<'category', 'id' | 'full_name'>

/** A category as it was made: `text`, `isHidden` and `image`, where it was given any. */
export type MadeCategory = { id: string; fullName: string; text?: string; isHidden?: boolean; image?: string | null }

/**
 * Removes those of these categories in which nothing is and on which nobody has worked: no tool on sale, no category or attribute,
 * nothing that a price list takes off, and the name, text and picture with which it was made. Their addresses lead to the category above. Returns
 * which are gone. In the caller's transaction.
 */
export async function removeEmptyCategories(ctx: Context, made: readonly MadeCategory[]): Promise<string[]> {
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

async function removeLevel(ctx: Context, made: readonly MadeCategory[]): Promise<Removed[]> {
  const { rows: empty } = await sql<Removed>`
    select category.id, category.full_name
    from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as made (id uuid, "fullName" text, text text, "isHidden" boolean, image uuid)
      join category on category.id = made.id and category.full_name = made."fullName"
    where category.text = coalesce(made.text, '') and category.image_id is not distinct from made.image
      and category.is_hidden = coalesce(made."isHidden", false)
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
