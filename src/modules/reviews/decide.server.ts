import { refuse } from './refusals.rules.ts'
import { audit } from '#platform/audit'
import type { Context } from '#platform/context'
import { addToRating } from './rating.server.ts'
import { type Decision, type ReviewState, shareInRating } from './states.rules.ts'

/**
 * Approves or refuses a review; its tool's rating follows. In the caller's transaction. The tool is locked before the
 * review, as everywhere. Deciding the same twice is deciding once. Refuses: review-gone, review-changed.
 */
export async function decideReview(
  ctx: Context,
  id: string,
  { state, version }: { state: Decision; version: number },
): Promise<{ modifiedCount: number }> {
  const toolOfReview = ctx.db.selectFrom('review').select('tool_id').where('id', '=', id)
  await ctx.db.selectFrom('tool').select('id').where('id', '=', toolOfReview).forNoKeyUpdate().execute()
  const review = await ctx.db
    .selectFrom('review')
    .select(['tool_id', 'rating', 'state', 'version'])
    .$narrowType<{ state: ReviewState }>()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!review) throw refuse('review-gone')
  if (review.version !== version) throw refuse('review-changed')
  if (review.state === state) return { modifiedCount: 0 }
  await ctx.db.updateTable('review').set({ state }).where('id', '=', id).execute()
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
