import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'
import { optionalText, paging, wholeNumber } from '#kernel/fields'
import { importLimits } from '../import.rules.ts'
import { importFieldTexts } from '../fields.texts.ts'

/** Where fitment and numbers come from. */
export const DataSource = z.object({
  id: z.number(),
  /** As imports name it: often a file. Buyers never read it. */
  name: z.string(),
  /** What buyers read beside its fitment and numbers; null: nothing. */
  publicName: z.nullable(z.string()),
  date: z.string(),
  isDemo: z.boolean(),
})
export type DataSource = z.infer<typeof DataSource>

export const SourceName = z.object({ publicName: optionalText(importLimits.publicName) })

export const sourcesContract = {
  listSources: endpoint('GET /sources', {
    summary: 'The sources of fitment and numbers by name, by page: what imports call them, and what buyers read.',
    access: 'staff:imports',
    paged: true,
    query: z.object(paging(/^\d{1,9}$/)),
    answer: z.array(DataSource),
  }),
  nameSource: endpoint('PUT /sources/:id', {
    summary:
      'Says what buyers read where this source is named. Without a public name they read nothing of it, neither its name nor its date.',
    access: 'staff:imports',
    params: z.object({ id: wholeNumber(() => importFieldTexts.source) }),
    body: SourceName,
    answer: z.object({ modifiedCount: z.number() }),
    refusals: ['source-gone'],
  }),
}
