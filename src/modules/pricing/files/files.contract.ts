import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'
import { tableChoices, writtenLanguage } from '#kernel/tables/table-body'
import { Id, optionalText, paging } from '#kernel/fields'
import { priceFile, priceFileEffects, priceFileStates, unnamedReasons } from './files.rules.ts'
import { priceFileFieldTexts } from './files.texts.ts'

/** What a file of prices does to a list, in products; `problems` are the first of its rows that cannot be taken. */
export const PriceFileAnswer = z.object({
  rows: z.number(),
  added: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  refused: z.number(),
  problems: z.array(z.object({ line: z.number(), partNumber: z.string(), message: z.string() })),
})
export type PriceFileAnswer = z.infer<typeof PriceFileAnswer>

/**
 * A file of prices of a list, as it was looked at; `readShare`: how much of it has been read, 0 to 1; `failure`: why nothing of it
 * was taken; `leftAlone`: products that an undo has left as somebody made them since.
 */
export const PriceFile = z.object({
  _id: z.string(),
  listId: z.string(),
  name: z.string(),
  state: z.enum(priceFileStates),
  replaces: z.boolean(),
  readShare: z.number(),
  failure: z.nullable(z.string()),
  ...PriceFileAnswer.shape,
  removed: z.number(),
  /** How it was read; null until it was. `leftOut`: lines that are no rows. */
  reading: z.nullable(
    z.object({
      format: z.enum(['csv', 'xlsx']),
      encoding: z.optional(z.string()),
      sheet: z.optional(z.string()),
      decimalSign: z.nullable(z.enum(['.', ','])),
      leftOut: z.array(z.number()),
    }),
  ),
  /** What it leaves open, where that is why nothing of it was taken. */
  asks: z.nullable(z.enum(['encoding', 'decimalSign', 'sheet'])),
  leftAlone: z.nullable(z.number()),
  sentAt: z.string(),
  endedAt: z.nullable(z.string()),
})
export type PriceFile = z.infer<typeof PriceFile>

const Side = z.nullable(
  z.object({
    tiers: z.array(z.object({ from: z.number(), price: z.number() })),
    minimum: z.nullable(z.number()),
    multiple: z.nullable(z.number()),
  }),
)

const NamedTool = z.object({
  _id: z.string(),
  name: z.string(),
  brand: z.nullable(z.string()),
  partNumber: z.nullable(z.string()),
})

/** What a file does to one product: what the list says of it before and after; null where that is nothing. */
export const PriceFileEntry = z.object({
  tool: NamedTool,
  effect: z.enum(priceFileEffects),
  before: Side,
  after: Side,
})
export type PriceFileEntry = z.infer<typeof PriceFileEntry>

/** What no file of a list can name: how many products, and the first of them. */
export const UnnamedEntries = z.object({
  count: z.number(),
  first: z.array(
    z.object({
      tool: NamedTool,
      why: z.enum(unnamedReasons),
    }),
  ),
})
export type UnnamedEntries = z.infer<typeof UnnamedEntries>

const params = z.object({ id: Id })
/** How a file is written. */
const written = z.object({ language: writtenLanguage })
const upload = { field: 'prices', mostBytes: priceFile.bytes }

export const priceFilesContract = {
  previewPriceFile: endpoint('POST /price-lists/:id/file/preview', {
    summary:
      'Says what a CSV or XLSX file (brand, part_number, from, price, minimum, multiple) of at most 100,000 rows would do to the prices of a list, and which rows cannot be taken. Changes nothing.',
    access: 'staff:prices',
    params,
    query: z.object(tableChoices),
    upload,
    answer: PriceFileAnswer,
    refusals: ['price-list-gone', 'price-list-other-currency', 'table-unclear'],
  }),
  importPriceFile: endpoint('POST /price-lists/:id/file', {
    summary:
      'Takes the prices of a CSV or XLSX file of at most 100,000 rows into a list: all of it, or nothing where a row cannot be taken. A product that the file names has the prices of the file and no others; the rest of the list stays. Sent again, it changes nothing.',
    access: 'staff:prices',
    params,
    query: z.object(tableChoices),
    upload,
    answer: PriceFileAnswer,
    refusals: ['price-list-gone', 'price-list-other-currency', 'table-unclear', 'price-file-refused'],
  }),
  sendPriceFile: endpoint('POST /price-lists/:id/files', {
    summary:
      'Takes such a file, of at most a million rows; a job reads it and keeps what it would do to a list, to be looked at and committed: the state says how far that is. `replaces=yes`: products that it does not name leave the list, but for those that no file can name: archived, without part number, or without a price in the list. One that was sent before for the same list and not committed goes when this one has been read.',
    access: 'staff:prices',
    params,
    query: z.object({
      name: optionalText(200),
      ...tableChoices,
      replaces: z.optional(z.enum(['yes', 'no'], { error: () => priceFileFieldTexts.replaces })),
    }),
    upload: { ...upload, waits: true },
    answer: PriceFile,
    refusals: ['price-list-gone', 'price-list-other-currency'],
  }),
  listPriceFiles: endpoint('GET /price-lists/:id/files', {
    summary: 'The last 20 files of a list, the newest first.',
    access: 'staff:prices',
    params,
    answer: z.array(PriceFile),
    refusals: ['price-list-gone'],
  }),
  listPriceFileEntries: endpoint('GET /price-files/:id/entries', {
    summary: 'The products that a file changes, by page.',
    access: 'staff:prices',
    paged: true,
    params,
    query: z.object(paging()),
    answer: z.array(PriceFileEntry),
    refusals: ['price-file-gone'],
  }),
  commitPriceFile: endpoint('POST /price-files/:id/commit', {
    summary:
      'Takes a file into its list as a whole, once, in the background. Refused where a row cannot be taken; it fails where the list has changed since, or a product that it changes no longer has the number by which the file names it.',
    access: 'staff:prices',
    params,
    answer: PriceFile,
    refusals: [
      'price-file-gone',
      'price-list-gone',
      'price-list-other-currency',
      'price-file-refused',
      'price-file-not-ready',
    ],
  }),
  undoPriceFile: endpoint('POST /price-files/:id/undo', {
    summary:
      'Takes back the last file that came into a list, once, in the background. What somebody has changed since stays as it is, and is counted.',
    access: 'staff:prices',
    params,
    answer: PriceFile,
    refusals: ['price-file-gone', 'price-list-gone', 'price-file-not-ready'],
  }),
  exportPriceFile: endpoint('GET /price-lists/:id/file', {
    summary: 'The rows of that file, by page, of what a file can name: imported again, it changes nothing.',
    access: 'staff:prices',
    paged: true,
    params,
    query: z.object(paging()),
    answer: z.array(z.array(z.string())),
    refusals: ['price-list-gone'],
  }),
  readPriceListFile: endpoint('GET /price-lists/:id/file/csv', {
    summary:
      'The same as one CSV file, with its columns above: its rows come while the next ones are read. `language`: heads and decimal sign as this language has them, and with a decimal comma semicolons between cells; without it, the plain names and a point.',
    access: 'staff:prices',
    file: 'text/csv',
    params,
    query: written,
    answer: z.string(),
    refusals: ['price-list-gone'],
  }),
  readPriceListWorkbook: endpoint('GET /price-lists/:id/file/workbook', {
    summary: 'The same as an Excel workbook (.xlsx), of at most 500,000 rows. `language`: of its heads.',
    access: 'staff:prices',
    file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    params,
    query: written,
    answer: z.string(),
    refusals: ['price-list-gone', 'export-too-long'],
  }),
  listUnnamedEntries: endpoint('GET /price-lists/:id/file/left-out', {
    summary:
      'What these files leave out because no row could name it: how many products of the list, and the first 20 with the reason. They are archived, have no part number, share theirs with another product that has no brand either, or have no price in the list.',
    access: 'staff:prices',
    params,
    answer: UnnamedEntries,
    refusals: ['price-list-gone'],
  }),
}
