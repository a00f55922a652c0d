import { sql } from 'kysely'
import type { InputOf } from '#kernel/endpoint'
import { refuseFields } from '#kernel/refusals'
import { audit } from '#platform/audit'
import { type Context, newId, transact } from '#platform/context'
import type { Columns } from '#platform/database'
import { countRows } from '#platform/paging'
import { slugOf } from '../catalogue.rules.ts'
import { refuse } from '../refusals.rules.ts'
import type { categoriesContract } from './categories.contract.ts'
import { categoryLimits, fullNameOf, namesOf } from './categories.rules.ts'
import { categoryProblems } from './categories.texts.ts'
import { readAddresses, requireFreeSlug, takeSlug } from './addresses.server.ts'
import { explainingConstraints, readPicture } from './tree.server.ts'

type Input = InputOf<typeof categoriesContract.addCategory>['body']

/**
 * Adds a category. Its address is made of its name, unless one is given. Refuses: too-many-categories, and fields: a name that
 * one beside it has, an address that another one has or had, a place that is not there or too deep.
 */
export function addCategory(ctx: Context, input: Input): Promise<{ insertedId: string }> {
  const { name, parent = null, text = '', hidden = false, slug } = input
  const added = transact(ctx, async ctx => {
    const image_id = await readPicture(ctx, input.img)
    if (slug) requireFreeSlug(await readAddresses(ctx), { slug, parent })
    const row = { name, parent_id: parent, text, is_hidden: hidden, image_id }
    const category = await insertCategory(ctx, { ...row, ...(slug && { slug }) })
    await audit(ctx, {
      action: 'category.added',
      subject: { kind: 'category', id: category.id },
      after: { name: category.full_name },
    })
    return { insertedId: category.id }
  })
  return explainingConstraints(added)
}

async function insertCategory(ctx: Context, row: NewRow): Promise<AddedCategory> {
  const namesake = sql`category where parent_id is not distinct from ${row.parent_id} and lower(name) = lower(${row.name})`
  for (;;) {
    const [added] = await insertCategories(ctx, [row])
    if (added) return added
    if ((await countRows(ctx.db, namesake)) > 0)
      throw refuseFields([{ field: 'name', message: categoryProblems.nameTaken }])
    if (row.slug) throw refuseFields([{ field: 'slug', message: categoryProblems.addressTaken }])
    // Somebody has just taken the address that the name makes, for another name.
  }
}

export type AddedCategory = Columns<'category', 'id' | 'full_name'>

/**
 * Adds those of these categories that the shop does not have yet, with those that they are in, and returns them; each is said
 * by its path of names, `Brakes > Brake Pads`. Two who add one at once add one. `slugs`: by these paths in small letters, the addresses
 * of those that are not made of their names. Refuses: too-many-categories.
 */
export async function addCategories(
  ctx: Context,
  paths: readonly string[],
  slugs: ReadonlyMap<string, string> = new Map(),
): Promise<AddedCategory[]> {
  const added: AddedCategory[] = []
  for (const level of levelsOf(paths)) added.push(...(await addLevel(ctx, level, slugs)))
  const [first] = added
  if (first) {
    const after = { names: added.map(({ full_name }) => full_name) }
    await audit(ctx, { action: 'category.added', subject: { kind: 'category', id: first.id }, after })
  }
  return added
}

type NamedPath = { fullName: string; name: string; above: string | undefined }

/** All that the paths name, those above before those below; of spellings that differ in capitals the first one. */
function levelsOf(paths: readonly string[]): NamedPath[][] {
  const levels: Map<string, NamedPath>[] = []
  for (const path of paths) {
    const names = namesOf(fullNameOf(path))
    for (const [at, name] of names.entries()) {
      const fullName = names.slice(0, at + 1).join(' > ')
      const above = at === 0 ? undefined : names.slice(0, at).join(' > ')
      const level = (levels[at] ??= new Map())
      if (!level.has(fullName.toLowerCase())) level.set(fullName.toLowerCase(), { fullName, name, above })
    }
  }
  return levels.map(level => [...level.values()])
}

/** More than these at the same time take each other's names from nobody. */
const mostTries = 5

/** Two statements and two to look, however many they are; again only for what somebody else adds at the same time. */
async function addLevel(
  ctx: Context,
  level: readonly NamedPath[],
  slugs: ReadonlyMap<string, string>,
): Promise<AddedCategory[]> {
  const parents = await idsByFullName(
    ctx,
    level.map(({ above }) => above ?? ''),
  )
  const added: AddedCategory[] = []
  for (let tries = 0; tries < mostTries; tries += 1) {
    const ids = await idsByFullName(
      ctx,
      level.map(({ fullName }) => fullName),
    )
    const rows = level.flatMap(({ name, above, fullName }, at): NewRow[] => {
      if (ids[at]) return []
      const parent_id = above === undefined ? null : parents[at]
      // Somebody has moved or renamed it since.
      if (parent_id === undefined) throw refuse('category-gone')
      const slug = slugs.get(fullName.toLowerCase())
      return [{ name, parent_id, ...(slug !== undefined && { slug }) }]
    })
    if (rows.length === 0) return added
    added.push(...(await insertCategories(ctx, rows)))
  }
  throw refuse('category-gone')
}

/** The id of each, in their order; undefined where there is none. What is the same name, the database says. */
async function idsByFullName(ctx: Context, names: readonly string[]): Promise<(string | undefined)[]> {
  const { rows } = await sql<{ id: string | null }>`
    select category.id from unnest(${names}::text[]) with ordinality as given (name, at)
      left join category on lower(category.full_name) = lower(given.name)
    order by given.at`.execute(ctx.db)
  return rows.map(({ id }) => id ?? undefined)
}

type NewRow = {
  name: string
  parent_id: string | null
  slug?: string
  text?: string
  is_hidden?: boolean
  image_id?: string | null
}

/** Inserts those whose names nobody beside them has, at the end of the order there, and returns them. */
async function insertCategories(ctx: Context, rows: readonly NewRow[]): Promise<AddedCategory[]> {
  if ((await countRows(ctx.db, sql`category`)) + rows.length > categoryLimits.all) throw refuse('too-many-categories')
  const addresses = await readAddresses(ctx)
  // What is made of a name goes out of the way of what somebody has chosen.
  for (const { slug, parent_id: parent } of rows) if (slug) takeSlug(addresses, { id: slug, slug, parent })
  const values = rows.map((row, at) => {
    const id = newId()
    const slug = row.slug ?? takeSlug(addresses, { id, slug: slugOf(row.name), parent: row.parent_id })
    return { text: '', is_hidden: false, ...row, slug, id, place: at + 1 }
  })
  // Siblings that nobody has put in an order stand by their names, and the new ones among them.
  const { rows: added } = await sql<AddedCategory>`
    insert into category (id, parent_id, name, slug, text, is_hidden, image_id, position)
    select id, parent_id, name, slug, text, is_hidden, image_id, coalesce((
      select nullif(max(position), 0) + place from category where parent_id is not distinct from added.parent_id), 0)
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as added (
      id uuid, parent_id uuid, name text, slug text, text text, is_hidden boolean, image_id uuid, place integer)
    order by place
    on conflict do nothing returning id, full_name`.execute(ctx.db)
  return added
}
