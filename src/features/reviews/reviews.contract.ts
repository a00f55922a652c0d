import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'

/** A review of the shop as the home page shows it. Its author's email is never published. */
export const Review = z.object({
  _id: z.string(),
  img: z.nullable(z.string()),
  name: z.string(),
  business: z.nullable(z.string()),
  rating: z.number(),
  review: z.string(),
  verifiedBuyer: z.boolean(),
})
export type Review = z.infer<typeof Review>

export const reviewsContract = {
  listReviews: endpoint('GET /reviews', {
    summary: 'The approved reviews of the shop, newest first.',
    access: 'everyone',
    answer: z.array(Review),
  }),
}
