/** What stands where a page should be. */
export const lostTexts = {
  notFoundTitle: 'Page not found',
  failedTitle: 'Something went wrong',
  notFoundText:
    'This address leads nowhere. The page may have moved, or a letter of the address went missing on the way.',
  failedText:
    'Nothing of yours was changed. Check your connection and load the page again; if it stays like this, call us.',
  toShop: 'See the whole catalogue',
  reload: 'Load the page again',
  toHome: 'Back to the home page',
}
