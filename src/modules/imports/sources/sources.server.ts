import { sql } from 'kysely'
import type { Page } from '#kernel/endpoint'
import { audit } from '#platform/audit'
import { type Context, transact } from '#platform/context'
import { countRows, pageOf, pageSize } from '#platform/paging'
import { refuse } from '../refusals.rules.ts'
import type { DataSource } from './sources.contract.ts'

const aPage = { usual: 50, most: 200 }

type Query = { limit?: number | undefined; after?: string | undefined }

/** One page of the sources by name. `after` is the id of the last one seen. */
export async function listSources({ db }: Context, { limit: requested, after }: Query): Promise<Page<DataSource[]>> {
  const limit = pageSize(requested, aPage)
  const isBehind = after
    ? sql`(lower(name), id) > (select lower(last.name), last.id from data_source last where last.id = ${after}::integer)`
    : sql`true`
  const { rows } = await sql<DataSource>`
    select id, name, public_name as "publicName", to_char(dated, 'YYYY-MM-DD') as date, is_demo as "isDemo"
    from data_source where ${isBehind} order by lower(name), id limit ${limit + 1}`.execute(db)
  const total = await countRows(db, sql`data_source`)
  return pageOf(rows, { limit, total, after: last => String(last.id) })
}

/** Says what buyers read of a source; nothing without a name. Said again, it changes nothing. Refuses: source-gone. */
export function nameSource(
  ctx: Context,
  id: number,
  publicName: string | undefined,
): Promise<{ modifiedCount: number }> {
  return transact(ctx, async ctx => {
    const before = await ctx.db
      .selectFrom('data_source')
      .select(['name', 'public_name'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!before) throw refuse('source-gone')
    const public_name = publicName ?? null
    if (public_name === before.public_name) return { modifiedCount: 0 }
    await ctx.db.updateTable('data_source').set({ public_name }).where('id', '=', id).execute()
    const subject = { kind: 'source', id: String(id) }
    await audit(ctx, { action: 'source.named', subject, before, after: { public_name } })
    return { modifiedCount: 1 }
  })
}
