import type { ToolIndex } from './finder.index-build.server.ts'
import { type Names, slotState } from './finder.index-columns.server.ts'
import type { Page } from './finder.index-page.server.ts'
import type { Matches } from './finder.index-postings.server.ts'
import { type PriceRange, priceRangeOf } from './finder.index-prices.server.ts'
import type { FacetCount, FitFacet, IndexAnswer, IndexQuestion } from './finder.index.ts'

/** How often each value of a filter occurs among what the other filters leave; by the value's number. */
export type Counts = {
  total: number
  category: Uint32Array
  brand: Uint32Array
  price: Uint32Array
  /** 1: can be ordered. */
  stock: Uint32Array
  /** By whole stars. */
  stars: Uint32Array
  /** By `fitFacets`, from 1. */
  fit: Uint32Array
}

export const fitFacets: readonly FitFacet[] = ['fits', 'fits-if', 'universal']
const universalFit = 3
/** Values of one filter that are offered. */
const mostValues = 50

type Chosen = {
  categories: Uint8Array | undefined
  brands: Uint8Array | undefined
  minPrice: number
  maxPrice: number
  onlyInStock: boolean
  minRating: number
  /** By slot: 1 fits, 2 fits if; with a vehicle only. */
  fit: Uint8Array | undefined
  fitWanted: Uint8Array
}

const failed = { category: 1, brand: 2, price: 4, stock: 8, rating: 16, fit: 32 } as const

/**
 * Goes once through what the words found (everything, without them). What passes all filters is counted everywhere and
 * offered to the page; what fails one filter alone is counted for that filter, as what choosing another value of it
 * would give.
 */
export function tally(
  index: ToolIndex,
  {
    question,
    found,
    fit,
    ranges,
  }: { question: IndexQuestion; found: Matches | 'all'; fit?: Uint8Array | undefined; ranges: readonly PriceRange[] },
  page: Page,
): Counts {
  const chosen = chosenBy(question, index, fit)
  const counts = noCounts(index, ranges.length)
  const { columns } = index
  const count = found === 'all' ? columns.count : found.count
  const judge = judgeOf(index, chosen)
  const priceRange = priceRangeOf(ranges)
  for (let at = 0; at < count; at++) {
    const slot = found === 'all' ? at : (found.slots[at] ?? 0)
    const state = columns.state[slot] ?? 0
    if (state & slotState.gone) continue
    let fitting = 0
    if (chosen.fit) {
      fitting = chosen.fit[slot] || (state & slotState.isUniversal ? universalFit : 0)
      if (fitting === 0) continue
    }
    const fails = judge(slot, state, fitting)
    // Two filters or more against it: it counts nowhere.
    if (fails & (fails - 1)) continue
    if (fails === 0) {
      counts.total += 1
      page.offer(slot, found === 'all' ? 0 : (found.scores[at] ?? 0))
    }
    if (fails === 0 || fails === failed.category) up(counts.category, columns.category[slot] ?? 0)
    if (fails === 0 || fails === failed.brand) up(counts.brand, columns.brand[slot] ?? 0)
    if (fails === 0 || fails === failed.price) up(counts.price, priceRange(columns.price[slot] ?? 0))
    if (fails === 0 || fails === failed.stock) up(counts.stock, state & slotState.canBeOrdered ? 1 : 0)
    if (fails === 0 || fails === failed.rating) up(counts.stars, state >> slotState.starsShift)
    if (fails === 0 || fails === failed.fit) up(counts.fit, fitting)
  }
  return counts
}

function up(counts: Uint32Array, value: number): void {
  counts[value] = (counts[value] ?? 0) + 1
}

/** Which filters a slot fails, as bits. */
function judgeOf({ columns }: ToolIndex, chosen: Chosen): (slot: number, state: number, fitting: number) => number {
  const { category, brand, price, rating } = columns
  const { categories, brands, minPrice, maxPrice, onlyInStock, minRating, fitWanted } = chosen
  const hasFit = chosen.fit !== undefined
  const hasPrice = minPrice > 0 || maxPrice < Infinity
  return (slot, state, fitting) => {
    let fails = 0
    if (categories && categories[category[slot] ?? 0] !== 1) fails |= failed.category
    if (brands && brands[brand[slot] ?? 0] !== 1) fails |= failed.brand
    if (hasPrice) {
      const amount = price[slot] ?? 0
      if (amount < minPrice || amount > maxPrice) fails |= failed.price
    }
    if (onlyInStock && !(state & slotState.canBeOrdered)) fails |= failed.stock
    if (minRating > 0 && (rating[slot] ?? 0) < minRating) fails |= failed.rating
    if (hasFit && fitWanted[fitting] !== 1) fails |= failed.fit
    return fails
  }
}

function chosenBy(question: IndexQuestion, index: ToolIndex, fit: Uint8Array | undefined): Chosen {
  const wanted = question.fit?.wanted ?? []
  return {
    categories: chosenNames(index.categories, question.categories),
    brands: chosenNames(index.brands, question.brands),
    minPrice: question.minPrice ?? 0,
    maxPrice: question.maxPrice ?? Infinity,
    onlyInStock: question.onlyInStock,
    minRating: (question.minRating ?? 0) * 100,
    fit,
    fitWanted: Uint8Array.from([0, ...fitFacets.map(facet => Number(wanted.length === 0 || wanted.includes(facet)))]),
  }
}

/** A value that no tool has is a filter that nothing passes. */
function chosenNames({ values, numbers }: Names, chosen: readonly string[]): Uint8Array | undefined {
  if (chosen.length === 0) return undefined
  const isChosen = new Uint8Array(values.length)
  for (const value of chosen) {
    const number = numbers.get(value)
    if (number !== undefined) isChosen[number] = 1
  }
  return isChosen
}

function noCounts({ categories, brands }: ToolIndex, ranges: number): Counts {
  return {
    total: 0,
    category: new Uint32Array(categories.values.length),
    brand: new Uint32Array(brands.values.length),
    price: new Uint32Array(ranges + 1),
    stock: new Uint32Array(2),
    stars: new Uint32Array(8),
    fit: new Uint32Array(fitFacets.length + 1),
  }
}

/** The counts as an answer says them. Values that nothing has are left out, unless they are chosen. */
export function facetsOf(
  counts: Counts,
  { categories, brands }: ToolIndex,
  { question, ranges }: { question: IndexQuestion; ranges: readonly PriceRange[] },
): IndexAnswer['facets'] {
  const stars = [4, 3, 2, 1].map(least => ({
    value: String(least),
    label: String(least),
    count: counts.stars.subarray(least).reduce((sum, count) => sum + count, 0),
  }))
  return {
    category: namedCounts(counts.category, categories, question.categories),
    brand: namedCounts(counts.brand, brands, question.brands),
    price: ranges
      .map(({ value }, index) => ({ value, label: value, count: counts.price[index] ?? 0 }))
      .filter(({ count }) => count > 0),
    stock: [{ value: 'true', label: 'true', count: counts.stock[1] ?? 0 }].filter(({ count }) => count > 0),
    rating: stars.filter(({ count, value }) => count > 0 || Number(value) === question.minRating),
    fit: fitFacets
      .map((value, index): FacetCount => ({ value, label: value, count: counts.fit[index + 1] ?? 0 }))
      .filter(({ count, value }) => count > 0 || question.fit?.wanted.some(wanted => wanted === value)),
  }
}

function namedCounts(counts: Uint32Array, names: Names, chosen: readonly string[]): FacetCount[] {
  const numbers = [...counts.keys()].filter(number => number > 0 && (counts[number] ?? 0) > 0)
  const sorted = numbers.sort(
    (one, other) =>
      (counts[other] ?? 0) - (counts[one] ?? 0) || ((names.labels[one] ?? '') < (names.labels[other] ?? '') ? -1 : 1),
  )
  const isChosen = new Set(chosen.map(value => names.numbers.get(value)))
  const shown = sorted.slice(0, mostValues)
  const others = [...isChosen].filter(number => number !== undefined && !shown.includes(number))
  return [...shown, ...others].map(number => ({
    value: names.values[number ?? 0] ?? '',
    label: names.labels[number ?? 0] ?? '',
    count: counts[number ?? 0] ?? 0,
  }))
}
