import type { ReadSettings } from '#platform/settings'

declare module '#platform/settings' {
  interface Settings {
    /** Of all prices, such as `usd`. */
    currency: string
  }
}

export const readCatalogueSettings: ReadSettings = read => ({ currency: read.currency('CURRENCY') ?? 'usd' })
