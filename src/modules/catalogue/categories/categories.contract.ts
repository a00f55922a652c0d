import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'
import { Id, idPattern, requiredText, storable, manyLines, mostCharacters, fieldTexts } from '#kernel/fields'
import { Picture } from '#kernel/picture'
import { categoryLimits, isSlug } from './categories.rules.ts'
import { categoryFieldTexts } from './categories.texts.ts'

/** A category as buyers see it in a list. `count`: tools on sale in it and below. `path`: slugs from the top, `brakes/brake-pads`. */
const listed = { slug: z.string(), name: z.string(), path: z.string(), count: z.number() }

/** `Brakes > Brake Pads` */
const fullName = z.string()

/** A category, with those below it in the order of the shop. */
export type CategoryBranch = {
  slug: string
  name: string
  path: string
  count: number
  children: CategoryBranch[]
}
const leaf = z.object({ ...listed, children: z.array(z.never()) })
/** The tree is five levels deep at most, so its shape can be said level by level. */
const CategoryBranch = [4, 3, 2, 1].reduce<z.ZodMiniType<CategoryBranch>>(
  below => z.object({ ...listed, children: z.array(below) }),
  leaf,
)

/** A category as its owner keeps it. */
export const Category = z.object({
  ...listed,
  _id: z.string(),
  fullName,
  parent: z.nullable(z.string()),
  /** What buyers read above its list. */
  text: z.string(),
  /** Hidden itself; what is below it is not shown either. */
  hidden: z.boolean(),
  picture: z.nullable(Picture),
})
export type Category = z.infer<typeof Category>

/** What stands above a category's list, and the way to it from the top. */
export const CategoryPage = z.object({
  slug: z.string(),
  name: z.string(),
  path: z.string(),
  text: z.string(),
  picture: z.nullable(Picture),
  /** From the top to the category itself. */
  trail: z.array(z.object({ name: z.string(), path: z.string() })),
})
export type CategoryPage = z.infer<typeof CategoryPage>

/** What is left out stays as it is. */
export const CategoryInput = z.object({
  name: requiredText(() => categoryFieldTexts.name, categoryLimits.name).check(
    z.refine(name => !name.includes('>'), { error: () => categoryFieldTexts.sign }),
  ),
  /** The last part of its address. Made of the name, unless it is given. */
  slug: z.optional(
    z.string().check(
      z.trim(),
      mostCharacters(categoryLimits.slug),
      z.refine(slug => slug === '' || isSlug(slug), { error: () => categoryFieldTexts.address }),
    ),
  ),
  text: z.optional(z.string().check(z.trim(), mostCharacters(categoryLimits.text), storable, manyLines)),
  hidden: z.optional(z.boolean()),
  /** An address that the image host gave out; null for none. */
  img: z.optional(z.nullable(z.string().check(mostCharacters(2000)))),
})

const ofCategory = z.object({ id: Id })

export const categoriesContract = {
  listCategories: endpoint('GET /categories', {
    summary: 'The categories that have tools, with how many in them and below.',
    access: 'everyone',
    reads: ['tool', 'category'],
    answer: z.array(z.object({ ...listed, fullName })),
  }),
  getCategoryTree: endpoint('GET /categories/tree', {
    summary: 'The tree of categories as buyers see it, with how many tools each has in it and below.',
    access: 'everyone',
    reads: ['tool', 'category'],
    answer: z.array(CategoryBranch),
  }),
  listTopCategories: endpoint('GET /categories/top', {
    summary: 'The categories at the top of the tree that have tools in them or below.',
    access: 'everyone',
    reads: ['category'],
    answer: z.array(z.object({ name: z.string(), path: z.string() })),
  }),
  getCategoryPage: endpoint('GET /categories/by-slug/:slug', {
    summary:
      'What stands above a category’s list, by its id, by a path that it has or had, or by a slug that it alone has.',
    access: 'everyone',
    reads: ['category', 'category_path'],
    params: z.object({
      slug: z.string().check(mostCharacters(categoryLimits.path), storable),
    }),
    answer: CategoryPage,
    refusals: ['category-gone', 'category-unclear'],
  }),
  listEveryCategory: endpoint('GET /categories/all', {
    summary: 'Every category, each behind the one that it is in.',
    access: 'staff:catalogue',
    answer: z.array(Category),
  }),
  addCategory: endpoint('POST /categories', {
    summary: 'Adds a category, at the end of those beside it.',
    access: 'staff:catalogue',
    idempotent: true,
    body: z.extend(CategoryInput, {
      /** The category that it is in; none for one at the top. */
      parent: z.optional(z.nullable(Id)),
    }),
    answer: z.object({ insertedId: z.string() }),
    refusals: ['idempotency-key-reused', 'too-many-categories'],
  }),
  changeCategory: endpoint('PUT /categories/:id', {
    summary: 'Changes a category. Addresses that it had lead to it.',
    access: 'staff:catalogue',
    params: ofCategory,
    body: CategoryInput,
    answer: z.object({ modifiedCount: z.number() }),
    refusals: ['category-gone'],
  }),
  moveCategory: endpoint('PUT /categories/:id/place', {
    summary: 'Moves a category, with everything below it.',
    access: 'staff:catalogue',
    params: ofCategory,
    body: z.object({
      /** The category that it is in then; null for the top. */
      parent: z.nullable(
        z.string({ error: () => categoryFieldTexts.place }).check(z.regex(idPattern, { error: () => fieldTexts.id })),
      ),
      /** The category that it stands before then; none for the end. */
      before: z.optional(z.nullable(Id)),
    }),
    answer: z.object({ modifiedCount: z.number() }),
    refusals: ['category-gone'],
  }),
  removeCategory: endpoint('DELETE /categories/:id', {
    summary: 'Removes a category.',
    access: 'staff:catalogue',
    params: ofCategory,
    query: z.object({
      /** The category that its tools and the categories in it go to, and its address leads to. */
      into: z.optional(Id),
    }),
    answer: z.object({ deletedCount: z.number() }),
    refusals: ['category-gone', 'category-in-use', 'category-priced'],
  }),
  listStandardCategories: endpoint('GET /categories/standard', {
    summary: 'The branches of the standard tree of vehicle parts and tools, with how many categories each has.',
    access: 'staff:catalogue',
    answer: z.array(z.object({ name: z.string(), count: z.number() })),
  }),
  addStandardCategories: endpoint('POST /categories/standard', {
    summary: 'Adds branches of the standard tree. What the shop has of them already stays as it is.',
    access: 'staff:catalogue',
    body: z.object({
      branches: z
        .array(z.string().check(mostCharacters(200)), { error: () => categoryFieldTexts.branches })
        .check(
          z.minLength(1, { error: () => categoryFieldTexts.branches }),
          z.maxLength(100, { error: () => categoryFieldTexts.mostBranches }),
        ),
    }),
    answer: z.object({ added: z.number() }),
    refusals: ['too-many-categories', 'category-gone'],
  }),
}
