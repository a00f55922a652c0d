import { texts } from '#kernel/texts'
import { formatNumber } from '#kernel/formats'
import { joined, sentence } from '#kernel/sentence'
import { formTexts } from '../problems/form.texts.ts'
import type { ListCurrency } from './mapping.rules.ts'

const ownNames = new Map([
  ['gtin', 'GTIN'],
  ['oem', 'OEM number'],
  ['price_per', 'Price is for so many'],
])

/** A list may have a thousand columns. */
const mostNamed = 12

const some = (heads: readonly string[]) => {
  const more = heads.length > mostNamed ? `, and ${formatNumber(heads.length - mostNamed, 'en')} more` : ''
  return `${joined(heads.slice(0, mostNamed), ' · ')}${more}`
}

/** A column of a list of parts, for people. */
const columnName = (column: string): string => {
  const words = column.replaceAll('_', ' ').replace(/^attribute:/i, 'attribute: ')
  return ownNames.get(column) ?? words.charAt(0).toUpperCase() + words.slice(1)
}

/** Of how many parts an attribute is. */
export const partsText = (parts: number) => (parts === 1 ? 'of 1 part' : `of ${formatNumber(parts, 'en')} parts`)

export const mappingTexts = texts('imports.mapping', {
  title: 'What the columns are',
  lead: 'The shop takes the columns of this list for these. Correct what is wrong. What is left out is not read.',
  sameColumns: (source: string) =>
    source === ''
      ? 'The form is filled in with your answers of last time. Correct what is wrong here, then check the list again.'
      : sentence`Its columns are those of the last list of “${source}”, and are read the same way.`,
  head: 'In the list',
  samples: 'Such as',
  column: 'Is',
  columnOf: (head: string) => sentence`What “${head}” is`,
  isColumn: (head: string, column: string) => sentence`“${head}” is ${columnName(column)}`,
  fixed: (column: string, value: string) => sentence`${columnName(column)} of rows without one: ${value}`,
  leftOut: 'Left out',
  areLeftOut: (heads: readonly string[]) =>
    heads.length === 0 ? 'None of these is left out any more' : `Left out: ${some(heads)}`,
  takeAll: (columns: number) =>
    columns === 1 ? 'Use the left-out column as an attribute' : `Use ${columns} left-out columns as attributes`,
  leaveAll: (columns: number) => (columns === 1 ? 'Leave this column out again' : `Leave these ${columns} out again`),
  takenAll: (heads: readonly string[]) =>
    `Used as attributes, which buyers see: ${some(heads)}. Amounts of money are never among them. What kind each is shows when the list has been checked.`,
  severalPrices: (heads: readonly string[]) =>
    `Several columns hold prices: ${joined(heads, ' · ')}. Check which of them your customers pay.`,
  statesLeftOut: (head: string, states: readonly string[]) =>
    sentence`“${head}” says which parts can still be had: ${joined(states, ' · ')}. Nothing becomes of that. If it is to be the stock, say so, and what each word means.`,
  priceMissing: 'No column is the price. Parts that are new need one.',
  byShop: 'Most of these are numbers that the shop has.',
  columnName,
  numberMissing: 'Say which column has the part numbers.',
  twice: (column: string) => `Two columns are “${columnName(column)}”. Leave one of them out.`,
  priceTimes: 'Prices are multiplied by',
  priceTimesHint: 'Such as 1.35, where the list says what you pay. Empty: prices are taken as they are.',
  get category() {
    return formTexts.category
  },
  categoryHint:
    'These parts go into it, even those that are in another category now. A part without a category cannot have attributes.',
  categoryNeeded: 'The attributes of parts without a category are not kept. Say into which one these parts go.',
  noCategory: 'None',
  newCategory: 'A new category …',
  newCategoryName: 'Name of the new category',
  newCategoryHint: 'Such as Brake Pads, or with those above it: Brakes > Brake Pads.',
  categoryMade: (name: string) =>
    sentence`“${name}” is made when you commit, if the shop has no such category yet and “${formTexts.additions.createCategories}” is ticked. If you undo the import, it goes again.`,
  currency: 'Currency of the prices',
  currencyHint: 'It holds for every amount of the list.',
  shopCurrency: (code: string) => `${code.toUpperCase()}, the shop’s`,
  rate: (code: string, shop: string) => `One ${code.toUpperCase()} in ${shop.toUpperCase()}`,
  rateHint: 'Such as 1.08, with ten decimals at most. Prices are multiplied by it, too, and rounded once.',
  otherCurrency: (head: string) =>
    sentence`“${head}” is in another currency than the list. Leave it out, or say its currency as the list’s.`,
  rateMissing: 'Say what one unit of the list’s currency is in the shop’s.',
  rateDay: (day: string) => `This rate is of ${day}. Correct it where it has changed.`,
  /** `rate`: as whoever reads it writes numbers; `day`: when it was said, as they write days. */
  converted: ({ code, rate, into = '', saidOn = '' }: ListCurrency, { day = saidOn }: { day?: string } = {}) =>
    `Prices are converted from ${code.toUpperCase()}: 1 ${code.toUpperCase()} = ${rate} ${into.toUpperCase()}, as said on ${day}.`,
  words: 'Words where the shop expects figures',
  wordsLead:
    'Say what each of them means before the list is sent. Where a word is no figure, tick that it says nothing.',
  means: (column: string, text: string) => sentence`In ${columnName(column).toLowerCase()}, “${text}” means`,
  meansHint: { stock: 'Units, such as 100.', price: 'An amount, or nothing: then the row says no price.' },
  meaningMissing: 'It is not said yet what this means. Write the figure, or tick “Nothing”.',
  saysNothing: 'Nothing: read the cell as empty',
  changes: 'The first things that change',
  changesLead: 'Check whether the list is read as it is meant.',
  changesFailed: 'The changes could not be loaded',
  changesNone: 'No part, category or attribute is added or changed.',
  part: 'Part, or category',
  isNew: (parts: number | undefined) => (parts === undefined ? 'New' : `New, ${partsText(parts)}`),
  change: 'Was → becomes',
  nothing: 'nothing',
  becomes: 'becomes',
})

/** Why the currency of a list is not taken. */
export const listCurrencyProblems = texts('imports.listCurrencyProblems', {
  shopsOwn: 'This is the shop’s own currency. Leave it out, and multiply prices by a factor if you want to.',
  otherRate: ({ from, old, now }: { from: string; old: string; now: string }) =>
    `This rate is in ${old}. Say what one ${from} is in ${now} now.`,
})

/** What is said of the fields of a mapping of columns. */
export const mappingFieldTexts = texts('imports.mappingFields', {
  column: 'A list of parts has no such column.',
  figure: 'Write what it means as a figure, or leave it empty.',
  factor: 'Use a number above 0 with at most ten decimals, such as 1.35.',
  currency: 'Name the currency by its code, such as eur.',
  columns: (most: number) => `Map at most ${most} columns.`,
  numbers: 'Say which column has the part numbers.',
  once: 'Map each column once.',
  twice: 'Two columns are mapped to the same one. Leave one of them out.',
  words: (most: number) => `Use at most ${most} words.`,
})
