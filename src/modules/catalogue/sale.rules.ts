import { numberFormat } from '#kernel/formats'
import type { FieldError } from '#kernel/refusals'
import { kilogramsField } from '#kernel/typed-field'
import { writeNumber } from '#kernel/typed-number'
import { toolFormProblems } from './problems.texts.ts'

/** How a tool is sold: in what, at least how many, in which multiples, and what one of it weighs. Pure, for both sides. */

/** What a price is for, and what every quantity counts. */
export const salesUnits = ['each', 'pair', 'set', 'box'] as const
export type SalesUnit = (typeof salesUnits)[number]

/** `boxQuantity`: how many are in the box, where it is sold by the box; null otherwise. */
export type SoldBy = { unit: SalesUnit; boxQuantity: number | null }

export const saleLimits = { boxQuantity: 1_000_000, multiple: 1_000_000, weightGrams: 99_999_999 }

/** The multiples on both sides of a quantity; below the first there is none but the first. */
export function nearestMultiples(quantity: number, multiple: number): { lower: number; higher: number } {
  const higher = Math.max(1, Math.ceil(quantity / multiple)) * multiple
  return { lower: Math.max(multiple, Math.floor(quantity / multiple) * multiple), higher }
}

type Sale = SoldBy & { minimumQuantity: number; multiple: number }

/**
 * What is wrong with how a tool would be sold. A minimum that is no multiple is refused, not rounded: whoever typed it is told
 * what would do, and buyers read the number that can be ordered.
 */
export function problemsOfSale({ unit, boxQuantity, minimumQuantity, multiple }: Sale): FieldError[] {
  const problems: FieldError[] = []
  if (unit === 'box' && (boxQuantity ?? 0) < 2)
    problems.push({ field: 'boxQuantity', message: toolFormProblems.boxQuantityMissing })
  if (minimumQuantity % multiple !== 0) {
    const { lower, higher } = nearestMultiples(minimumQuantity, multiple)
    const nearest = lower < minimumQuantity ? [lower, higher] : [higher]
    problems.push({ field: 'minimumQuantity', message: toolFormProblems.noMultiple(multiple, nearest) })
  }
  return problems
}

/** Kilograms as decimal text, such as `1.25`, in grams. Undefined where it is none, and where no tool weighs so much or so little. */
export function gramsOf(kilograms: string): number | undefined {
  const [, whole = '', fraction = ''] = /^(\d{1,5})(?:\.(\d{1,3}))?$/.exec(kilograms.trim()) ?? []
  const grams = Number(whole) * 1000 + Number(fraction.padEnd(3, '0'))
  return grams >= 1 ? grams : undefined
}

/** Grams as the field for kilograms has them: `1,25`. */
export const weightInKilograms = (grams: number, locale: string): string =>
  writeNumber(String(grams / 1000), kilogramsField(locale))

/** For people: `250 g`, `1.25 kg`. */
export function formatWeight(grams: number, locale: string): string {
  const [value, unit] = grams < 1000 ? [grams, 'gram'] : [grams / 1000, 'kilogram']
  return numberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 3 }).format(value)
}
