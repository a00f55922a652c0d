/** What is true of card numbers, dates and codes whoever asks: the card field while typing, and the sandbox. */

export type CardBrand = 'visa' | 'mastercard' | 'amex' | 'unknown'

/** Visa 4; Mastercard 51–55 and 2221–2720; American Express 34 and 37. */
export function brandOf(number: string): CardBrand {
  const digits = digitsOf(number)
  if (digits.startsWith('4')) return 'visa'
  if (/^3[47]/.test(digits)) return 'amex'
  if (/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/.test(digits)) return 'mastercard'
  return 'unknown'
}

export function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}

/** How many digits a complete number of that brand has; an unknown brand may have up to 19. */
function numberLength(brand: CardBrand): number {
  if (brand === 'amex') return 15
  return brand === 'unknown' ? 19 : 16
}

export function cvcLength(brand: CardBrand): number {
  return brand === 'amex' ? 4 : 3
}

/** Whether there are enough digits to judge the number. */
export function isNumberLongEnough(number: string): boolean {
  const digits = digitsOf(number)
  const brand = brandOf(digits)
  return brand === 'unknown' ? digits.length >= 12 : digits.length >= numberLength(brand)
}

/** As the card shows it: 4-6-5 for American Express, fours for the others. */
export function groupDigits(number: string): string {
  const digits = digitsOf(number)
  const brand = brandOf(digits)
  const allowed = digits.slice(0, numberLength(brand))
  const groups =
    brand === 'amex' ? [allowed.slice(0, 4), allowed.slice(4, 10), allowed.slice(10)] : (allowed.match(/.{1,4}/g) ?? [])
  return groups.filter(Boolean).join(' ')
}

/** The check digit of ISO/IEC 7812 (Luhn): every second digit from the right doubled, the sum a multiple of ten. */
export function hasValidCheckDigit(number: string): boolean {
  const digits = digitsOf(number)
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, position) => {
      const value = Number(digit) * (position % 2 === 1 ? 2 : 1)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return digits.length > 0 && sum % 10 === 0
}

export type ExpiryProblem = 'invalid_expiry_month' | 'invalid_expiry_month_past' | 'invalid_expiry_year_past'

/**
 * Why a card of this month and year cannot be used, if so. A card is good until its month ends, in the last time zone
 * in which it still lasts: half a day is not worth a wrong refusal.
 */
export function expiryProblem(month: number, year: number, now: Date): ExpiryProblem | undefined {
  if (month < 1 || month > 12) return 'invalid_expiry_month'
  const moment = new Date(now.getTime() - 12 * 3_600_000)
  if (year < moment.getUTCFullYear()) return 'invalid_expiry_year_past'
  const isThisYear = year === moment.getUTCFullYear()
  return isThisYear && month < moment.getUTCMonth() + 1 ? 'invalid_expiry_month_past' : undefined
}

/** `30` is 2030: cards are printed for at most a few decades. */
export function fullYear(year: number): number {
  return year < 100 ? 2000 + year : year
}

/**
 * Text of a date field, as typed, pasted or filled in by the browser (`1230`, `12/30`, `12 / 2030`, `3/30`), brought
 * into `MM / YY`; what is not yet complete stays short.
 */
export function formatExpiry(text: string): string {
  // Whoever types `1/` means January, and neither October nor the months after it.
  const [, first, second = ''] = /^\D*([1-9]|\d\d)\D+(\d*)/.exec(text) ?? []
  const digits = first ? first.padStart(2, '0') + second : digitsOf(text)
  // A month cannot begin with 2 to 9, so a leading zero was meant.
  const padded = /^[2-9]/.test(digits) ? `0${digits}` : digits
  const month = padded.slice(0, 2)
  const rest = padded.slice(2)
  const year = /^20\d\d/.test(rest) ? rest.slice(2, 4) : rest.slice(0, 2)
  return month.length < 2 ? month : `${month} / ${year}`
}

/** The month and full year of a complete date text; undefined while it is incomplete. */
export function readExpiry(text: string): { month: number; year: number } | undefined {
  const digits = digitsOf(text)
  if (digits.length !== 4) return undefined
  return { month: Number(digits.slice(0, 2)), year: fullYear(Number(digits.slice(2))) }
}
