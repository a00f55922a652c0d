import { texts } from '#kernel/texts'

/** What the search of every screen says. */
export const searchBoxTexts = texts('finder.searchBox', {
  search: 'Search the shop',
  placeholder: 'Part, number or vehicle…',
  submit: 'Search',
})
