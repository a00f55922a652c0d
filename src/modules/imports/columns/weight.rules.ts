import { shareOf } from '#kernel/money'
import { foldedName } from '#kernel/tables/column-names'
import { saleLimits } from '#rules/catalogue'

/** What one of each unit weighs, in billionths of a gram: whole, so that what is made of it is exact. */
const units = new Map<string, number>([
  ...['kg', 'kgs', 'kilo', 'kilogram', 'kilograms', 'kilogramm'].map((word): [string, number] => [
    word,
    1_000_000_000_000,
  ]),
  ...['g', 'gr', 'grs', 'gram', 'grams', 'gramm', 'grammes'].map((word): [string, number] => [word, 1_000_000_000]),
  ...['lb', 'lbs', 'pound', 'pounds'].map((word): [string, number] => [word, 453_592_370_000]),
  ...['oz', 'ounce', 'ounces'].map((word): [string, number] => [word, 28_349_523_125]),
  ...['mg', 'milligram', 'milligrams', 'milligramm'].map((word): [string, number] => [word, 1_000_000]),
  ...['t', 'tonne', 'tonnes', 'tonnen'].map((word): [string, number] => [word, 1_000_000_000_000_000]),
])

/** A unit of weight, in billionths of a gram. */
export type WeightUnit = number

export const kilogram: WeightUnit = 1_000_000_000_000

/** The unit of this name: `lb`. */
export const weightUnit = (name: string): WeightUnit | undefined => units.get(name.toLowerCase())

/** The unit that the head of a column says, in brackets or at its end: `Gewicht [g]`, `Weight, lbs`. */
export function weightUnitIn(head: string): WeightUnit | undefined {
  const inBrackets = [...head.matchAll(/[([]([^)\]]*)/g)].flatMap(([, text = '']) => foldedName(text).split(' '))
  const last = foldedName(head).split(' ').at(-1) ?? ''
  return [...inBrackets, last].flatMap(word => units.get(word) ?? [])[0]
}

/** `weight lb`, `gewicht in g`, folded: the name alone. */
export const withoutWeightUnit = (folded: string): string => {
  const words = folded.split(' ')
  return units.has(words.at(-1) ?? '') ? words.slice(0, -1).join(' ').replace(/ in$/, '') : folded
}

/**
 * A weight as decimal text in whole grams, halves up; what weighs anything is a gram at least. Undefined where it is none, and where no
 * tool weighs so much.
 */
export function gramsIn(typed: string, unit: WeightUnit): number | undefined {
  const [, whole = '', fraction = ''] = /^(?=\.?\d)(\d{0,9})(?:\.(\d{1,12}))?$/.exec(typed.trim()) ?? []
  const figure = BigInt(whole + fraction)
  if (figure === 0n) return undefined
  const grams = Math.max(1, shareOf(unit, figure, 10n ** BigInt(9 + fraction.length)))
  return grams <= saleLimits.weightGrams ? grams : undefined
}
