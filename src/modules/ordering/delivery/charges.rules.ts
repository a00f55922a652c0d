import { type Place, type TaxRow, singleTax, standardClass, taxOf } from '#rules/tax'
import { type OrderTotals, type TaxRounding, type Terms, totalsOf } from '../sums/totals.rules.ts'
import {
  type DeliveryMethod,
  type Unfit,
  methodsOf,
  priceOfMethod,
  problemOfMethod,
  standardKey,
} from './delivery.rules.ts'

/** The one definition of what an order costs: goods, delivery and tax, by what is ordered, where to and how. Pure. */

/** The shop's settings that say what is charged. */
export type ChargeTerms = Omit<Terms, 'taxRounding'> & {
  taxTable: readonly TaxRow[]
  /** The shop's own, by which it taxes what a buyer would have to prove. */
  country?: string | undefined
  deliveryMethods: readonly DeliveryMethod[]
}

/** Whether what is charged may be another sum for another address. */
export const dependsOnPlace = ({
  taxTable,
  deliveryMethods,
}: Pick<ChargeTerms, 'taxTable' | 'deliveryMethods'>): boolean => taxTable.length > 0 || deliveryMethods.length > 0

/** A weight that nobody has said counts as nothing. */
export type LineToCharge = { unitPrice: number; quantity: number; taxClass: string; grams: number | null }

/** Where to, as far as it is known, and by which method, the standard one unless said. */
export type Delivery = { place?: Place | undefined; method?: string | undefined }

export type Charges = {
  totals: OrderTotals
  rounding: TaxRounding
  method: DeliveryMethod
  /** The methods that do for this order, and what each costs. */
  offered: { method: DeliveryMethod; price: number }[]
  /** Why the requested method does not do; the standard one is charged then. */
  unfit: Unfit | undefined
}

/**
 * What lines come to. Each is taxed as its class is at the place where the goods change hands, delivery as the standard class is.
 * A shop without a table has the sums that it always had: one rate, rounded line by line.
 */
export function chargesOf(
  lines: readonly LineToCharge[],
  terms: ChargeTerms,
  { place, method: requestedKey = standardKey }: Delivery,
): Charges {
  const goods = lines.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0)
  const grams = lines.reduce((sum, line) => sum + (line.grams ?? 0) * line.quantity, 0)
  const load = { goods, grams, place }
  const { standard, all } = methodsOf(terms)
  const requested = all.find(({ key }) => key === requestedKey)
  const problem = requested ? problemOfMethod(requested, load) : 'gone'
  const method = problem ? standard : (requested ?? standard)
  const where = method.pickUp ?? place
  // Lines are many, classes few.
  const classes = new Set([standardClass, ...lines.map(line => line.taxClass)])
  const taxes = new Map([...classes].map(taxClass => [taxClass, taxOf(terms, where, taxClass)]))
  const taxOfClass = (taxClass: string) => taxes.get(taxClass) ?? singleTax(terms)
  const rounding: TaxRounding = terms.taxTable.length > 0 ? 'group' : 'line'
  const totals = totalsOf(
    lines.map(({ unitPrice, quantity, taxClass }) => ({ unitPrice, quantity, tax: taxOfClass(taxClass) })),
    { ...terms, taxRounding: rounding },
    { price: priceOfMethod(method, load), tax: taxOfClass(standardClass) },
  )
  return {
    totals,
    rounding,
    method,
    offered: all
      .filter(method => !problemOfMethod(method, load))
      .map(method => ({ method, price: priceOfMethod(method, load) })),
    unfit: problem && { method: requested?.name ?? requestedKey, why: problem },
  }
}
