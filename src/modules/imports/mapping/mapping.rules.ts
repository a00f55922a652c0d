import { foldedName, withoutDate } from '#kernel/tables/column-names'
import { decimalsOf, shareOf } from '#kernel/money'

/**
 * How an owner reads a list that a supplier wrote for others: what each of its columns is, what all its rows have, what its words
 * mean, what its prices are multiplied by. Kept with the import, it is the profile of its source: the next list of the same shape
 * is read alike.
 */
export type Mapping = {
  /** By what stands above a column (`headsOf`): which column of a list of parts it is; '' leaves it out. */
  columns: readonly { head: string; column: string }[]
  /** What a row has whose own cell is empty or missing. */
  fixed?: readonly { column: string; value: string }[]
  /**
   * What a cell says that is no value by itself: in stock, `>100` means 100. `means` is a figure with a decimal point; empty, it is an
   * empty cell.
   */
  meanings?: readonly { column: string; text: string; means: string }[]
  /** Of prices, as a plain decimal number above 0: `1.35`. */
  priceTimes?: string
  /** The currency of the whole list, all its amounts and what is said of them, where it is another than the shop's. */
  currency?: ListCurrency
}

/**
 * `code`: ISO 4217 in lower case. `rate`: what one unit of it is in the shop's currency, as a plain decimal number above 0. `saidOn`:
 * the day on which somebody said so, by the shop's clock: `2026-03-31`; `into`: the currency that the shop had then.
 */
export type ListCurrency = { code: string; rate: string; saidOn?: string | undefined; into?: string | undefined }

export const mappingLimits = { columns: 1000, head: 400, meanings: 200, value: 500 } as const

/** Enough for what one đồng is in dollars. */
export const factorDecimals = 10

/** `1.35`: above 0, ten decimals at most. */
export const factorPattern = /^(?=.*[1-9])\d{1,6}(?:\.\d{1,10})?$/

const one = 10n ** BigInt(factorDecimals)

/** A factor as a whole number, so many times `one`. `factor`: by `factorPattern`. */
export function wholeFactor(factor: string): bigint {
  const [whole = '', fraction = ''] = factor.split('.')
  return BigInt(whole + fraction.padEnd(factorDecimals, '0'))
}

/** What stands above the columns, each distinct: the second `Preis` of a line is `Preis #2`, and what has no name has its place, `#3`. */
export function headsOf(cells: readonly string[]): string[] {
  const trimmed = cells.map((cell, at) => cell.trim().slice(0, mappingLimits.head) || `#${at + 1}`)
  return trimmed.map((head, at) => {
    const turn = trimmed.slice(0, at + 1).filter(other => other === head).length
    return turn > 1 ? `${head} #${turn}` : head
  })
}

/**
 * Which column each cell of a line of names is: the one that is called so, or the only one that is called so but for its year or day. Where
 * several of such a name are, here or there, one that was not there before may be meant instead: then it is none.
 */
function placed({ columns }: Mapping, cells: readonly string[]): (Mapping['columns'][number] | undefined)[] {
  const heads = headsOf(cells)
  const columnOf = new Map(columns.map(column => [column.head, column]))
  const mapped = Map.groupBy(columns, ({ head }) => withoutDate(head))
  const named = Map.groupBy(heads, withoutDate)
  return heads.map(head => {
    const name = withoutDate(head)
    const [only, ...others] = mapped.get(name) ?? []
    const alike = named.get(name) ?? []
    if (others.length === 0 && alike.length === 1) return only
    const isAsBefore = head === name || alike.every(one => columnOf.has(one))
    return isAsBefore ? columnOf.get(head) : undefined
  })
}

/** Whether a line names every column that is mapped to something. */
export function isShapeOf(mapping: Mapping, cells: readonly string[]): boolean {
  const there = new Set(placed(mapping, cells))
  return mapping.columns.every(column => column.column === '' || there.has(column))
}

/** The column of each cell of the line of names: undefined where the mapping says nothing of it. */
export const mappedColumns = (mapping: Mapping, cells: readonly string[]): (string | undefined)[] =>
  placed(mapping, cells).map(column => column?.column)

/** What a word in a column means, if anything is said of it. Words are compared folded, signs as they are: `>100` is not `100`. */
export function meaningOf({ meanings = [] }: Mapping): (column: string, cell: string) => string | undefined {
  const means = new Map(meanings.map(({ column, text, means }) => [keyOf(column, text), means]))
  return (column, cell) => (cell === '' ? undefined : means.get(keyOf(column, cell)))
}

const keyOf = (column: string, text: string) =>
  `${column}\u001f${/\p{L}/u.test(text) ? foldedName(text) : text.replaceAll(/\s/g, '')}`

export type Fixed = NonNullable<Mapping['fixed']>

/** The cells of a row, and what is said of those that are empty. */
export function withFixed(values: ReadonlyMap<string, string>, fixed: Fixed): ReadonlyMap<string, string> {
  if (fixed.length === 0) return values
  const all = new Map(values)
  for (const { column, value } of fixed) if (!all.get(column)) all.set(column, value)
  return all
}

/** From one currency into another, both ISO 4217 in lower case. `rate`: what one unit of `from` is in `to`, by `wholeFactor`. */
export type Conversion = { from: string; to: string; rate: bigint }

/** `times`: what prices are multiplied by, by `wholeFactor`; `per`: for how many units the list says the price. */
type PriceTerms = { times?: bigint; per?: number; conversion?: Conversion | undefined }

/** The price of one unit is this part of the one that the list says: the first to the second. */
function shareOfOne({ times = one, per = 1, conversion }: PriceTerms): [bigint, bigint] {
  if (!conversion) return [times, one * BigInt(per)]
  const { from, to, rate } = conversion
  const tens = (currency: string) => 10n ** BigInt(decimalsOf(currency))
  return [times * rate * tens(to), one ** 2n * BigInt(per) * tens(from)]
}

/** The price of one unit, in minor units, exact and rounded once, halves up: of the shop's currency where it is converted. */
export const unitPrice = (minor: number, terms: PriceTerms): number => shareOf(minor, ...shareOfOne(terms))

/** Rounding may change a price by a twentieth at most: beyond, what a hundred cost is no price of one. */
export function isLostInRounding(minor: number, terms: PriceTerms): boolean {
  const [part, whole] = shareOfOne(terms)
  const exact = BigInt(minor) * part
  const off = BigInt(unitPrice(minor, terms)) * whole - exact
  return (off < 0n ? -off : off) * 20n > exact
}
