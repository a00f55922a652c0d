import { formatNumber } from '#kernel/formats'

/** What lists of tools are narrowed by, their orders, and how much of them there is. Pure: for both sides. */

/** What a list can be narrowed to, with a vehicle. */
export const fitFacets = ['fits', 'fits-if', 'universal'] as const
export type FitFacet = (typeof fitFacets)[number]

/** The ends of a vehicle. Several of them are a set of bits. */
export const places = ['front', 'rear'] as const
export type Place = (typeof places)[number]
export const placeBit = (place: Place): number => 1 << places.indexOf(place)

export const sortOrders = ['relevance', 'price-up', 'price-down', 'newest', 'rating'] as const
export type SortOrder = (typeof sortOrders)[number]
/** Whether an order of a list tells prices. */
export const isByPrice = (sort: SortOrder | undefined): sort is 'price-up' | 'price-down' =>
  sort === 'price-up' || sort === 'price-down'

/** Whether a search in this order gives out such a place: of a list of words, or of what has a number (`n.`). */
export function isSearchPlace(after: string, sort: SortOrder): boolean {
  const [, order] = /^([a-z-]+)\.-?[0-9a-z]{1,12}\.[0-9a-z]{1,8}$/.exec(after) ?? []
  return order === sort || /^n\.\d{1,10}\.[^]{0,180}$/.test(after)
}

/** Totals and counts above this are shown as "10,000+". */
export const exactTotalMost = 10_000
/** What the count of a filter's value is at most: it says that there are more than are counted. */
export const facetCountMost = exactTotalMost + 1

/** A count as the screens say it: exact up to 10,000. `isExact` false: there are more than `count`. */
export function countInWords(count: number, locale: string, isExact = true): string {
  const isMore = !isExact || count > exactTotalMost
  return `${formatNumber(Math.min(count, exactTotalMost), locale)}${isMore ? '+' : ''}`
}

export const finderLimits = {
  query: 200,
  vehicles: 50,
  vehicleName: 60,
  pageMost: 100,
  pageUsual: 24,
  fitmentMost: 500,
  fitmentUsual: 100,
}
