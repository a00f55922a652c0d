import { taxed } from '../orders/orders.rules.ts'

/** What cancelled units are worth. Amounts in minor units of the order's currency, rates in millionths. */

type PricedLine = { unitPrice: number; taxRate: number; pricesIncludeTax: boolean }

/** What so many units of a line come to, its tax rounded once for all of them, as when they were ordered. */
export function worthOf({ unitPrice, ...terms }: PricedLine, units: number) {
  return taxed(unitPrice * units, terms)
}

/**
 * The money of `cancelled` of the `kept` units of a line: the difference of what the line comes to before and after. So cancelled
 * piece by piece, a line gives back to the cent what it came to.
 */
export function moneyOf(line: PricedLine, { kept, cancelled }: { kept: number; cancelled: number }): number {
  return worthOf(line, kept).gross - worthOf(line, kept - cancelled).gross
}

/** `left`: how many units could be cancelled when somebody decided to cancel `quantity` of them. */
export type CancelledLine = { position: number; quantity: number; left: number }

/**
 * Whether lines stand as they were seen, or as they are after it: pressed twice, or by two at once, units are cancelled once. Neither
 * is `changed`.
 */
export function standingOfLines(
  wanted: readonly CancelledLine[],
  now: ReadonlyMap<number, number>,
): 'as-seen' | 'done' | 'changed' {
  const leftOf = (position: number) => now.get(position) ?? 0
  if (wanted.every(line => leftOf(line.position) === line.left)) return 'as-seen'
  return wanted.every(line => leftOf(line.position) === line.left - line.quantity) ? 'done' : 'changed'
}
