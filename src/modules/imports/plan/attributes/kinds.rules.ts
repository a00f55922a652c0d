import { isOneLine } from '#kernel/fields'
import { type AttributeKind, areDistinct, attributeLimits, hasLetters } from '#rules/catalogue'
import type { Look } from '../../columns/attribute-columns.rules.ts'

/** The kind of an attribute that the shop does not have yet, by what stands in its column. A kind never changes: what is unclear is text. */

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
