/**
 * Numbers that a program has written: ids in addresses, values of fields that are chosen, headers. What people type is read by
 * `typed-field.ts`.
 */

/** As JavaScript reads it; NaN where it is none. */
export const writtenNumber = (text: unknown): number => Number(text)

/** A whole number of plain digits, up to nine of them; undefined where it is anything else, or out of bounds. */
export function writtenWhole(text: string, { least = 0, most = 999_999_999 } = {}): number | undefined {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  return number >= least && number <= most ? number : undefined
}
