/** What stands where a page should be. */
export const lostTexts = {
  notFoundTitle: 'Page not found',
  failedTitle: 'Something went wrong',
  notFoundPicture: 'Page not found: a gear with one tooth broken off, beside an empty place in the tool wall',
  failedPicture: 'A machine that has stopped: a broken gear',
  notFoundText:
    'This address leads nowhere. The page may have moved, or a letter of the address went missing on the way.',
  failedText:
    'That is our fault, and nothing of yours was changed. Load the page again; if it stays like this, call us.',
  toShop: 'See the whole catalogue',
  reload: 'Load the page again',
  toHome: 'Back to the home page',
}
