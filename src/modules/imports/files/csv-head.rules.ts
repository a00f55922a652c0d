import { headsOf } from '#kernel/tables/column-heads'
import { type ColumnConcept, foldedName } from '#kernel/tables/column-names'
import { amountField } from '#kernel/typed-field'
import { withoutUnit } from '#kernel/tables/table-form'
import type { ColumnKind, TableForm, TableHead } from '#kernel/tables/table'
import { type AreNames, areNamesOf } from '#kernel/tables/read-table'
import { plainCell } from '#kernel/tables/cells'
import { namesOf } from '#kernel/tables/world-names'
import { baseOfColumn, distinctNumberColumns, eachNumberColumn } from '../columns/number-columns.rules.ts'
import { eachToolColumn, partColumns } from '../columns/tool-columns.rules.ts'
import { type WeightUnit, weightUnitIn, withoutWeightUnit } from '../columns/weight.rules.ts'
import { categoryColumns } from '../columns/category-columns.rules.ts'
import { attributeColumn } from '../columns/attribute-columns.rules.ts'
import { FileProblem, importLimits } from '../import.rules.ts'
import { reasonHead } from '../problems/refused.rules.ts'
import { type Mapping, isShapeOf, mappedColumns, meaningOf } from '../mapping/mapping.rules.ts'

/** What a CSV file is about, told from the names of its columns. */
export const csvKinds = ['parts', 'fitment', 'numbers', 'prices', 'stock', 'vehicles', 'categories'] as const
export type CsvKind = (typeof csvKinds)[number]

const words = (text: string) => text.split(' ')

/** What each kind takes: columns that it needs, a choice of columns of which it needs one, columns that may be there. */
export const csvColumns: Record<CsvKind, { needed: string[]; oneOf?: string[][]; more: string[] }> = {
  vehicles: { needed: ['system', 'external_id', 'year', 'make', 'model'], more: ['source'] },
  numbers: { needed: ['part_number', 'kind', 'number'], more: ['brand', 'number_brand', 'note'] },
  fitment: {
    needed: ['part_number', 'make', 'model'],
    oneOf: [['year_from', 'year_to'], ['year']],
    more: words('brand engine position quantity fits conditions notes submodel part_type record'),
  },
  prices: { needed: ['part_number', 'price'], more: ['brand', 'price_per'] },
  stock: { needed: ['part_number', 'quantity'], more: ['brand'] },
  parts: {
    needed: ['part_number'],
    more: ['brand', ...partColumns, 'price_per', ...eachNumberColumn.map(([name]) => name)],
  },
  // By both it is told from a list of parts that has groups.
  categories: {
    needed: ['category', 'attribute_name'],
    more: categoryColumns.filter(column => column !== 'category' && column !== 'attribute_name'),
  },
}

/** Every column of a kind, those that it needs first. */
export function columnsOf(kind: CsvKind): string[] {
  const { needed, oneOf = [], more } = csvColumns[kind]
  return [...needed, ...oneOf.flat(), ...more]
}

/** Columns by what they are called in the trade, in several languages. */
const concepts = new Map<string, ColumnConcept>([
  ['part_number', 'partNumber'],
  ['brand', 'brand'],
  ['category', 'category'],
  ['stock', 'stock'],
  ['quantity', 'quantity'],
  ['price_per', 'pricePer'],
  ...eachToolColumn.flatMap(({ name, concept }): [string, ColumnConcept][] => (concept ? [[name, concept]] : [])),
  ...eachNumberColumn.map(([name, { concept }]): [string, ColumnConcept] => [name, concept]),
])

/** Each name of a column, folded: a column's own first, then those of such files, then those of the trade. */
const namesOfColumns = new Map<string, string>()
for (const kind of csvKinds) for (const column of columnsOf(kind)) namesOfColumns.set(foldedName(column), column)
for (const [name, column] of Object.entries({
  'external system': 'system',
  years: 'year',
  'aces app id': 'record',
  images: 'pictures',
  'alt text': 'picture_texts',
})) {
  namesOfColumns.set(name, column)
}
for (const [column, concept] of concepts) {
  for (const name of namesOf(concept)) if (!namesOfColumns.has(name)) namesOfColumns.set(name, column)
}
// What the shop itself writes, it reads.
for (const column of csvKinds.flatMap(columnsOf)) {
  for (const name of headsOf(column).map(foldedName)) if (!namesOfColumns.has(name)) namesOfColumns.set(name, column)
}

const kindsOfColumns = new Map<string, ColumnKind>([
  ['part_number', 'number'],
  ['number', 'number'],
  ['external_id', 'number'],
  ['stock', 'whole'],
  ['quantity', 'whole'],
  ['price_per', 'whole'],
  ['category_place', 'whole'],
  ['attribute_place', 'whole'],
  ['category_address', 'number'],
  ...eachToolColumn.map(({ name, kind }): [string, ColumnKind] => [name, kind]),
  ...eachNumberColumn.map(([name]): [string, ColumnKind] => [name, 'number']),
])

/** What stands in a column, by its name. */
export const kindOfColumn = (column: string): ColumnKind => kindsOfColumns.get(baseOfColumn(column)) ?? 'text'

/** Whether a list of parts has a column of that name: an own one, or an attribute's. */
export const isPartsColumn = (name: string): boolean =>
  columnsOf('parts').includes(name) || attributeColumn(name) !== undefined

/** The column that a name in a file means by itself; undefined where a list of parts has none such. */
export function columnCalled(cell: string): string | undefined {
  const name = nameOf(cell)
  if (isAttribute(name)) return cell.trim()
  return columnsOf('parts').includes(name) ? name : undefined
}

/** The columns of attributes are called as they are in the file. `weightUnit`: what the head of the weights says. */
export type CsvHead = TableHead<string> & { kind: CsvKind; weightUnit?: WeightUnit | undefined }

function nameOf(cell: string): string {
  const attribute = attributeColumn(cell)
  if (attribute) return `${attributeMark}${attribute.slug} (${attribute.unit})`
  const folded = foldedName(cell)
  const name = namesOfColumns.get(folded) ?? namesOfColumns.get(withoutUnit(cell))
  if (name !== undefined) return name
  return namesOfColumns.get(withoutWeightUnit(folded)) === 'weight' ? 'weight' : folded.replaceAll(' ', '_')
}

/**
 * Reads the line of column names; undefined where these are none, or not all that are mapped. Throws what is wrong with it: then the
 * file cannot be read at all.
 */
export function readHead(inFile: readonly string[], line: number, mapping?: Mapping): CsvHead | undefined {
  if (mapping && !isShapeOf(mapping, inFile)) return undefined
  const mapped = mapping ? mappedColumns(mapping, inFile) : []
  const cells = inFile.map((cell, at) => mapped[at] ?? cell)
  const named = distinctNumberColumns(cells.map(nameOf))
  const twice = named.find((name, at) => name !== '' && named.indexOf(name) !== at)
  const isHead = ['part_number', 'external_id'].some(name => named.includes(name)) || isOfCategories(named)
  if (!isHead) return undefined
  if (twice) throw new FileProblem('column-twice', { line, value: twice })
  // A value for all rows counts as a column.
  const names = [...named, ...(mapping?.fixed ?? []).map(({ column }) => nameOf(column))]
  const kind = csvKinds
    .toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
    .find(kind => csvColumns[kind].needed.every(name => named.includes(name)) && isOnly(kind, names))
  if (!kind) throw new FileProblem('head-unknown', { line, value: cells.join(', ').slice(0, importLimits.text) })
  const all = columnsOf(kind)
  const ownColumns = { includes: (name: string) => all.includes(baseOfColumn(name)) }
  const { oneOf } = csvColumns[kind]
  if (oneOf && !oneOf.some(columns => columns.every(name => named.includes(name)))) {
    throw new FileProblem('head-unknown', { line, value: cells.join(', ').slice(0, importLimits.text) })
  }
  return {
    kind,
    weightUnit: weightUnitIn(inFile[named.indexOf('weight')] ?? ''),
    columns: named.map((name, at) => {
      if (ownColumns.includes(name)) return name
      return kind === 'parts' && isAttribute(name) ? cells[at]?.trim() : undefined
    }),
    ignored: cells.filter((cell, at) => {
      const name = named[at] ?? ''
      return (
        cell.trim() !== '' &&
        cell.trim() !== reasonHead &&
        !ownColumns.includes(name) &&
        !(kind === 'parts' && isAttribute(name))
      )
    }),
  }
}

const isOfCategories = (named: readonly string[]) => csvColumns.categories.needed.every(name => named.includes(name))

const attributeMark = 'attribute:'
/** No other name has a space in it. */
const isAttribute = (name: string) => name.startsWith(attributeMark) && name.includes(' ')

/** The most telling first. */
const order: CsvKind[] = ['vehicles', 'numbers', 'fitment', 'prices', 'stock', 'parts', 'categories']

/** A list of prices has nothing else about the part; with more it is one of parts. */
function isOnly(kind: CsvKind, named: string[]): boolean {
  if (kind !== 'prices' && kind !== 'stock') return true
  const others = csvColumns.parts.more.filter(name => !columnsOf(kind).includes(name))
  return !others.some(name => named.includes(name)) && !named.some(isAttribute)
}

/**
 * Tells the sheet of a workbook that is a list from its cover: it has the columns that somebody has mapped, else names as the shop writes them,
 * else several that the shop knows.
 */
export function areNamesOfList(mapping: Mapping | undefined): AreNames {
  const areWhole = areNamesOf({ headOf: (cells, line) => readHead(cells, line, mapping) })
  if (mapping) return areWhole
  return cells => areWhole(cells) || new Set(cells.flatMap(cell => columnCalled(plainCell(cell)) ?? [])).size > 1
}

/** What an import takes of a table. `currency`: the shop's, in which its amounts are unless the mapping says another. */
export const importForm = ({
  mapping,
  currency,
  locale,
}: {
  currency: string
  locale: string
  mapping?: Mapping | undefined
}): TableForm<string> => ({
  headOf: (cells, line) => readHead(cells, line, mapping),
  ...(mapping?.meanings && { meaningOf: meaningOf(mapping) }),
  kindOf: kindOfColumn,
  needed: head => csvColumns[(head as CsvHead).kind].needed,
  names: '',
  money: amountField({ currency: mapping?.currency?.code ?? currency, locale }),
})
