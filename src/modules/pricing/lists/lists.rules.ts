import type { FieldError } from '#kernel/refusals'
import { toMinorUnits } from '#kernel/money'
import type { NumberField } from '#kernel/typed-number'

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

export const listNameTaken = 'Another price list has this name.'
export const groupNameTaken = 'Another group has this name.'
export const groupUnknown = 'There is no such group of customers.'
export const companyUnknown = 'There is no such company.'
export const categoryUnknown = 'There is no such category.'
export const brandUnknown = 'The shop has no such brand.'
const withOrWithout = (isGross: boolean) => (isGross ? 'with tax' : 'without tax')

export const listOfOtherCurrency = (shops: string): string =>
  `The shop’s prices are in ${shops}, and a list in another currency would hold for nobody. Give the list prices in ${shops}.`

export const listUnlikeShop = (pricesIncludeTax: boolean): string =>
  `This shop has a tax table, so its price lists are as its prices are, ${withOrWithout(pricesIncludeTax)}. Give the list such prices, or take the table out in Settings.`

const namedAtMost = 5

function inWords(names: readonly string[]): string {
  const named = names.slice(0, namedAtMost).map(name => `“${name}”`)
  return `${named.join(', ')}${names.length > namedAtMost ? ` and ${names.length - namedAtMost} more` : ''}`
}

export const listsOfOtherCurrency = (names: readonly string[]): string =>
  `These price lists are in another currency than the shop’s, and hold for nobody: ${inWords(names)}. Remove them first.`

export function listsUnlikeShop(pricesIncludeTax: boolean, names: readonly string[]): string {
  return `With a tax table, price lists are as the shop’s prices are, ${withOrWithout(pricesIncludeTax)}. These are not: ${inWords(names)}. Change them while there is no table, or remove them.`
}

export const ruleTwice = 'Another rule of this list is about the same.'

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

export const percentProblem = 'Use a percentage above 0 and below 100, with 3 decimals at most.'

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
      ...(twice ? [{ field: `tiers.${at}.from`, message: 'Another price begins at this quantity.' }] : []),
      ...(problem ? [{ field: `tiers.${at}.price`, message: problem }] : []),
    ]
  })
}

export const entryEmpty = 'Give a price, a minimum or a multiple.'
export const daysReversed = 'The last day is before the first one.'
