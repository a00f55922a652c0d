import type { Tax } from '#rules/tax'
import { type Freight, type OrderTotals, type TaxRounding, sumUp } from '../sums/totals.rules.ts'

/** What cancelled units are worth. Amounts in minor units of the order's currency, rates in millionths. */

/** An order as it was priced, and how its tax was rounded. Shipping stays what it was. */
export type PricedOrder = {
  pricesIncludeTax: boolean
  taxRounding: TaxRounding
  freight: Freight
  lines: readonly PricedLine[]
}
/** A line of it: how many units it still has, and how many of them are cancelled. */
type PricedLine = { unitPrice: number; tax: Tax; units: number; cancelled: number }

const totalsWith = ({ lines, freight, ...terms }: PricedOrder, unitsOf: (line: PricedLine) => number) =>
  sumUp(
    lines.map(line => ({ unitPrice: line.unitPrice, tax: line.tax, quantity: unitsOf(line) })),
    freight,
    terms,
  )

/** What the order comes to without the cancelled units, its tax rounded as when it was placed. */
export const totalsAfter = (order: PricedOrder): OrderTotals => totalsWith(order, line => line.units - line.cancelled)

/**
 * The money of the cancelled units: the difference of what the order comes to before and after. So cancelled piece by piece, it
 * gives back to the cent what its goods came to.
 */
export const moneyOf = (order: PricedOrder): number =>
  totalsWith(order, line => line.units).total - totalsAfter(order).total

/** `left`: how many units could be cancelled when somebody decided to cancel `quantity` of them. */
export type CancelledLine = { position: number; quantity: number; left: number }

/**
 * Whether of each line as many units are left as were seen. That others are left says not why: they may have been cancelled so already,
 * and they may have been shipped.
 */
export const areAsSeen = (chosen: readonly CancelledLine[], now: ReadonlyMap<number, number>): boolean =>
  chosen.every(line => (now.get(line.position) ?? 0) === line.left)
