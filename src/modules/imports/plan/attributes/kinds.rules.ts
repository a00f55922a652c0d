import { isOneLine } from '#kernel/fields'
import { foldedName } from '#kernel/tables/column-names'
import { type AttributeKind, areDistinct, attributeLimits, hasLetters } from '#rules/catalogue'

/** The kind of an attribute that the shop does not have yet, by what stands in its column. A kind never changes: what is unclear is text. */

/** How a cell looks, by itself. `bit`: 0 or 1. `zeros`: a number that would lose the zeros before it. `several`: figures, as `60/55`. */
export type Look = 'yes-no' | 'y' | 'n' | 'bit' | 'number' | 'zeros' | 'several' | 'other'

/** `number`, `yes`: the cell as attributes of these kinds take it; null where they do not. */
export function lookOf({ typed, number, yes }: { typed: string; number: string | null; yes: string | null }): Look {
  if (number !== null) return /^[+-]?0\d/.test(typed.trim()) ? 'zeros' : yes === null ? 'number' : 'bit'
  if (yes === null) return isOfSeveral(typed) ? 'several' : 'other'
  if (typed.trim().length > 1) return 'yes-no'
  return yes === 'yes' ? 'y' : 'n'
}

/** `60/55`, `10 x 20`: figures and signs alone. */
function isOfSeveral(typed: string): boolean {
  const figures = typed.replaceAll(/(?<=\d)\s*x\s*(?=\d)/gi, '/')
  return !/\p{L}/u.test(figures) && (figures.match(/\d[\d.,]*/g) ?? []).length > 1
}

/** What is seen in a column, of all rows that are not refused. */
export type Column = {
  /** As it stands above the column, in brackets. */
  unit: string
  looks: ReadonlySet<Look>
  /** How many parts say something, how many of them a number, and how many several. */
  parts: number
  numbers: number
  several: number
  /** What they say, each once however it is capitalised; a few more than `mostChoices` are enough. */
  values: readonly string[]
}

/**
 * A choice is offered as ticks, and twenty of them are what a person still looks through. Each has to be said by three parts on average:
 * values that hardly recur are of a column whose next list brings others, and those a choice would refuse.
 */
export const mostChoices = 20
export const leastTimes = 3

/**
 * Of a column with a unit, so large a part are numbers at least, in percent: one `about 12` among watts costs its own cell, and a column of
 * words in which figures stand is none of measures. Cells of several figures are measures, too: they decide nothing.
 */
const leastNumbers = 80

/** Undefined: a column with a unit, of which too little is a number. */
export function kindOf({ unit, looks, parts, numbers, several, values }: Column): AttributeKind | undefined {
  const isAll = (...of: Look[]) => [...looks].every(look => of.includes(look))
  if (unit !== '') return numbers > 0 && numbers * 100 >= (parts - several) * leastNumbers ? 'number' : undefined
  // Y or N alone may stand for anything, and 0 and 1 are numbers where no word is beside them.
  const saysYesNo = looks.has('yes-no') || (looks.has('y') && looks.has('n'))
  if (saysYesNo && isAll('yes-no', 'y', 'n', 'bit')) return 'yes-no'
  if (isAll('number', 'bit')) return 'number'
  return parts >= leastTimes * values.length && areChoices(values) ? 'choice' : 'text'
}

/** Choices are told by letters and digits alone: values that differ in signs only, as A+ and A-, would be one. */
const areChoices = (values: readonly string[]) =>
  values.length <= mostChoices &&
  values.every(value => value.length <= attributeLimits.choice && hasLetters(value) && isOneLine(value)) &&
  areDistinct(values)

const byName = new Intl.Collator('en', { numeric: true })

/** As they are shown: 2 before 10. */
export const inOrder = (values: readonly string[]): string[] => values.toSorted(byName.compare)

const yesWords = new Set(['ja', 'j', 'oui', 'si', 'sim', 'tak', 'wahr', 'vrai'])
const noWords = new Set(['nein', 'non', 'nee', 'nao', 'nie', 'falsch', 'faux'])

/** A yes or no in the languages in which most lists come, in English; anything else as it is. */
export function yesOrNoWord(typed: string): string {
  const word = foldedName(typed)
  return yesWords.has(word) ? 'yes' : noWords.has(word) ? 'no' : typed
}
