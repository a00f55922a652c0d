import { sql } from 'kysely'
import { refuse } from './refusals.rules.ts'
import { audit } from '#platform/audit'
import type { Context } from '#platform/context'
import { addToRating } from './rating.server.ts'
import { type Decision, type ReviewState, shareInRating } from './reviews.rules.ts'

type Found = { tool_id: string | null; rating: number; state: ReviewState; version: number }

/**
 * Approves or refuses a review; its tool's rating follows. In the caller's transaction. The tool is locked before the
 * review, as everywhere. Deciding the same twice is deciding once. Refuses: review-gone, review-changed.
 */
export async function decideReview(
  ctx: Context,
  id: string,
  { state, version }: { state: Decision; version: number },
): Promise<{ modifiedCount: number }> {
  await sql`
    select from tool where id = (select tool_id from review where id = ${id}) for no key update`.execute(ctx.db)
  const { rows } = await sql<Found>`
    select tool_id, rating, state, version from review where id = ${id} for update`.execute(ctx.db)
  const [review] = rows
  if (!review) throw refuse('review-gone')
  if (review.version !== version) throw refuse('review-changed')
  if (review.state === state) return { modifiedCount: 0 }
  await sql`update review set state = ${state} where id = ${id}`.execute(ctx.db)
  if (review.tool_id) {
    await addToRating(ctx, review.tool_id, { plus: shareInRating({ ...review, state }), minus: shareInRating(review) })
  }
  await audit(ctx, {
    action: `review.${state}`,
    subject: { kind: 'review', id },
    before: { state: review.state },
    after: { state, version },
  })
  return { modifiedCount: 1 }
}
