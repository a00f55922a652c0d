import type { Page } from '#kernel/endpoint'
import { callPage } from '#ui/calls/call.ts'
import { type Review, reviewsContract } from '../reviews.contract.ts'

/** The calls of a tool's page about reviews; loaded when somebody asks for more of them. */

export function moreToolReviews(toolId: string, query: Record<string, string>): Promise<Page<Review[]>> {
  return callPage(reviewsContract.listToolReviews, { params: { id: toolId }, query })
}
