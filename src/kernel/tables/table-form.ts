import type { NumberField } from '../typed-number.ts'
import { foldedName, withoutDate } from './column-names.ts'
import { unitBehind } from './currencies.ts'
import type { ColumnKind, TableForm } from './table.ts'
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
  for (const [name, { names }] of entries) for (const head of names) if (!nameOf.has(head)) nameOf.set(head, name)
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

/** `Price (EUR)`, `Gewicht [kg]`, `UVP € 2027`: the name alone. */
export const withoutUnit = (cell: string): string =>
  foldedName(withoutDate(cell).replace(/[([][^)\]]*[)\]]\s*$/, '')).replace(unitBehind, '')
