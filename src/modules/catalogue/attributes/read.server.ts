import { sql } from 'kysely'
import type { Context } from '#platform/context'
import type { Columns } from '#platform/database'
import { refuse } from '../refusals.rules.ts'
import { slugOf } from '../slug.rules.ts'
import type { Attribute } from './attributes.contract.ts'
import type { AttributeKind } from './attributes.rules.ts'

/** `key`: what tools keep of it. */
export type Choice = { key: number; name: string; slug: string }

/** An attribute, and where its category stands. */
export type Definition = Columns<
  'attribute',
  'id' | 'ordinal' | 'category_id' | 'name' | 'slug' | 'kind' | 'unit' | 'choices' | 'position' | 'version'
> & {
  kind: AttributeKind
  choices: Choice[]
  category_path: string
  category_name: string
}

type Row = Omit<Definition, 'choices'> & { choices: Omit<Choice, 'slug'>[] }

/** All attributes of the shop: those of higher categories first, of one category in their order. */
export const readDefinitions = (ctx: Pick<Context, 'db' | 'remember'>): Promise<Definition[]> =>
  ctx.remember('attributes', ['attribute', 'category'], async () => {
    const { rows } = await sql<Row>`
      select attribute.id, attribute.ordinal, attribute.category_id, attribute.name, attribute.slug, attribute.kind,
        attribute.unit, attribute.choices, attribute.position, attribute.version,
        category.path as category_path, category.full_name as category_name
      from attribute join category on category.id = attribute.category_id
      order by cardinality(string_to_array(category.path, '/')), lower(category.full_name), attribute.position,
        attribute.ordinal`.execute(ctx.db)
    return rows.map(row => ({ ...row, choices: row.choices.map(one => ({ ...one, slug: slugOf(one.name) })) }))
  })

/** Those of the tools in the category with this path: what it inherits, from the top, then its own. */
export const definitionsOf = (all: readonly Definition[], path: string): Definition[] =>
  all.filter(({ category_path: own }) => `${path}/`.startsWith(`${own}/`))

/** Refuses: category-gone. */
export async function listAttributes(ctx: Context, categoryId: string): Promise<Attribute[]> {
  const category = await ctx.db.selectFrom('category').select('path').where('id', '=', categoryId).executeTakeFirst()
  if (!category) throw refuse('category-gone')
  return definitionsOf(await readDefinitions(ctx), category.path).map(asAttribute)
}

const asAttribute = (one: Definition): Attribute => ({
  _id: one.id,
  slug: one.slug,
  name: one.name,
  kind: one.kind,
  unit: one.unit,
  choices: one.choices.map(({ slug, name }) => ({ slug, name })),
  category: { _id: one.category_id, slug: one.category_path.split('/').at(-1) ?? '', fullName: one.category_name },
  version: one.version,
})
