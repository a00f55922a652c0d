import { headsOf } from '#kernel/tables/column-heads'
import { type ColumnConcept, foldedName } from '#kernel/tables/column-names'
import { areOtherAmounts, withoutUnit } from '#kernel/tables/table-form'
import type { ColumnKind } from '#kernel/tables/table'
import { namesOf } from '#kernel/tables/world-names'
import { attributeColumn } from './attribute-columns.rules.ts'
import { categoryColumns } from './category-columns.rules.ts'
import { baseOfColumn, eachNumberColumn } from './number-columns.rules.ts'
import { eachToolColumn, partColumns } from './tool-columns.rules.ts'
import { withoutWeightUnit } from './weight.rules.ts'

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

/** What a cell of the line of names is called; as it is there, folded, where the shop knows no such column. */
export function nameOf(cell: string): string {
  const attribute = attributeColumn(cell)
  if (attribute) return `${attributeMark}${attribute.slug} (${attribute.unit})`
  const folded = foldedName(cell)
  const name = namesOfColumns.get(folded) ?? nameWithoutUnit(cell)
  if (name !== undefined) return name
  return namesOfColumns.get(withoutWeightUnit(folded)) === 'weight' ? 'weight' : folded.replaceAll(' ', '_')
}

/** Of what nobody pays, brackets may say anything: `UVP (inkl. MwSt.)`. */
function nameWithoutUnit(cell: string): string | undefined {
  const name = namesOfColumns.get(withoutUnit(cell))
  return name === 'price' && areOtherAmounts(cell) ? undefined : name
}

const attributeMark = 'attribute:'
/** No other name has a space in it. */
export const isAttribute = (name: string) => name.startsWith(attributeMark) && name.includes(' ')
