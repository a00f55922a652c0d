import { formatNumber } from '#kernel/formats'

export { finderRefusals } from './refusals.rules.ts'
export { foldPartNumber } from './numbers/fold.rules.ts'
export { gtinPadding, isGtin, numberForPeople, scannedNumber, shortUpcIn } from './numbers/gs1.rules.ts'

/** The rules of fitment, part numbers and search. Pure: they serve browser and server. */

/** What the shop says to "does it fit?". Missing rows are `no-data`, never `does-not-fit`. */
export const fitAnswers = ['fits', 'fits-if', 'does-not-fit', 'no-data'] as const
export type FitAnswer = (typeof fitAnswers)[number]

/** Something that must be true of the vehicle beyond year, make, model and engine: `{name: 'Submodel', value: 'GLS'}`. */
export type FitCondition = { name: string; value: string }

/** What a row of the table `fitment` says by itself: its column `answer`. */
export const rowAnswers = { fits: 1, fitsIf: 2, doesNotFit: 3, doesNotFitIf: 4 } as const
export type RowAnswer = (typeof rowAnswers)[keyof typeof rowAnswers]

/** The answers of several rows together, a bit each (`answerBit`). */
export type AnswerSet = number
export const answerBit = (answer: number): AnswerSet => 1 << answer
const says = (answers: AnswerSet, answer: RowAnswer) => (answers & answerBit(answer)) !== 0

/**
 * The answer for a vehicle whose engine is known: from what the rows of the vehicle whatever its engine say (`base`), and
 * those of the very engine. Safe side first: a plain "does not fit" beats a plain "fits" beside it, and whatever depends
 * on something that nobody can check from year, make, model and engine is a condition. The engine's rows beat the base's,
 * for they know more; but an exclusion with a condition counts wherever it stands.
 */
export function answerWithEngine(base: AnswerSet, engine: AnswerSet): FitAnswer {
  if (says(engine, rowAnswers.doesNotFit)) return 'does-not-fit'
  const isExcludedIf = says(base | engine, rowAnswers.doesNotFitIf)
  if (says(engine, rowAnswers.fits)) return isExcludedIf ? 'fits-if' : 'fits'
  if (says(engine, rowAnswers.fitsIf)) return 'fits-if'
  if (says(base, rowAnswers.doesNotFit)) return 'does-not-fit'
  if (says(base, rowAnswers.fits)) return isExcludedIf ? 'fits-if' : 'fits'
  return says(base, rowAnswers.fitsIf) ? 'fits-if' : 'no-data'
}

/**
 * The answer for a vehicle whose engine nobody has told: what holds for every engine holds; otherwise, if the part fits
 * with some of them, the engine is a condition. `engines` has what is said of each engine that has rows of its own.
 */
export function answerWithoutEngine(base: AnswerSet, engines: readonly AnswerSet[]): FitAnswer {
  const otherwise = answerWithEngine(base, 0)
  const answers = engines.map(engine => answerWithEngine(base, engine))
  if (answers.every(answer => answer === otherwise)) return otherwise
  return [otherwise, ...answers].some(isPositive) ? 'fits-if' : 'no-data'
}

export const isPositive = (answer: FitAnswer) => answer === 'fits' || answer === 'fits-if'

export const numberKinds = ['own', 'oem', 'interchange', 'gtin'] as const
export type NumberKind = (typeof numberKinds)[number]

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

/** What a vehicle is called: "2015 Honda Civic, 1.8 L, 4 cylinders, gasoline". */
export function vehicleName(vehicle: {
  year: number
  make: string
  model: string
  engine?: string | undefined
}): string {
  const { year, make, model, engine } = vehicle
  return engine ? `${year} ${make} ${model}, ${engine}` : `${year} ${make} ${model}`
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

/** How many steps of replaced numbers are followed: real chains are short, and a longer one is a mistake. */
export const chainMost = 50

export const doesNotFitStatement = 'It does not fit this vehicle.'

/**
 * What somebody who buys a part for a vehicle has to have seen: every condition and note of "fits if", and that a part
 * does not fit. Empty where the answer needs no care, and where there is none: missing data is no warning.
 */
export function toAcknowledge(fit: {
  answer: FitAnswer
  conditions: readonly FitCondition[]
  notes: readonly string[]
}): string[] {
  if (fit.answer !== 'fits-if' && fit.answer !== 'does-not-fit') return []
  const conditions = [...fit.conditions.map(({ name, value }) => `${name}: ${value}`), ...fit.notes]
  return fit.answer === 'does-not-fit' ? [doesNotFitStatement, ...conditions] : conditions
}

export const isFitAnswer = (value: unknown): value is FitAnswer => fitAnswers.some(answer => answer === value)
