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
      const value = read.oneOf('PRICE_LISTS', [...listPolicies])
      return { priceListPolicy: listPolicies.find(policy => policy === value) ?? 'nearest' }
    },
    say: ({ priceListPolicy }) => priceListPolicy,
  },
  {
    name: 'PRICES_AFTER_SIGN_IN',
    read(read) {
      const typed = read.text('PRICES_AFTER_SIGN_IN')
      const readers = priceReaders.find(readers => readers === typed)
      const isOn = readers !== undefined || (read.flag('PRICES_AFTER_SIGN_IN') ?? false)
      return { pricesAfterSignIn: isOn, pricesFor: readers ?? 'confirmed' }
    },
    say: ({ pricesAfterSignIn, pricesFor }) => (pricesAfterSignIn ? pricesFor : 'no'),
  },
]
