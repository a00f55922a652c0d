import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  brandOf,
  cvcLength,
  expiryProblem,
  formatExpiry,
  fullYear,
  groupDigits,
  hasValidCheckDigit,
  isNumberLongEnough,
  readExpiry,
} from './cards.rules.ts'

describe('a card number', () => {
  it.each([
    ['4242424242424242', 'visa', '4242 4242 4242 4242'],
    ['5555555555554444', 'mastercard', '5555 5555 5555 4444'],
    ['2221000000000009', 'mastercard', '2221 0000 0000 0009'],
    ['378282246310005', 'amex', '3782 822463 10005'],
    ['6011111111111117', 'unknown', '6011 1111 1111 1117'],
  ])('%s is of brand %s and reads %s', (number, brand, grouped) => {
    expect(brandOf(number)).toBe(brand)
    expect(groupDigits(number)).toBe(grouped)
    expect(hasValidCheckDigit(grouped)).toBe(true)
    expect(isNumberLongEnough(grouped)).toBe(true)
    expect(isNumberLongEnough(grouped.slice(0, 11))).toBe(false)
  })

  it.each([
    ['visa', ['4']],
    ['amex', ['34', '37']],
    ['mastercard', ['51', '55', '2221', '2229', '2230', '2299', '2300', '2699', '2700', '2719', '2720']],
    ['unknown', ['', '1', '33', '35', '38', '50', '56', '2220', '2721', '28', '134', '151', '12221']],
  ])('of brand %s begins with %s', (brand, starts) => {
    expect(starts.map(start => [start, brandOf(start.padEnd(start === '' ? 0 : 16, '0'))])).toEqual(
      starts.map(start => [start, brand]),
    )
  })

  it.each([
    ['411111111111111', false],
    ['4111111111111111', true],
    ['60111111111', false],
    ['601111111111', true],
    ['37828224631000', false],
    ['378282246310005', true],
  ])('is long enough to be judged: %s: %s', (number, isLongEnough) => {
    expect(isNumberLongEnough(number)).toBe(isLongEnough)
  })

  it.each([
    ['42424242424242421', '4242 4242 4242 4242'],
    ['60111111111111111171', '6011 1111 1111 1111 117'],
    ['3782', '3782'],
    ['37828', '3782 8'],
    ['3782822463100051', '3782 822463 10005'],
  ])('typed as %s reads %s', (typed, grouped) => expect(groupDigits(typed)).toBe(grouped))

  it('is none without digits', () => expect(hasValidCheckDigit(' - ')).toBe(false))

  it('has the code length of its brand', () => {
    expect([cvcLength('amex'), cvcLength('visa'), cvcLength('unknown')]).toEqual([4, 3, 3])
  })

  it('is told apart from every one with a single wrong digit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 15 }), fc.integer({ min: 1, max: 9 }), (place, shift) => {
        const digits = '4242424242424242'.split('')
        digits[place] = String((Number(digits[place]) + shift) % 10)
        expect(hasValidCheckDigit(digits.join(''))).toBe(false)
      }),
    )
  })

  it('groups without losing a digit, whatever is pasted', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), text => {
        const grouped = groupDigits(text)
        expect(text.replace(/\D/g, '').startsWith(grouped.replaceAll(' ', ''))).toBe(true)
        expect(groupDigits(grouped)).toBe(grouped)
      }),
    )
  })
})

describe('a date', () => {
  it.each([
    ['', ''],
    ['1', '1'],
    ['3', '03 / '],
    ['12', '12 / '],
    ['12 / 3', '12 / 3'],
    ['1230', '12 / 30'],
    ['12/30', '12 / 30'],
    ['12/2030', '12 / 30'],
    ['122030', '12 / 30'],
    ['3/30', '03 / 30'],
    ['03 - 2030', '03 / 30'],
    ['1/', '01 / '],
    ['1/30', '01 / 30'],
    ['0/3', '03 / '],
    ['exp. 1 -- 2030', '01 / 30'],
    ['12/304', '12 / 30'],
    ['12/203', '12 / 20'],
    ['12/32030', '12 / 32'],
  ])('typed or filled in as %j reads %j', (text, formatted) => {
    expect(formatExpiry(text)).toBe(formatted)
  })

  it('is read when it is complete', () => {
    expect(readExpiry('12 / 30')).toEqual({ month: 12, year: 2030 })
    expect(readExpiry('12 / 3')).toBeUndefined()
  })

  it('has a year of two digits or of four', () => {
    expect([0, 30, 99, 100, 2030].map(fullYear)).toEqual([2000, 2030, 2099, 100, 2030])
  })

  it.each([
    [11, 2026, undefined],
    [12, 2026, undefined],
    [1, 2027, undefined],
    [10, 2026, 'invalid_expiry_month_past'],
    [12, 2025, 'invalid_expiry_year_past'],
    [0, 2030, 'invalid_expiry_month'],
    [13, 2030, 'invalid_expiry_month'],
  ])('%i/%i on 21 November 2026: %s', (month, year, problem) => {
    expect(expiryProblem(month, year, new Date('2026-11-21T12:00:00Z'))).toBe(problem)
  })

  it('is good until its month has ended everywhere', () => {
    expect(expiryProblem(11, 2026, new Date('2026-12-01T11:59:00Z'))).toBeUndefined()
    expect(expiryProblem(11, 2026, new Date('2026-12-01T12:01:00Z'))).toBe('invalid_expiry_month_past')
  })
})
