import { rateScale } from '#kernel/money'
import { rateText } from '#kernel/rates'
import type { OwnerSetting } from '#platform/settings/owner'
import { TaxTable } from './tax.contract.ts'
import { type TaxRow, withElsewhere } from './rates.rules.ts'

declare module '#platform/settings' {
  interface Settings {
    /** Millionths. */
    taxRate: number
    pricesIncludeTax: boolean
    /** Empty where the shop has one rate for everything. */
    taxTable: readonly TaxRow[]
  }
}

export const taxOwnerSettings: readonly OwnerSetting[] = [
  {
    name: 'TAX_RATE',
    read: read => ({ taxRate: read.rate('TAX_RATE') ?? 0 }),
    say: ({ taxRate }) => `${(taxRate * 100) / rateScale}%`,
  },
  {
    name: 'PRICES_INCLUDE_TAX',
    read: read => ({ pricesIncludeTax: read.flag('PRICES_INCLUDE_TAX') ?? false }),
    say: ({ pricesIncludeTax }) => (pricesIncludeTax ? 'yes' : 'no'),
  },
  {
    name: 'TAX_TABLE',
    longest: 50_000,
    read: read => ({ taxTable: read.rows('TAX_TABLE', TaxTable) ?? [] }),
    // With what holds everywhere else, whoever has said it: the owner sees it, and saves it with the next change of a row.
    say: settings =>
      settings.taxTable.length > 0
        ? JSON.stringify(withElsewhere(settings).map(({ rate, ...row }) => ({ ...row, rate: rateText(rate) })))
        : '',
  },
]
