import { texts } from '#kernel/texts'
import { sentence } from '#kernel/sentence'

/** The sentences of searching: the box, the list, its filters and its notices. */
export const searchTexts = texts('finder.search', {
  resultsFor: (words: string) => sentence`Results for “${words}”`,
  total: (count: number, inWords: string) => `${inWords} ${count === 1 ? 'product' : 'products'}`,
  filters: 'Filters',
  filterCount: (count: number) => `Filters (${count})`,
  closeFilters: 'Close the filters',
  apply: 'Apply',
  showTotal: (total: string) => `Show ${total}`,
  category: 'Category',
  allCategories: 'All categories',
  moreValues: (count: number) => `Show ${count} more`,
  inUnit: (name: string, unit: string) => sentence`${name} (${unit})`,
  ofAttribute: (name: string, value: string) => sentence`${name}: ${value}`,
  brand: 'Brand',
  price: 'Price',
  /** For whoever pays prices of their own: lists are filtered and sorted by those that everyone pays. */
  standardPrice: 'Standard price, not yours',
  leastPrice: 'From',
  mostPrice: 'To',
  stock: 'Stock',
  inStock: 'In stock',
  rating: 'Rating',
  anyRating: 'Any',
  atLeast: (stars: number) => (stars === 1 ? '1 star and more' : `${stars} stars and more`),
  fit: 'Fit',
  fitValue: new Map(Object.entries({ fits: 'Fits', 'fits-if': 'Fits with conditions', universal: 'Universal' })),
  position: 'Position',
  positionValue: new Map(Object.entries({ front: 'Front', rear: 'Rear' })),
  chosen: 'Active filters',
  removeFilter: (label: string) => sentence`Remove the filter ${label}`,
  clearAll: 'Clear all filters',
  priceSpan: (least: string, most: string) => {
    if (!least) return `Up to ${most}`
    return most ? `${least} to ${most}` : `From ${least}`
  },

  sort: 'Sort by',
  sorts: {
    relevance: 'Best match',
    'price-up': 'Price, lowest first',
    'price-down': 'Price, highest first',
    newest: 'Newest first',
    rating: 'Best rated',
  },
  standardSorts: {
    'price-up': 'Standard price, lowest first',
    'price-down': 'Standard price, highest first',
  },
  view: 'Show as',
  grid: 'Cards',
  list: 'List',
  moreOf: (name: string) => sentence`All of ${name}`,

  corrected: (words: string) => sentence`Showing results for “${words}”.`,
  exactly: (words: string) => sentence`Search for exactly “${words}”`,
  didYouMean: 'Did you mean',
  recognised: (vehicle: string) => sentence`Showing parts for the “${vehicle}” in your search.`,
  which: {
    make: (name: string) => sentence`Which make of ${name} is it?`,
    year: (name: string) => sentence`Which year is your ${name}?`,
    model: (name: string) => sentence`Which model is your ${name}?`,
    engine: (name: string) => sentence`Which engine does your ${name} have?`,
  },
  untilYear: (name: string) => sentence`Below is what fits a ${name} in some of its years.`,
  untilVehicle: (words: string) =>
    sentence`Below is all we have for “${words}”. Fit is checked once we know the vehicle.`,
  plainWords: 'Search for these words only',
  vinTitle: (vin: string) => `VIN ${vin}`,
  vinOf: (vehicle: string) => sentence`This VIN belongs to a ${vehicle}.`,
  vinByHand: 'Choose year, make and model',
  collisionTitle: (number: string) => sentence`Several brands have the number ${number}`,
  collisionText: 'These are different parts. Choose the brand of yours:',
  supersededTitle: (number: string) => sentence`${number} has been replaced`,
  supersededText: 'From the number you entered to the current one:',
  circleText:
    'The manufacturers’ lists lead in a circle here, so we cannot tell which part is the latest. Compare the parts, or ask us before you order.',
  by: 'replaced by',

  nothingTitle: 'Nothing found',
  nothingFor: (words: string) => sentence`Nothing found for “${words}”`,
  nothingForVehicle: (words: string, vehicle: string) => sentence`No “${words}” for the ${vehicle} in this shop`,
  nothingEmpty: 'Nothing is for sale at the moment. Please come back soon.',
  loosen: 'Widen your search:',
  without: (label: string) => sentence`Without ${label}`,
  withoutAny: 'Without any filter',
  withoutAll: 'Without any filter, for every vehicle',
  withoutVehicle: (vehicle: string) => sentence`For every vehicle, not only the ${vehicle}`,
  noDataHint: 'While a vehicle is chosen, parts without fitment data for it are left out.',
  tips: 'Check the number on the part, or try fewer words.',
  everything: 'See all products',
  contact: 'Ask us',
  contactText: 'Can’t find it? We will look for it for you.',
})

/** What is said of the fields of a search. */
export const searchFieldTexts = texts('finder.searchFields', {
  rating: 'Use 1 to 5.',
  sort: 'Sort by one of the orders of the list.',
})
