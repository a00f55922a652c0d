import { rateScale, shareOf, toDecimal } from '#kernel/money'
import { type Tax, type TaxReason, singleTax } from '#rules/tax'

/** What an order costs. Amounts in minor units of its currency, rates in millionths. Pure, so that browser and server say the same. */

/**
 * Whether the tax of an order is rounded line by line, as in a shop with one rate, or once for all that is taxed alike, as EN 16931
 * has it: in a shop with a table of taxes. An order keeps the one that it was placed with.
 */
export const taxRoundings = ['line', 'group'] as const
export type TaxRounding = (typeof taxRoundings)[number]

/** The shop's terms of sale. `taxRate` is that of everything of which nothing else is known. */
export type Terms = {
  currency: string
  shippingFee: number
  freeShippingFrom: number
  taxRate: number
  pricesIncludeTax: boolean
  taxRounding?: TaxRounding | undefined
}

/** One sum of money taken apart: `gross = net + tax`. */
export type Taxed = { net: number; tax: number; gross: number; taxRate: number }
type TaxedAmount = Taxed & { reason: TaxReason }

/** Splits an amount by the terms. The tax is rounded half-up, once, here. */
export function taxed(
  amount: number,
  { taxRate, pricesIncludeTax }: Pick<Terms, 'taxRate' | 'pricesIncludeTax'>,
): Taxed {
  if (pricesIncludeTax) {
    const tax = shareOf(amount, taxRate, rateScale + taxRate)
    return { net: amount - tax, tax, gross: amount, taxRate }
  }
  const tax = shareOf(amount, taxRate, rateScale)
  return { net: amount, tax, gross: amount + tax, taxRate }
}

type Part = { amount: number; tax: Tax }

/**
 * Takes amounts apart, each by its own tax. Rounded by groups, the tax of all that is taxed alike is that of its sum; each part has
 * what it adds to those before it, so that the parts add up to the group, to the cent.
 */
function taxedParts(
  parts: readonly Part[],
  { pricesIncludeTax, taxRounding }: Pick<Terms, 'pricesIncludeTax' | 'taxRounding'>,
): TaxedAmount[] {
  const groups = new Map<string, { amount: number; tax: number }>()
  return parts.map(({ amount, tax: { rate: taxRate, reason } }) => {
    const terms = { taxRate, pricesIncludeTax }
    if (taxRounding !== 'group') return { ...taxed(amount, terms), reason }
    const key = `${taxRate} ${reason}`
    const before = groups.get(key) ?? { amount: 0, tax: 0 }
    const sum = before.amount + amount
    const taxOfSum = taxed(sum, terms).tax
    groups.set(key, { amount: sum, tax: taxOfSum })
    const tax = taxOfSum - before.tax
    return {
      taxRate,
      reason,
      tax,
      ...(pricesIncludeTax ? { net: amount - tax, gross: amount } : { net: amount, gross: amount + tax }),
    }
  })
}

/** What is taxed alike, and its tax. */
export type TaxGroup = { taxRate: number; reason: TaxReason; net: number; tax: number }

/** The parts of an order by how they are taxed, the highest rate first. What costs nothing is of no group. */
export function taxGroupsOf(parts: readonly TaxGroup[]): TaxGroup[] {
  const groups = new Map<string, TaxGroup>()
  for (const { taxRate, reason, net, tax } of parts) {
    if (net === 0 && tax === 0) continue
    const key = `${taxRate} ${reason}`
    const group = groups.get(key) ?? { taxRate, reason, net: 0, tax: 0 }
    groups.set(key, { ...group, net: group.net + net, tax: group.tax + tax })
  }
  return [...groups.values()].toSorted((a, b) => b.taxRate - a.taxRate || a.reason.localeCompare(b.reason))
}

/** The same at the API's edge: amounts as decimals, the rate a share. */
export const taxGroupShown = ({ taxRate, reason, net, tax }: TaxGroup, currency: string): TaxGroup => ({
  taxRate: taxRate / rateScale,
  reason,
  net: toDecimal(net, currency),
  tax: toDecimal(tax, currency),
})

export type OrderTotals = {
  lines: TaxedAmount[]
  shipping: TaxedAmount
  /** Σ of the lines as priced, before shipping; net or gross as the shop's prices are. */
  goods: number
  tax: number
  total: number
  taxes: TaxGroup[]
}

/** A line's price; without a tax, it is taxed by the shop's one rate. */
export type LineToSum = { unitPrice: number; quantity: number; tax?: Tax }
/** What delivery costs, as priced. */
export type Freight = { price: number; tax: Tax }

/**
 * Total = Σ lines + shipping + tax (decisions, section 4). Shipping is the shop's fee and taxed by its one rate, unless a delivery
 * method or a place says otherwise. It comes first in its group: so its tax is what it is by itself, whatever is in the order.
 */
export function totalsOf(lines: readonly LineToSum[], terms: Terms, freight?: Freight): OrderTotals {
  const single = singleTax(terms)
  const goods = lines.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0)
  const price = goods >= terms.freeShippingFrom ? 0 : terms.shippingFee
  return sumUp(
    lines.map(line => ({ tax: single, ...line })),
    freight ?? { price, tax: single },
    terms,
  )
}

/** The same of what is taxed as it says itself. */
export function sumUp(
  lines: readonly Required<LineToSum>[],
  freight: Freight,
  terms: Pick<Terms, 'pricesIncludeTax' | 'taxRounding'>,
): OrderTotals {
  const parts = lines.map(({ unitPrice, quantity, tax }): Part => ({ amount: unitPrice * quantity, tax }))
  const all = taxedParts([{ amount: freight.price, tax: freight.tax }, ...parts], terms)
  const [shipping, ...taxedLines] = all
  if (!shipping) throw new Error('an order has its shipping')
  return {
    lines: taxedLines,
    shipping,
    goods: parts.reduce((sum, { amount }) => sum + amount, 0),
    tax: all.reduce((sum, part) => sum + part.tax, 0),
    total: all.reduce((sum, part) => sum + part.gross, 0),
    taxes: taxGroupsOf(all),
  }
}
