import { isGtin, scannedNumber, shortUpcIn } from '#rules/finder'
import type { Cells } from '../files/cells.rules.ts'

/**
 * A GTIN in its long form, as a package, a label or a scanner says it: its digits, a short UPC, an element string of GS1. Undefined when its
 * digits are wrong. Zeros alone are none, though their check digit is right.
 */
export function readGtin(value: string): string | undefined {
  const digits = scannedNumber(value).replace(/[\s-]/g, '')
  return isGtin(digits) ? digits.padStart(14, '0') : shortUpcIn(digits)
}

/**
 * The GTIN of a cell. A spreadsheet takes the zeros off a UPC: ten or eleven digits with the right check digit are read with them, and it is told.
 * Undefined where the cell has none.
 */
export function gtinIn(read: Pick<Cells, 'tell'>, field: string, typed: string): string | undefined {
  const gtin = readGtin(typed)
  if (gtin !== undefined || !/^\d{10,11}$/.test(typed)) return gtin
  const whole = readGtin(typed.padStart(12, '0'))
  if (whole !== undefined) read.tell('gtin-zero', field, typed)
  return whole
}
