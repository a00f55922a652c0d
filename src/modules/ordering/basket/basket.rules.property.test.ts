import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type MergeMode, lineKey, mergeLines } from './basket.rules.ts'

const tools = ['a', 'b', 'c'].map(letter => letter.repeat(8))
const line = fc.record(
  {
    tools_id: fc.constantFrom(...tools),
    quantity: fc.integer({ min: 1, max: 50 }),
    vehicle: fc.constantFrom(1, 2),
    reference: fc.constantFrom('Job 1', 'Job 2'),
  },
  { requiredKeys: ['tools_id', 'quantity'] },
)
const lines = fc.array(line, { maxLength: 12 })
type Line = { tools_id: string; quantity: number; vehicle?: number; reference?: string }

const basketOf = (given: readonly Line[]) => mergeLines<Line>([], given, 'join')
const quantities = (basket: readonly Line[]) =>
  Object.fromEntries(basket.map(one => [lineKey(one), one.quantity]).toSorted())
const unitsIn = (basket: readonly Line[]) => basket.reduce((sum, one) => sum + one.quantity, 0)

describe('joining a visitor’s basket', () => {
  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(lines, lines, (own, coming) => {
        const once = mergeLines(basketOf(own), coming, 'join')
        expect(mergeLines(once, coming, 'join')).toEqual(once)
      }),
    )
  })

  it('loses no line, doubles none, and takes the larger quantity whichever side has it', () => {
    fc.assert(
      fc.property(lines, lines, (own, coming) => {
        const joined = quantities(mergeLines(basketOf(own), coming, 'join'))
        const all = [...own, ...coming]
        expect(Object.keys(joined)).toEqual([...new Set(all.map(lineKey))].toSorted())
        for (const one of all) {
          const same = all.filter(other => lineKey(other) === lineKey(one))
          expect(joined[lineKey(one)]).toBe(Math.max(...same.map(other => other.quantity)))
        }
      }),
    )
  })

  it('gives the same basket whichever of the two was there first', () => {
    fc.assert(
      fc.property(lines, lines, (one, other) => {
        const [first, second] = [basketOf(one), basketOf(other)]
        expect(quantities(mergeLines(first, second, 'join'))).toEqual(quantities(mergeLines(second, first, 'join')))
      }),
    )
  })
})

describe('adding to a basket', () => {
  it('adds every unit, however the same line is repeated', () => {
    fc.assert(
      fc.property(lines, lines, (own, coming) => {
        const basket = basketOf(own)
        expect(unitsIn(mergeLines(basket, coming, 'add'))).toBe(unitsIn(basket) + unitsIn(coming))
      }),
    )
  })
})

describe('setting lines', () => {
  it('gives each named line the quantity that was asked for in all, and leaves the others', () => {
    fc.assert(
      fc.property(lines, lines, (own, coming) => {
        const basket = basketOf(own)
        const set = quantities(mergeLines(basket, coming, 'set'))
        const requested = quantities(mergeLines<Line>([], coming, 'add'))
        expect(set).toEqual({ ...quantities(basket), ...requested })
      }),
    )
  })

  it('to nothing takes a line away, and keeps the order of the rest', () => {
    fc.assert(
      fc.property(lines, fc.nat(11), (own, at) => {
        const basket = basketOf(own)
        const gone = basket[at]
        if (!gone) return
        const rest = mergeLines(basket, [{ ...gone, quantity: 0 }], 'set')
        expect(rest).toEqual(basket.filter(one => one !== gone))
      }),
    )
  })

  it.each<MergeMode>(['set', 'add', 'join'])('leaves no line without a unit (%s)', mode => {
    fc.assert(
      fc.property(lines, lines, (own, coming) => {
        const some = coming.map((one, at) => (at % 2 === 0 ? { ...one, quantity: 0 } : one))
        expect(mergeLines(basketOf(own), some, mode).every(one => one.quantity > 0)).toBe(true)
      }),
    )
  })
})
