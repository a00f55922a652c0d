import { kindOfColumn } from '../files/csv-head.rules.ts'
import { categoryColumns } from '../categories/category-row.rules.ts'
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

export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** More rows than these no workbook has: its sheet would be larger than what a spreadsheet, or the shop, reads again. */
export const mostWorkbookRows = 500_000

/** What a file is called: read again, one of a source's counts as that source (`sourceOf`). */
export const exportName = (
  kind: ExportKind,
  { format, source }: { format: ExportFormat; source?: string | undefined },
) => `${source === undefined ? '' : `${source.replaceAll(/[/\\:*?"<>|]/g, '_')}.`}${kind}.${format}`

/** A number in plain decimal text, or a text. */
export type ExportCell = string | { figure: string }

export const textOfCell = (cell: ExportCell): string => (typeof cell === 'string' ? cell : cell.figure)

/** Whether what stands in a column are numbers. */
export const isFigureColumn = (column: string): boolean =>
  column === 'year' || ['amount', 'measure', 'whole'].includes(kindOfColumn(column))

/** Whether it names a language as BCP 47 does: `de`, `fr-CH`. */
export function isLanguage(language: string): boolean {
  try {
    return language.length <= 35 && Intl.NumberFormat.supportedLocalesOf(language).length > 0
  } catch {
    return false
  }
}
export const noLanguage = 'Name a language such as de or fr-CH, or leave it out.'
