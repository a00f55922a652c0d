import { type FieldError } from '#kernel/refusals'
import { toMinorUnits } from '#kernel/money'
import { type AttributeQuestion, narrows } from './attributes.rules.ts'
import { type FitFacet, type SortOrder, finderLimits, fitFacets, isByPrice } from '../lists.rules.ts'
import { filterProblems } from './filters.texts.ts'

/** What a search is narrowed by, whatever finds it. Prices in minor units. */
export type Filters = {
  categories: string[]
  brands: string[]
  /** Those of the categories that are chosen; what is counted, and what is chosen of it. */
  attributes?: AttributeQuestion[]
  minPrice?: number
  maxPrice?: number
  onlyInStock: boolean
  minRating?: number
  /** Empty: whatever fits. */
  fit: FitFacet[]
}

type FilterQuery = {
  category?: string[] | undefined
  brand?: string[] | undefined
  minPrice?: string | undefined
  maxPrice?: string | undefined
  inStock?: string | undefined
  asTyped?: string | undefined
  rating?: number | undefined
  fit?: string[] | undefined
}

/** The fields that whoever may not see prices may not send: by asking often enough they would find a price out. */
export function priceProblems({
  minPrice,
  maxPrice,
  sort,
}: FilterQuery & { sort?: SortOrder | undefined }): FieldError[] {
  const fields = { minPrice, maxPrice, sort: isByPrice(sort) ? sort : undefined }
  return Object.entries(fields).flatMap(([field, value]) =>
    value === undefined ? [] : [{ field, message: filterProblems.pricesHidden }],
  )
}

/** The filters of an address, and what is wrong with it. */
export function filtersOf(query: FilterQuery, currency: string): { filters: Filters; problems: FieldError[] } {
  const problems: FieldError[] = []
  const amount = (field: 'minPrice' | 'maxPrice') => {
    const text = query[field]
    if (text === undefined) return undefined
    const minor = toMinorUnits(text, currency)
    if (minor === undefined) problems.push({ field, message: filterProblems.amount })
    return minor
  }
  const [minPrice, maxPrice] = [amount('minPrice'), amount('maxPrice')]
  const { rating } = query
  if (rating !== undefined && (rating < 1 || rating > 5))
    problems.push({ field: 'rating', message: filterProblems.rating })
  for (const field of ['inStock', 'asTyped'] as const) {
    const text = query[field] ?? 'false'
    if (text !== 'true' && text !== 'false') problems.push({ field, message: filterProblems.trueOrFalse })
  }
  const facets = query.fit ?? []
  const fit = fitFacets.filter(facet => facets.includes(facet))
  if (fit.length < facets.length) {
    problems.push({ field: 'fit', message: filterProblems.anyOf(fitFacets) })
  }
  const filters = {
    categories: query.category ?? [],
    brands: query.brand ?? [],
    ...(minPrice !== undefined && { minPrice }),
    ...(maxPrice !== undefined && { maxPrice }),
    onlyInStock: query.inStock === 'true',
    ...(rating !== undefined && { minRating: rating }),
    fit,
  }
  return { filters, problems }
}

export const pageSizeOf = (limit: number | undefined) =>
  Math.min(limit ?? finderLimits.pageUsual, finderLimits.pageMost)

/** Nothing narrows it, and nothing sorts it another way than what it was found by. */
export function isPlain({ filters, sort }: { filters: Filters; sort: SortOrder }): boolean {
  const { categories, brands, attributes = [], minPrice, maxPrice, onlyInStock, minRating, fit } = filters
  const isOpen = minPrice === undefined && maxPrice === undefined && minRating === undefined && !onlyInStock
  return (
    isOpen && categories.length + brands.length + fit.length === 0 && !attributes.some(narrows) && sort === 'relevance'
  )
}
