import { expect, it } from 'vitest'
import { otherListPrice, priceListsOf } from './line-price.rules.ts'

const lineOf = (unitPrice: number, listPrice: number | null, name?: string) => ({
  unitPrice,
  listPrice,
  priceList: name === undefined ? null : { name },
})

it('the list price of a line is said where another one was paid, and where it is known', () => {
  expect(otherListPrice(lineOf(9, 10, 'Trade'))).toBe(10)
  expect(otherListPrice(lineOf(10, 10))).toBeUndefined()
  expect(otherListPrice(lineOf(10, null))).toBeUndefined()
})

it('an order names each of its price lists once', () => {
  expect(priceListsOf([lineOf(9, 10, 'Trade'), lineOf(5, 5), lineOf(7, 10, 'Spring'), lineOf(8, 9, 'Trade')])).toEqual([
    'Trade',
    'Spring',
  ])
})
