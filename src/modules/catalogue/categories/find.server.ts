import { sql } from 'kysely'
import type { Context } from '#platform/context'
import type { Columns } from '#platform/database'
import { refuse } from '../refusals.rules.ts'
import { type CategoryTree, categoryTree } from './categories.rules.ts'

/** The tree as a search needs it. */
export const readCategoryTree = (ctx: Pick<Context, 'db' | 'remember'>): Promise<CategoryTree> =>
  ctx.remember('category tree', ['category'], async () =>
    categoryTree(await ctx.db.selectFrom('category').select(['id', 'name', 'path', 'is_shown']).execute()),
  )

type Found = Columns<'category', 'id' | 'path' | 'full_name'>

/**
 * The categories that these texts name, in their order: by an id, by a path or one that it had, or by a slug that one alone has.
 * Undefined where there is none. Refuses: category-unclear.
 */
export async function findCategories(
  ctx: Pick<Context, 'db'>,
  said: readonly string[],
): Promise<(Found | undefined)[]> {
  const { rows } = await sql<Found & { at: number; said: string }>`
    select category.id, category.path, category.full_name, at::integer, said
    from unnest(${said}::text[]) with ordinality as wanted (said, at)
      cross join lateral categories_called(said) as found (id) join category using (id)`.execute(ctx.db)
  const found = Map.groupBy(rows, ({ at }) => at - 1)
  return said.map((slug, at) => {
    const [one, ...others] = found.get(at) ?? []
    if (others.length > 0) throw refuse('category-unclear', { slug })
    return one && { id: one.id, path: one.path, full_name: one.full_name }
  })
}

/** As `findCategories`, of one. */
export const findCategory = async (ctx: Pick<Context, 'db'>, said: string): Promise<Found | undefined> =>
  (await findCategories(ctx, [said]))[0]

/** The paths of the categories that these texts name; what names none stays as it is. Refuses: category-unclear. */
export async function pathsOfCategories(
  ctx: Pick<Context, 'db' | 'remember'>,
  said: readonly string[],
): Promise<string[]> {
  if (said.length === 0) return []
  // Links say paths: they need no look at the database.
  const paths = new Set([...(await readCategoryTree(ctx)).values()].map(({ path }) => path))
  if (said.every(one => paths.has(one))) return [...said]
  const found = await findCategories(ctx, said)
  return [...new Set(said.map((one, at) => found[at]?.path ?? one))]
}
