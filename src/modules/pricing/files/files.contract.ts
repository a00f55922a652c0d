import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'
import { Id, paging } from '#kernel/fields'
import { priceFile } from './files.rules.ts'

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

const params = z.object({ id: Id })
const upload = { field: 'prices', mostBytes: priceFile.bytes }

export const priceFilesContract = {
  previewPriceFile: endpoint('POST /price-lists/:id/file/preview', {
    summary:
      'Says what a CSV file (brand, part_number, from, price, minimum, multiple) would do to the prices of a list, and which rows cannot be taken. Changes nothing.',
    access: 'staff:prices',
    params,
    upload,
    answer: PriceFileAnswer,
    refusals: ['price-list-gone'],
  }),
  importPriceFile: endpoint('POST /price-lists/:id/file', {
    summary:
      'Takes the prices of a CSV file into a list: all of it, or nothing where a row cannot be taken. A product that the file names has the prices of the file and no others; the rest of the list stays. Sent again, it changes nothing.',
    access: 'staff:prices',
    params,
    upload,
    answer: PriceFileAnswer,
    refusals: ['price-list-gone', 'price-file-refused'],
  }),
  exportPriceFile: endpoint('GET /price-lists/:id/file', {
    summary: 'The rows of that file, by page: imported again, it changes nothing.',
    access: 'staff:prices',
    paged: true,
    params,
    query: z.object(paging()),
    answer: z.array(z.array(z.string())),
    refusals: ['price-list-gone'],
  }),
}
