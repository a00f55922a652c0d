import type { OwnerSetting } from '#platform/settings/owner'
import { type ListPolicy, type PriceReaders, listPolicies, priceReaders } from './prices.rules.ts'

declare module '#platform/settings' {
  interface Settings {
    /** Which price list wins where several have a price for a buyer. */
    priceListPolicy: ListPolicy
    /** Whether prices are for who is signed in alone, and for which of them: those who have confirmed their address, or all. */
    pricesAfterSignIn: boolean
    pricesFor: PriceReaders
  }
}

export const pricingOwnerSettings: readonly OwnerSetting[] = [
  {
    name: 'PRICE_LISTS',
    read(read) {
      const said = read.oneOf('PRICE_LISTS', [...listPolicies])
      return { priceListPolicy: listPolicies.find(policy => policy === said) ?? 'nearest' }
    },
    say: ({ priceListPolicy }) => priceListPolicy,
  },
  {
    name: 'PRICES_AFTER_SIGN_IN',
    read(read) {
      const said = read.flagOr('PRICES_AFTER_SIGN_IN', priceReaders)
      const readers = priceReaders.find(readers => readers === said) ?? 'confirmed'
      return { pricesAfterSignIn: said !== undefined && said !== 'no', pricesFor: readers }
    },
    say: ({ pricesAfterSignIn, pricesFor }) => (pricesAfterSignIn ? pricesFor : 'no'),
  },
]
