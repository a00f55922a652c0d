import { sql } from 'kysely'
import type { Handlers } from '#kernel/endpoint'
import { type Context, callerOf, transact } from '#platform/context'
import type { reviewsContract } from './reviews.contract.ts'
import { decideReview } from './decide.server.ts'
import { asOwn, listAllReviews, listShopReviews, listToolReviews, selectReviews } from './read.server.ts'
import { writeReview } from './write.server.ts'

export { removeReviewsOf } from './forget.server.ts'
export { listShopReviews } from './read.server.ts'

export const reviewsHandlers: Handlers<typeof reviewsContract, Context> = {
  listReviews: ctx => listShopReviews(ctx),

  listToolReviews: (ctx, { params, query }) => listToolReviews(ctx, params.id, query),

  writeReview: (ctx, { body }) => transact(ctx, ctx => writeReview(ctx, body)),

  async listOwnReviews(ctx) {
    const { id } = callerOf(ctx)
    const reviews = await selectReviews(ctx, sql`review.account_id = ${id}`, sql`order by review.id desc`)
    const { rows } = await sql<{ tools_id: string; toolName: string }>`
      select distinct on (line.tool_id) line.tool_id as tools_id, line.tool_name as "toolName"
      from orders join order_line line on line.order_id = orders.id
      where orders.account_id = ${id} and orders.paid_at is not null and line.tool_id is not null
      order by line.tool_id desc, orders.id desc`.execute(ctx.db)
    return { reviews: reviews.map(asOwn), bought: rows }
  },

  listAllReviews: (ctx, { query }) => listAllReviews(ctx, query),
  decideReview: (ctx, { params, body }) => transact(ctx, ctx => decideReview(ctx, params.id, body)),
}
