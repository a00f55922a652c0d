import { amountColumns } from '../columns/tool-columns.rules.ts'
import type { Problem, ProblemCode } from '../import.rules.ts'

const wordColumns = new Set<string | null>(['stock', ...amountColumns])
const noFigure = new Set<ProblemCode>(['number-expected', 'no-amount', 'price-malformed'])

/** In a list whose words can be said: where there is a word instead of a figure, its meaning is missing, and no figure is wrong. */
export const asUnsaidWord = (problem: Problem): Problem =>
  noFigure.has(problem.code) && wordColumns.has(problem.field) && !/^[\d.,'\s+-]*$/.test(problem.value ?? '')
    ? { ...problem, code: 'word-unsaid' }
    : problem
