import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readNumber } from '#kernel/typed-number'
import { formatWeight, gramsOf, nearestMultiples, problemsOfSale, weightInKilograms } from './sale.rules.ts'

describe('kilograms', () => {
  it.each([
    ['1.25', 1250],
    [' 0.005 ', 5],
    ['12', 12_000],
    ['99999.999', 99_999_999],
  ])('%j are %d grams', (kilograms, grams) => expect(gramsOf(kilograms)).toBe(grams))

  it.each(['1,25', '1.2345', '0', '-1', '.5', '1e3', '100000', '1.2.3', '', '٣'])('%j are no weight', kilograms =>
    expect(gramsOf(kilograms)).toBeUndefined(),
  )

  it('are read back as they are shown, in every language', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999 }), fc.constantFrom('en', 'de', 'fr', 'pl'), (grams, locale) => {
        const read = readNumber(weightInKilograms(grams, locale), { locale, decimals: 3 })
        expect('value' in read && gramsOf(read.value)).toBe(grams)
      }),
    )
  })

  it('are shown in the unit that people use for so much', () => {
    expect(formatWeight(250, 'en')).toBe('250 g')
    expect(formatWeight(1250, 'de')).toBe('1,25 kg')
  })
})

describe('how a tool is sold', () => {
  const each = { unit: 'each', boxQuantity: null } as const

  it('refuses a minimum between two multiples, and says what would do', () => {
    expect(problemsOfSale({ ...each, minimumQuantity: 48, multiple: 24 })).toEqual([])
    expect(problemsOfSale({ ...each, minimumQuantity: 50, multiple: 24 })).toEqual([
      { field: 'minimumQuantity', message: 'Use a multiple of 24: 48 or 72.' },
    ])
    expect(problemsOfSale({ ...each, minimumQuantity: 1, multiple: 24 })).toEqual([
      { field: 'minimumQuantity', message: 'Use a multiple of 24: 24.' },
    ])
  })

  it('asks how many are in a box, and only in a box', () => {
    expect(problemsOfSale({ unit: 'box', boxQuantity: null, minimumQuantity: 1, multiple: 1 })).toMatchObject([
      { field: 'boxQuantity' },
    ])
    expect(problemsOfSale({ unit: 'box', boxQuantity: 10, minimumQuantity: 1, multiple: 1 })).toEqual([])
  })

  it('proposes multiples on both sides of a quantity', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 1, max: 500 }), (quantity, multiple) => {
        const { lower, higher } = nearestMultiples(quantity, multiple)
        expect([lower % multiple, higher % multiple]).toEqual([0, 0])
        expect(higher).toBeGreaterThanOrEqual(quantity)
        expect(lower).toBeLessThanOrEqual(Math.max(quantity, multiple))
        expect(lower).toBeGreaterThan(0)
      }),
    )
  })
})
