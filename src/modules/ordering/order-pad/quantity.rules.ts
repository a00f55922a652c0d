import { numberFormat } from '#kernel/formats'
import { basketLimits } from '../basket/basket.rules.ts'

/** Why a quantity is none. */
export type QuantityProblem =
  | 'quantity-missing'
  | 'quantity-unclear'
  | 'quantity-no-number'
  | 'quantity-fraction'
  | 'quantity-negative'
  | 'quantity-zero'
  | 'quantity-too-large'

const aroundThousands = /^[1-9]\d{0,2}(?:([.,]|[ '’])\d{3})(?:\1\d{3})*$/
const oneGroup = /^[1-9]\d{0,2}[.,]\d{3}$/
const withDecimals = /^(\d+|[1-9]\d{0,2}(?:([.,]|[ '’])\d{3})(?:\2\d{3})*)([.,])(\d+)$/

/**
 * Reads a quantity as people and spreadsheets write it: `1000`, `1,000`, `1 000`, `2.00`. One sign before three digits is read as
 * the shop's language has it, and as nothing where that writes thousands otherwise: `1.000` may be one or a thousand.
 */
export function readQuantity(typed: string | number, locale: string): number | QuantityProblem {
  if (typeof typed === 'number' && typed > basketLimits.quantity) return 'quantity-too-large'
  // NFKC makes the narrow spaces of spreadsheets plain, and wide digits narrow.
  const text = String(typed).normalize('NFKC').trim()
  if (text === '') return 'quantity-missing'
  const [, sign, amount = ''] = /^([-\u2212\u2013]\s*)?(.*)$/s.exec(text) ?? []
  const digits = digitsOf(amount, locale)
  if (sign !== undefined)
    return /^\d/.test(digits) || digits === 'quantity-fraction' ? 'quantity-negative' : 'quantity-no-number'
  if (!/^\d/.test(digits)) return digits as QuantityProblem
  const significant = digits.replace(/^0+/, '')
  if (significant === '') return 'quantity-zero'
  return Number(significant) > basketLimits.quantity ? 'quantity-too-large' : Number(significant)
}

/** The digits of a whole number, without what is between them; else why it is none. */
function digitsOf(amount: string, locale: string): string {
  if (/^\d+$/.test(amount)) return amount
  if (oneGroup.test(amount)) return amount.includes(thousandsSign(locale)) ? onlyDigits(amount) : 'quantity-unclear'
  if (aroundThousands.test(amount)) return onlyDigits(amount)
  const [, whole = '', group, point, decimals] = withDecimals.exec(amount) ?? []
  if (decimals === undefined || group === point) return 'quantity-no-number'
  return /^0+$/.test(decimals) ? onlyDigits(whole) : 'quantity-fraction'
}

const onlyDigits = (text: string) => text.replaceAll(/\D/g, '')

const thousandsSign = (locale: string) =>
  numberFormat(locale)
    .formatToParts(1_234_567)
    .find(({ type }) => type === 'group')?.value ?? ','
