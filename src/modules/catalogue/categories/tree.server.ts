import { sql } from 'kysely'
import { refuseFields } from '#kernel/refusals'
import type { Context } from '#platform/context'
import { brokenConstraint } from '#platform/database'
import { findPicture } from '#services/media'
import { toolProblems } from '../problems.texts.ts'
import { refuse } from '../refusals.rules.ts'
import { categoryLimits } from './categories.rules.ts'
import { categoryProblems } from './categories.texts.ts'

export type LockedCategory = Awaited<ReturnType<typeof lockCategory>>

/** The tools that a category counts: those on sale. One that was taken out of the shop keeps nothing there. */
export const toolsOnSale = sql`tool where archived_at is null`

/** A category that is to be changed. Refuses: category-gone. */
export async function lockCategory(ctx: Context, id: string) {
  const category = await ctx.db
    .selectFrom('category')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!category) throw refuse('category-gone')
  return category
}

/** That a category can be put there: it is there, and not inside of it. `field` says so otherwise. */
export async function requirePlace(
  ctx: Context,
  { id, path }: LockedCategory,
  place: { id: string; field: string },
): Promise<void> {
  const target = await ctx.db.selectFrom('category').select('path').where('id', '=', place.id).executeTakeFirst()
  const isInside = place.id === id || target?.path.startsWith(`${path}/`)
  if (!target || isInside) {
    throw refuseFields([
      { field: place.field, message: isInside ? categoryProblems.placeInside : toolProblems.categoryUnknown },
    ])
  }
}

/** The picture of an address that the image host gave out; null for none. */
export async function readPicture(ctx: Context, address: string | null | undefined): Promise<string | null> {
  if (!address) return null
  const pictureId = await findPicture(ctx, address)
  if (!pictureId) throw refuseFields([{ field: 'img', message: toolProblems.pictureUnknown }])
  return pictureId
}

/** The last ring's complaints, put to the fields that they are about. `place`: the field that says where it goes. */
export async function explainingConstraints<T>(
  work: Promise<T>,
  { name = 'name', place = 'parent', slug = 'slug' }: { name?: string; place?: string; slug?: string } = {},
): Promise<T> {
  try {
    return await work
  } catch (error) {
    const refused = new Map([
      ['category_depth', { field: place, message: categoryProblems.tooDeep(categoryLimits.depth) }],
      ['category_parent_id_fkey', { field: place, message: toolProblems.categoryUnknown }],
      ['category_full_name_folded', { field: name, message: categoryProblems.nameTaken }],
      ['category_path_once', { field: slug, message: categoryProblems.addressTaken }],
      // Removed since it was found, because nothing referred to it for a day.
      ['category_image_id_fkey', { field: 'img', message: toolProblems.pictureUnknown }],
    ]).get(brokenConstraint(error) ?? '')
    throw refused ? refuseFields([refused]) : error
  }
}
