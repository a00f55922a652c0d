import { decimalsOf } from '#kernel/money'
import { texts } from '#kernel/texts'

const withOrWithout = (isGross: boolean) => (isGross ? 'with tax' : 'without tax')

const namedAtMost = 5

function inWords(names: readonly string[]): string {
  const named = names.slice(0, namedAtMost).map(name => `“${name}”`)
  return `${named.join(', ')}${names.length > namedAtMost ? ` and ${names.length - namedAtMost} more` : ''}`
}

/** Why a price list cannot be as somebody wants it, or the shop beside its lists. */
export const listProblems = texts('pricing.listProblems', {
  nameTaken: 'Another price list has this name.',
  groupUnknown: 'There is no such group of customers.',
  companyUnknown: 'There is no such company.',
  brandUnknown: 'The shop has no such brand.',
  ruleTwice: 'Another rule of this list is about the same.',
  categoryOrBrand: 'Name a category or a brand, not both.',
  percent: 'Use a percentage above 0 and below 100, with 3 decimals at most.',
  quantityTwice: 'Another price begins at this quantity.',
  otherCurrency: (shops: string) =>
    `The shop’s prices are in ${shops}, and a list in another currency would hold for nobody. Give the list prices in ${shops}.`,
  unlikeShop: (pricesIncludeTax: boolean) =>
    `This shop has a tax table, so its price lists are as its prices are, ${withOrWithout(pricesIncludeTax)}. Give the list such prices, or take the table out in Settings.`,
  listsOfOtherCurrency: (names: readonly string[]) =>
    `These price lists are in another currency than the shop’s, and hold for nobody: ${inWords(names)}. Remove them first.`,
  listsUnlikeShop: (pricesIncludeTax: boolean, names: readonly string[]) =>
    `With a tax table, price lists are as the shop’s prices are, ${withOrWithout(pricesIncludeTax)}. These are not: ${inWords(names)}. Change them while there is no table, or remove them.`,
  pricesInWay: (from: string, to: string) =>
    `There are prices in ${from.toUpperCase()}, with ${decimalsOf(from)} decimals, in price lists or in files that wait; those of ${to.toUpperCase()} have ${decimalsOf(to)}.`,
})

/** What is said of the fields of price lists. */
export const priceListFieldTexts = texts('pricing.listFields', {
  reversed: 'The last day is before the first one.',
  empty: 'Give a price, a minimum or a multiple.',
  day: 'Use a day such as 2026-05-31.',
  percent: 'Say how many percent come off.',
  most: (most: number) => `Use at most ${most}.`,
  name: 'Give the list a name.',
  currency: 'Use a code such as usd.',
  gross: 'Say whether its prices include tax.',
  audience: 'Say whom the list is for.',
  rules: (most: number) => `Use at most ${most} rules.`,
  group: 'Choose a group.',
  company: 'Choose a company.',
  version: 'version is required',
  units: 'Say from how many units on.',
  oneOrMore: 'Use 1 or more.',
  million: 'Use at most 1,000,000.',
  price: 'Give a price.',
  prices: (most: number) => `Use at most ${most} prices.`,
})
