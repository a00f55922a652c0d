import { deliveryMethodsOf } from '#contracts/ordering'
import { TaxTable } from '#contracts/tax'
import { type TaxReason, elsewhere } from '#rules/tax'
import { tablesTexts as texts } from './tables.texts.ts'

/** A row as it is typed: what is blank is left out of what is sent. */
export type TypedTax = { country: string; region?: string; taxClass: string; rate: string; reason?: TaxReason }
export type TypedMethod = {
  key?: string
  name: string
  countries?: string | string[]
  weightFrom?: string
  weightTo?: string
  goodsFrom?: string
  goodsTo?: string
  price?: string
  freeFrom?: string
  days?: string | number
  pickUp?: { country: string; region?: string }
}

/** The rows of a setting, as it is written. */
export function readRows<Row>(value: string): Row[] {
  try {
    const rows: unknown = JSON.parse(value)
    return Array.isArray(rows) ? (rows as Row[]) : []
  } catch {
    return []
  }
}

/** No rows are the default: nothing. */
export const writeRows = (rows: readonly object[]): string =>
  rows.length === 0 ? '' : JSON.stringify(rows, (_, value: unknown) => (value === '' ? undefined : value))

/** What is wrong with the tables among these values, each by its setting, row and field: `TAX_TABLE.0.rate`. */
export function complaintsOf(values: Readonly<Record<string, string>>, currency: string): [field: string, string][] {
  const schemas = { TAX_TABLE: TaxTable, DELIVERY_METHODS: deliveryMethodsOf(currency) }
  return Object.entries(schemas).flatMap(([name, schema]) => {
    const value = values[name]
    if (!value) return []
    const issues = schema.safeParse(readRows(value)).error?.issues ?? []
    return issues.map(({ path, message }): [string, string] => [[name, ...path].join('.'), message])
  })
}

/** A table for the list of changes, short; any other setting as it is. */
export function inWords(name: string, value: string): string {
  if (name === 'TAX_TABLE') {
    const rows = readRows<TypedTax>(value)
    return rows
      .map(({ country, region, taxClass, rate, reason }) =>
        [country === elsewhere ? texts.elsewhere : country, region && `(${region})`, taxClass, rate, reason]
          .filter(Boolean)
          .join(' '),
      )
      .join('; ')
  }
  if (name !== 'DELIVERY_METHODS') return value
  return readRows<TypedMethod>(value)
    .map(({ name, price }) => `${name} ${price === '0' ? texts.free : (price ?? '')}`.trim())
    .join('; ')
}
