import { type FileFormat, type WrittenColumn, isFigureKind, nameInFiles } from '#kernel/tables/written-files'
import { attributeColumn } from '../columns/attribute-columns.rules.ts'
import { kindOfColumn } from '../columns/csv-columns.rules.ts'
import { categoryColumns } from '../columns/category-columns.rules.ts'
import { partColumns } from '../columns/tool-columns.rules.ts'

/** The files that the shop writes as it reads them, and their columns. */
export const exportColumns = {
  parts: ['brand', 'part_number', ...partColumns],
  prices: ['brand', 'part_number', 'price'],
  stock: ['brand', 'part_number', 'quantity'],
  fitment: [
    'brand',
    'part_number',
    'year',
    'make',
    'model',
    'engine',
    'position',
    'quantity',
    'fits',
    'conditions',
    'notes',
  ],
  numbers: ['brand', 'part_number', 'kind', 'number', 'number_brand', 'note'],
  vehicles: ['system', 'external_id', 'year', 'make', 'model'],
  categories: categoryColumns,
} as const

export type ExportKind = keyof typeof exportColumns
export const exportKinds = Object.keys(exportColumns) as readonly ExportKind[]

/** Of what several sources say side by side: a file of one of them goes back to it, and no other word changes. */
export const saidBySources: readonly ExportKind[] = ['fitment', 'numbers']

/** How many rows a page of an export has at most, and unless asked. */
export const exportPage = { most: 5000, usual: 1000 }

/** What a file is called: read again, one of a source's counts as that source (`sourceOf`). */
export const exportName = (kind: ExportKind, { format, source }: { format: FileFormat; source?: string | undefined }) =>
  `${source === undefined ? '' : `${nameInFiles(source)}.`}${kind}.${format}`

/** Whether what stands in a column are numbers. */
export const isFigureColumn = (column: string): boolean => column === 'year' || isFigureKind(kindOfColumn(column))

const wide = new Map([
  ['name', 40],
  ['description', 60],
  ['category', 30],
  ['notes', 40],
])

/** A column by its name, as it is written. Figures of attributes are told cell by cell. */
export const writtenColumn = (name: string): WrittenColumn => ({
  name,
  kind: kindOfColumn(name),
  isFigures: isFigureColumn(name) || attributeColumn(name) !== undefined,
  width: wide.get(name),
})
