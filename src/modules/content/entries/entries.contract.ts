import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'

/** One piece of the shop's own words: what it says, and what a new shop begins with. */
export const ContentEntry = z.object({
  /** `hero`, `footer`. */
  name: z.string(),
  value: z.unknown(),
  original: z.unknown(),
  /** Whether the owner has said something else than the original. */
  isOwn: z.boolean(),
  /** Counts its changes; to be sent with the next one. */
  version: z.number(),
})
export type ContentEntry = z.infer<typeof ContentEntry>

/** One change: what was said before, null for the original. */
export const ContentChange = z.object({
  _id: z.string(),
  at: z.string(),
  by: z.nullable(z.string()),
  name: z.string(),
  before: z.unknown(),
})
export type ContentChange = z.infer<typeof ContentChange>

export const entriesContract = {
  getHomeEntries: endpoint('GET /content-entries', {
    summary: 'What an owner can write of home page and footer, and its last changes.',
    access: 'staff:settings',
    answer: z.object({ entries: z.array(ContentEntry), changes: z.array(ContentChange) }),
  }),
  changeEntry: endpoint('PUT /content-entries/:name', {
    summary:
      'Changes a piece of the shop’s own words, if it is still at the version that was read; null brings the original back.',
    access: 'staff:settings',
    params: z.object({ name: z.string().check(z.maxLength(120)) }),
    body: z.object({
      value: z.unknown(),
      version: z.int('Say which version was read.').check(z.minimum(0, 'Say which version was read.')),
    }),
    answer: z.object({ version: z.number(), modifiedCount: z.number() }),
    refusals: ['no-such-entry', 'changed-meanwhile'],
  }),
}
