import { sql } from 'kysely'
import type { Context } from '#platform/context'
import type { Columns } from '#platform/database'
import { pictureOf } from '#rules/media'
import { refuse } from '../refusals.rules.ts'
import type { Category, CategoryBranch, CategoryPage } from './categories.contract.ts'
import { bySiblings, inTreeOrder, trailOf } from './categories.rules.ts'
import { findCategory } from './find.server.ts'
import { toolsOnSale } from './tree.server.ts'

type Row = Columns<
  'category',
  'id' | 'slug' | 'name' | 'path' | 'full_name' | 'parent_id' | 'position' | 'text' | 'is_hidden' | 'is_shown'
> & { image_key: string | null; image_width: number | null; image_height: number | null }
type CountedRow = Row & { count: number }

/** Every category in the order of the tree, with how many tools on sale are in it and below. */
export const readCategories = (ctx: Context): Promise<CountedRow[]> =>
  ctx.remember('categories', ['tool', 'category'], () => selectCategories(ctx))

const selectRows = (ctx: Context) =>
  ctx.db
    .selectFrom('category')
    .leftJoin('image', 'image.id', 'category.image_id')
    .select([
      'category.id',
      'category.slug',
      'category.name',
      'category.path',
      'category.full_name',
      'category.parent_id',
      'category.position',
      'category.text',
      'category.is_hidden',
      'category.is_shown',
      'image.key as image_key',
      'image.width as image_width',
      'image.height as image_height',
    ])

async function selectCategories(ctx: Context): Promise<CountedRow[]> {
  const rows = await selectRows(ctx).execute()
  const { rows: own } = await sql<{ id: string; count: number }>`
    select category_id as id, count(*) as count from ${toolsOnSale} and category_id is not null group by category_id`.execute(
    ctx.db,
  )
  const ownCounts = new Map(own.map(({ id, count }) => [id, count]))
  const counted = inTreeOrder(rows).map(row => ({ ...row, count: ownCounts.get(row.id) ?? 0 }))
  const byId = new Map(counted.map(row => [row.id, row]))
  // From below: each is complete when it is added to the one that it is in.
  for (const row of counted.toReversed()) {
    const above = row.parent_id === null ? undefined : byId.get(row.parent_id)
    if (above) above.count += row.count
  }
  return counted
}

const pictureOfRow = ({ image_key: key, image_width: width, image_height: height }: Row) =>
  key && width && height ? pictureOf({ key, width, height }) : null

export async function listEveryCategory(ctx: Context): Promise<Category[]> {
  const rows = await readCategories(ctx)
  return rows.map(row => ({
    _id: row.id,
    slug: row.slug,
    name: row.name,
    path: row.path,
    fullName: row.full_name,
    parent: row.parent_id,
    count: row.count,
    text: row.text,
    hidden: row.is_hidden,
    picture: pictureOfRow(row),
  }))
}

const listed = ({ slug, name, path, count }: CountedRow) => ({ slug, name, path, count })

/** Those that buyers find tools in. */
export async function listCategories(ctx: Context) {
  const rows = await readCategories(ctx)
  return rows
    .filter(({ is_shown, count }) => is_shown && count > 0)
    .map(row => ({ ...listed(row), fullName: row.full_name }))
}

/** Where every page leads to: they are read with it, so no count is among them, which each sale would change. */
export const listTopCategories = (ctx: Context) =>
  ctx.remember('top categories', ['category'], async () => {
    const rows = await ctx.db
      .selectFrom('category')
      .select(['name', 'path', 'position'])
      .where('parent_id', 'is', null)
      .where('is_shown', '=', sql.lit(true))
      .execute()
    return rows.toSorted(bySiblings).map(({ name, path }) => ({ name, path }))
  })

export async function readTree(ctx: Context): Promise<CategoryBranch[]> {
  const shown = (await readCategories(ctx)).filter(({ is_shown }) => is_shown)
  const byParent = Map.groupBy(shown, row => row.parent_id)
  const branches = (parent: string | null): CategoryBranch[] =>
    (byParent.get(parent) ?? []).map(row => ({ ...listed(row), children: branches(row.id) }))
  return branches(null)
}

/** What a category that is shown says of itself. Refuses: category-gone, category-unclear. */
export async function readCategoryPage(ctx: Context, address: string): Promise<CategoryPage> {
  const named = await findCategory(ctx, address)
  const row = named && (await selectRows(ctx).where('category.id', '=', named.id).executeTakeFirst())
  if (!row?.is_shown) throw refuse('category-gone')
  const { name, path, text, full_name: fullName } = row
  return { slug: row.slug, name, path, text, picture: pictureOfRow(row), trail: trailOf({ path, fullName }) }
}
