export const reviewStates = ['waiting', 'approved', 'refused'] as const
export type ReviewState = (typeof reviewStates)[number]

/** What an admin decides. */
export const decisions = ['approved', 'refused'] as const
export type Decision = (typeof decisions)[number]

/**
 * What a review adds to its tool's rating: only approved ones count, so that nobody's stars move by words that nobody has
 * looked at. A tool's rating is the mean of them.
 */
export function shareInRating(review: { state: ReviewState; rating: number } | undefined): {
  total: number
  count: number
} {
  return review?.state === 'approved' ? { total: review.rating, count: 1 } : { total: 0, count: 0 }
}
