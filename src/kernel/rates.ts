import { rateScale } from './money.ts'

/** Rates are kept in millionths, so that 8.875 % is the whole number 88 750. */

/** `0.19` or `19%` in millionths. A bare `19` is neither: guessing wrong would cost real money. */
export function readRate(text: string): number | undefined {
  const match = /^(\d{1,2})(?:\.(\d{1,6}))?(%?)$/.exec(text)
  if (!match) return undefined
  const [, whole = '', fraction = '', percent] = match
  const millionths = Number(whole) * rateScale + Number(fraction.padEnd(6, '0'))
  if (percent) return millionths % 100 === 0 ? millionths / 100 : undefined
  return millionths < rateScale ? millionths : undefined
}

/** As it is typed: 88 750 is `8.875%`. */
export const rateText = (rate: number): string => `${(rate * 100) / rateScale}%`
