import { partColumns } from '../columns/tool-columns.rules.ts'

/** The files that the shop writes as it reads them, and their columns. */
export const exportColumns = {
  parts: ['brand', 'part_number', ...partColumns],
  prices: ['brand', 'part_number', 'price'],
  stock: ['brand', 'part_number', 'quantity'],
} as const

export type ExportKind = keyof typeof exportColumns
export const exportKinds = Object.keys(exportColumns) as readonly ExportKind[]

/** How many rows a page of an export has at most, and unless asked. */
export const exportPage = { most: 5000, usual: 1000 }
