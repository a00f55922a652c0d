import { texts } from '#kernel/texts'
import { sentence } from '#kernel/sentence'

/** The catalogue’s page. */
export const shopTexts = texts('screens.shop', {
  shopTitle: 'All tools and parts',
  emptyCategory: 'Empty category',
  whichCategory: 'Which category?',
  severalCategories: (slug: string) =>
    `The addresses of several categories end with “${slug}”. Choose the one that you mean.`,
  below: (name: string) => sentence`Parts of ${name}`,
  categoryDescription: (name: string) =>
    sentence`${name}: vehicle parts and tools with stock, minimum order quantity and price per unit.`,
  counted: (count: number, inWords: string) => (count === 1 ? '1 product' : `${inWords} products`),
  partsFor: (vehicle: string) => sentence`Parts for your ${vehicle}`,
  categoryFor: (category: string, vehicle: string) => sentence`${category} for your ${vehicle}`,
  fitting: 'What fits, by category',
  resultsFor: (words: string) => sentence`Results for “${words}”`,
  search: 'Search',
  results: 'Search results',
  showingFor: 'Showing parts for',
  checkedFor: 'Fit checked for',
  pages: 'Pages of the list',
  firstPage: 'First page',
  nextPage: 'Next page',
})
