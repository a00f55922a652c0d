import { sql } from 'kysely'
import { Refusal } from '#kernel/refusals'
import { slugOf } from '#rules/catalogue'
import {
  type CategoryContent,
  changeAttribute,
  changeContent,
  removeEmptyCategories,
  removeUnusedAttributes,
} from '#services/catalogue'
import type { Context } from '#platform/context'
import type { LeftReason } from '../import.rules.ts'
import type { ImportRow } from '../row.server.ts'
import { type StoredAttribute, type StoredContent, readContent } from './commit.server.ts'

type Change = { import_id: string; n: string; op: string; version: number | null; before: unknown }

async function changesOf(ctx: Context, { id }: ImportRow, subject: 'category' | 'attribute'): Promise<Change[]> {
  const { rows } = await sql<Change>`
    select import_id, n::text as n, op, version, before from import_change
    where import_id = ${id} and subject = ${subject} order by n desc`.execute(ctx.db)
  return rows
}

async function leave(
  ctx: Context,
  changes: readonly Pick<Change, 'n' | 'import_id'>[],
  why: LeftReason,
): Promise<void> {
  const [first] = changes
  if (!first) return
  await sql`
    update import_change set left_why = ${why} where import_id = ${first.import_id} and n = any(${changes.map(({ n }) => n)}::bigint[])`.execute(
    ctx.db,
  )
}

/**
 * Categories and attributes that the import changed are as they were, and those that it made go, where nothing is in them; what
 * somebody has changed since stays. The caller has held them.
 */
export async function undoCategories(ctx: Context, row: ImportRow): Promise<void> {
  const attributes = await changesOf(ctx, row, 'attribute')
  const categories = await changesOf(ctx, row, 'category')
  for (const change of attributes) if (change.op === 'changed') await undoAttribute(ctx, row, change)
  for (const change of categories) if (change.op === 'changed') await undoContent(ctx, change)
  await removeAttributes(ctx, attributes)
  await removeCategories(ctx, categories)
}

type AttributeChange = StoredAttribute & { after: { position: number } }

async function undoAttribute(ctx: Context, row: ImportRow, change: Change): Promise<void> {
  const { id, name, unit, kind, choices, position, after, version: was } = change.before as AttributeChange
  try {
    const { version } = await changeAttribute(ctx, id, {
      name,
      unit,
      version: change.version ?? 0,
      ...(kind === 'choice' && { choices: choices.map(({ name }) => ({ slug: slugOf(name), name })) }),
    })
    await sql`update attribute set position = ${position} where id = ${id} and position = ${after.position}`.execute(
      ctx.db,
    )
    // An earlier import's change of it is the last one again, and can be undone in its turn.
    await sql`
      update import_change set version = ${version} where subject = 'attribute' and import_id <> ${row.id} and op = 'changed'
        and before ->> 'id' = ${id} and version = ${was}`.execute(ctx.db)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await leave(ctx, [change], error.code === 'values-lost' ? 'choice-used' : 'attribute-changed')
  }
}

/** Only what the import has changed of it is put back, and only where that stands as it has left it. */
async function undoContent(ctx: Context, change: Change): Promise<void> {
  const { id, after, ...before } = change.before as StoredContent & { after: StoredContent }
  const { rows } = await sql`select from category where id = ${id}`.execute(ctx.db)
  const now = rows.length > 0 ? await readContent(ctx, id) : undefined
  const fields = (['slug', 'text', 'is_hidden', 'image_id', 'position'] as const).filter(
    field => before[field] !== after[field],
  )
  if (!now || fields.some(field => now[field] !== after[field])) return leave(ctx, [change], 'category-changed')
  const content: Partial<CategoryContent> = Object.fromEntries(fields.map(field => [field, before[field]]))
  const { rows: there } = await sql`select from image where id = ${before.image_id}`.execute(ctx.db)
  await changeContent(ctx, id, there.length === 0 && content.image_id ? { ...content, image_id: null } : content)
}

async function removeAttributes(ctx: Context, changes: readonly Change[]): Promise<void> {
  const made = changes.filter(({ op }) => op === 'added')
  const idOf = ({ before }: Change) => (before as { id: string }).id
  await removeUnusedAttributes(ctx, made.map(idOf))
  const { rows } = await sql<{ id: string }>`
    select id from attribute where id = any(${made.map(idOf)}::uuid[])`.execute(ctx.db)
  const stay = new Set(rows.map(({ id }) => id))
  await leave(
    ctx,
    made.filter(change => stay.has(idOf(change))),
    'attribute-used',
  )
}

type Made = { id: string; full_name: string; after?: StoredContent }

async function removeCategories(ctx: Context, changes: readonly Change[]): Promise<void> {
  const made = changes.filter(({ op }) => op === 'added')
  const madeOf = ({ before }: Change) => before as Made
  await removeEmptyCategories(
    ctx,
    made.map(madeOf).map(({ id, full_name: fullName, after }) => ({
      id,
      fullName,
      ...(after && { text: after.text, isHidden: after.is_hidden, image: after.image_id }),
    })),
  )
  const { rows } = await sql<{ id: string }>`
    select id from category where id = any(${made.map(change => madeOf(change).id)}::uuid[])`.execute(ctx.db)
  const stay = new Set(rows.map(({ id }) => id))
  await leave(
    ctx,
    made.filter(change => stay.has(madeOf(change).id)),
    'category-used',
  )
}
