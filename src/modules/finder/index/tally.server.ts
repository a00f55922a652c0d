import { type CategoryTree, isWithin } from '#rules/catalogue'
import type { ToolIndex } from './build.server.ts'
import { type Names, factBits, figureBits, priceTop, row } from './columns.server.ts'
import { type AttributeTally, startAttributeTally } from './attributes.server.ts'
import type { Piece } from './pieces.server.ts'
import { scoreFit } from './postings.server.ts'
import type { PriceRange } from './prices.server.ts'
import type { IndexQuestion } from './index.ts'
import { type FitFacet, fitFacets, places } from '../lists.rules.ts'

/** How often each value of a filter occurs among what the other filters leave, by the value's number. */
export type Counts = {
  /** What passes all filters. */
  passed: number
  category: Uint32Array
  /** As `category`, whatever is chosen of attributes: another category begins without that. */
  open: Uint32Array
  brand: Uint32Array
  /** By `fitCode`. */
  fit: Uint32Array
  /** By the byte of figures, for each filter of price, stock and stars that alone fails: `failed << 8 | figures`. */
  figures: Uint32Array
}

/** What an answer adds to a score: what fits comes before what fits under a condition, and that before what fits anything. */
export const fitScores = Uint16Array.from([0, ...fitFacets.map((_, at) => (fitFacets.length - 1 - at) * scoreFit)])

/** The code of a slot for the vehicle: its answer by `fitFacets`, from 1, and above that the ends at which it stands. */
export const fitCode = (answer: number, ends: number): number => answer | (ends << fitBits)
export const answerOfCode = (code: number): number => code & ((1 << fitBits) - 1)
export const endsOfCode = (code: number): number => code >> fitBits
const fitBits = 2
const fitCodes = 1 << (fitBits + places.length)

/** The filters, as bits of what a slot fails. */
const failed = { category: 1, brand: 2, price: 4, stock: 8, rating: 16, fit: 32, attribute: 64 } as const
/** Two bits, as of what fails two filters: it counts nowhere. */
const failsAll = 64 | 128
const figuresBits = 8

/**
 * Counts piece by piece. What passes all filters is counted everywhere; what fails one filter alone is counted for that
 * filter, as what choosing another value of it would give.
 */
export type Tally = {
  /** Counts a piece whose rows are fetched, and leaves in it what passes all filters, with its popularity. */
  take(piece: Piece): void
  /** Of what was taken so far. */
  counts: Counts
  attributes: AttributeTally | undefined
}

export function startTally(
  { columns, categories, tree, brands, attributePool }: ToolIndex,
  question: IndexQuestion,
): Tally {
  const { minPrice = 0, maxPrice = Infinity } = question
  const pass: Pass = {
    prices: columns.price,
    categoryFails: outside(categories, tree, question.categories),
    brandFails: unchosen(brands, question.brands, failed.brand),
    figuresFail: failingFigures(question),
    fitFails: unwanted(question),
    hasFit: question.fit !== undefined,
    minPrice,
    maxPrice,
    hasPrice: minPrice > 0 || maxPrice < Infinity,
    attributes: startAttributeTally(attributePool, question.attributes ?? []),
    attributeStarts: columns.attributeStart,
    counts: {
      passed: 0,
      category: new Uint32Array(categories.values.length),
      open: new Uint32Array(categories.values.length),
      brand: new Uint32Array(brands.values.length),
      fit: new Uint32Array(fitCodes),
      figures: new Uint32Array((failed.fit + 1) << figuresBits),
    },
  }
  return { take: piece => countPiece(pass, piece), counts: pass.counts, attributes: pass.attributes }
}

type Pass = {
  prices: Float64Array
  categoryFails: Uint8Array
  brandFails: Uint8Array
  figuresFail: Uint8Array
  fitFails: Uint8Array
  hasFit: boolean
  minPrice: number
  maxPrice: number
  hasPrice: boolean
  attributes: AttributeTally | undefined
  attributeStarts: Uint32Array
  counts: Counts
}

function countPiece(pass: Pass, piece: Piece): void {
  const { prices, categoryFails, brandFails, figuresFail, fitFails, hasFit, hasPrice, minPrice, maxPrice, counts } =
    pass
  const { attributes } = pass
  const { category, brand, fit, figures } = counts
  const { slots, scores, fits, rows, count } = piece
  let target = 0
  for (let at = 0; at < count; at++) {
    const slot = slots[at] ?? 0
    const start = at * row.size
    const fact = rows[start + row.fact] ?? 0
    const itsFigures = fact & factBits.figuresMask
    const itsCategory = fact >>> factBits.categoryShift
    const itsBrand = rows[start + row.brand] ?? 0
    const itsFit = hasFit ? (fits[at] ?? 0) : 0
    let fails =
      (figuresFail[itsFigures] ?? 0) |
      (categoryFails[itsCategory] ?? 0) |
      (brandFails[itsBrand] ?? 0) |
      (fitFails[itsFit] ?? 0)
    if (hasPrice) {
      const inRow = rows[start + row.price] ?? 0
      const price = inRow === priceTop ? (prices[slot] ?? 0) : inRow
      if (price < minPrice || price > maxPrice) fails |= failed.price
    }
    if (attributes) fails |= failsOfAttributes(pass, { slot, category: itsCategory, fails })
    if (fails === 0) {
      category[itsCategory] = (category[itsCategory] ?? 0) + 1
      brand[itsBrand] = (brand[itsBrand] ?? 0) + 1
      figures[itsFigures] = (figures[itsFigures] ?? 0) + 1
      if (hasFit) fit[itsFit] = (fit[itsFit] ?? 0) + 1
      slots[target] = slot
      scores[target] = scores[at] ?? 0
      rows[target * row.size + row.popularity] = rows[start + row.popularity] ?? 0
      target += 1
    } else if (fails & (fails - 1)) continue
    else if (fails === failed.attribute) continue
    else if (fails === failed.category) category[itsCategory] = (category[itsCategory] ?? 0) + 1
    else if (fails === failed.brand) brand[itsBrand] = (brand[itsBrand] ?? 0) + 1
    else if (fails === failed.fit) fit[itsFit] = (fit[itsFit] ?? 0) + 1
    else {
      const key = (fails << figuresBits) | itsFigures
      figures[key] = (figures[key] ?? 0) + 1
    }
  }
  piece.count = target
  counts.passed += target
}

/** Its failures of the attributes, which it counts. */
function failsOfAttributes(
  { attributes, attributeStarts, counts }: Pass,
  { slot, category, fails }: { slot: number; category: number; fails: number },
): number {
  if (!attributes) return 0
  if ((fails & ~failed.category) === 0) counts.open[category] = (counts.open[category] ?? 0) + 1
  const start = attributeStarts[slot] ?? 0
  const unmet = attributes.unmet(start)
  if (fails === 0 && unmet < 2) attributes.count(start)
  return unmet === 0 ? 0 : unmet === 1 ? failed.attribute : failsAll
}

/** By the number of a category, the filter's bit where it is neither chosen nor below one that is. */
function outside({ values }: Names, tree: CategoryTree, chosen: readonly string[]): Uint8Array {
  const fails = new Uint8Array(values.length)
  if (chosen.length === 0) return fails
  return fails.map((_, number) => {
    const category = tree.get(values[number] ?? '')
    return category && isWithin(category, chosen) ? 0 : failed.category
  })
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
  const fails = new Uint8Array(1 << figuresBits)
  for (let figures = 0; figures < fails.length; figures++) {
    const isOut = onlyInStock && !(figures & figureBits.canBeOrdered)
    const isLow = starsOf(figures) < minRating
    const isGone = (figures & figureBits.gone) !== 0
    fails[figures] = isGone ? failsAll : (isOut ? failed.stock : 0) | (isLow ? failed.rating : 0)
  }
  return fails
}

function unwanted({ fit }: IndexQuestion): Uint8Array {
  const facets = fit?.facets ?? []
  const isChosen = (facet: FitFacet) => facets.length === 0 || facets.includes(facet)
  const fails = [0, ...fitFacets.map(facet => (isChosen(facet) ? 0 : failed.fit))]
  return Uint8Array.from({ length: fitCodes }, (_, code) => fails[answerOfCode(code)] ?? 0)
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
