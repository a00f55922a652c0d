import type { OwnerSetting } from '#platform/settings/owner'

declare module '#platform/settings' {
  interface Settings {
    /** Of all prices, such as `usd`. */
    currency: string
  }
}

export const catalogueOwnerSettings: readonly OwnerSetting[] = [
  {
    name: 'CURRENCY',
    read: read => ({ currency: read.currency('CURRENCY') ?? 'usd' }),
    say: ({ currency }) => currency,
  },
]
