import { numberFormat } from './formats.ts'

/**
 * Money is a whole number of a currency's minor units (cents for usd, yen for jpy, fils for kwd).
 * Nothing here computes with fractions: decimals exist only as text on the way in and out.
 */

/** ISO 4217 currencies without minor units, and with three decimals: every other one has two. */
const withoutMinorUnits = new Set('bif clp djf gnf jpy kmf krw pyg rwf vnd vuv xaf xof xpf'.split(' '))
const withThreeDecimals = new Set('bhd jod kwd omr tnd'.split(' '))

/** Rates are kept in millionths, so that 8.875 % is the whole number 88 750. */
export const rateScale = 1_000_000

/** How many decimals an amount in `currency` (lower-case ISO code) is written with. */
export function decimalsOf(currency: string): number {
  const code = currency.toLowerCase()
  if (withoutMinorUnits.has(code)) return 0
  return withThreeDecimals.has(code) ? 3 : 2
}

/**
 * Reads an amount such as `177.24` or `"177.24"` into minor units.
 * Undefined when it is not a plain decimal, has more decimals than the currency, or exceeds what stays exact. Zeros count:
 * `1.500` dollars may be meant as fifteen hundred.
 */
export function toMinorUnits(amount: string | number, currency: string): number | undefined {
  const match = /^(-?)(\d{1,12})(?:\.(\d+))?$/.exec(String(amount).trim())
  if (!match) return undefined
  const [, sign = '', whole = '', fraction = ''] = match
  const decimals = decimalsOf(currency)
  if (fraction.length > decimals) return undefined
  // Twelve digits and three decimals at the most: always an exact number.
  const minor = Number(whole + fraction.padEnd(decimals, '0'))
  return sign && minor !== 0 ? -minor : minor
}

/** As `toMinorUnits`, for a format whose numbers always have a point: zeros behind the decimals of the currency do not count. */
export function toMinorUnitsOfFormat(amount: string, currency: string): number | undefined {
  const [, plain = amount, zeros = ''] = /^(-?\d{1,12}\.\d{1,3})(0*)$/.exec(amount.trim()) ?? []
  const decimals = decimalsOf(currency)
  // More than a few zeros are nobody's amount.
  if (zeros.length > 12) return undefined
  const [whole = '', fraction = ''] = plain.split('.')
  const isLonger = /^0+$/.test(fraction.slice(decimals))
  return toMinorUnits(isLonger ? [whole, fraction.slice(0, decimals)].filter(Boolean).join('.') : plain, currency)
}

/** Minor units as decimal text: 17724 usd is `177.24`, 500 jpy is `500`. */
export function toDecimalText(minor: number, currency: string): string {
  const decimals = decimalsOf(currency)
  const sign = minor < 0 ? '-' : ''
  const digits = String(Math.abs(minor)).padStart(decimals + 1, '0')
  if (decimals === 0) return sign + digits
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** Minor units as the decimal number that the API shows as `price`. For display and comparison, never for sums. */
export function toDecimal(minor: number, currency: string): number {
  return Number(toDecimalText(minor, currency))
}

/** Minor units for people: `$177.24`. */
export function formatMoney(minor: number, currency: string, locale: string): string {
  return currencyFormat(currency, locale).format(textOf(minor, currency))
}

/** As `formatMoney`, without decimals where the amount is a whole one: `$50`. */
export function formatMoneyShort(minor: number, currency: string, locale: string): string {
  return currencyFormat(currency, locale, { trailingZeroDisplay: 'stripIfInteger' }).format(textOf(minor, currency))
}

const textOf = (minor: number, currency: string) => toDecimalText(minor, currency) as Intl.StringNumericLiteral

function currencyFormat(currency: string, locale: string, more?: Intl.NumberFormatOptions): Intl.NumberFormat {
  const decimals = decimalsOf(currency)
  // Left to itself, Intl rounds some currencies to whole units that are charged in hundredths.
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  return numberFormat(locale, { style: 'currency', currency, ...digits, ...more })
}

/** `amount × numerator ÷ denominator`, exact, with halves rounded away from zero. */
export function shareOf(amount: number, numerator: number | bigint, denominator: number | bigint): number {
  const product = BigInt(amount) * BigInt(numerator)
  const divisor = BigInt(denominator)
  const magnitude = product < 0n ? -product : product
  const rounded = (2n * magnitude + divisor) / (2n * divisor)
  return Number(product < 0n ? -rounded : rounded)
}
