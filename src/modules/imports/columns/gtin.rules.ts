import { isGtin, scannedNumber, shortUpcIn } from '#rules/finder'
import type { Cells } from './cells.rules.ts'

/**
 * A GTIN in its long form, as a package, a label or a scanner says it: its digits, a short UPC, an element string of GS1. Undefined when its
 * digits are wrong. Zeros alone are none, though their check digit is right.
 */
export function readGtin(value: string): string | undefined {
  const digits = scannedNumber(value).replace(/[\s-]/g, '')
  return isGtin(digits) ? digits.padStart(14, '0') : shortUpcIn(digits)
}

/** What digits are that have lost the zeros before them in a spreadsheet: a UPC, or a short one. Undefined where the check digit does not say so. */
export function gtinWithZeros(digits: string): string | undefined {
  if (/^\d{9,11}$/.test(digits)) return readGtin(digits.padStart(12, '0'))
  return /^\d{7}$/.test(digits) ? shortUpcIn(`0${digits}`) : undefined
}

/** The GTIN of a cell; that it was read with zeros that are not there is told. Undefined where the cell has none. */
export function gtinIn(read: Pick<Cells, 'tell'>, field: string, typed: string): string | undefined {
  const gtin = readGtin(typed)
  if (gtin !== undefined) return gtin
  const whole = gtinWithZeros(typed)
  if (whole !== undefined) read.tell('gtin-zero', field, typed)
  return whole
}
