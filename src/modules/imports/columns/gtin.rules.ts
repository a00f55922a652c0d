import { isGtin } from '#rules/finder'

/** A GTIN in its long form, or undefined when its digits are wrong. Zeros alone are none, though their check digit is right. */
export function readGtin(value: string): string | undefined {
  const digits = value.replace(/[\s-]/g, '')
  return isGtin(digits) && /[1-9]/.test(digits) ? digits.padStart(14, '0') : undefined
}
