import { amountField } from '#kernel/typed-field'
import { readFigure } from '#kernel/typed-number'
import { plainCell } from '#kernel/tables/cells'
import { foldedName } from '#kernel/tables/column-names'
import { currencyColumn, currencyIn, currencyInTitle, isAnother } from '#kernel/tables/currencies'
import { withoutPieces } from '#kernel/tables/pieces'
import type { TableRow } from '#kernel/tables/records'
import { mostTitles } from '#kernel/tables/table'
import { gtinWithZeros, readGtin } from '../columns/gtin.rules.ts'
import { isSeveral } from '../columns/number-columns.rules.ts'
import { amountColumns, comparedPrice } from '../columns/tool-columns.rules.ts'
import { readHead } from '../files/csv-head.rules.ts'
import { columnCalled } from '../columns/csv-columns.rules.ts'
import { FileProblem } from '../import.rules.ts'
import { type NumberCounts, cellsToAsk, countLimits, proposeByNumbers } from './known.rules.ts'
import { headsOf } from '../mapping/mapping.rules.ts'
import { saysNoFigure, statesIn, stockWord } from '../mapping/words.rules.ts'
import { isMeasured, isOfMoney, isOfTime, isOtherAmount, neverGuessed } from '../columns/said-heads.rules.ts'

/**
 * A column of a list, and what the shop takes it for; '' leaves it out. `by`: what tells it; `shop`: most of its cells are numbers that the
 * shop has. `head`: '' of a column without name and cells; `states`: what it says of whether parts can still be had.
 */
export type ProposedColumn = {
  head: string
  column: string
  by: 'name' | 'shop' | 'content' | 'nothing'
  samples: string[]
  states?: string[] | undefined
}

/** `below`: the rows under the line of names; `above`: the titles over it. */
export type Proposal = { columns: ProposedColumn[]; above: readonly TableRow[]; below: readonly TableRow[] }

type Shop = { currency: string; locale: string }

/** A word where a figure is expected, and what it may mean; undefined where that is anybody's guess. */
export type ProposedMeaning = { column: string; text: string; means: string | undefined }

/** So many lines below the names show what a column holds. */
const mostSeen = 300
const mostWords = 12

/**
 * The line that names the columns, and what each of them is: by its name, else by the numbers in it that the shop has (`counts`, by the places of
 * `numbersToAsk`), else by what stands in it. Undefined: no such line, or one of a list that is none of parts.
 */
export function proposeColumns(
  rows: readonly TableRow[],
  shop: Shop,
  counts: ReadonlyMap<number, NumberCounts> = new Map(),
): Proposal | undefined {
  const at = headOf(rows)
  const head = rows[at]
  if (!head) return undefined
  const below = rows.slice(at + 1)
  const cells = head.cells.map(plainCell)
  if (isOfOtherKind(cells)) return undefined
  const filled = (column: number) => below.slice(0, mostSeen).flatMap(row => plainCell(row.cells[column] ?? '') || [])
  const columns = headsOf(cells).map((name, place): ProposedColumn => {
    const column = columnCalled(cells[place] ?? '')
    const samples = [...new Set(filled(place))].slice(0, 3)
    const head = (cells[place] ?? '') === '' && samples.length === 0 ? '' : name
    return {
      head,
      column: column ?? '',
      by: column === undefined ? 'nothing' : 'name',
      samples,
      states: statesIn(name, filled(place)),
    }
  })
  leaveTwiceOut(columns, shop)
  leaveOthersOut(columns)
  nameByDescription(columns)
  proposeByNumbers(columns, counts, isUnsaid)
  proposeByContent(columns, filled)
  return { columns, above: rows.slice(0, at), below }
}

/**
 * The line with the most names that the shop knows; else of those that have several words and no figure the first of the widest: titles above
 * it are narrower.
 */
function headOf(rows: readonly TableRow[]): number {
  const first = rows.slice(0, mostTitles)
  const counts = first.map(
    ({ cells }) =>
      new Set(cells.flatMap(cell => (cell.trim() === '' ? [] : (columnCalled(plainCell(cell)) ?? [])))).size,
  )
  const most = Math.max(0, ...counts)
  if (most > 1) return counts.indexOf(most)
  const widths = first.map(({ cells }) => {
    const words = cells.map(plainCell).filter(Boolean)
    return words.every(word => /\p{L}/u.test(word) && !/^\D?\d/.test(word)) ? words.length : 0
  })
  const widest = Math.max(0, ...widths)
  return widest > 1 ? widths.indexOf(widest) : -1
}

/** Fitment, numbers and vehicles have names of their own, and no columns to be mapped. */
function isOfOtherKind(cells: readonly string[]): boolean {
  try {
    const kind = readHead(cells, 1)?.kind
    return kind !== undefined && !['parts', 'prices', 'stock'].includes(kind)
  } catch (error) {
    if (error instanceof FileProblem) return false
    throw error
  }
}

/** Of two columns that are called alike the first counts: of amounts, the first that names no currency but the shop's. */
function leaveTwiceOut(columns: ProposedColumn[], shop: Shop): void {
  const isForeign = ({ head }: ProposedColumn) => isAnother(currencyIn(head), amountField(shop))
  for (const [column, alike] of Map.groupBy(columns, ({ column }) => column)) {
    if (column === '' || isSeveral(column)) continue
    const counts = (isAmountColumn(column) ? alike.find(one => !isForeign(one)) : undefined) ?? alike[0]
    for (const one of alike) if (one !== counts) Object.assign(one, { column: '', by: 'nothing' })
  }
}

/** What a list calls a description is the name of its parts where nothing else is. */
function nameByDescription(columns: readonly ProposedColumn[]): void {
  const description = columns.find(({ column }) => column === 'description')
  if (description && !columns.some(({ column }) => column === 'name')) {
    Object.assign(description, { column: 'name', by: 'content' })
  }
}

/** One currency holds for a list: amounts that are in another one by their names are none of it. */
function leaveOthersOut(columns: ProposedColumn[]): void {
  const [of] = amountsOf(columns).flatMap(({ head }) => currencyIn(head) ?? [])
  for (const one of amountsOf(columns)) {
    if ((currencyIn(one.head) ?? of) !== of) Object.assign(one, { column: '', by: 'nothing' })
  }
}

/** The price before what stands beside it. */
const amountsOf = <Column extends Pick<ProposedColumn, 'column'>>(columns: readonly Column[]): Column[] =>
  columns
    .filter(({ column }) => isAmountColumn(column))
    .toSorted((one, other) => Number(other.column === 'price') - Number(one.column === 'price'))

const isAmountColumn = (column: string) => amountColumns.some(name => name === column)

/**
 * The currency of a list's amounts, a lower-case ISO code, where the list names another than the shop's: in the names of its amounts, in
 * a column of currencies, beside the amounts, or in its titles. Undefined where it names none, or it is anybody's guess which.
 */
export function proposeCurrency(
  columns: readonly Pick<ProposedColumn, 'head' | 'column'>[],
  { above, below }: Pick<Proposal, 'above' | 'below'>,
  shop: Shop,
): string | undefined {
  const amounts = amountsOf(columns)
  if (amounts.length === 0) return undefined
  const cellsAt = (place: number) =>
    below
      .slice(0, mostSeen)
      .map(({ cells, figures }) => `${plainCell(cells[place] ?? '')} ${figures?.get(place) ?? ''}`.trim().toUpperCase())
  const ofRows = currencyColumn(columns.map(({ head }) => head))
  const currency =
    amounts.flatMap(({ head }) => currencyIn(head) ?? [])[0] ??
    mostOf((ofRows === undefined ? [] : cellsAt(ofRows)).map(currencyIn)) ??
    mostOf(amounts.flatMap(amount => cellsAt(columns.indexOf(amount)).map(currencyBeside))) ??
    mostOf(above.flatMap(({ cells }) => cells.map(currencyInTitle)))
  if (!isAnother(currency, amountField(shop))) return undefined
  return currency === '$' ? 'usd' : currency?.length === 3 ? currency : undefined
}

const currencyBeside = (cell: string) => (/\d/.test(cell) ? currencyIn(cell) : undefined)

function mostOf(currencies: readonly (string | undefined)[]): string | undefined {
  const named = Map.groupBy(
    currencies.filter(currency => currency !== undefined),
    currency => currency,
  )
  return [...named.values()].toSorted((one, other) => other.length - one.length)[0]?.[0]
}

/** `isPriced`: another column is the price. */
type Look = { cells: string[]; distinct: number; name: string; isPriced: boolean }

/** What a dealer's price is compared with. Beside a price it may as well be a weight. */
const isBefore = (name: string) => /\b(?:brut|bruto|brutto|gross|lordo)\b/.test(name)

const share = (cells: readonly string[], is: (cell: string) => boolean) =>
  cells.length === 0 ? 0 : cells.filter(is).length / cells.length

const isFigure = (cell: string) =>
  (['.', ','] as const).some(sign => readFigure(cell, sign, { locale: 'en', decimals: 6 }) !== undefined)
const isAmount = (cell: string) =>
  /\d[.,]\d{1,4}\D*$/.test(cell) && isFigure(cell.replaceAll(/[^\d.,\s’']/g, '').trim())
const isCount = (cell: string) => /^[>≥<+]?\s*\d{1,6}\+?$/.test(cell) || stockWord(cell) !== undefined
const isNumber = (cell: string) => /\d/.test(cell) && /^[\p{L}\d][\p{L}\d .\-/]{2,24}$/u.test(cell) && !isAmount(cell)

/** Said by content alone: barcodes by their check digits, numbers by their distinctness, and what is left of a list. */
const looks: readonly { column: string; is: (look: Look) => boolean }[] = [
  { column: 'gtin', is: ({ cells }) => cells.length > 2 && share(cells, isGtinCell) > 0.8 },
  {
    column: 'part_number',
    is: ({ cells, distinct }) => share(cells, isNumber) > 0.9 && distinct > 0.95 * cells.length && cells.length > 1,
  },
  {
    column: comparedPrice,
    is: ({ cells, name, isPriced }) => !isPriced && isBefore(name) && share(cells, isAmount) > 0.6,
  },
  { column: 'price', is: ({ cells }) => share(cells, isAmount) > 0.6 },
  { column: 'stock', is: ({ cells }) => cells.length > 2 && share(cells, isCount) > 0.9 && cells.some(hasWord) },
  {
    column: 'name',
    is: ({ cells, distinct }) => share(cells, cell => /\p{L}{3}.*\s/u.test(cell)) > 0.7 && distinct > cells.length / 2,
  },
]
const isGtinCell = (cell: string) => (readGtin(cell) ?? gtinWithZeros(cell)) !== undefined
const hasWord = (cell: string) => /[^\d\s]/.test(cell)

/** Neither its name nor anybody says what it is. */
const isUnsaid = ({ head, column }: ProposedColumn) =>
  column === '' && !isMeasured(head) && !neverGuessed.test(foldedName(head))

/** The columns that hold prices, or may: which of them customers pay is their owner's to say where there are several. */
export const pricesAmong = (columns: readonly ProposedColumn[]): string[] =>
  columns.flatMap(one => (isAmountColumn(one.column) || (isUnsaid(one) && holdsAmounts(one)) ? one.head : []))

const holdsAmounts = ({ samples }: ProposedColumn) => samples.length > 0 && samples.every(isAmount)

/**
 * Whether a column that is left out may be an attribute, which buyers see: never what may be an amount, what the shop has a column for, or
 * what has no name of its own.
 */
export function mayBeAttribute(one: ProposedColumn): boolean {
  const folded = foldedName(one.head)
  if (one.column !== '' || one.samples.length === 0 || /#\d+$/.test(one.head)) return false
  if (
    columnCalled(one.head) !== undefined ||
    currencyIn(one.head) !== undefined ||
    isOfMoney(folded) ||
    isOfTime(one.head)
  )
    return false
  return isMeasured(one.head) || neverGuessed.test(folded) || !holdsAmounts(one)
}

/** Cells of columns whose names say nothing, by their places: whether the shop has them as numbers tells what such a column is. */
export function numbersToAsk(rows: readonly TableRow[], shop: Shop): ReadonlyMap<number, string[]> {
  const { columns, below } = proposeColumns(rows, shop) ?? { columns: [], below: [] }
  const cellsOfColumns = columns.flatMap((proposed, place): [number, string[]][] => {
    if (proposed.by === 'name' || !isUnsaid({ ...proposed, column: '' })) return []
    const cells = cellsToAsk(below.slice(0, mostSeen).map(row => plainCell(row.cells[place] ?? '')))
    return cells.length > 0 ? [[place, cells]] : []
  })
  return new Map(cellsOfColumns.slice(0, countLimits.columns))
}

function proposeByContent(columns: readonly ProposedColumn[], filled: (column: number) => string[]): void {
  // Which month of several is meant is its owner's to say.
  const isOfMonths = columns.filter(({ head }) => isOfTime(head)).length > 1
  for (const { column, is } of looks) {
    if (columns.some(other => other.column === column)) continue
    const isPriced = columns.some(other => other.column === 'price')
    const at = columns.findIndex((proposed, place) => {
      // What has a name of the shop's was left out with reason.
      if (!isUnsaid(proposed) || columnCalled(proposed.head) !== undefined || isOtherAmount(proposed.head)) return false
      if (isOfMonths && isOfTime(proposed.head)) return false
      const cells = filled(place)
      return is({ cells, distinct: new Set(cells).size, name: foldedName(proposed.head), isPriced })
    })
    const match = columns[at]
    if (match) Object.assign(match, { column, by: 'content' })
  }
}

/** The words that stand where these columns have figures, and what each of them probably means. */
export function proposeMeanings(
  columns: readonly Pick<ProposedColumn, 'column'>[],
  below: readonly TableRow[],
): ProposedMeaning[] {
  return columns.flatMap(({ column }, place) => {
    if (column !== 'stock' && !isAmountColumn(column)) return []
    return wordsIn(below, place, column === 'stock').map((text): ProposedMeaning => {
      const isNothing = saysNoFigure(text)
      return { column, text, means: column === 'stock' ? stockWord(text) : isNothing ? '' : undefined }
    })
  })
}

/** Words of a column of figures, each once: those of units and money beside a figure are none. */
function wordsIn(below: readonly TableRow[], place: number, isCount: boolean): string[] {
  const words = new Set<string>()
  for (const { cells } of below) {
    const cell = plainCell(cells[place] ?? '')
    if (cell === '' || cell.length > 40 || words.has(cell)) continue
    const beside = currencyBeside(cell) === undefined ? /[\p{Sc}\s]|^[A-Z]{3}|[A-Z]{3}$/gu : /[\p{Sc}\s\p{L}]/gu
    const bare = (isCount ? withoutPieces(cell) : cell).replaceAll(beside, '')
    if (!/^[\d.,’']+$/.test(bare)) words.add(cell)
    if (words.size === mostWords) break
  }
  return [...words]
}
