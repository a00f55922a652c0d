import * as z from 'zod/mini'
import { Tool } from '#contracts/catalogue'
import { endpoint } from '#kernel/endpoint'
import { Id } from '#kernel/fields'
import { Source } from '../fit/fit.contract.ts'
import { numberKinds } from '../finder.rules.ts'

const PartNumber = z.object({
  kind: z.enum(numberKinds),
  value: z.string(),
  brand: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** Where it was read; none of the part's own number, which is the shop's word. */
  source: z.nullable(Source),
})

const Substitute = z.object({
  /** `replaced-by`: the maker's newer part; `replaces`: an older one; `instead`: another brand's that does the same. */
  relation: z.enum(['replaced-by', 'replaces', 'instead']),
  brand: z.nullable(z.string()),
  value: z.string(),
  /** The tool of this shop that has the number; none where the shop does not sell it. */
  tool: z.nullable(Tool),
})

/** What a part's numbers are read from. */
export const tablesOfNumbers = ['part_number', 'supersession', 'data_source']

export const numbersContract = {
  listNumbers: endpoint('GET /tools/:id/numbers', {
    summary: 'The numbers of a tool, and what can be taken instead of it.',
    access: 'everyone',
    reads: ['tool', 'brand', 'category', ...tablesOfNumbers],
    params: z.object({ id: Id }),
    answer: z.object({ numbers: z.array(PartNumber), substitutes: z.array(Substitute) }),
    refusals: ['tool-gone'],
  }),
}
