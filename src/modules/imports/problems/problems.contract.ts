import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'
import { Id, paging, wholeNumber } from '#kernel/fields'
import { ImportProblem, ImportProblemKind } from './problem.body.ts'
import { importFieldTexts } from '../fields.texts.ts'

const params = z.object({ id: Id })

/** What there is to tell of the files of an import. */
export const problemsContract = {
  listProblems: endpoint('GET /imports/:id/problems', {
    summary:
      'What was wrong with its files, and what else there is to know of them, in the order in which it was found, by page.',
    access: 'staff:imports',
    paged: true,
    params,
    query: z.object({
      ...paging(/^\d{1,9}$/),
      /** Problems without notes, or notes alone. */
      only: z.optional(z.enum(['problems', 'notes'], { error: () => importFieldTexts.only })),
    }),
    answer: z.array(ImportProblem),
    refusals: ['import-gone'],
  }),
  listProblemKinds: endpoint('GET /imports/:id/problems/kinds', {
    summary:
      'The same with equal problems as one: how many rows have them, those of most rows first, and notes behind all others.',
    access: 'staff:imports',
    params,
    answer: z.array(ImportProblemKind),
    refusals: ['import-gone'],
  }),
  readRefused: endpoint('GET /imports/:id/refused', {
    summary:
      'The rows of one of its files that do not go in, as a CSV file with the columns of that file and one more: the reason.',
    access: 'staff:imports',
    file: 'text/csv',
    params,
    /** Which of its files, the first 0. */
    query: z.object({ file: z.optional(wholeNumber(() => importFieldTexts.whichFile)) }),
    answer: z.string(),
    refusals: ['import-gone', 'import-nothing-kept'],
  }),
}
