import { amountField } from '#kernel/typed-field'
import type { TableForm, TableHead } from '#kernel/tables/table'
import { type AreNames, areNamesOf } from '#kernel/tables/read-table'
import { plainCell } from '#kernel/tables/cells'
import {
  type CsvKind,
  columnCalled,
  columnsOf,
  csvColumns,
  csvKinds,
  isAttribute,
  kindOfColumn,
  nameOf,
} from '../columns/csv-columns.rules.ts'
import { baseOfColumn, distinctNumberColumns } from '../columns/number-columns.rules.ts'
import { type WeightUnit, weightUnitIn } from '../columns/weight.rules.ts'
import { FileProblem, importLimits } from '../import.rules.ts'
import { type Mapping, isShapeOf, mappedColumns, meaningOf } from '../mapping/mapping.rules.ts'

/** What stands above the column with the reasons, in a file of rows that did not go in. Read again, it means nothing. */
export const reasonHead = 'Why it was refused'

/** The columns of attributes are called as they are in the file. `weightUnit`: what the head of the weights says. */
export type CsvHead = TableHead<string> & { kind: CsvKind; weightUnit?: WeightUnit | undefined }

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
