/** What stands where a page should be. */
export const lostTexts = {
  notFoundTitle: 'Page not found',
  failedTitle: 'Something went wrong',
  notFoundText: 'There is no page at this address. It may have moved, or the address may be misspelt.',
  failedText:
    'None of your data was changed. Check your connection and reload the page; if the problem persists, call us.',
  toShop: 'See the whole catalogue',
  reload: 'Load the page again',
  toHome: 'Back to the home page',
}
