import { expect, it } from 'vitest'
import { speaksAgainst } from './inspect-file.ts'

const ofShop = { currency: 'usd', locale: 'en-US', columns: undefined, choices: {} }
const listOf = (...prices: string[]) =>
  new File([['part_number;price', ...prices.map((price, at) => `A-${at};${price}`)].join('\n')], 'list.csv')

it.each([
  [['5.50', '12.00'], ',', true],
  [['5,50', '1.234,00'], '.', true],
  [['5,50', '12,00'], ',', false],
  // They leave it open, or are of both.
  [['1.500', '2.750'], ',', false],
  [['5', '12'], ',', false],
  [['5.50', '5,50'], ',', false],
] as const)('figures %j speak against %s as their decimal sign: %s', async (prices, sign, isAgainst) => {
  expect(await speaksAgainst(sign, listOf(...prices), ofShop)).toBe(isAgainst)
})
