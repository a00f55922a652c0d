import type { FieldError } from '#kernel/refusals'
import { toMinorUnits } from '#kernel/money'
import type { NumberField } from '#kernel/typed-number'
import { listProblems } from './lists.texts.ts'

/** What a price list may be. Pure, for both sides. */

export const listLimits = {
  name: 80,
  rules: 1000,
  tiers: 20,
  /** Also what a minimum, a multiple and a tier's quantity may come to. */
  units: 1_000_000,
  priority: 999,
  members: 10_000,
}

/** Thousandths of a percent, as rates are kept in millionths. */
const millionthsOfPercent = 10

/** Reads `12.5` as the share of it in millionths; undefined where nothing, or everything, would be taken off. */
export function readPercent(text: string): number | undefined {
  // Three decimals, as the currency with the most of them.
  const thousandths = toMinorUnits(text, 'kwd')
  if (thousandths === undefined || thousandths <= 0 || thousandths >= 100_000) return undefined
  return thousandths * millionthsOfPercent
}

/** In which a person types such a percentage. */
export const percentField = (locale: string): NumberField => ({ locale, decimals: 3, isPercentage: true })

/** A share in millionths as a percentage: 125000 is 12.5. */
export const percentOf = (discount: number): number => discount / millionthsOfPercent / 1000

type TypedTier = { from: number; price: string }

/** What is wrong with the tiers of an entry. */
export function problemsOfTiers(
  tiers: readonly TypedTier[],
  problemOf: (price: string) => string | undefined,
): FieldError[] {
  return tiers.flatMap(({ from, price }, at): FieldError[] => {
    const twice = tiers.findIndex(other => other.from === from) < at
    const problem = problemOf(price)
    return [
      ...(twice ? [{ field: `tiers.${at}.from`, message: listProblems.quantityTwice }] : []),
      ...(problem ? [{ field: `tiers.${at}.price`, message: problem }] : []),
    ]
  })
}
