/** What is said around the reviews that public pages show. */
export const shownReviewsTexts = {
  verifiedBuyer: 'Verified buyer',
  none: 'No reviews yet',
  noneNext: 'Reviews of the shop stand here once customers have written some.',
  toolReviews: 'Reviews',
  noToolReviews: 'Nobody has written about this tool yet',
  noToolReviewsNext: 'Buyers can, from their dashboard, once it is paid.',
}
