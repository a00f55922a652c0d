import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { moneyOf, standingOfLines, worthOf } from './cancellations.rules.ts'

const anyLine = fc.record({
  unitPrice: fc.integer({ min: 1, max: 1_000_000 }),
  taxRate: fc.integer({ min: 0, max: 500_000 }),
  pricesIncludeTax: fc.boolean(),
})

it('units cancelled piece by piece give back to the cent what the line came to', () => {
  fc.assert(
    fc.property(anyLine, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 8 }), (line, pieces) => {
      const units = pieces.reduce((sum, piece) => sum + piece, 0)
      let kept = units
      let back = 0
      for (const cancelled of pieces) {
        const money = moneyOf(line, { kept, cancelled })
        expect(money).toBeGreaterThan(0)
        back += money
        kept -= cancelled
      }
      expect(back).toBe(worthOf(line, units).gross)
    }),
  )
})

it('the tax of what is left is rounded for all of it', () => {
  // 3 × 0.05 with 10%: 0.15 + 0.02 (0.015 rounded up); of one unit the tax is 0.01.
  const line = { unitPrice: 5, taxRate: 100_000, pricesIncludeTax: false }
  expect(moneyOf(line, { kept: 3, cancelled: 2 })).toBe(17 - 6)
  expect(moneyOf(line, { kept: 1, cancelled: 1 })).toBe(6)
})

describe('lines', () => {
  const wanted = [
    { position: 1, quantity: 2, left: 5 },
    { position: 3, quantity: 1, left: 1 },
  ]
  it.each([
    ['as they were seen', [5, 1], 'as-seen'],
    ['as they are after it', [3, 0], 'done'],
    ['with one of them sent meanwhile', [5, 0], 'changed'],
    ['with fewer left', [4, 1], 'changed'],
    ['gone', [0, 0], 'changed'],
  ] as const)('%s', (_how, [first, third], expected) => {
    const now = new Map([
      [1, first],
      [3, third],
    ])
    expect(standingOfLines(wanted, now)).toBe(expected)
  })
})
