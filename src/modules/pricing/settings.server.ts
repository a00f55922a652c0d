import type { OwnerSetting } from '#platform/settings/owner'
import { type ListPolicy, listPolicies } from './prices.rules.ts'

declare module '#platform/settings' {
  interface Settings {
    /** Which price list wins where several have a price for a buyer. */
    priceListPolicy: ListPolicy
    /** Whether prices are for who is signed in alone. */
    pricesAfterSignIn: boolean
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
    read: read => ({ pricesAfterSignIn: read.flag('PRICES_AFTER_SIGN_IN') ?? false }),
    say: ({ pricesAfterSignIn }) => (pricesAfterSignIn ? 'yes' : 'no'),
  },
]
