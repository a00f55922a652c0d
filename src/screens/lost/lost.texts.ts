import { texts } from '#kernel/texts'

/** What stands where a page should be. */
export const lostTexts = texts('screens.lost', {
  notFoundTitle: 'Page not found',
  failedTitle: 'Something went wrong',
  notFoundText: 'There is no page at this address.',
  failedText: 'Load the page again, or call us.',
  toShop: 'See the whole catalogue',
  reload: 'Load the page again',
  toHome: 'Back to the home page',
})
