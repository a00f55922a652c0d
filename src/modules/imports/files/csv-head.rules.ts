import { attributeColumn } from './attribute-columns.rules.ts'
import { FileProblem, importLimits } from '../import.rules.ts'

/** What a CSV file is about, told from the names of its columns. */
export const csvKinds = ['parts', 'fitment', 'numbers', 'prices', 'stock', 'vehicles'] as const
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
  prices: { needed: ['part_number', 'price'], more: ['brand'] },
  stock: { needed: ['part_number', 'quantity'], more: ['brand'] },
  parts: {
    needed: ['part_number'],
    more: words(
      'brand name description category price stock minimum multiple unit weight low_stock_level tax_class tags universal pictures picture_texts',
    ),
  },
}

/** Every column of a kind, those that it needs first. */
export function columnsOf(kind: CsvKind): string[] {
  const { needed, oneOf = [], more } = csvColumns[kind]
  return [...needed, ...oneOf.flat(), ...more]
}

/** Other names of columns, as such files have them. */
const otherNames = new Map(
  Object.entries({
    external_system: 'system',
    partnumber: 'part_number',
    part: 'part_number',
    part_no: 'part_number',
    qty: 'quantity',
    notes: 'notes',
    years: 'year',
    aces_app_id: 'record',
    minimum_quantity: 'minimum',
    available_quantity: 'stock',
    weight_kg: 'weight',
    images: 'pictures',
    alt_text: 'picture_texts',
  }),
)

/** The columns of attributes are called as they are in the file. */
export type CsvHead = { kind: CsvKind; columns: (string | undefined)[]; unknown: string[] }

/** Reads the line of column names. Throws what is wrong with it: then the file cannot be read at all. */
export function readHead(cells: string[], line: number): CsvHead {
  const named = cells.map(cell => {
    const attribute = attributeColumn(cell)
    if (attribute) return `${attributeMark}${attribute.slug} (${attribute.unit})`
    const name = cell
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, '_')
    return otherNames.get(name) ?? name
  })
  const twice = named.find((name, at) => name !== '' && named.indexOf(name) !== at)
  if (twice) throw new FileProblem('column-twice', { line, value: twice })
  if (!named.includes('part_number') && !named.includes('external_id')) {
    throw new FileProblem('head-missing', { line, value: cells.join(', ').slice(0, importLimits.text) })
  }
  const kind = csvKinds
    .toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
    .find(kind => csvColumns[kind].needed.every(name => named.includes(name)) && isOnly(kind, named))
  if (!kind) throw new FileProblem('head-unknown', { line, value: cells.join(', ').slice(0, importLimits.text) })
  const known = columnsOf(kind)
  const { oneOf } = csvColumns[kind]
  if (oneOf && !oneOf.some(columns => columns.every(name => named.includes(name)))) {
    throw new FileProblem('head-unknown', { line, value: cells.join(', ').slice(0, importLimits.text) })
  }
  return {
    kind,
    columns: named.map((name, at) => {
      if (known.includes(name)) return name
      return kind === 'parts' && isAttribute(name) ? cells[at]?.trim() : undefined
    }),
    unknown: named.filter(name => name !== '' && !known.includes(name) && !(kind === 'parts' && isAttribute(name))),
  }
}

const attributeMark = 'attribute:'
/** No other name has a space in it. */
const isAttribute = (name: string) => name.startsWith(attributeMark) && name.includes(' ')

/** The most telling first. */
const order: CsvKind[] = ['vehicles', 'numbers', 'fitment', 'prices', 'stock', 'parts']

/** A list of prices has nothing else about the part; with more it is one of parts. */
function isOnly(kind: CsvKind, named: string[]): boolean {
  if (kind !== 'prices' && kind !== 'stock') return true
  const others = csvColumns.parts.more.filter(name => name !== 'brand' && !csvColumns[kind].needed.includes(name))
  return !others.some(name => named.includes(name)) && !named.some(isAttribute)
}
