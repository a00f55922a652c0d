import { expect, it } from 'vitest'
import { purchasePath } from './purchase-path.ts'

it('leads to the order with the vehicle and the quantity that are known, and no others', () => {
  expect(purchasePath('a')).toBe('/purchase/a')
  expect(purchasePath('a', { vehicle: 7 })).toBe('/purchase/a?vehicle=7')
  expect(purchasePath('a', { quantity: 2 })).toBe('/purchase/a?quantity=2')
  expect(purchasePath('a', { vehicle: 7, quantity: 2 })).toBe('/purchase/a?vehicle=7&quantity=2')
})
