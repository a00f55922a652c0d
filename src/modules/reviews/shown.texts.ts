import { texts } from '#kernel/texts'

/** What is said around the reviews that public pages show. */
export const shownReviewsTexts = texts('reviews.shownReviews', {
  verifiedBuyer: 'Verified buyer',
  none: 'No reviews yet',
  noneNext: 'Customers’ reviews of the shop will appear here.',
  toolReviews: 'Reviews',
  noToolReviews: 'No reviews of this tool yet',
  noToolReviewsNext: 'Buyers can review it from their dashboard.',
  ratingsAlone: 'No written reviews of this tool',
  ratingsAloneNext: (count: number, inWords: string) =>
    `Its stars are from ${count === 1 ? '1 rating' : `${inWords} ratings`}.`,
})
