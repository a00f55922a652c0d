import { foldPartNumber, plainPartNumber, signClass } from './fold.rules.ts'

/**
 * Numbers are compared without their signs, so `4711.0` meets 47110, and `12` the socket `1/2`. Where a sign may tell two numbers
 * apart, such a hit is in doubt: it is proposed, and never taken. The database's `is_doubtful_number` says the same.
 */

/** A letter of no part number, which folding keeps. */
const mark = '\uA78F'
const telling = new RegExp(`(?<=[0-9])[${signClass}]*[.,/\\u2044\\u2215][${signClass}]*(?=[0-9])`, 'gu')
const signs = new RegExp(`(?<=[0-9])[${signClass}]+(?=[0-9])`, 'u')

/** As numbers are compared, but with a mark where a point, comma or slash is among the signs between two digits. */
const marked = (number: string) => foldPartNumber(plainPartNumber(number).replace(telling, mark))

/** The pieces of a number that signs between digits make, as numbers are compared; none where there is no such sign. */
export function piecesOf(number: string): string[] {
  const pieces = plainPartNumber(number).split(signs)
  return pieces.length > 1 ? pieces.map(foldPartNumber) : []
}

/** Whether a number that somebody `typed` may be another than `value`, which is compared alike, by a point, comma or slash. */
export function isDoubtful(typed: string, value: string): boolean {
  if (isSpelledSo(typed, value)) return false
  const [one, other] = [marked(typed), marked(value)]
  return one !== other && (one.includes(mark) || other.includes(mark))
}

export const isSpelledSo = (typed: string, value: string): boolean => spelling(typed) === spelling(value)

const spelling = (number: string) => plainPartNumber(number).replaceAll(/^ +| +$/g, '')

/** What was typed without the words before or after it that are its brand. */
export function numberIn(typed: string, folded: string): string {
  const words = typed.split(/\s+/)
  const spans = words.flatMap((_, from) => words.map((_, to) => words.slice(from, to + 1).join(' ')))
  return spans.find(span => foldPartNumber(span) === folded) ?? typed
}
