import { sql } from 'kysely'
import { addAttribute } from '#services/catalogue'
import type { Context } from '#platform/context'
import type { Columns } from '#platform/database'
import type { Planned } from '../staging.server.ts'
import { refuse } from '../../refusals.rules.ts'
import { plannedAttributes } from './plan.server.ts'

/** Makes the attributes that parts of the import say and the shop lacks. The caller holds the tree. Refuses: import-stale. */
export async function commitNewAttributes(ctx: Context, planned: Planned): Promise<void> {
  for (const { key, path, name, kind, unit, choices, ordinal } of await plannedAttributes(ctx, planned)) {
    const { rows } = await sql<
      Columns<'category', 'id'>
    >`select id from category where lower(full_name) = ${key}`.execute(ctx.db)
    const [category] = rows
    if (!category || kind === null || ordinal === null) throw refuse('import-stale')
    const { insertedId: id } = await addAttribute(ctx, category.id, { name, kind, unit, choices, ordinal })
    await keepAddedAttribute(ctx, planned.id, { id, full_name: `${path}: ${name}` })
  }
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
