import { sql } from 'kysely'
import type { InputOf } from '#kernel/endpoint'
import { refuseFields } from '#kernel/refusals'
import { audit } from '#platform/audit'
import { type Context, transact } from '#platform/context'
import type { Columns } from '#platform/database'
import type { categoriesContract } from './categories.contract.ts'
import { inTurn, requireDistinctNames } from '../attributes/tree.server.ts'
import { readAddresses, requireFreeSlug, takeSlug } from './addresses.server.ts'
import { bySiblings } from './categories.rules.ts'
import { toolProblems } from '../problems.texts.ts'
import { type LockedCategory, explainingConstraints, lockCategory, readPicture, requirePlace } from './tree.server.ts'

type Input = InputOf<typeof categoriesContract.changeCategory>['body']
type Place = InputOf<typeof categoriesContract.moveCategory>['body']

/**
 * Changes what a category says of itself; what is left out stays. Refuses: category-gone, and fields: a name that one beside it
 * has, an address that another one has or had, an unknown picture.
 */
export function changeCategory(ctx: Context, id: string, input: Input): Promise<{ modifiedCount: number }> {
  const changed = transact(ctx, async ctx => {
    await inTurn(ctx)
    const { name, slug, text, hidden: is_hidden, img } = input
    const image_id = img === undefined ? undefined : await readPicture(ctx, img)
    return changeContent(ctx, id, {
      name,
      ...(slug && { slug }),
      ...(text !== undefined && { text }),
      ...(is_hidden !== undefined && { is_hidden }),
      ...(image_id !== undefined && { image_id }),
    })
  })
  return explainingConstraints(changed)
}

export type CategoryContent = Pick<LockedCategory, 'name' | 'slug' | 'text' | 'is_hidden' | 'image_id' | 'position'>

/**
 * Changes the content of a category, in the caller's transaction, which has held the tree. `position`: among those beside it; of equal
 * ones the names decide. Refuses: category-gone, and fields: an address that another one has or had.
 */
export async function changeContent(
  ctx: Context,
  id: string,
  input: Partial<CategoryContent>,
): Promise<{ modifiedCount: number }> {
  const category = await lockCategory(ctx, id)
  const before = contentOf(category, input)
  const after = { ...before, ...input }
  if (JSON.stringify(before) === JSON.stringify(after)) return { modifiedCount: 0 }
  if (after.slug !== before.slug) {
    requireFreeSlug(await readAddresses(ctx), { id, slug: after.slug, parent: category.parent_id })
  }
  await ctx.db.updateTable('category').set(after).where('id', '=', id).execute()
  await audit(ctx, { action: 'category.changed', subject: { kind: 'category', id }, before, after })
  return { modifiedCount: 1 }
}

const contentOf = (
  { name, slug, text, is_hidden, image_id, position }: LockedCategory,
  input: Partial<CategoryContent>,
): Partial<CategoryContent> & Omit<CategoryContent, 'position'> => ({
  name,
  slug,
  text,
  is_hidden,
  image_id,
  ...(input.position !== undefined && { position }),
})

/**
 * Moves a category, with all that is below it. Its address is another one then, to which the old one leads; where one there has
 * the end of it, too, a number stands behind it. Refuses:
 * category-gone, and fields: a place that is not there, inside of itself or too deep, a name that one there has, attributes whose
 * names would meet.
 */
export function moveCategory(
  ctx: Context,
  id: string,
  { parent: parentId, before }: Place,
): Promise<{ modifiedCount: number }> {
  const moved = transact(ctx, async ctx => {
    await inTurn(ctx)
    const category = await lockCategory(ctx, id)
    if (parentId !== null) await requirePlace(ctx, category, { id: parentId, field: 'parent' })
    const there = await siblingsIn(ctx, parentId)
    const others = there.filter(other => other !== id)
    const at = before ? others.indexOf(before) : others.length
    if (at === -1) throw refuseFields([{ field: 'before', message: toolProblems.categoryUnknown }])
    const order = others.toSpliced(at, 0, id)
    if (parentId === category.parent_id && order.join() === there.join()) return { modifiedCount: 0 }
    const slug = takeSlug(await readAddresses(ctx), { id, slug: category.slug, parent: parentId })
    await ctx.db.updateTable('category').set({ parent_id: parentId, slug }).where('id', '=', id).execute()
    await requireDistinctNames(ctx, id, 'parent')
    await sql`
      update category set position = target.position
      from unnest(${order}::uuid[]) with ordinality as target (id, position)
      where category.id = target.id and category.position <> target.position`.execute(ctx.db)
    const { full_name: place } = await lockCategory(ctx, id)
    await audit(ctx, {
      action: 'category.moved',
      subject: { kind: 'category', id },
      before: { place: category.full_name, at: category.position },
      after: { place, at: at + 1 },
    })
    return { modifiedCount: 1 }
  })
  return explainingConstraints(moved, { name: 'parent', slug: 'parent' })
}

/** The ids of the categories in one, or at the top, in their order. */
async function siblingsIn(ctx: Context, parentId: string | null): Promise<string[]> {
  const { rows } = await sql<Columns<'category', 'id' | 'position' | 'name'>>`
    select id, position, name from category where parent_id is not distinct from ${parentId}::uuid`.execute(ctx.db)
  return rows.toSorted(bySiblings).map(({ id }) => id)
}
