import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'
import { optionalText, paging } from '#kernel/fields'
import { writtenLanguage } from '#kernel/tables/table-body'
import { importLimits } from '../import.rules.ts'
import { exportKinds } from './export.rules.ts'
import { importFieldTexts } from '../fields.texts.ts'

const exported = z.object({ kind: z.enum(exportKinds, { error: () => importFieldTexts.format }) })

/** Fitment and numbers: only what this source says. */
const source = { source: optionalText(importLimits.source) }

/** How a file is written. */
const written = { ...source, language: writtenLanguage }

export const exportsContract = {
  exportRows: endpoint('GET /exports/:kind', {
    summary:
      'The rows of a file as an import reads it, of tools on sale that have a part number, by page: numbers with a decimal point.',
    access: 'staff:imports',
    paged: true,
    params: exported,
    query: z.object({
      ...paging(/^[\w-]{1,1000}$/),
      ...source,
      /** The version of the columns, as they were read: rows of other columns are refused. */
      columns: optionalText(40),
    }),
    answer: z.array(z.array(z.string())),
    refusals: ['export-changed'],
  }),
  readExportFile: endpoint('GET /exports/:kind/file', {
    summary:
      'The same as one CSV file, with its columns above: its rows come while the next ones are read. `language`: heads and decimal sign as this language has them, and with a decimal comma semicolons between cells; without it, the plain names and a point.',
    access: 'staff:imports',
    file: 'text/csv',
    params: exported,
    query: z.object(written),
    answer: z.string(),
  }),
  readExportWorkbook: endpoint('GET /exports/:kind/workbook', {
    summary: 'The same as an Excel workbook (.xlsx), of at most 500,000 rows. `language`: of its heads.',
    access: 'staff:imports',
    file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    params: exported,
    query: z.object(written),
    answer: z.string(),
    refusals: ['export-too-long'],
  }),
  listExportSources: endpoint('GET /export-sources', {
    summary:
      'The sources that say which part fits which vehicle, or other numbers of parts: each can be exported by itself.',
    access: 'staff:imports',
    answer: z.array(z.string()),
  }),
  getExportColumns: endpoint('GET /exports/:kind/columns', {
    summary: 'The columns of a file as an import reads it: those of attributes come and go with them.',
    access: 'staff:imports',
    params: exported,
    answer: z.object({ columns: z.array(z.string()), version: z.string() }),
  }),
}
