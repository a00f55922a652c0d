/** Every sentence of the reviews' screens and parts. */
export const reviewsTexts = {
  verifiedBuyer: 'Verified buyer',
  none: 'No reviews yet',
  noneNext: 'Reviews of the shop stand here once customers have written some.',
}
