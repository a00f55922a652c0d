import { rateScale, toDecimal, toMinorUnits } from '#kernel/money'
import type { AnswerOf } from '#kernel/endpoint'
import type { contentContract } from '#contracts/content'
import type { TaxGroup } from '../orders/order-line.contract.ts'
import { type Terms, totalsOf } from '../orders/totals.rules.ts'

type Config = Pick<AnswerOf<typeof contentContract.getConfig>, 'currency' | 'terms'>

/** The terms of sale as the rules compute with them: at the API's edge amounts are decimals, and the rate a share. */
export function termsOf({ currency, terms }: Config): Terms {
  return {
    currency,
    shippingFee: minorUnits(terms.shippingFee, currency),
    freeShippingFrom: minorUnits(terms.freeShippingFrom, currency),
    taxRate: Math.round(terms.taxRate * rateScale),
    pricesIncludeTax: terms.pricesIncludeTax,
    ...(terms.taxRounding && { taxRounding: terms.taxRounding }),
  }
}

/** The parts of a total as the API shows them: decimals of `currency`, the rate a share. */
export type Sum = {
  goods: number
  shipping: number
  tax: number
  taxRate: number
  pricesIncludeTax: boolean
  total: number
  currency: string
  /** Where more than one tax is in it, each of them. */
  taxes?: readonly TaxGroup[]
}

/** What so many units come to, and how far it is from there to free shipping (0 when it is free already). */
export function sumOf(unitPrice: number, quantity: number, terms: Terms): Sum & { missingForFreeShipping: number } {
  const { currency, taxRate, pricesIncludeTax } = terms
  const totals = totalsOf([{ unitPrice: minorUnits(unitPrice, currency), quantity }], terms)
  const decimal = (minor: number) => toDecimal(minor, currency)
  return {
    goods: decimal(totals.goods),
    shipping: decimal(pricesIncludeTax ? totals.shipping.gross : totals.shipping.net),
    tax: decimal(totals.tax),
    taxRate: taxRate / rateScale,
    pricesIncludeTax,
    total: decimal(totals.total),
    currency,
    missingForFreeShipping: decimal(Math.max(0, terms.freeShippingFrom - totals.goods)),
  }
}

function minorUnits(amount: number, currency: string): number {
  const minor = toMinorUnits(amount, currency)
  if (minor === undefined) throw new Error(`${amount} is no amount of ${currency}`)
  return minor
}
