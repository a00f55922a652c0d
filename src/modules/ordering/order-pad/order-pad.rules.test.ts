import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quantityFits } from '../orders/orders.rules.ts'
import { type Meaning, type PadTool, answerPad, orderableNear } from './order-pad.rules.ts'
import { readPaste } from '#kernel/tables/paste'
import { readQuantity } from './quantity.rules.ts'

const tool = (availableQuantity: number, minimumQuantity = 1, multiple = 1) => ({
  availableQuantity,
  minimumQuantity,
  multiple,
})

describe('what is proposed instead of a quantity', () => {
  it.each([
    [4, tool(10), { quantities: [4] }],
    [4, tool(0), { quantities: [] }],
    [4, tool(5, 6), { quantities: [] }],
    [7, tool(7, 2, 2), { why: 'not-a-multiple', quantities: [6] }],
    [5, tool(7, 2, 2), { why: 'not-a-multiple', quantities: [6, 4] }],
    [1, tool(90, 48, 24), { why: 'below-minimum', quantities: [48] }],
    [50, tool(90, 48, 24), { why: 'not-a-multiple', quantities: [72, 48] }],
    [100, tool(90, 48, 24), { why: 'not-enough-stock', quantities: [72] }],
  ])('of %i, of %j', (quantity, tool, near) => expect(orderableNear(quantity, tool)).toEqual(near))

  it('can be ordered, whatever was typed', () => {
    const any = fc.record({
      availableQuantity: fc.nat(200),
      least: fc.integer({ min: 1, max: 6 }),
      multiple: fc.integer({ min: 1, max: 12 }),
    })
    fc.assert(
      fc.property(any, fc.integer({ min: 1, max: 300 }), ({ least, ...rest }, quantity) => {
        const tool = { ...rest, minimumQuantity: least * rest.multiple }
        const { why, quantities } = orderableNear(quantity, tool)
        for (const one of quantities) expect(quantityFits(one, tool)).toBe(true)
        expect(why === undefined && quantities.length > 0).toBe(quantityFits(quantity, tool))
        if (quantities.length === 0) expect(tool.availableQuantity).toBeLessThan(tool.minimumQuantity)
      }),
    )
  })
})

type Part = PadTool & { number: string; fits: boolean }

const part = fc.record({
  _id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
  number: fc.constantFrom('N1', 'N2', 'N3', 'N4'),
  fits: fc.boolean(),
  availableQuantity: fc.nat(60),
  multiple: fc.constantFrom(1, 1, 2, 6),
  minimumQuantity: fc.constantFrom(1, 2, 6).map(least => least),
})
const catalogue = fc
  .uniqueArray(part, { selector: ({ _id }) => _id, maxLength: 6 })
  .map(parts => parts.map(one => ({ ...one, minimumQuantity: one.minimumQuantity * one.multiple })))
const row = fc.record({
  number: fc.constantFrom('N1', 'n-1', 'N2', 'N3', 'N 4', 'N9', '', '-'),
  quantity: fc.constantFrom('1', '2', '6', '7', '12', '1,000', '', '0', '-2', '2.5', 'x'),
})

const plain = (number: string) => number.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
const meaningIn = (parts: readonly Part[], number: string): Meaning<Part> => {
  const own = parts.filter(one => one.number === plain(number))
  const [first] = own
  if (!first) return { kind: 'none', code: 'number-unknown' }
  return own.length === 1
    ? { kind: 'one', tool: first, isChosen: false }
    : { kind: 'several', why: 'two-brands', tools: own }
}

describe('each row of a paste', () => {
  it('is added, to choose or refused: one of them, once, and nothing is changed on the way', () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(catalogue, fc.array(row, { maxLength: 30 }), (parts, typed) => {
        const text = ['Part no\tQty', ...typed.map(({ number, quantity }) => `${number}\t${quantity}`)].join('\n')
        const { rows } = readPaste(text)
        // A line without anything in it is no row.
        expect(rows.length).toBe(typed.filter(({ number, quantity }) => number + quantity !== '').length)
        const { added, choose, refused } = answerPad({
          rows,
          meaningOf: index => meaningIn(parts, rows[index]?.number ?? ''),
          doesNotFit: ({ fits }) => !fits,
          locale: 'en-US',
        })
        const all = [...[...added, ...choose].flatMap(one => one.rows), ...refused.map(one => one.row)]
        expect(all.toSorted((a, b) => a - b)).toEqual(rows.map((_, index) => index))
        const quantityOf = (index: number) => Number(readQuantity(rows[index]?.quantity ?? '', 'en-US'))
        for (const one of [...added, ...choose]) {
          expect(one.quantity).toBe(one.rows.reduce((sum, index) => sum + quantityOf(index), 0))
        }
        for (const { rows: from, tool, quantity } of added) {
          seen.add(from.length > 1 ? 'merged' : 'added')
          for (const index of from) expect(plain(rows[index]?.number ?? '')).toBe(tool.number)
          expect(parts.filter(({ number }) => number === tool.number)).toEqual([tool])
          expect(quantityFits(quantity, tool)).toBe(true)
          expect(tool.fits).toBe(true)
        }
        for (const { why, offers } of choose) {
          seen.add(why)
          for (const { tool, quantity } of offers) expect(quantityFits(quantity, tool)).toBe(true)
        }
        for (const { code } of refused) seen.add(code)
      }),
      { numRuns: 2000, seed: 20_261_124 },
    )
    expect([...seen].toSorted()).toEqual(
      `added below-minimum fits-another-vehicle merged not-a-multiple not-enough-stock number-missing number-unknown
        quantity-fraction quantity-missing quantity-negative quantity-no-number quantity-zero sold-out two-brands`.split(
        /\s+/,
      ),
    )
  })

  it('asks nothing twice of a tool that was chosen, and all of one that was not', () => {
    const part = { _id: 'a', ...tool(10) }
    const answer = (...chosen: boolean[]) =>
      answerPad({
        rows: chosen.map(() => ({ number: 'N1', quantity: 2 })),
        meaningOf: index => ({ kind: 'one', tool: part, isChosen: chosen[index] ?? false }),
        doesNotFit: () => true,
        locale: 'en-US',
      })
    expect(answer(true).added).toEqual([{ rows: [0], tool: part, quantity: 2 }])
    expect(answer(true, false).choose).toMatchObject([{ rows: [0, 1], why: 'fits-another-vehicle', quantity: 4 }])
  })
})
