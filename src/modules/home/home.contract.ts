import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'
import { Tool } from '#contracts/catalogue'
import { Review } from '#contracts/reviews'

/** What the home page shows, and the published lists hold: the newest tools, the most sold ones, the shop's reviews. */
const HomeLists = z.object({
  newTools: z.array(Tool),
  popularTools: z.array(Tool),
  /** Of the most sold ones, the first that was bought in more than three orders. */
  bestSeller: z.nullable(z.string()),
  reviews: z.array(Review),
})

export const homeContract = {
  getHomeLists: endpoint('GET /home-lists', {
    summary: 'What the home page and the published lists hold: the newest tools, the most sold ones, the reviews.',
    access: 'everyone',
    reads: ['tool', 'brand', 'category', 'tool_sales', 'review'],
    answer: HomeLists,
  }),
}
