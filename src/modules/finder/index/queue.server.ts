import { sql } from 'kysely'
import type { Context } from '#platform/context'

/** Forgets changes that every search index has long taken in: those that look after a day load everything anew. */
export async function forgetSearchChanges(ctx: Pick<Context, 'db'>): Promise<void> {
  await sql`delete from search_change where at < now() - interval '1 day'`.execute(ctx.db)
}
