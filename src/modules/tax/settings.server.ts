import { rateText } from '#kernel/rates'
import type { OwnerSetting } from '#platform/settings/owner'
import { TaxTable } from './tax.contract.ts'
import type { TaxRow } from './tax.rules.ts'

declare module '#platform/settings' {
  interface Settings {
    /** Empty where the shop has one rate for everything. */
    taxTable: readonly TaxRow[]
  }
}

export const taxOwnerSettings: readonly OwnerSetting[] = [
  {
    name: 'TAX_TABLE',
    longest: 50_000,
    read: read => ({ taxTable: read.rows('TAX_TABLE', TaxTable) ?? [] }),
    say: ({ taxTable }) =>
      taxTable.length > 0 ? JSON.stringify(taxTable.map(({ rate, ...row }) => ({ ...row, rate: rateText(rate) }))) : '',
  },
]
