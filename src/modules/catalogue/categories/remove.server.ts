import { sql } from 'kysely'
import { audit } from '#platform/audit'
import { type Context, transact } from '#platform/context'
import type { Columns } from '#platform/database'
import { countRows } from '#platform/paging'
import { inTurn, mergeAttributes, requireDistinctNames } from '../attributes/tree.server.ts'
import { refuse } from '../refusals.rules.ts'
import { readAddresses, takeSlug } from './addresses.server.ts'
import { explainingConstraints, lockCategory, requirePlace, toolsOnSale } from './tree.server.ts'

/**
 * Removes a category. Its tools, those taken out of the shop included, and the categories in it go to the category `into`, and
 * its address leads there; two categories of one name become one. Refuses: category-gone, category-in-use where it has tools
 * or categories and no place for them is said, category-priced where price lists take something off what would go, and fields: a
 * place that is not there, inside of it or too deep, attributes whose names would meet.
 */
export function removeCategory(ctx: Context, id: string, into: string | undefined): Promise<{ deletedCount: number }> {
  const removed = transact(ctx, async ctx => {
    await inTurn(ctx)
    const category = await lockCategory(ctx, id)
    if (into === undefined) await requireEmpty(ctx, id)
    else await requirePlace(ctx, category, { id: into, field: 'into' })
    const tools = into === undefined ? 0 : await moveContents(ctx, id, into)
    await deleteCategory(ctx, category, into ?? category.parent_id)
    if (into !== undefined) await requireDistinctNames(ctx, into, 'into')
    await audit(ctx, {
      action: 'category.removed',
      subject: { kind: 'category', id },
      before: { name: category.full_name },
      ...(into && { after: { into: (await lockCategory(ctx, into)).full_name, tools } }),
    })
    return { deletedCount: 1 }
  })
  return explainingConstraints(removed, { name: 'into', place: 'into', slug: 'into' })
}

/** Its tools, its attributes and the categories in it; those that have a namesake there go into that. Returns how many tools came along. */
async function moveContents(ctx: Context, from: string, to: string): Promise<number> {
  let tools = await moveTools(ctx, from, to)
  await mergeAttributes(ctx, from, to)
  // What goes gives its name up first: it may be that of a category in it, which takes its place.
  await ctx.db.updateTable('category').set({ name: from }).where('id', '=', from).execute()
  const { rows } = await sql<Columns<'category', 'id' | 'slug' | 'path' | 'name'> & { namesake: string | null }>`
    select below.id, below.slug, below.path, below.name, namesake.id as namesake
    from category below left join category namesake
      on namesake.parent_id = ${to} and lower(namesake.name) = lower(below.name) and namesake.id <> below.id
    where below.parent_id = ${from}
    order by below.position, lower(below.name)`.execute(ctx.db)
  const addresses = await readAddresses(ctx)
  const alone = rows
    .filter(({ namesake }) => namesake === null)
    .map(({ id, slug }) => ({ id, slug: takeSlug(addresses, { id, slug, parent: to }) }))
  await sql`
    update category set parent_id = ${to}, slug = moved.slug, position = coalesce((
      select nullif(max(position), 0) from category where parent_id = ${to}) + moved.place, 0)
    from unnest(${alone.map(({ id }) => id)}::uuid[], ${alone.map(({ slug }) => slug)}::text[])
      with ordinality as moved (id, slug, place) where category.id = moved.id`.execute(ctx.db)
  for (const { namesake, ...below } of rows) {
    if (namesake === null) continue
    tools += await moveContents(ctx, below.id, namesake)
    await deleteCategory(ctx, below, namesake)
  }
  return tools
}

/** Its addresses lead to another category from now on, if there is one. */
async function deleteCategory(
  ctx: Context,
  { id, path, name }: { id: string; path: string; name: string },
  leadsTo: string | null,
): Promise<void> {
  await requireUnpriced(ctx, { id, name })
  if (leadsTo !== null) {
    await ctx.db.updateTable('category_path').set({ category_id: leadsTo }).where('category_id', '=', id).execute()
    await ctx.db
      .insertInto('category_path')
      .values({ path, category_id: leadsTo })
      .onConflict(old => old.column('path').doUpdateSet({ category_id: leadsTo }))
      .execute()
  }
  // What is no longer sold goes where the address leads: nobody sees it there.
  await ctx.db.updateTable('tool').set({ category_id: leadsTo }).where('category_id', '=', id).execute()
  await ctx.db.deleteFrom('category').where('id', '=', id).execute()
}

async function requireEmpty(ctx: Context, id: string): Promise<void> {
  // Nobody puts a tool into it from now on.
  await sql`select from category where id = ${id} for update`.execute(ctx.db)
  const tools = await countRows(ctx.db, sql`${toolsOnSale} and category_id = ${id}`)
  const categories = await countRows(ctx.db, sql`category where parent_id = ${id}`)
  if (tools + categories > 0) throw refuse('category-in-use', { tools, categories })
}

const shownLists = 10

/** Who reads it has locked the category: no list takes anything off it from then on. */
async function requireUnpriced(ctx: Context, { id, name }: { id: string; name: string }): Promise<void> {
  const { rows } = await sql<Columns<'price_list', 'name'>>`
    select list.name from price_rule rule join price_list list on list.id = rule.list_id
    where rule.category_id = ${id} and list.removed_at is null order by lower(list.name)`.execute(ctx.db)
  if (rows.length === 0) return
  const shown = rows.slice(0, shownLists).map(list => list.name)
  const lists = [...shown, ...(rows.length > shownLists ? ['…'] : [])].join(', ')
  throw refuse('category-priced', { category: name, lists, count: rows.length })
}

/** Whoever changes one of them meanwhile hears of it by its version. */
async function moveTools(ctx: Context, from: string, to: string): Promise<number> {
  // Nobody puts another one into it from now on.
  await sql`select from category where id = ${from} for update`.execute(ctx.db)
  const { numAffectedRows } = await sql`
    with moved as (select id from tool where category_id = ${from} order by id for no key update)
    update tool set category_id = ${to}, version = version + 1, updated_at = ${ctx.now()}
    from moved where tool.id = moved.id`.execute(ctx.db)
  return Number(numAffectedRows ?? 0)
}
