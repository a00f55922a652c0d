import type { ToolIndex } from './finder.index-build.server.ts'
import { type Names, figureBits } from './finder.index-columns.server.ts'
import type { Matches } from './finder.index-postings.server.ts'
import type { PriceRange } from './finder.index-prices.server.ts'
import type { FitFacet, IndexQuestion } from './finder.index.ts'

/** How often each value of a filter occurs among what the other filters leave, by the value's number. */
export type Counts = {
  category: Uint32Array
  brand: Uint32Array
  /** By `fitFacets`, from 1. */
  fit: Uint32Array
  /** By the byte of figures, for each combination of failed filters: `failed << 8 | figures`. */
  figures: Uint32Array
  /** What passes all filters: slots, and their scores. */
  passed: Matches
}

export const fitFacets: readonly FitFacet[] = ['fits', 'fits-if', 'universal']

/** The filters, as bits of what a slot fails. */
export const failed = { category: 1, brand: 2, price: 4, stock: 8, rating: 16, fit: 32 } as const
const figuresBits = 8
const none = new Uint32Array(0)

export type Asked = {
  question: IndexQuestion
  found: Matches | 'all'
  /** With a vehicle, by slot: the number of its answer in `fitFacets`, from 1; 0 for what has none and is left out. */
  fit: Uint8Array | undefined
}

/**
 * Goes once through what the words found (everything, without them). What passes all filters is counted everywhere;
 * what fails one filter alone is counted for that filter, as what choosing another value of it would give.
 */
export function tally(index: ToolIndex, { question, found, fit }: Asked): Counts {
  const { columns } = index
  const { category, brand, price } = columns
  const { minPrice = 0, maxPrice = Infinity } = question
  const hasPrice = minPrice > 0 || maxPrice < Infinity
  const categoryFails = unchosen(index.categories, question.categories, failed.category)
  const brandFails = unchosen(index.brands, question.brands, failed.brand)
  const figuresFail = failingFigures(question)
  const fitFails = unwanted(question)
  const counts = {
    category: new Uint32Array(categoryFails.length),
    brand: new Uint32Array(brandFails.length),
    fit: new Uint32Array(fitFacets.length + 1),
    figures: new Uint32Array((failed.fit + 1) << figuresBits),
  }
  const isAll = found === 'all'
  const length = isAll ? columns.count : found.count
  const slots = isAll ? none : found.slots
  const scores = isAll ? undefined : found.scores
  const passedSlots = new Uint32Array(length)
  const passedScores = new Uint16Array(isAll ? 0 : length)
  let passed = 0

  for (let at = 0; at < length; at++) {
    const slot = isAll ? at : (slots[at] ?? 0)
    const figures = columns.figures[slot] ?? 0
    if (figures & figureBits.gone) continue
    const itsCategory = category[slot] ?? 0
    const itsBrand = brand[slot] ?? 0
    let fails = (categoryFails[itsCategory] ?? 0) | (brandFails[itsBrand] ?? 0) | (figuresFail[figures] ?? 0)
    if (hasPrice) {
      const amount = price[slot] ?? 0
      if (amount < minPrice || amount > maxPrice) fails |= failed.price
    }
    let itsFit = 0
    if (fit) {
      itsFit = fit[slot] ?? 0
      if (itsFit === 0) continue
      fails |= fitFails[itsFit] ?? 0
    }
    // Two filters or more against it: it counts nowhere.
    if (fails & (fails - 1)) continue
    const key = (fails << figuresBits) | figures
    counts.figures[key] = (counts.figures[key] ?? 0) + 1
    if (fails > failed.brand && fails !== failed.fit) continue
    if (fails === 0 || fails === failed.category) counts.category[itsCategory] = (counts.category[itsCategory] ?? 0) + 1
    if (fails === 0 || fails === failed.brand) counts.brand[itsBrand] = (counts.brand[itsBrand] ?? 0) + 1
    if (fails === 0 || fails === failed.fit) counts.fit[itsFit] = (counts.fit[itsFit] ?? 0) + 1
    if (fails !== 0) continue
    passedSlots[passed] = slot
    if (scores) passedScores[passed] = scores[at] ?? 0
    passed += 1
  }
  return { ...counts, passed: { slots: passedSlots, scores: passedScores, count: passed } }
}

/** By the number of a name, the filter's bit where it is not chosen. A name that no tool has chooses nothing. */
function unchosen({ values, numbers }: Names, chosen: readonly string[], bit: number): Uint8Array {
  const fails = new Uint8Array(values.length)
  if (chosen.length === 0) return fails
  fails.fill(bit)
  for (const value of chosen) {
    const number = numbers.get(value)
    if (number !== undefined) fails[number] = 0
  }
  return fails
}

/** By the byte of figures, which filters it fails: stock and stars. */
function failingFigures({ onlyInStock, minRating = 0 }: IndexQuestion): Uint8Array {
  return Uint8Array.from({ length: 1 << figuresBits }, (_, figures) => {
    const isOut = onlyInStock && !(figures & figureBits.canBeOrdered)
    const isLow = starsOf(figures) < minRating
    return (isOut ? failed.stock : 0) | (isLow ? failed.rating : 0)
  })
}

function unwanted({ fit }: IndexQuestion): Uint8Array {
  const wanted = fit?.wanted ?? []
  const isWanted = (facet: FitFacet) => wanted.length === 0 || wanted.includes(facet)
  return Uint8Array.from([0, ...fitFacets.map(facet => (isWanted(facet) ? 0 : failed.fit))])
}

function starsOf(figures: number): number {
  return (figures >> figureBits.starsShift) & figureBits.starsMask
}

/** Price ranges, stock and stars from the counts of the bytes that hold them; each with what fails its filter alone. */
export function figureCounts({ figures }: Counts, ranges: readonly PriceRange[]) {
  const price = new Uint32Array(Math.max(1, ranges.length))
  const atLeast = new Uint32Array(figureBits.starsMask + 1)
  let inStock = 0
  for (let byte = 0; byte < 1 << figuresBits; byte++) {
    const withOnly = (bit: number) => (figures[byte] ?? 0) + (figures[(bit << figuresBits) | byte] ?? 0)
    const range = byte & figureBits.rangeMask
    if (range < price.length) price[range] = (price[range] ?? 0) + withOnly(failed.price)
    if (byte & figureBits.canBeOrdered) inStock += withOnly(failed.stock)
    for (let stars = starsOf(byte); stars > 0; stars--) atLeast[stars] = (atLeast[stars] ?? 0) + withOnly(failed.rating)
  }
  return { price, inStock, atLeast }
}
