import type { ToolIndex } from './finder.index-build.server.ts'
import { type Columns, type Names, factBits, figureBits } from './finder.index-columns.server.ts'
import type { Matches } from './finder.index-postings.server.ts'
import { inPieces, scratchRoom } from './finder.index-pieces.server.ts'
import type { PriceRange } from './finder.index-prices.server.ts'
import type { FitFacet, IndexQuestion } from './finder.index.ts'

/** How often each value of a filter occurs among what the other filters leave, by the value's number. */
export type Counts = {
  category: Uint32Array
  brand: Uint32Array
  /** By `fitFacets`, from 1. */
  fit: Uint32Array
  /** By the byte of figures, for each filter of price, stock and stars that alone fails: `failed << 8 | figures`. */
  figures: Uint32Array
  /** What passes all filters, written over what was found: slots, and their scores, none for everything. */
  passed: Matches
}

export const fitFacets: readonly FitFacet[] = ['fits', 'fits-if', 'universal']

/** The filters, as bits of what a slot fails. */
export const failed = { category: 1, brand: 2, price: 4, stock: 8, rating: 16, fit: 32 } as const
const figuresBits = 8
const noScores = new Uint16Array(0)
const noFit = new Uint8Array(0)
const allRoom = scratchRoom(length => new Uint32Array(length))

/** What is gone through; with a vehicle, the answers for it. */
export type Found = {
  found: Matches | 'all'
  /**
   * The number of the answer in `fitFacets`, from 1; 0 for what has none and is left out. By the place in what was found,
   * or by slot.
   */
  fit: { answers: Uint8Array; byPlace: boolean } | undefined
}

export type Asked = Found & { question: IndexQuestion }

/**
 * Goes once through what the words found (everything, without them). What passes all filters is counted everywhere;
 * what fails one filter alone is counted for that filter, as what choosing another value of it would give.
 */
export function tally(index: ToolIndex, { question, found, fit }: Asked): Counts {
  const { columns } = index
  const { minPrice = 0, maxPrice = Infinity } = question
  const isAll = found === 'all'
  const length = isAll ? columns.count : found.count
  const categoryFails = unchosen(index.categories, question.categories, failed.category)
  const brandFails = unchosen(index.brands, question.brands, failed.brand)
  const pass = {
    columns,
    isAll,
    // What passes is written over what was found, which is read ahead of it.
    slots: isAll ? allRoom(length) : found.slots,
    scores: isAll ? noScores : found.scores,
    categoryFails,
    brandFails,
    figuresFail: failingFigures(question),
    fitFails: unwanted(question),
    fit: fit?.answers ?? noFit,
    fitByPlace: fit?.byPlace ?? false,
    hasFit: fit !== undefined,
    minPrice,
    maxPrice,
    hasPrice: minPrice > 0 || maxPrice < Infinity,
    byCategory: new Uint32Array(categoryFails.length),
    byBrand: new Uint32Array(brandFails.length),
    byFit: new Uint32Array(fitFacets.length + 1),
    byFigures: new Uint32Array((failed.fit + 1) << figuresBits),
    passed: 0,
  }
  inPieces(pass, length, counting(question))
  return {
    category: pass.byCategory,
    brand: pass.byBrand,
    fit: pass.byFit,
    figures: pass.byFigures,
    passed: { slots: pass.slots, scores: pass.scores, count: pass.passed },
  }
}

type Pass = {
  columns: Columns
  isAll: boolean
  slots: Uint32Array
  scores: Uint16Array
  categoryFails: Uint8Array
  brandFails: Uint8Array
  figuresFail: Uint8Array
  fitFails: Uint8Array
  fit: Uint8Array
  fitByPlace: boolean
  hasFit: boolean
  minPrice: number
  maxPrice: number
  hasPrice: boolean
  byCategory: Uint32Array
  byBrand: Uint32Array
  byFit: Uint32Array
  byFigures: Uint32Array
  passed: number
}

/** The least work that counts right: names and fit are looked at for each slot only where something of them is chosen. */
function counting({ categories, brands, minPrice, maxPrice, onlyInStock, minRating, fit }: IndexQuestion) {
  if (categories.length > 0 || brands.length > 0 || fit !== undefined) return countPiece
  const hasFigures = onlyInStock || minPrice !== undefined || maxPrice !== undefined || minRating !== undefined
  return hasFigures ? countByFiguresPiece : countAllPiece
}

/** As `countPiece`, without any filter. */
function countAllPiece(pass: Pass, from: number, to: number): void {
  const { facts } = pass.columns
  const { isAll, slots, scores, byCategory, byBrand, byFigures } = pass
  let passed = pass.passed
  for (let at = from; at < to; at++) {
    const slot = isAll ? at : (slots[at] ?? 0)
    const fact = facts[2 * slot] ?? 0
    const figures = fact & factBits.figuresMask
    if (figures & figureBits.gone) continue
    const itsCategory = fact >>> factBits.categoryShift
    const itsBrand = facts[2 * slot + 1] ?? 0
    byFigures[figures] = (byFigures[figures] ?? 0) + 1
    byCategory[itsCategory] = (byCategory[itsCategory] ?? 0) + 1
    byBrand[itsBrand] = (byBrand[itsBrand] ?? 0) + 1
    slots[passed] = slot
    if (!isAll) scores[passed] = scores[at] ?? 0
    passed += 1
  }
  pass.passed = passed
}

/** As `countPiece`, with filters of price, stock and stars alone. */
function countByFiguresPiece(pass: Pass, from: number, to: number): void {
  const { facts, price } = pass.columns
  const { isAll, slots, scores, figuresFail, minPrice, maxPrice, byCategory, byBrand, byFigures } = pass
  let passed = pass.passed
  for (let at = from; at < to; at++) {
    const slot = isAll ? at : (slots[at] ?? 0)
    const fact = facts[2 * slot] ?? 0
    const figures = fact & factBits.figuresMask
    if (figures & figureBits.gone) continue
    const amount = price[slot] ?? 0
    let fails = figuresFail[figures] ?? 0
    if (amount < minPrice || amount > maxPrice) fails |= failed.price
    if (fails === 0) {
      const itsCategory = fact >>> factBits.categoryShift
      const itsBrand = facts[2 * slot + 1] ?? 0
      byFigures[figures] = (byFigures[figures] ?? 0) + 1
      byCategory[itsCategory] = (byCategory[itsCategory] ?? 0) + 1
      byBrand[itsBrand] = (byBrand[itsBrand] ?? 0) + 1
      slots[passed] = slot
      if (!isAll) scores[passed] = scores[at] ?? 0
      passed += 1
    } else if ((fails & (fails - 1)) === 0) {
      const key = (fails << figuresBits) | figures
      byFigures[key] = (byFigures[key] ?? 0) + 1
    }
  }
  pass.passed = passed
}

function countPiece(pass: Pass, from: number, to: number): void {
  const { facts, price } = pass.columns
  const { isAll, slots, scores, categoryFails, brandFails, figuresFail, fitFails, fit, fitByPlace, hasFit } = pass
  const { minPrice, maxPrice, hasPrice, byCategory, byBrand, byFit, byFigures } = pass
  let passed = pass.passed
  for (let at = from; at < to; at++) {
    const slot = isAll ? at : (slots[at] ?? 0)
    const itsFit = hasFit ? (fit[fitByPlace ? at : slot] ?? 0) : 0
    if (hasFit && itsFit === 0) continue
    const fact = facts[2 * slot] ?? 0
    const figures = fact & factBits.figuresMask
    if (figures & figureBits.gone) continue
    const itsCategory = fact >>> factBits.categoryShift
    const itsBrand = facts[2 * slot + 1] ?? 0
    let fails = (categoryFails[itsCategory] ?? 0) | (brandFails[itsBrand] ?? 0) | (figuresFail[figures] ?? 0)
    if (hasFit) fails |= fitFails[itsFit] ?? 0
    if (hasPrice) {
      const amount = price[slot] ?? 0
      if (amount < minPrice || amount > maxPrice) fails |= failed.price
    }
    // Two filters or more against it: it counts nowhere.
    if (fails & (fails - 1)) continue
    if (fails === 0) {
      byFigures[figures] = (byFigures[figures] ?? 0) + 1
      byCategory[itsCategory] = (byCategory[itsCategory] ?? 0) + 1
      byBrand[itsBrand] = (byBrand[itsBrand] ?? 0) + 1
      byFit[itsFit] = (byFit[itsFit] ?? 0) + 1
      slots[passed] = slot
      if (!isAll) scores[passed] = scores[at] ?? 0
      passed += 1
    } else if (fails === failed.category) byCategory[itsCategory] = (byCategory[itsCategory] ?? 0) + 1
    else if (fails === failed.brand) byBrand[itsBrand] = (byBrand[itsBrand] ?? 0) + 1
    else if (fails === failed.fit) byFit[itsFit] = (byFit[itsFit] ?? 0) + 1
    else {
      const key = (fails << figuresBits) | figures
      byFigures[key] = (byFigures[key] ?? 0) + 1
    }
  }
  pass.passed = passed
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
