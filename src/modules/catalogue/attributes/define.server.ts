import { type RawBuilder, sql } from 'kysely'
import type { InputOf } from '#kernel/endpoint'
import { refuseFields } from '#kernel/refusals'
import { audit } from '#platform/audit'
import { type Context, newId, transact } from '#platform/context'
import { type Columns } from '#platform/database'
import { countRows } from '#platform/paging'
import { refuse } from '../refusals.rules.ts'
import { slugOf } from '../slug.rules.ts'
import type { attributesContract } from './attributes.contract.ts'
import { attributeLimits, numberedChoices } from './attributes.rules.ts'
import { attributeProblems } from './attributes.texts.ts'
import type { Choice } from './read.server.ts'
import { inTurn } from './tree.server.ts'

type New = InputOf<typeof attributesContract.addAttribute>['body']
type Change = InputOf<typeof attributesContract.changeAttribute>['body']
type StoredChoice = Omit<Choice, 'slug'>

/**
 * Adds an attribute to a category. Refuses: category-gone, too-many-attributes, and fields: a name that an attribute of the
 * category, of one above or below it has. `ordinal`: its number, where the caller has taken one of the sequence already.
 */
export function addAttribute(
  ctx: Context,
  categoryId: string,
  input: New & { ordinal?: number | null },
): Promise<{ insertedId: string }> {
  return transact(ctx, async ctx => {
    await inTurn(ctx)
    const category = await ctx.db
      .selectFrom('category')
      .select(['path', 'full_name'])
      .where('id', '=', categoryId)
      .forShare()
      .executeTakeFirst()
    if (!category) throw refuse('category-gone')
    const own = await countRows(ctx.db, sql`attribute where category_id = ${categoryId}`)
    const all = await countRows(ctx.db, sql`attribute`)
    if (own >= attributeLimits.own || all >= attributeLimits.all) throw refuse('too-many-attributes')
    const slug = await requireFreeName(ctx, { name: input.name, path: category.path })
    const { kind, name, unit = '' } = input
    const names = kind === 'choice' ? (input.choices ?? []) : []
    const choices = numberedChoices(names)
    const id = newId()
    await sql`
      insert into attribute (id, ordinal, category_id, name, slug, kind, unit, choices, choices_made, position)
      overriding system value
      select ${id}, coalesce(${input.ordinal ?? null}::integer, nextval(pg_get_serial_sequence('attribute', 'ordinal'))), ${categoryId}, ${name}, ${slug}, ${kind}, ${unit}, ${JSON.stringify(choices)}, ${choices.length},
        coalesce(max(position), 0) + 1
      from attribute where category_id = ${categoryId}`.execute(ctx.db)
    await audit(ctx, {
      action: 'attribute.added',
      subject: { kind: 'attribute', id },
      after: { category: category.full_name, name, kind, unit, choices: names },
    })
    return { insertedId: id }
  })
}

/**
 * The slug of a name that no attribute on the way to this category, in it, or below it has. Whoever changes attributes or the
 * tree does so in turn, so that it stays free until the end.
 */
async function requireFreeName(
  ctx: Context,
  { name, path, own }: { name: string; path: string; own?: string },
): Promise<string> {
  const slug = slugOf(name)
  const { rows } = await sql<Columns<'attribute', 'name'> & { category: string }>`
    select attribute.name, category.full_name as category
    from attribute join category on category.id = attribute.category_id
    where attribute.slug = ${slug} and attribute.id is distinct from ${own ?? null}::uuid
      and (starts_with(${`${path}/`}, category.path || '/') or starts_with(category.path, ${`${path}/`}))
    limit 1`.execute(ctx.db)
  const [taken] = rows
  if (taken) throw refuseFields([{ field: 'name', message: attributeProblems.nameTaken(taken) }])
  return slug
}

type Locked = Columns<
  'attribute',
  'id' | 'ordinal' | 'category_id' | 'name' | 'kind' | 'unit' | 'choices' | 'choices_made' | 'position' | 'version'
> &
  Columns<'category', 'path'> & { choices: StoredChoice[]; category: string }

async function lockAttribute(ctx: Context, id: string): Promise<Locked> {
  await inTurn(ctx)
  const { rows } = await sql<Locked>`
    select attribute.id, attribute.ordinal, attribute.category_id, attribute.name, attribute.kind, attribute.unit,
      attribute.choices, attribute.choices_made, attribute.position, attribute.version, category.path,
      category.full_name as category
    from attribute join category on category.id = attribute.category_id
    where attribute.id = ${id} for no key update of attribute`.execute(ctx.db)
  const [locked] = rows
  if (!locked) throw refuse('attribute-gone')
  return locked
}

/**
 * Changes name, unit and choices of an attribute. Refuses: attribute-gone, changed-meanwhile, values-lost where tools have a
 * choice that would go, and fields: a name that is taken.
 */
export function changeAttribute(
  ctx: Context,
  id: string,
  input: Change,
): Promise<{ modifiedCount: number; version: number }> {
  return transact(ctx, async ctx => {
    const attribute = await lockAttribute(ctx, id)
    const { version } = attribute
    const unit = input.unit ?? attribute.unit
    if (unit !== '' && attribute.kind !== 'number')
      throw refuseFields([{ field: 'unit', message: attributeProblems.unitOfNumber }])
    // Of another version the slugs of the choices may mean others.
    if (input.version !== version) {
      if (isSame(attribute, { name: input.name, unit, names: input.choices?.map(({ name }) => name) })) {
        return { modifiedCount: 0, version }
      }
      throw refuse('changed-meanwhile')
    }
    const { choices, made } = choicesAfter(attribute, input.choices)
    const before = { name: attribute.name, unit: attribute.unit, choices: namesOf(attribute.choices) }
    const after = { name: input.name, unit, choices: namesOf(choices) }
    if (JSON.stringify(before) === JSON.stringify(after)) return { modifiedCount: 0, version }
    const slug = await requireFreeName(ctx, { name: input.name, path: attribute.path, own: id })
    const gone = attribute.choices.filter(({ key }) => choices.every(choice => choice.key !== key))
    if (gone.length > 0) await requireLeave(ctx, attribute, { values: input.values, gone })
    await sql`
      update attribute set name = ${input.name}, slug = ${slug}, unit = ${unit}, choices = ${JSON.stringify(choices)},
        choices_made = ${made}, version = version + 1
      where id = ${id}`.execute(ctx.db)
    await audit(ctx, { action: 'attribute.changed', subject: { kind: 'attribute', id }, before, after })
    return { modifiedCount: 1, version: version + 1 }
  })
}

const namesOf = (choices: readonly StoredChoice[]) => choices.map(({ name }) => name)

/** A call that is sent again finds its change made. */
function isSame(
  { name, unit, choices }: Locked,
  change: { name: string; unit: string; names: string[] | undefined },
): boolean {
  const names = namesOf(choices)
  return name === change.name && unit === change.unit && names.join('\n') === (change.names ?? names).join('\n')
}

/** Those that stay keep their keys, new ones get keys that none ever had. */
function choicesAfter(attribute: Locked, requested: Change['choices']): { choices: StoredChoice[]; made: number } {
  let made = attribute.choices_made
  if (attribute.kind !== 'choice' || !requested) return { choices: attribute.choices, made }
  const left = new Map(attribute.choices.map(({ key, name }) => [slugOf(name), key]))
  const choices = requested.map(({ slug, name }) => {
    const key = slug === undefined ? undefined : left.get(slug)
    if (slug !== undefined && !left.delete(slug))
      throw refuseFields([{ field: 'choices', message: attributeProblems.choiceUnknown }])
    if (key === undefined) made += 1
    return { key: key ?? made, name }
  })
  return { choices, made }
}

type Losing = { values: number | undefined; gone: readonly StoredChoice[] }

/** That no more tools than was said lose what they have: one of these choices, or of another kind the value. */
async function requireLeave(ctx: Context, attribute: Locked, { values = 0, gone }: Losing): Promise<void> {
  const isChoice = attribute.kind === 'choice'
  if (isChoice && gone.length === 0) return
  const key = String(attribute.ordinal)
  const keys = gone.map(choice => String(choice.key))
  const isLost = isChoice ? sql`tool.attributes ->> ${key} = any(${keys})` : sql`tool.attributes ? ${key}`
  const tools = await countRows(ctx.db, toolsWithin(attribute.path, isLost))
  if (tools > values) throw refuse('values-lost', { tools })
}

/** The tools on sale in a category and below it of which this is true. */
const toolsWithin = (path: string, isTrue: RawBuilder<unknown>) => sql`
  tool where tool.archived_at is null and ${isTrue} and tool.category_id = any(array(
    select id from category where path = ${path} or starts_with(path, ${`${path}/`})))`

/** Puts an attribute before another one of its category. Refuses: attribute-gone, and fields: one of another category. */
export function moveAttribute(ctx: Context, id: string, before: string | null): Promise<{ modifiedCount: number }> {
  return transact(ctx, async ctx => {
    const attribute = await lockAttribute(ctx, id)
    const { rows } = await sql<Columns<'attribute', 'id'>>`
      select id from attribute where category_id = ${attribute.category_id} order by position, ordinal`.execute(ctx.db)
    const there = rows.map(row => row.id)
    const others = there.filter(other => other !== id)
    const at = before === null ? others.length : others.indexOf(before)
    if (at === -1 && before !== id) throw refuseFields([{ field: 'before', message: attributeProblems.unknown }])
    const order = at === -1 ? there : others.toSpliced(at, 0, id)
    if (order.join() === there.join()) return { modifiedCount: 0 }
    await sql`
      update attribute set position = target.position
      from unnest(${order}::uuid[]) with ordinality as target (id, position)
      where attribute.id = target.id and attribute.position <> target.position`.execute(ctx.db)
    const subject = { kind: 'attribute', id }
    const [was, is] = [there.indexOf(id) + 1, at + 1]
    await audit(ctx, { action: 'attribute.moved', subject, before: { at: was }, after: { at: is } })
    return { modifiedCount: 1 }
  })
}

/** Gives an attribute a place among those of its category; of equal ones the older is first. The caller has held the tree. */
export async function placeAttribute(ctx: Context, id: string, position: number): Promise<void> {
  await ctx.db
    .updateTable('attribute')
    .set({ position })
    .where('id', '=', id)
    .where('position', '<>', position)
    .execute()
}

/**
 * Removes an attribute. What tools keep of it is shown nowhere any more: its number goes to no other one. Refuses:
 * attribute-gone, values-lost.
 */
export function removeAttribute(
  ctx: Context,
  id: string,
  values: number | undefined,
): Promise<{ deletedCount: number }> {
  return transact(ctx, async ctx => {
    const attribute = await lockAttribute(ctx, id)
    await requireLeave(ctx, attribute, { values, gone: attribute.choices })
    await ctx.db.deleteFrom('attribute').where('id', '=', id).execute()
    const { name, kind, unit, category, choices } = attribute
    await audit(ctx, {
      action: 'attribute.removed',
      subject: { kind: 'attribute', id },
      before: { category, name, kind, unit, choices: namesOf(choices) },
    })
    return { deletedCount: 1 }
  })
}
