/** Every sentence that the design kit says by itself. */
export const kitTexts = {
  loading: 'Loading . . .',
  close: 'Close',
  optional: 'optional',
  less: 'One less',
  more: 'One more',
  quantityRange: (least: string, most: string) => `From ${least} to ${most}`,
  breadcrumb: 'You are here',
  stars: (rating: string) => `${rating} of 5 stars`,
  notRated: 'Not rated yet',
  unexpected: 'Something went wrong. Try again in a moment.',
  unreachable: 'The shop cannot be reached. Check your connection and try again.',
  unexpectedAnswer: (status: number) => `The shop answered in an unexpected way (${status}). Try again in a moment.`,
  notifications: 'Messages',
}
