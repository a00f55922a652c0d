import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#ui/calls/call.ts'
import { reviewsContract } from '#contracts/reviews'

const key = ['reviews', 'mine']

/** What the account has written, and what it may write about. */
export function useOwnReviews() {
  return useQuery({ queryKey: key, queryFn: () => call(reviewsContract.listOwnReviews, {}) })
}

/** To be called when something was written: it is read anew. */
export function useOwnReviewsRefresh(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: key })
}
