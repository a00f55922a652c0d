/** What the search of every screen says. */
export const searchBoxTexts = {
  search: 'Search the shop',
  placeholder: 'Part, number or vehicle…',
  submit: 'Search',
}
