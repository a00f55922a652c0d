/** The rules of fitment. Pure: they serve browser and server. */

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
