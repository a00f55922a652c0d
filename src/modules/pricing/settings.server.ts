import type { OwnerSetting } from '#platform/settings/owner'
import { type ListPolicy, listPolicies } from './prices.rules.ts'

declare module '#platform/settings' {
  interface Settings {
    /** Which price list wins where several have a price for a buyer. */
    priceListPolicy: ListPolicy
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
]
