import type { NumberField } from '../typed-number.ts'
import { foldedName, withoutDate } from './column-names.ts'
import { currencyIn, unitBehind } from './currencies.ts'
import { isSinglePiece } from './pieces.ts'
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
      const named = cells.map(cell => {
        const own = nameOf.get(foldedName(cell))
        const plain = own ?? nameOf.get(withoutUnit(cell))
        return own === undefined && plain !== undefined && columns[plain].kind === 'amount' && areOtherAmounts(cell)
          ? undefined
          : plain
      })
      if (!needed.every(name => named.includes(name))) return undefined
      const twice = named.findIndex((name, at) => name !== undefined && named.indexOf(name) !== at)
      if (twice >= 0) throw new TableRefused('column-twice', { line, value: cells[twice]! })
      return { columns: named, ignored: cells.filter((cell, at) => cell !== '' && named[at] === undefined) }
    },
  }
}

/** `Price (EUR)`, `Gewicht [kg]`, `UVP € 2027`: the name alone. */
export const withoutUnit = (cell: string): string =>
  foldedName(withoutDate(cell).replace(inBrackets, '')).replace(unitBehind, '')

const inBrackets = /[([]([^)\]]*)[)\]]\s*$/

/** In brackets behind a price, these say that it is what one unit costs without tax, as its name alone does. */
const ofOne =
  /^(?:1|net|nett|netto|neto|ht|hors|taxes?|excl|exkl|excluding|excluded|without|w|o|ohne|zzgl|plus|vat|mwst|ust|tva|iva|btw|dph|moms|kdv|per|pro|je|par|por|each|unit|sales|selling|vk)$/

/** Whether the brackets behind a name of amounts make other amounts of them: `Preis (100 Stk.)`, `Price (cost)`, `Prix (TTC)`; `Price (EUR/pc)` is one. */
export function areOtherAmounts(cell: string): boolean {
  const [, inside = ''] = inBrackets.exec(withoutDate(cell)) ?? []
  const words = inside.split(/[^\p{L}\p{N}\p{Sc}]+/u).filter(Boolean)
  return words.some(word => !ofOne.test(foldedName(word)) && !isSinglePiece(word) && currencyIn(word) === undefined)
}
