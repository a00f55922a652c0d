/** What the search of every screen says, and the cards that it finds. */
export const searchBoxTexts = {
  search: 'Search the shop',
  placeholder: 'Part number, OEM number, name…',
  submit: 'Search',
  matched: {
    own: 'Part number',
    oem: 'OEM number',
    interchange: 'Replaces',
    gtin: 'GTIN',
  },
}
