import { sql } from 'kysely'
import { addAttribute } from '#services/catalogue'
import type { Context } from '#platform/context'
import type { Columns } from '#platform/database'
import type { Planned } from '../../staging/staging.server.ts'
import { refuse } from '../../refusals.rules.ts'
import { keepAddedAttribute } from '../../categories/commit.server.ts'
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
