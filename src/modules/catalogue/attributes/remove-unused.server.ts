import { sql } from 'kysely'
import type { Context } from '#platform/context'

/**
 * Removes those of these attributes that nobody has changed since they were made and of which no tool on sale says anything. In the
 * caller's transaction.
 */
export async function removeUnusedAttributes(ctx: Context, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    delete from attribute where id = any(${ids}::uuid[]) and version = 1
      and not exists (select from tool where archived_at is null and tool.attributes ? attribute.ordinal::text)`.execute(
    ctx.db,
  )
}
