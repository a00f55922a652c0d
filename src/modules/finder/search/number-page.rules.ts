import { type CategoryCount, type CategoryTree, isWithin } from '#rules/catalogue'
import { type AttributeCounts, categoryCounts, narrows, offered, takes } from '../filters/attributes.rules.ts'
import type { Filters } from '../filters/filters.rules.ts'
import type { FitFacet, SortOrder } from '../lists.rules.ts'

/** What a number led to, as far as filters, their counts and orders need it. */
export type Hit = {
  ordinal: number
  rank: number
  folded: string
  /** Of the tool, and of the other makers' numbers that were met. */
  brand: string | null
  number_brands: readonly string[]
  category_id: string | null
  price: number
  rating_total: number
  rating_count: number
  can_be_ordered: boolean
  /** What the tool keeps of attributes, by their numbers. */
  attributes: Readonly<Record<string, string>>
}

const ratingOf = (hit: Hit) => (hit.rating_count > 0 ? hit.rating_total / hit.rating_count : 0)

/** How a tool stands to the vehicle; undefined where it has no answer of those that are filtered by. */
type FitOfHit<T> = (hit: T) => FitFacet | undefined
export type FacetValue = { value: string; label: string; count: number }

type Facet = 'category' | 'brand' | 'price' | 'stock' | 'rating' | 'fit'
export type Facets = Record<Facet, FacetValue[]> & { category: CategoryCount[]; attributes: AttributeCounts[] }
/** A facet, or the number of an attribute. */
type Failure = Facet | number

/** A number of another maker is met by a tool of this one: either may be the brand that is meant. */
const brandsOf = (hit: Hit) => [...new Set([...(hit.brand ? [hit.brand] : []), ...hit.number_brands])]

type Judging<T> = { tree: CategoryTree; fitOfHit: FitOfHit<T> }

/** What each filter says of a hit. */
function failuresOf<T extends Hit>(hit: T, filters: Filters, { tree, fitOfHit }: Judging<T>): Failure[] {
  const { categories, brands, minPrice = 0, maxPrice = Infinity, onlyInStock, minRating = 0, fit } = filters
  const isOfBrand = brandsOf(hit).some(brand => brands.includes(brand))
  const fitting = fitOfHit(hit)
  const category = tree.get(hit.category_id ?? '')
  const fails: Record<Facet, boolean> = {
    category: categories.length > 0 && !(category && isWithin(category, categories)),
    brand: brands.length > 0 && !isOfBrand,
    price: hit.price < minPrice || hit.price > maxPrice,
    stock: onlyInStock && !hit.can_be_ordered,
    rating: ratingOf(hit) < minRating,
    fit: fit.length > 0 && !(fitting && fit.includes(fitting)),
  }
  const unmet = (filters.attributes ?? []).filter(
    question => narrows(question) && !takes(question, hit.attributes[question.attribute]),
  )
  return [...facetNames.filter(name => fails[name]), ...unmet.map(({ attribute }) => attribute)]
}

const facetNames: readonly Facet[] = ['category', 'brand', 'price', 'stock', 'rating', 'fit']

/** What passes the filters, and how many each choice would leave with all other filters as they are. */
export function narrowed<T extends Hit>(
  hits: readonly T[],
  filters: Filters,
  judging: Judging<T>,
): { left: T[]; facets: Facets } {
  const judged = hits.map(hit => ({ hit, fails: failuresOf(hit, filters, judging) }))
  const open = (name: Failure) =>
    judged.filter(({ fails }) => fails.every(failure => failure === name)).map(({ hit }) => hit)
  // Another category begins without what is chosen of attributes.
  const besides = judged.filter(({ fails }) => fails.every(one => one === 'category' || typeof one === 'number'))
  const facets: Facets = {
    category: categoryCounts(judging.tree, filters, {
      narrowed: open('category').map(hit => [hit.category_id ?? '', 1]),
      open: besides.map(({ hit }) => [hit.category_id ?? '', 1]),
    }),
    brand: counted(open('brand'), hit => brandsOf(hit).map(brand => [brand, brand])),
    // What a number finds is too little to be divided by price.
    price: [],
    stock: counted(open('stock'), hit => (hit.can_be_ordered ? [['true', 'true']] : [])),
    rating: counted(open('rating'), hit =>
      [4, 3, 2, 1].filter(least => ratingOf(hit) >= least).map(least => [String(least), String(least)]),
    ).toSorted((a, b) => Number(b.value) - Number(a.value)),
    fit: counted(open('fit'), hit => {
      const fitting = judging.fitOfHit(hit)
      return fitting ? [[fitting, fitting]] : []
    }),
    attributes: (filters.attributes ?? []).map(question => {
      const values = open(question.attribute).flatMap(hit => hit.attributes[question.attribute] ?? [])
      return offered(
        question,
        Map.groupBy(values, value => value)
          .entries()
          .map(([value, all]) => [value, all.length]),
      )
    }),
  }
  return { left: judged.filter(({ fails }) => fails.length === 0).map(({ hit }) => hit), facets }
}

/** Values with their labels, the most frequent first. */
function counted<T extends Hit>(hits: readonly T[], valuesOf: (hit: T) => (readonly [string, string])[]): FacetValue[] {
  const counts = new Map<string, FacetValue>()
  for (const [value, label] of hits.flatMap(valuesOf)) {
    counts.set(value, { value, label, count: (counts.get(value)?.count ?? 0) + 1 })
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1))
}

const digits = 15
const up = (value: number) => String(value).padStart(digits, '0')
const down = (value: number) => up(10 ** digits - 1 - value)

/** What hits are sorted by, as a text; those alike stand by their ordinals. */
function keyOf(hit: Hit, sort: SortOrder): string {
  if (sort === 'price-up') return up(hit.price)
  if (sort === 'price-down') return down(hit.price)
  if (sort === 'newest') return down(hit.ordinal)
  if (sort === 'rating') return down(Math.round(ratingOf(hit) * 1000))
  return `${hit.rank}${hit.folded}`
}

const mark = 'n.'
export const isNumberPlace = (after: string | undefined) => after?.startsWith(mark) ?? false

/** Where the page after one that ends with this hit begins. */
export const placeAfter = (hit: Hit, sort: SortOrder) => `${mark}${hit.ordinal}.${keyOf(hit, sort)}`

/** The page of the hits after a place, and the place after which the next one begins. */
export function pageOf<T extends Hit>(
  hits: readonly T[],
  paging: { sort: SortOrder; after: string | undefined; limit: number },
): { page: T[]; next: string | undefined } {
  const sorted = hits
    .map(hit => ({ hit, key: keyOf(hit, paging.sort) }))
    .toSorted((a, b) => compare(a.key, b.key) || a.hit.ordinal - b.hit.ordinal)
  const [, ordinal, key] = /^n\.(\d{1,10})\.(.*)$/s.exec(paging.after ?? '') ?? []
  const start =
    ordinal === undefined || key === undefined
      ? 0
      : sorted.findIndex(one => (compare(one.key, key) || one.hit.ordinal - Number(ordinal)) > 0)
  const page = start === -1 ? [] : sorted.slice(start, start + paging.limit)
  const last = page.at(-1)
  const hasMore = last !== undefined && last !== sorted.at(-1)
  return { page: page.map(({ hit }) => hit), next: hasMore ? placeAfter(last.hit, paging.sort) : undefined }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
