import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { refuseFields } from '#kernel/refusals'
import { audit } from '#platform/audit'
import { type Context, newId, transact } from '#platform/context'
import { brokenConstraint } from '#platform/database'
import type { CategoryInput } from './catalogue.contract.ts'
import { categoryNameTaken, categoryUnknown, slugOf, toolLimits } from './catalogue.rules.ts'
import { refuse } from './refusals.rules.ts'

type Input = z.output<typeof CategoryInput>

/** Every category by its name, with how many tools on sale are in it. */
export const listEveryCategory = (ctx: Context) =>
  ctx.remember('categories', ['tool', 'category'], () => selectCategories(ctx))

async function selectCategories(ctx: Context) {
  const { rows } = await sql<{ _id: string; slug: string; name: string; count: number }>`
    select category.id as "_id", category.slug, category.name, coalesce(sold.count, 0) as count
    from category left join (
      select category_id, count(*) as count from tool where archived_at is null group by category_id
    ) sold on sold.category_id = category.id
    order by lower(category.name)`.execute(ctx.db)
  return rows
}

/** Adds a category; its address is made of its name. Refuses a name that another one has, however it is capitalised. */
export function addCategory(ctx: Context, { name }: Input): Promise<{ insertedId: string }> {
  return transact(ctx, async ctx => {
    const [added] = await addCategories(ctx, [name])
    if (!added) throw refuseFields([{ field: 'name', message: categoryNameTaken }])
    return { insertedId: added.id }
  })
}

/** Renames a category. Its address stays, so that links to it do. Refuses: category-gone, and a name as `addCategory` does. */
export async function renameCategory(ctx: Context, id: string, { name }: Input): Promise<{ modifiedCount: number }> {
  const renamed = transact(ctx, async ctx => {
    const before = await lockCategory(ctx, id)
    if (before.name === name) return { modifiedCount: 0 }
    await ctx.db.updateTable('category').set({ name }).where('id', '=', id).execute()
    const subject = { kind: 'category', id }
    await audit(ctx, { action: 'category.renamed', subject, before: { name: before.name }, after: { name } })
    return { modifiedCount: 1 }
  })
  try {
    return await renamed
  } catch (error) {
    if (!isNameTaken(error)) throw error
    throw refuseFields([{ field: 'name', message: categoryNameTaken }])
  }
}

/**
 * Removes a category. Its tools, those taken out of the shop included, go to the category `into`. Refuses: category-gone,
 * category-in-use where it has tools and no place for them is said, and a place that is not there.
 */
export function removeCategory(ctx: Context, id: string, into: string | undefined): Promise<{ deletedCount: number }> {
  return transact(ctx, async ctx => {
    const { category, place } = await lockBoth(ctx, id, into)
    if (!category) throw refuse('category-gone')
    if (into !== undefined && !place) throw refuseFields([{ field: 'into', message: categoryUnknown }])
    const moved = place ? await moveTools(ctx, id, place.id) : 0
    if (!place) await requireEmpty(ctx, id)
    await ctx.db.deleteFrom('category').where('id', '=', id).execute()
    await audit(ctx, {
      action: 'category.removed',
      subject: { kind: 'category', id },
      before: { name: category.name },
      ...(place && { after: { into: place.name, tools: moved } }),
    })
    return { deletedCount: 1 }
  })
}

/** Adds those of these categories that the shop does not have yet, and returns them. Two who add one at once add one. */
export async function addCategories(ctx: Context, names: readonly string[]): Promise<{ id: string; name: string }[]> {
  const added: { id: string; name: string }[] = []
  for (const name of names) {
    const category = await insertCategory(ctx, name)
    if (!category) continue
    added.push(category)
    await audit(ctx, { action: 'category.added', subject: { kind: 'category', id: category.id }, after: { name } })
  }
  return added
}

/** Undefined where the shop has it. */
async function insertCategory(ctx: Context, name: string): Promise<{ id: string; name: string } | undefined> {
  for (;;) {
    const added = await ctx.db
      .insertInto('category')
      .values({ id: newId(), name, slug: await freeSlug(ctx, name) })
      .onConflict(conflict => conflict.doNothing())
      .returning(['id', 'name'])
      .executeTakeFirst()
    if (added) return added
    const known = await sql`select from category where lower(name) = lower(${name})`.execute(ctx.db)
    if (known.rows.length > 0) return undefined
    // Somebody has just taken the address, for another name.
  }
}

/** `brakes`, or `brakes-2` where another category has that address. */
async function freeSlug(ctx: Context, name: string): Promise<string> {
  // There is room for a number behind it.
  const wanted = slugOf(name).slice(0, toolLimits.category - 6)
  const { rows } = await sql<{ slug: string }>`
    select slug from category where slug = ${wanted} or slug like ${`${wanted}-%`}`.execute(ctx.db)
  const taken = new Set(rows.map(({ slug }) => slug))
  let slug = wanted
  for (let turn = 2; taken.has(slug); turn += 1) slug = `${wanted}-${turn}`
  return slug
}

async function lockCategory(ctx: Context, id: string) {
  const category = await ctx.db
    .selectFrom('category')
    .select('name')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!category) throw refuse('category-gone')
  return category
}

/**
 * The category that goes, and the one that takes its tools. In the order of the ids, so that two that are removed into each other
 * do not wait for each other; the second only so far that it stays, so that nobody waits who is putting a tool into it.
 */
async function lockBoth(ctx: Context, id: string, into: string | undefined) {
  const found = new Map<string, { id: string; name: string }>()
  for (const one of [...new Set([id, into ?? id])].toSorted()) {
    const strength = one === id ? sql`for update` : sql`for key share`
    const { rows } = await sql<{ id: string; name: string }>`
      select id, name from category where id = ${one} ${strength}`.execute(ctx.db)
    if (rows[0]) found.set(one, rows[0])
  }
  return { category: found.get(id), place: into === undefined || into === id ? undefined : found.get(into) }
}

async function requireEmpty(ctx: Context, id: string): Promise<void> {
  const { tools } = await ctx.db
    .selectFrom('tool')
    .select(({ fn }) => fn.countAll<number>().as('tools'))
    .where('category_id', '=', id)
    .executeTakeFirstOrThrow()
  if (tools > 0) throw refuse('category-in-use', { tools })
}

/** Whoever changes one of them meanwhile hears of it by its version. */
async function moveTools(ctx: Context, from: string, to: string): Promise<number> {
  const { numAffectedRows } = await sql`
    with moved as (select id from tool where category_id = ${from} order by id for no key update)
    update tool set category_id = ${to}, version = version + 1, updated_at = ${ctx.now()}
    from moved where tool.id = moved.id`.execute(ctx.db)
  return Number(numAffectedRows ?? 0)
}

const isNameTaken = (error: unknown) =>
  ['category_name_key', 'category_name_folded'].includes(brokenConstraint(error) ?? '')
