/** Every sentence that the design kit says by itself. */
export const kitTexts = {
  loading: 'Loading . . .',
  close: 'Close',
  cancel: 'Cancel',
  optional: 'optional',
  less: 'One less',
  more: 'One more',
  quantityRange: (least: string, most: string) => `From ${least} to ${most}`,
  quantityMultiples: (least: string, most: string, multiple: string) =>
    `From ${least} to ${most}, in multiples of ${multiple}`,
  breadcrumb: 'You are here',
  stars: (rating: string) => `${rating} of 5 stars`,
  notRated: 'Not rated yet',
  tryAgain: 'Try again',
  search: 'Search',
  all: 'All',
  shownOf: (shown: string, total: string) => `${shown} of ${total}`,
  showMore: 'Show more',
  unexpected: 'Something went wrong. Try again in a moment.',
  unreachable: 'The shop cannot be reached. Check your connection and try again.',
  unexpectedAnswer: (status: number) => `The shop answered in an unexpected way (${status}). Try again in a moment.`,
  notifications: 'Messages',
}
