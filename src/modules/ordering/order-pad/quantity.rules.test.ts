import { describe, expect, it } from 'vitest'
import { readQuantity } from './quantity.rules.ts'

describe('a quantity', () => {
  it.each<[string | number, number | string]>([
    ['4', 4],
    [4, 4],
    [' 007 ', 7],
    ['1,000', 1000],
    ['1,000,000', 1_000_000],
    ['1.000.000', 1_000_000],
    ['1 000', 1000],
    ['1\u202f000', 1000],
    ['1’000', 1000],
    ['2.00', 2],
    ['2,0', 2],
    ['1,000.00', 1000],
    ['１２', 12],
    ['0001000000', 1_000_000],
    ['', 'quantity-missing'],
    [' \t', 'quantity-missing'],
    ['1.000', 'quantity-unclear'],
    ['1,00,000', 'quantity-no-number'],
    ['two', 'quantity-no-number'],
    ['4 pcs', 4],
    [' 1,000 Stk. ', 1000],
    ['7個', 7],
    ['1.000 pcs', 'quantity-unclear'],
    ['4 sets', 'quantity-no-number'],
    ['pcs', 'quantity-no-number'],
    ['-3 pcs', 'quantity-negative'],
    ['2-3', 'quantity-no-number'],
    ['1 or 1,000', 'quantity-no-number'],
    ['2.5', 'quantity-fraction'],
    [2.5, 'quantity-fraction'],
    ['0,5', 'quantity-fraction'],
    ['0.500', 'quantity-fraction'],
    ['-3', 'quantity-negative'],
    [-3, 'quantity-negative'],
    ['\u22121.5', 'quantity-negative'],
    ['-x', 'quantity-no-number'],
    ['0', 'quantity-zero'],
    ['0.00', 'quantity-zero'],
    ['1,000,001', 'quantity-too-large'],
    ['9'.repeat(40), 'quantity-too-large'],
    [1e21, 'quantity-too-large'],
  ])('%j is %j in English', (typed, result) => expect(readQuantity(typed, 'en-US')).toBe(result))

  it('has its thousands written as the shop’s language writes them', () => {
    expect(readQuantity('1.000', 'de-DE')).toBe(1000)
    expect(readQuantity('1,000', 'de-DE')).toBe('quantity-unclear')
    expect(readQuantity('1.000,00', 'de-DE')).toBe(1000)
    expect(readQuantity('1,000', 'fr-FR')).toBe('quantity-unclear')
  })
})
