import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { singleTax } from '#rules/tax'
import { taxRoundings } from '../sums/totals.rules.ts'
import { moneyOf, areAsSeen, totalsAfter } from './cancellations.rules.ts'

const anyOrder = fc.record({
  pricesIncludeTax: fc.boolean(),
  taxRounding: fc.constantFrom(...taxRoundings),
  freight: fc.record({ price: fc.nat(5000), tax: fc.constant(singleTax({ taxRate: 190_000 })) }),
  lines: fc.array(
    fc.record({
      unitPrice: fc.integer({ min: 1, max: 1_000_000 }),
      tax: fc.constantFrom(0, 70_000, 190_000, 500_000).map(taxRate => singleTax({ taxRate })),
      pieces: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 5 },
  ),
})

it('units cancelled piece by piece give back to the cent what the goods came to', () => {
  fc.assert(
    fc.property(anyOrder, fc.infiniteStream(fc.nat()), ({ lines, ...order }, pick) => {
      const units = lines.map(({ pieces }) => pieces.reduce((sum, piece) => sum + piece, 0))
      const priced = (cancelled: (at: number) => number) => ({
        ...order,
        lines: lines.map(({ unitPrice, tax }, at) => ({
          unitPrice,
          tax,
          units: units[at] ?? 0,
          cancelled: cancelled(at),
        })),
      })
      const whole = totalsAfter(priced(() => 0))
      const left = lines.map(({ pieces }) => [...pieces])
      let back = 0
      while (left.some(pieces => pieces.length > 0)) {
        const open = [...left.keys()].filter(at => (left[at]?.length ?? 0) > 0)
        const at = open[(pick.next().value ?? 0) % open.length] ?? 0
        const piece = left[at]?.pop() ?? 0
        const money = moneyOf(priced(line => (line === at ? piece : 0)))
        expect(money).toBeGreaterThan(0)
        back += money
        units[at] = (units[at] ?? 0) - piece
      }
      expect(back).toBe(whole.total - whole.shipping.gross)
    }),
  )
})

it.each([
  // 3 × 0.05 with 10%: 0.15 + 0.02 (0.015 rounded up); of one unit the tax is 0.01.
  [{ units: 3, cancelled: 2 }, 17 - 6],
  [{ units: 1, cancelled: 1 }, 6],
])('the tax of what is left is rounded for all of it: %j', (units, money) => {
  const tax = singleTax({ taxRate: 100_000 })
  const order = { pricesIncludeTax: false, taxRounding: 'line' as const, freight: { price: 0, tax } }
  expect(moneyOf({ ...order, lines: [{ unitPrice: 5, tax, ...units }] })).toBe(money)
})

describe('lines', () => {
  const chosen = [
    { position: 1, quantity: 2, left: 5 },
    { position: 3, quantity: 1, left: 1 },
  ]
  it.each([
    ['as they were seen', [5, 1], true],
    ['as they would be after it, by whatever', [3, 0], false],
    ['with one of them sent meanwhile', [5, 0], false],
    ['with fewer left', [4, 1], false],
    ['gone', [0, 0], false],
  ] as const)('%s', (_how, [first, third], expected) => {
    const now = new Map([
      [1, first],
      [3, third],
    ])
    expect(areAsSeen(chosen, now)).toBe(expected)
  })
})
