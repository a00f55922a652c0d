import { texts } from '#kernel/texts'
import type { FitAnswer } from '../answers.rules.ts'

/** The four answers, and that a part is universal. */
export const answerTexts = texts('finder.answer', {
  fit: {
    fits: 'Fits',
    'fits-if': 'Fits if …',
    'does-not-fit': 'Does not fit',
    'no-data': 'No data',
  } satisfies Record<FitAnswer, string>,
  universal: 'Universal',
})
