import { texts } from '#kernel/texts'

/** Every sentence that the design kit says by itself. */
export const kitTexts = texts('ui.kit', {
  loading: 'Loading . . .',
  close: 'Close',
  cancel: 'Cancel',
  signInForPrice: 'Sign in for the price',
  confirmForPrice: 'Confirm email for price',
  contactForPrice: 'Contact us for the price',
  optional: 'optional',
  less: 'One less',
  more: 'One more',
  quantityNeeded: 'Enter a whole number, such as 4.',
  meant: (reading: string) => `I mean ${reading}`,
  quantityRange: (least: string, most: string) => `From ${least} to ${most}`,
  quantityMultiples: (least: string, most: string, multiple: string) =>
    `From ${least} to ${most}, in multiples of ${multiple}`,
  breadcrumb: 'You are here',
  stars: (rating: string) => `${rating} of 5 stars`,
  notRated: 'Not rated yet',
  tryAgain: 'Try again',
  search: 'Search',
  all: 'All',
  shownOf: (shown: string, total: string) => `Showing ${shown} of ${total}`,
  nothingToShow: 'Nothing to show',
  showMore: 'Show more',
  unexpected: 'Something went wrong. Try again in a moment.',
  unreachable: 'The shop cannot be reached. Check your connection and try again.',
  unexpectedAnswer: (status: number) => `The shop answered in an unexpected way (${status}). Try again in a moment.`,
  notifications: 'Messages',
})
