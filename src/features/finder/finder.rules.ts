/** The rules of fitment, part numbers and search. Pure: they serve browser and server. */

/** What the shop says to "does it fit?". Missing rows are `no-data`, never `does-not-fit`. */
export const fitAnswers = ['fits', 'fits-if', 'does-not-fit', 'no-data'] as const
export type FitAnswer = (typeof fitAnswers)[number]

/** Something that must be true of the vehicle beyond year, make, model and engine: `{name: 'Submodel', value: 'GLS'}`. */
export type FitCondition = { name: string; value: string }

/** One application of a part, as far as the answer depends on it. */
export type Application = {
  /** False: known not to fit. */
  fits: boolean
  /** Has conditions or notes, which nobody can check from year, make, model and engine. */
  isConditional: boolean
  /**
   * How the row's vehicle relates to the one asked about: the same or the same whatever its engine (`base`); the very
   * engine that was chosen (`engine`); one engine of a vehicle whose engine was not chosen (`other-engine`).
   */
  level: 'base' | 'engine' | 'other-engine'
}

/** What a row of the table `fitment` says by itself: its column `answer`. */
export const rowAnswers = { fits: 1, fitsIf: 2, doesNotFit: 3, doesNotFitIf: 4 } as const

/**
 * The answer that a part's applications give together. Safe side first: a plain "does not fit" beats a plain "fits" of
 * the same level, the chosen engine's rows beat those of the vehicle whatever its engine, and whatever depends on
 * something unknown is a condition.
 */
export function answerOf(applications: readonly Application[]): FitAnswer {
  const plain = (level: Application['level'], fits: boolean) =>
    applications.some(row => row.level === level && row.fits === fits && !row.isConditional)
  if (plain('engine', false)) return 'does-not-fit'
  if (plain('base', false) && !plain('engine', true)) return 'does-not-fit'
  const isExcludedIf = applications.some(row => !row.fits && (row.isConditional || row.level === 'other-engine'))
  if (plain('engine', true) || plain('base', true)) return isExcludedIf ? 'fits-if' : 'fits'
  return applications.some(row => row.fits) ? 'fits-if' : 'no-data'
}

/**
 * A part number as it is compared: case, spaces and punctuation do not count; leading zeros do, and O is not 0. The
 * database's `fold_part_number` says the same.
 */
export function foldPartNumber(value: string): string {
  return value
    .normalize('NFKC')
    .replace(/[a-z]/g, letter => letter.toUpperCase())
    .replace(/[\p{Cc}\u0020-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]/gu, '')
}

export const numberKinds = ['own', 'oem', 'interchange', 'gtin'] as const
export type NumberKind = (typeof numberKinds)[number]

export const sortOrders = ['relevance', 'price-up', 'price-down', 'newest', 'rating'] as const
export type SortOrder = (typeof sortOrders)[number]

/** Totals above this are shown as "10,000+". */
export const exactTotalMost = 10_000

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

export const finderLimits = { query: 200, vehicles: 50, vehicleName: 60, pageMost: 100, pageUsual: 24 }

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
