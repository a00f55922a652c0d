import { writtenNumber } from '#kernel/written'
import { countField } from '#kernel/typed-field'
import { readNumber } from '#kernel/typed-number'

/** What a stepper reads and does. A quantity is a whole number of units; undefined is anything else. */

/** Nine digits, as the contracts take them. */
const greatest = 999_999_999

/** Reads what was typed, as the shop's language writes it. */
export function readQuantity(text: string, locale: string): number | undefined {
  const read = readNumber(text, countField(locale))
  const quantity = 'value' in read ? writtenNumber(read.value) : greatest + 1
  return quantity > greatest ? undefined : quantity
}

/**
 * One step from `quantity`. It may leave the allowed range: the page then warns (specification, section 4), which
 * tells more than a button that has gone dead. It never goes below zero. From nothing, a step leads to `least`; from between
 * two multiples to the next one.
 */
export function stepped(
  quantity: number | undefined,
  by: number,
  { least, multiple = 1 }: { least: number; multiple?: number },
): number {
  if (quantity === undefined) return least
  const from = by > 0 ? Math.floor(quantity / multiple) : Math.ceil(quantity / multiple)
  return Math.min(greatest, Math.max(0, (from + by) * multiple))
}
