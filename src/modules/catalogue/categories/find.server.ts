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

type CategoryRow = Columns<'category', 'id' | 'path' | 'full_name'>

/**
 * The categories that these texts name, in their order: by an id, by a path or one that it had, or by a slug that one alone has.
 * Undefined where there is none. Refuses: category-unclear.
 */
export async function findCategories(
  ctx: Pick<Context, 'db'>,
  texts: readonly string[],
): Promise<(CategoryRow | undefined)[]> {
  const { rows } = await sql<CategoryRow & { at: number }>`
    select category.id, category.path, category.full_name, at::integer
    from unnest(${texts}::text[]) with ordinality as given (slug, at)
      cross join lateral categories_called(given.slug) as match (id) join category using (id)`.execute(ctx.db)
  const matches = Map.groupBy(rows, ({ at }) => at - 1)
  return texts.map((slug, at) => {
    const [one, ...others] = matches.get(at) ?? []
    if (others.length > 0) throw refuse('category-unclear', { slug })
    return one && { id: one.id, path: one.path, full_name: one.full_name }
  })
}

/** As `findCategories`, of one. */
export const findCategory = async (ctx: Pick<Context, 'db'>, text: string): Promise<CategoryRow | undefined> =>
  (await findCategories(ctx, [text]))[0]

/** The paths of the categories that these texts name; what names none stays as it is. Refuses: category-unclear. */
export async function pathsOfCategories(
  ctx: Pick<Context, 'db' | 'remember'>,
  texts: readonly string[],
): Promise<string[]> {
  if (texts.length === 0) return []
  // Links say paths: they need no look at the database.
  const paths = new Set([...(await readCategoryTree(ctx)).values()].map(({ path }) => path))
  if (texts.every(one => paths.has(one))) return [...texts]
  const categories = await findCategories(ctx, texts)
  return [...new Set(texts.map((one, at) => categories[at]?.path ?? one))]
}
