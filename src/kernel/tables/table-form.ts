import type { NumberField } from '../typed-number.ts'
import { foldedName } from './column-names.ts'
import type { ColumnKind, TableForm, TableHead } from './table.ts'
import { TableRefused } from './table-problem.ts'

/** What a door takes, from the names that its columns have. `needed` must be there, the others may. */
export function tableForm<const Name extends string>({
  columns,
  needed,
  names,
  money,
}: {
  columns: Record<Name, { names: readonly string[]; kind: ColumnKind }>
  needed: readonly NoInfer<Name>[]
  names: string
  money: NumberField
}): TableForm<Name> {
  const nameOf = new Map<string, Name>()
  const entries = Object.entries(columns) as [Name, { names: readonly string[]; kind: ColumnKind }][]
  // Its own name is a column's in any case.
  for (const [name] of entries) nameOf.set(foldedName(name), name)
  for (const [name, { names }] of entries) for (const said of names) if (!nameOf.has(said)) nameOf.set(said, name)
  return {
    kindOf: name => columns[name].kind,
    needed: () => needed,
    names,
    money,
    headOf: (cells, line) => {
      const named = cells.map(cell => nameOf.get(foldedName(cell)) ?? nameOf.get(withoutUnit(cell)))
      if (!needed.every(name => named.includes(name))) return undefined
      const twice = named.findIndex((name, at) => name !== undefined && named.indexOf(name) !== at)
      if (twice >= 0) throw new TableRefused('column-twice', { line, value: cells[twice]! })
      return { columns: named, ignored: cells.filter((cell, at) => cell !== '' && named[at] === undefined) }
    },
  }
}

/** `Price (EUR)`, `Gewicht [kg]`: the name alone. */
export const withoutUnit = (cell: string): string =>
  foldedName(cell.replace(/[([][^)\]]*[)\]]\s*$/, '')).replace(/ (?:eur|usd|gbp|chf|pln|kg)$/, '')

const signsOfCurrencies = new Map([
  ['€', 'eur'],
  ['£', 'gbp'],
  ['₽', 'rub'],
  ['₹', 'inr'],
  ['৳', 'bdt'],
])

/** Throws where the name of a column of amounts says another currency than the shop's: `Price (EUR)`, `Preis €`. */
export function requireOwnCurrency<Name extends string>(
  { line, cells }: { line: number; cells: readonly string[] },
  { columns }: TableHead<Name>,
  { kindOf, money }: { kindOf: (name: Name) => ColumnKind; money: NumberField },
): void {
  for (const [at, name] of columns.entries()) {
    if (name === undefined || kindOf(name) !== 'amount') continue
    const cell = cells[at] ?? ''
    const [, code = ''] = /(?:^|[\s([])([A-Z]{3})[)\]]?\s*$/.exec(cell) ?? []
    const said = isCurrency(code) ? code.toLowerCase() : signsOfCurrencies.get(cell.match(/\p{Sc}/u)?.[0] ?? '')
    if (isAnother(said, money)) {
      throw new TableRefused('other-currency', { line, value: cell })
    }
  }
}

/** What a column is called that says the currency of its row, folded. */
const currencyNames = new Set(
  'currency|currency code|price currency|curr|waehrung|wahrung|wkz|devise|monnaie|moneda|divisa|valuta|moeda|waluta'.split(
    '|',
  ),
)

/** The place of the column that says in which currency the amounts of its row are; undefined where there is none, or no amount. */
export function currencyPlace<Name extends string>(
  cells: readonly string[],
  { columns }: TableHead<Name>,
  { kindOf }: { kindOf: (name: Name) => ColumnKind },
): number | undefined {
  if (!columns.some(name => name !== undefined && kindOf(name) === 'amount')) return undefined
  const at = cells.findIndex((cell, at) => columns[at] === undefined && currencyNames.has(foldedName(cell)))
  return at < 0 ? undefined : at
}

/** Whether a cell names another currency than the shop's: `CHF`, `€`. What is no currency says nothing. */
export function isOtherCurrency(cell: string, money: NumberField): boolean {
  const code = cell.trim().toUpperCase()
  const said = isCurrency(code) ? code.toLowerCase() : signsOfCurrencies.get(code)
  return isAnother(said, money)
}

const isAnother = (said: string | undefined, { currency }: NumberField) =>
  said !== undefined && currency !== undefined && said !== currency.toLowerCase()

let currencies: ReadonlySet<string> | undefined

function isCurrency(code: string): boolean {
  currencies ??= new Set(Intl.supportedValuesOf('currency'))
  return currencies.has(code)
}
