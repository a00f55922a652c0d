import cldr from 'cldr-core/availableLocales.json' with { type: 'json' }
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatNumber, numberFormat } from './formats.ts'
import { decimalsOf, formatMoney, formatMoneyShort, toDecimalText } from './money.ts'
import { type NumberField, readNumber, writeNumber } from './typed-number.ts'

/** Of the languages that write such numbers in the same way, one. */
const locales = [
  ...new Map(
    cldr.availableLocales.full.map(locale => {
      const written = [formatMoney(-98_765_432_101, 'eur', locale), numberFormat(locale, {}).format(-1_234_567.125)]
      return [written.join(' '), locale] as const
    }),
  ).values(),
]
const currencies = ['clp', 'usd', 'eur', 'kwd'] as const

/** Values around which languages differ: groups of three and of two and three, and each number of decimals. */
const minors = [0, 5, 50, 123, 1000, 1500, 12_500, 25_000, 100_000, 123_456, 1_234_567, 150_000_000, 98_765_432_101]

describe.each(currencies)('an amount in %s', currency => {
  const decimals = decimalsOf(currency)
  const amount = (locale: string): NumberField => ({ locale, currency, decimals, isSigned: true })
  const plain = (minor: number) => String(Number(toDecimalText(minor, currency)))

  it('is read back as every language prints it', () => {
    const wrong = locales.flatMap(locale =>
      minors
        .flatMap(minor => [minor, -minor])
        .flatMap(minor => {
          const texts = [formatMoney, formatMoneyShort].map(format => format(minor, currency, locale))
          texts.push(writeNumber(toDecimalText(minor, currency), amount(locale)))
          return texts.map(text => ({ locale, text, value: plain(minor) || '0' }))
        })
        .flatMap(({ locale, text, value }) => {
          const read = readNumber(text, amount(locale))
          return 'value' in read && Number(read.value) === Number(value) ? [] : [{ locale, text, value, read }]
        }),
    )
    expect(wrong).toEqual([])
  })
})

describe('a percentage, a count, a weight', () => {
  it('is read back as every language prints it', () => {
    const values = [0.125, 1, 1.5, 12.5, 19, 1234.5, 1_234_567]
    const wrong = locales.flatMap(locale =>
      values.flatMap(value => {
        const percent = numberFormat(locale, { style: 'percent', maximumFractionDigits: 3 }).format(value / 100)
        const weight = writeNumber(String(value), { locale, decimals: 3 })
        const share = writeNumber(String(value), { locale, decimals: 3, isPercentage: true })
        const counted = formatNumber(Math.round(value), locale)
        return [
          { text: percent, value, read: readNumber(percent, { locale, decimals: 3, isPercentage: true }) },
          { text: share, value, read: readNumber(`${share} %`, { locale, decimals: 3, isPercentage: true }) },
          { text: weight, value, read: readNumber(weight, { locale, decimals: 3 }) },
          { text: counted, value: Math.round(value), read: readNumber(counted, { locale, decimals: 0 }) },
        ].filter(({ value, read }) => !('value' in read) || Number(read.value) !== value)
      }),
    )
    expect(wrong).toEqual([])
  })
})

describe('what a person types', () => {
  it.each([
    ['25.000', 'es-CL', 'clp', '25000'],
    ['25,000', 'en-US', 'usd', '25000'],
    ['12.500', 'en', 'kwd', '12.5'],
    ['12,500', 'de', 'kwd', '12.5'],
    ['12.500', 'de', 'kwd', '12500'],
    ['1.500', 'de', 'eur', '1500'],
    ['1.500', 'es-ES', 'eur', '1500'],
    ['1,234.50', 'de', 'eur', '1234.5'],
    ['1.234,50', 'en', 'usd', '1234.5'],
    ['12,5', 'en', 'usd', '12.5'],
    ['1.234.567', 'en', 'usd', '1234567'],
    ['1,50,000', 'en-IN', 'inr', '150000'],
    ["1'234.50", 'de-CH', 'chf', '1234.5'],
    ['1’234.50', 'de-CH', 'chf', '1234.5'],
    ['1 234,50 €', 'fr', 'eur', '1234.5'],
    ['€12.50', 'en', 'eur', '12.5'],
    ['12.50 EUR', 'en', 'eur', '12.5'],
    ['$ 12.50', 'en-CA', 'usd', '12.5'],
    ['12 US dollars', 'en', 'usd', '12'],
    ['US$ 1,234.50', 'en', 'usd', '1234.5'],
    ['1,234.50 CA$', 'en', 'cad', '1234.5'],
    ['١٬٢٣٤٫٥٠', 'ar-EG', 'egp', '1234.5'],
    ['১,২৩৪.৫০', 'bn', 'bdt', '1234.5'],
    ['１２．５０', 'ja', 'usd', '12.5'],
    ['￥1,500', 'ja', 'jpy', '1500'],
    ['1500円', 'ja', 'jpy', '1500'],
    ['007', 'en', 'usd', '7'],
  ])('%j in %s, in %s, is %s', (text, locale, currency, value) => {
    expect(readNumber(text, { locale, currency, decimals: decimalsOf(currency) })).toEqual({ value })
  })

  it.each([
    ['1.500', 'en', 'usd', 'unclear', ['1.5', '1500']],
    ['1,500', 'de', 'eur', 'unclear', ['1500', '1.5']],
    ['1.505', 'en', 'usd', 'unclear', ['1505']],
    ['1.500', 'de-CH', 'chf', 'unclear', ['1.5', '1500']],
    ['123,456', 'en-IN', 'inr', 'unclear', ['123456']],
    ['12.5000', 'en', 'usd', 'too-many-decimals', []],
    ['0.500', 'en', 'usd', 'too-many-decimals', []],
    ['12.50', 'es-CL', 'clp', 'too-many-decimals', []],
    ['1.234.56', 'en', 'usd', 'no-number', []],
    ['1,23.4', 'en', 'usd', 'no-number', []],
    ['12€50', 'fr', 'eur', 'no-number', []],
    ['€12', 'en', 'usd', 'other-currency', []],
    ['12 CHF', 'en', 'usd', 'other-currency', []],
    ['CA$12', 'en', 'usd', 'no-number', []],
    ['12²', 'en', 'usd', 'no-number', []],
    ['½', 'en', 'usd', 'no-number', []],
    ['1e3', 'en', 'usd', 'no-number', []],
    ['12%', 'en', 'usd', 'no-number', []],
    ['-5', 'en', 'usd', 'negative', []],
    ['−5', 'en', 'usd', 'negative', []],
    ['5-', 'en', 'usd', 'negative', []],
    ['--5', 'en', 'usd', 'no-number', []],
    ['1234567890123', 'en', 'usd', 'too-large', []],
    [' ', 'en', 'usd', 'blank', []],
    ['auf Anfrage', 'de', 'eur', 'no-number', []],
  ])('%j in %s, in %s, is refused: %s', (text, locale, currency, problem, readings) => {
    const read = readNumber(text, { locale, currency, decimals: decimalsOf(currency) })
    expect(read).toEqual({ problem, readings: expect.arrayContaining(readings) })
    expect('readings' in read && read.readings).toHaveLength(readings.length)
  })

  it('as a percentage is one of a hundred, and below one it says so', () => {
    const field = { locale: 'en', decimals: 3, isPercentage: true, isSigned: true }
    expect(readNumber('19', field)).toEqual({ value: '19' })
    expect(readNumber('-19 %', field)).toEqual({ value: '-19' })
    expect(readNumber('0.19%', field)).toEqual({ value: '0.19' })
    expect(readNumber('0.19', field)).toEqual({ problem: 'unclear', readings: ['0.19', '19'] })
    expect(readNumber('0.0775', { ...field, decimals: 4 })).toEqual({
      problem: 'unclear',
      readings: ['0.0775', '7.75'],
    })
    expect(readNumber('%12,5', { ...field, locale: 'tr' })).toEqual({ value: '12.5' })
  })

  it('keeps each of its digits', () => {
    const signs = fc.constantFrom('.', ',', ' ', "'", '٫', '٬', '1', '2', '0', '5')
    fc.assert(
      fc.property(fc.string({ unit: signs, maxLength: 12 }), fc.constantFrom(...locales), (text, locale) => {
        const read = readNumber(text, { locale, decimals: 2 })
        if ('value' in read) expect(read.value.replace('.', '')).toBe(digitsOf(text, read.value))
      }),
    )
  })
})

/** The typed digits without those zeros that a number does not need. */
function digitsOf(text: string, value: string): string {
  const digits = text.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '')
  const own = value.replace('.', '')
  return own + digits.slice(own.length).replaceAll('0', '')
}
