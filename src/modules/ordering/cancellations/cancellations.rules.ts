import type { Tax } from '#rules/tax'
import { type Freight, type OrderTotals, type TaxRounding, sumUp } from '../orders/totals.rules.ts'

/** What cancelled units are worth. Amounts in minor units of the order's currency, rates in millionths. */

/** An order as it was priced, and how its tax was rounded. Shipping stays what it was. */
export type PricedOrder = {
  pricesIncludeTax: boolean
  taxRounding: TaxRounding
  freight: Freight
  lines: readonly PricedLine[]
}
/** A line of it: how many units it still has, and how many of them are cancelled. */
type PricedLine = { unitPrice: number; tax: Tax; kept: number; cancelled: number }

const totalsWith = ({ lines, freight, ...terms }: PricedOrder, unitsOf: (line: PricedLine) => number) =>
  sumUp(
    lines.map(line => ({ unitPrice: line.unitPrice, tax: line.tax, quantity: unitsOf(line) })),
    freight,
    terms,
  )

/** What the order comes to without the cancelled units, its tax rounded as when it was placed. */
export const totalsAfter = (order: PricedOrder): OrderTotals => totalsWith(order, line => line.kept - line.cancelled)

/**
 * The money of the cancelled units: the difference of what the order comes to before and after. So cancelled piece by piece, it
 * gives back to the cent what its goods came to.
 */
export const moneyOf = (order: PricedOrder): number =>
  totalsWith(order, line => line.kept).total - totalsAfter(order).total

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
