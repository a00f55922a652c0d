import { sql } from 'kysely'
import {
  type CategoryContent,
  addAttribute,
  addCategories,
  changeAttribute,
  changeContent,
  holdTree,
  placeAttribute,
} from '#services/catalogue'
import { slugOf } from '#rules/catalogue'
import type { Context } from '#platform/context'
import type { Columns } from '#platform/database'
import { type ImportRow, rowsStaged } from '../row.server.ts'
import type { Planned } from '../staging/staging.server.ts'
import type { AttributeUpdate, CategoryUpdate } from './category-cells.rules.ts'
import type { JudgedRow } from './judge.rules.ts'
import { type PlannedRow, plannedCategories } from './plan.server.ts'

/**
 * Nobody else changes categories or attributes from here to the end of the transaction, where an import is about them: what its plan
 * has looked at is so when it goes in. Before any tool is locked, as everybody does who changes them.
 */
export async function holdCategories(ctx: Context, row: ImportRow): Promise<void> {
  const { rows } = await sql`
    select from import_change where import_id = ${row.id} and subject in ('category', 'attribute') limit 1`.execute(
    ctx.db,
  )
  if (rows.length > 0 || rowsStaged(row).category > 0 || row.options.createAttributes) await holdTree(ctx)
}

/** What the files say of categories and their attributes. */
export async function commitCategoryRows(ctx: Context, { id, number }: Planned): Promise<void> {
  const rows = await plannedCategories(ctx, number)
  if (rows.length === 0) return
  const pictures = await pictureIds(ctx, rows)
  const existing = new Map(rows.flatMap(row => (row.id === null ? [] : [[row.key, row.id] as const])))
  const nobody = new Set<string>()
  // Addresses that somebody has chosen go before those that are made of names.
  await putContents(ctx, { importId: id, rows, ids: existing, added: nobody, pictures })
  const added = await addNew(ctx, rows)
  const fresh = await idsOf(
    ctx,
    rows.filter(row => row.id === null).map(({ key }) => key),
  )
  await putContents(ctx, { importId: id, rows, ids: fresh, added, pictures })
  for (const category of added) await keepAdded(ctx, id, category)
  for (const { key, category, made: attribute, ordinal } of rows) {
    const categoryId = existing.get(key) ?? fresh.get(key)
    if (attribute && categoryId !== undefined)
      await putAttribute(ctx, { importId: id, categoryId, category, attribute, ordinal })
  }
}

type Contents = {
  importId: string
  rows: readonly JudgedRow[]
  /** By their keys, those that are meant. */
  ids: ReadonlyMap<string, string>
  added: ReadonlySet<string>
  pictures: ReadonlyMap<string, string>
}

/** What the rows say of these categories; of those that the import did not make, what was before is kept. */
async function putContents(ctx: Context, { importId, rows, ids, added, pictures }: Contents): Promise<void> {
  // What stands above first: the addresses below are made of it.
  const saying = [...contentsOf(rows)].toSorted(([one], [other]) => depthOf(one) - depthOf(other))
  for (const [key, update] of saying) {
    const id = ids.get(key)
    if (id === undefined) continue
    const before = await readContent(ctx, id)
    const content = contentFor(update, pictures, before)
    await changeContent(ctx, id, content)
    if (!added.has(id)) await keepChange(ctx, importId, { before, after: { ...before, ...content } })
  }
}

const depthOf = (key: string) => key.split(' > ').length

/** Adds those that are not there, with those that they are in; returns the ids of all that it added. */
async function addNew(ctx: Context, rows: readonly JudgedRow[]): Promise<Set<string>> {
  const fresh = rows.filter(({ isNew }) => isNew)
  const slugs = fresh.flatMap(({ category, update }) =>
    update.slug === undefined ? [] : [[category.toLowerCase(), update.slug] as const],
  )
  const paths = fresh.map(({ category }) => category)
  const added = await addCategories(ctx, paths, new Map(slugs))
  return new Set(added.map(({ id }) => id))
}

async function idsOf(ctx: Context, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; key: string }>`
    select id, lower(full_name) as key from category where lower(full_name) = any(${keys}::text[])`.execute(ctx.db)
  return new Map(rows.map(({ id, key }) => [key, id]))
}

/** By category, what all its rows say of it. */
function contentsOf(rows: readonly JudgedRow[]): Map<string, CategoryUpdate> {
  const contents = new Map<string, CategoryUpdate>()
  for (const { key, update } of rows) {
    if (Object.keys(update).length > 0) contents.set(key, { ...contents.get(key), ...update })
  }
  return contents
}

async function pictureIds(ctx: Context, rows: readonly JudgedRow[]): Promise<ReadonlyMap<string, string>> {
  const keys = rows.flatMap(({ update }) => update.picture ?? [])
  const { rows: images } = await sql<Columns<'image', 'id' | 'key'>>`
    select id, key from image where key = any(${keys}::text[]) order by id for key share`.execute(ctx.db)
  return new Map(images.map(({ id, key }) => [key, id]))
}

/** As a change of it is kept for its undo. */
export type StoredContent = CategoryContent & { id: string; full_name: string }

export async function readContent(ctx: Context, id: string): Promise<StoredContent> {
  const columns = ['id', 'full_name', 'name', 'slug', 'text', 'is_hidden', 'image_id', 'position'] as const
  return ctx.db.selectFrom('category').select(columns).where('id', '=', id).executeTakeFirstOrThrow()
}

/** A picture that went since the preview, because nothing showed it for a day, leaves the category as it is. */
const contentFor = (
  { picture, ...content }: CategoryUpdate,
  pictures: ReadonlyMap<string, string>,
  { image_id }: StoredContent,
): Partial<CategoryContent> => ({
  ...content,
  ...(picture !== undefined && { image_id: pictures.get(picture) ?? image_id }),
})

async function keepChange(
  ctx: Context,
  importId: string,
  { before, after }: { before: StoredContent; after: StoredContent },
): Promise<void> {
  await sql`
    insert into import_change (import_id, subject, op, before)
    values (${importId}, 'category', 'changed', ${JSON.stringify({ ...before, after })}::jsonb)`.execute(ctx.db)
  if (before.image_id === null) return
  await sql`
    insert into import_picture (import_id, image_id) values (${importId}, ${before.image_id}) on conflict do nothing`.execute(
    ctx.db,
  )
}

async function keepAdded(ctx: Context, importId: string, id: string): Promise<void> {
  const after = await readContent(ctx, id)
  const stored = { id, full_name: after.full_name, after }
  await sql`
    insert into import_change (import_id, subject, op, before)
    values (${importId}, 'category', 'added', ${JSON.stringify(stored)}::jsonb)`.execute(ctx.db)
}

type Putting = Pick<PlannedRow, 'category' | 'ordinal'> & {
  importId: string
  categoryId: string
  attribute: AttributeUpdate
}

async function putAttribute(
  ctx: Context,
  { importId, categoryId, category, attribute, ordinal }: Putting,
): Promise<void> {
  const { name, kind, unit, choices, position } = attribute
  const what = { full_name: `${category}: ${name}` }
  if (attribute.id === null) {
    const input = { name, kind, unit, choices: [...choices], ordinal }
    const { insertedId: id } = await addAttribute(ctx, categoryId, input)
    if (position !== null) await placeAttribute(ctx, id, position)
    return keepAddedAttribute(ctx, importId, { id, ...what })
  }
  const before = await readAttribute(ctx, attribute.id)
  const slugs = new Set(before.choices.map(choice => slugOf(choice.name)))
  const { version } = await changeAttribute(ctx, attribute.id, {
    name,
    unit,
    version: before.version,
    ...(kind === 'choice' && {
      choices: choices.map(name => ({ name, ...(slugs.has(slugOf(name)) && { slug: slugOf(name) }) })),
    }),
  })
  if (position !== null) await placeAttribute(ctx, attribute.id, position)
  const after = { position: position ?? before.position }
  await sql`
    insert into import_change (import_id, subject, op, before, version)
    values (${importId}, 'attribute', 'changed', ${JSON.stringify({ ...before, ...what, after })}::jsonb, ${version})`.execute(
    ctx.db,
  )
}

/** Undoing takes it away again, if nothing uses it by then. */
export async function keepAddedAttribute(
  ctx: Context,
  importId: string,
  attribute: { id: string; full_name: string },
): Promise<void> {
  await sql`
    insert into import_change (import_id, subject, op, before)
    values (${importId}, 'attribute', 'added', ${JSON.stringify(attribute)}::jsonb)`.execute(ctx.db)
}

/** As a change of it is kept for its undo. */
export type StoredAttribute = Columns<'attribute', 'id' | 'name' | 'kind' | 'unit' | 'position' | 'version'> & {
  choices: { key: number; name: string }[]
}

async function readAttribute(ctx: Context, id: string): Promise<StoredAttribute> {
  const { rows } = await sql<StoredAttribute>`
    select id, name, kind, unit, position, version, choices from attribute where id = ${id}`.execute(ctx.db)
  const [attribute] = rows
  // Whoever changes attributes waits for this transaction.
  if (!attribute) throw new Error(`no attribute ${id}`)
  return attribute
}
