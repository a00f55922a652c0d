import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'
import { Id, paging } from '#kernel/fields'

/** A price that becomes many times what it is, or a small part of it, as the shop writes prices in files. */
export const PriceLeap = z.object({
  /** By which a commit can keep the old price. */
  tool: Id,
  part: z.string(),
  was: z.string(),
  becomes: z.string(),
})
export type PriceLeap = z.infer<typeof PriceLeap>

export const leapsContract = {
  listLeaps: endpoint('GET /imports/:id/leaps', {
    summary:
      'The prices that an import which is ready makes many times what they are, or a small part of it, the greatest leaps first, by page.',
    access: 'staff:imports',
    paged: true,
    params: z.object({ id: Id }),
    query: z.object(paging(/^\d{1,9}$/)),
    answer: z.array(PriceLeap),
    refusals: ['import-gone', 'import-staging-gone'],
  }),
}
