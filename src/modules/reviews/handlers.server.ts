import type { NotNull } from 'kysely'
import type { Handlers } from '#kernel/endpoint'
import { type Context, callerOf, transact } from '#platform/context'
import type { reviewsContract } from './reviews.contract.ts'
import { decideReview } from './decide.server.ts'
import {
  asOwn,
  listAllReviews,
  listShopReviews,
  listToolReviews,
  reviewPage,
  selectReviews,
  toReview,
} from './read.server.ts'
import { writeReview } from './write.server.ts'

/** The calls of `reviews/reviews.contract.ts`. */
export const reviewsHandlers: Handlers<typeof reviewsContract, Context> = {
  listReviews: ctx => listShopReviews(ctx),

  async listPlainReviews(ctx) {
    const reviews = await listShopReviews(ctx, reviewPage.most)
    return reviews.map(({ _id, name, img, rating, review }) => ({ _id, name, img, rating, review }))
  },

  listToolReviews: (ctx, { params, query }) => listToolReviews(ctx, params.id, query),

  writeReview: (ctx, { body }) => transact(ctx, ctx => writeReview(ctx, body)),

  async listOwnReviews(ctx) {
    const { id } = callerOf(ctx)
    const reviews = await selectReviews(ctx).where('review.account_id', '=', id).orderBy('review.id', 'desc').execute()
    const bought = await ctx.db
      .selectFrom('orders')
      .innerJoin('order_line as line', 'line.order_id', 'orders.id')
      .distinctOn('line.tool_id')
      .select(['line.tool_id as tools_id', 'line.tool_name as toolName'])
      .$narrowType<{ tools_id: NotNull }>()
      .where('orders.account_id', '=', id)
      .where('orders.released_at', 'is not', null)
      .where('line.tool_id', 'is not', null)
      .orderBy('line.tool_id', 'desc')
      .orderBy('orders.id', 'desc')
      .execute()
    return { reviews: reviews.map(row => asOwn(toReview(row))), bought }
  },

  listAllReviews: (ctx, { query }) => listAllReviews(ctx, query),
  decideReview: (ctx, { params, body }) => transact(ctx, ctx => decideReview(ctx, params.id, body)),
}
