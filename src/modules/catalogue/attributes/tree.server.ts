import { sql } from 'kysely'
import { refuseFields } from '#kernel/refusals'
import type { Context } from '#platform/context'
import type { Columns } from '#platform/database'
import { slugOf } from '../slug.rules.ts'
import { attributeLimits } from './attributes.rules.ts'
import { attributeProblems } from './attributes.texts.ts'
import type { Choice } from './read.server.ts'

// What becomes of attributes when categories move and are brought together. Whoever calls this holds the lock of the tree.

/** Held by whoever changes where categories stand, or what attributes they have: what one looks at, nobody else moves meanwhile. */
const treeLock = 7_260_027

export const inTurn = (ctx: Context) => sql`select pg_advisory_xact_lock(${treeLock})`.execute(ctx.db)

/**
 * That no category in this one, or below it, has an attribute of a name that one above it has, too. `field` says which otherwise.
 */
export async function requireDistinctNames(ctx: Context, categoryId: string, field: string): Promise<void> {
  const { rows } = await sql<Columns<'attribute', 'name'> & { one: string; other: string }>`
    select attribute.name, upper.full_name as one, lower.full_name as other
    from category top
      join category lower on lower.path = top.path or starts_with(lower.path, top.path || '/')
      join attribute on attribute.category_id = lower.id
      join attribute namesake on namesake.slug = attribute.slug and namesake.id <> attribute.id
      join category upper on upper.id = namesake.category_id and starts_with(lower.path || '/', upper.path || '/')
    where top.id = ${categoryId} limit 1`.execute(ctx.db)
  const [met] = rows
  if (met) throw refuseFields([{ field, message: attributeProblems.namesMeet(met) }])
}

type StoredChoice = Omit<Choice, 'slug'>
type Merged = Columns<'attribute', 'id' | 'ordinal' | 'name' | 'choices'> & {
  choices: StoredChoice[]
  category: string
  /** The attribute of the same name that tools of the other category have; null where there is none. */
  other:
    | (Columns<'attribute', 'id' | 'ordinal' | 'choices' | 'choices_made'> & {
        choices: StoredChoice[]
        category: string
        /** It takes the same values. */
        is_alike: boolean
      })
    | null
}

/**
 * Gives the attributes of a category to the one that its tools go to. What tools say of one becomes what they say of the one of
 * that name there, if it is of the same kind and unit; otherwise the field `into` says that they meet.
 */
export async function mergeAttributes(ctx: Context, from: string, to: string): Promise<void> {
  const { rows } = await sql<Merged>`
    select attribute.id, attribute.ordinal, attribute.name, attribute.choices, category.full_name as category, (
      select jsonb_build_object('id', namesake.id, 'ordinal', namesake.ordinal, 'choices', namesake.choices,
        'choices_made', namesake.choices_made, 'category', upper.full_name,
        'is_alike', namesake.kind = attribute.kind and namesake.unit = attribute.unit)
      from category place
        join category upper on starts_with(place.path || '/', upper.path || '/')
        join attribute namesake on namesake.category_id = upper.id and namesake.slug = attribute.slug
      where place.id = ${to} and namesake.id <> attribute.id limit 1) as other
    from attribute join category on category.id = attribute.category_id
    where attribute.category_id = ${from} order by attribute.position, attribute.ordinal`.execute(ctx.db)
  for (const attribute of rows) {
    const { id, name, other, category } = attribute
    if (other === null) {
      await sql`
        update attribute set category_id = ${to},
          position = (select coalesce(max(position), 0) + 1 from attribute where category_id = ${to})
        where id = ${id}`.execute(ctx.db)
      continue
    }
    const carried = other.is_alike ? carriedChoices(attribute.choices, other) : undefined
    if (!carried) {
      throw refuseFields([
        { field: 'into', message: attributeProblems.namesMeet({ name, one: other.category, other: category }) },
      ])
    }
    await sql`
      update attribute set choices = ${JSON.stringify(carried.choices)}, choices_made = ${carried.made},
        version = version + 1
      where id = ${other.id} and choices_made <> ${carried.made}`.execute(ctx.db)
    await carryValues(ctx, { from: attribute.ordinal, to: other.ordinal, keys: carried.keys })
    await ctx.db.deleteFrom('attribute').where('id', '=', id).execute()
  }
}

/** The choices of both, and what becomes of the keys of the one that goes; undefined where they are too many. */
function carriedChoices(gone: readonly StoredChoice[], other: NonNullable<Merged['other']>) {
  const choices = [...other.choices]
  let made = other.choices_made
  const keys = gone.map(({ key, name }) => {
    const match = choices.find(choice => slugOf(choice.name) === slugOf(name))
    if (match) return [String(key), String(match.key)]
    made += 1
    choices.push({ key: made, name })
    return [String(key), String(made)]
  })
  return choices.length > attributeLimits.choices ? undefined : { choices, made, keys: Object.fromEntries(keys) }
}

/** A tool that says both keeps what it says of the one that stays. */
async function carryValues(
  ctx: Context,
  { from, to, keys }: { from: number; to: number; keys: Record<string, string> },
): Promise<void> {
  const [gone, stays] = [String(from), String(to)]
  await sql`
    with saying as (select id from tool where attributes ? ${gone} order by id for no key update)
    update tool set version = version + 1, updated_at = ${ctx.now()},
      attributes = jsonb_build_object(${stays}::text,
        coalesce(${JSON.stringify(keys)}::jsonb ->> (attributes ->> ${gone}), attributes ->> ${gone})) || (attributes - ${gone}::text)
    from saying where tool.id = saying.id`.execute(ctx.db)
}
