import { sql } from 'kysely'
import type { Context } from '#platform/context'

/**
 * Deletes what an account has written; the tools' ratings follow. In the transaction that deletes the account, whose row
 * is locked: nothing of it is written meanwhile. The tools are locked before their reviews, as everywhere.
 */
export async function removeReviewsOf(ctx: Context, accountId: string): Promise<void> {
  await sql`
    select from tool where id in (select tool_id from review where account_id = ${accountId})
    order by id for no key update`.execute(ctx.db)
  await sql`
    with gone as (
      delete from review where account_id = ${accountId} returning tool_id, rating, state
    )
    update tool set rating_total = tool.rating_total - counted.total, rating_count = tool.rating_count - counted.count
    from (
      select tool_id, sum(rating) as total, count(*) as count from gone
      where tool_id is not null and state = 'approved' group by tool_id
    ) counted
    where tool.id = counted.tool_id`.execute(ctx.db)
}
