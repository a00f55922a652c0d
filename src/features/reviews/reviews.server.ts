import { sql } from 'kysely'
import type { Handlers } from '#kernel/endpoint'
import type { Context } from '#platform/context'
import type { Review, reviewsContract } from './reviews.contract.ts'

export { removeReviewsOf } from './reviews.forget.server.ts'

/** How many reviews the home page shows. */
const shown = 12

export const reviewsHandlers: Handlers<typeof reviewsContract, Context> = {
  async listReviews(ctx) {
    const { rows } = await sql<Review>`
      select id as "_id", null as img, author as name, business, rating, body as review,
        verified_buyer as "verifiedBuyer"
      from review where tool_id is null and state = 'approved'
      order by id desc limit ${shown}`.execute(ctx.db)
    return rows
  },
}
