import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linear } from '#test/linear'
import {
  decimalsOf,
  formatMoney,
  rateScale,
  shareOf,
  toDecimal,
  toDecimalText,
  toMinorUnits,
  toMinorUnitsOfFormat,
} from './money.ts'

/** One currency of each number of decimals; a code that is in no table has two. */
const currencies = [
  ['jpy', 0],
  ['usd', 2],
  ['zzz', 2],
  ['kwd', 3],
] as const

/** What twelve digits before the point can hold with any decimals, and still be exact. */
const amounts = fc.integer({ min: -999_999_999_999, max: 999_999_999_999 })

describe.each(currencies)('an amount in %s', (currency, decimals) => {
  it(`has ${decimals} decimals, however the code is written`, () => {
    expect(decimalsOf(currency)).toBe(decimals)
    expect(decimalsOf(currency.toUpperCase())).toBe(decimals)
  })

  it('[D1.05] is read back from its text as it was', () => {
    fc.assert(fc.property(amounts, minor => toMinorUnits(toDecimalText(minor, currency), currency) === minor))
  })

  it('is read back from the decimal number of the API as it was', () => {
    fc.assert(fc.property(amounts, minor => toMinorUnits(toDecimal(minor, currency), currency) === minor))
  })

  it('is written with exactly its decimals', () => {
    const shape = decimals === 0 ? /^-?\d+$/ : new RegExp(`^-?\\d+\\.\\d{${decimals}}$`)
    fc.assert(fc.property(amounts, minor => shape.test(toDecimalText(minor, currency))))
  })

  it('[D1.06] takes no digit behind its decimals, and zeros only of a format that has a point by itself', () => {
    const digit = fc.integer({ min: 1, max: 9 })
    fc.assert(
      fc.property(amounts, digit, (minor, digit) => {
        const text = toDecimalText(minor, currency)
        const pointed = decimals === 0 ? `${text}.` : text
        expect(toMinorUnits(`${pointed}000`, currency)).toBeUndefined()
        expect(toMinorUnitsOfFormat(`${pointed}000`, currency)).toBe(minor)
        for (const read of [toMinorUnits, toMinorUnitsOfFormat])
          expect(read(`${pointed}00${digit}`, currency)).toBeUndefined()
        expect(toMinorUnitsOfFormat(text, currency)).toBe(minor)
      }),
    )
  })
})

describe('toMinorUnits', () => {
  it('looks at each sign of a long text once', () => {
    expect(linear(() => toMinorUnits(`1.${'0'.repeat(150_000)}1`, 'usd'))).toBeUndefined()
    expect(linear(() => toMinorUnitsOfFormat(`1.${'0'.repeat(150_000)}`, 'usd'))).toBeUndefined()
  })

  it.each([
    ['177.24', 'usd', 17_724],
    [177.24, 'usd', 17_724],
    ['0.1', 'usd', 10],
    ['5', 'usd', 500],
    [' 5 ', 'usd', 500],
    ['-0', 'usd', 0],
    ['-1.50', 'usd', -150],
    ['007.50', 'usd', 750],
    ['177.24', 'kwd', 177_240],
    ['500', 'jpy', 500],
    ['999999999999.99', 'usd', 99_999_999_999_999],
  ])('reads %j in %s as %d', (amount, currency, minor) => expect(toMinorUnits(amount, currency)).toBe(minor))

  it.each([
    ['', 'usd'],
    ['.', 'usd'],
    ['.5', 'usd'],
    ['5.', 'usd'],
    ['+5', 'usd'],
    ['--5', 'usd'],
    ['1,50', 'usd'],
    ['1e3', 'usd'],
    ['0x10', 'usd'],
    ['five', 'usd'],
    ['5 usd', 'usd'],
    ['1.005', 'usd'],
    ['0.5', 'jpy'],
    ['0.0005', 'kwd'],
    ['1000000000000', 'usd'],
    [Number.NaN, 'usd'],
    [Number.POSITIVE_INFINITY, 'usd'],
    [1e21, 'usd'],
    [0.1 + 0.2, 'usd'],
    ['٣', 'usd'],
  ])('does not read %j in %s', (amount, currency) => expect(toMinorUnits(amount, currency)).toBeUndefined())

  it('[D1.06] reads every digit of an amount, or refuses it', () => {
    const whole = fc.integer({ min: 0, max: 999_999_999_999 })
    const fraction = fc.stringMatching(/^\d{1,6}$/)
    fc.assert(
      fc.property(whole, fraction, fc.constantFrom('usd', 'jpy', 'kwd'), (whole, fraction, currency) => {
        const decimals = decimalsOf(currency)
        const exact = Number(whole + fraction.padEnd(decimals, '0'))
        const isExact = fraction.length <= decimals
        expect(toMinorUnits(`${whole}.${fraction}`, currency)).toBe(isExact ? exact : undefined)
      }),
    )
  })

  it('[D1.06] never reads what is no plain decimal, and never an amount that is not exact', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), fc.constantFrom('usd', 'jpy', 'kwd'), (text, currency) => {
        const minor = toMinorUnits(text, currency)
        if (minor === undefined) return true
        return Number.isSafeInteger(minor) && /^-?\d+(\.\d+)?$/.test(text.trim())
      }),
      { numRuns: 1000 },
    )
  })
})

/** Halves away from zero, on whole numbers of any size. */
function oracle(amount: number, numerator: number, denominator: number): bigint {
  const product = BigInt(amount) * BigInt(numerator)
  const magnitude = product < 0n ? -product : product
  const quotient = magnitude / BigInt(denominator)
  const rest = magnitude % BigInt(denominator)
  const rounded = rest * 2n >= BigInt(denominator) ? quotient + 1n : quotient
  return product < 0n ? -rounded : rounded
}

describe('shareOf', () => {
  const rate = fc.integer({ min: 0, max: rateScale - 1 })

  it('is what exact arithmetic says, halves rounded away from zero', () => {
    fc.assert(
      fc.property(
        amounts,
        rate,
        (amount, rate) => BigInt(shareOf(amount, rate, rateScale)) === oracle(amount, rate, rateScale),
      ),
      { numRuns: 1000 },
    )
  })

  it('holds for any denominator, as where the tax is within the price', () => {
    const rest = fc.integer({ min: 1, max: 2 * rateScale })
    fc.assert(
      fc.property(amounts, rate, rest, (amount, rate, rest) => {
        expect(BigInt(shareOf(amount, rate, rate + rest))).toBe(oracle(amount, rate, rate + rest))
      }),
    )
  })

  it('is odd: what is taken of a debt is the negative of what is taken of a credit', () => {
    fc.assert(
      fc.property(
        amounts,
        rate,
        (amount, rate) => shareOf(-amount, rate, rateScale) + shareOf(amount, rate, rateScale) === 0,
      ),
    )
  })

  it.each([
    [1, 1, 2, 1],
    [-1, 1, 2, -1],
    [3, 1, 2, 2],
    [5, 1, 2, 3],
    [999, 190_000, rateScale, 190],
    [990, 88_750, rateScale, 88],
    [0, 1, 3, 0],
  ])('of %d by %d / %d is %d', (amount, numerator, denominator, share) => {
    expect(shareOf(amount, numerator, denominator)).toBe(share)
  })
})

it('is written with the decimals that are charged, in every currency', () => {
  for (const currency of Intl.supportedValuesOf('currency')) {
    const [amount] = /\d[\d.]*/.exec(formatMoney(12_345, currency, 'en-US').replaceAll(',', '')) ?? []
    expect(`${currency} ${amount}`).toBe(`${currency} ${toDecimalText(12_345, currency)}`)
  }
})

it.each([
  [17_724, 'usd', '$177.24'],
  [-5, 'usd', '-$0.05'],
  [500, 'jpy', '¥500'],
])('%d minor units of %s are shown as %s', (minor, currency, text) => {
  expect(formatMoney(minor, currency, 'en-US')).toBe(text)
})
