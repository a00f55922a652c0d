import { foldedName } from '#kernel/tables/column-names'
import { amountColumns } from '../columns/tool-columns.rules.ts'
import type { Problem, ProblemCode } from '../import.rules.ts'

const wordColumns = new Set<string | null>(['stock', ...amountColumns])
const noFigure = new Set<ProblemCode>(['number-expected', 'no-amount', 'price-malformed'])

const discontinued =
  /^(?:entfallt|entfaellt|entfallen|ausgelaufen|nicht mehr lieferbar|wycofan[aeoy]|wycofany z oferty|disc|discontinued|obsolete|nla|no longer available|eol|end of life|supprime|discontinue|plus disponible|descatalogado|descontinuado|obsoleto|fuori produzione|fuori catalogo|vervallen|niet meer leverbaar|ukonceno|vyrazeno|utgatt|udgaet|poistunut)$/

/** Whether a word says that its part is not made or sold any more. */
export const isDiscontinued = (cell: string): boolean => discontinued.test(foldedName(cell))

/**
 * What a word is where a figure belongs. In a list whose words can be said its meaning is missing, and no figure is wrong; in any other, one that
 * says that its part is discontinued is told apart, for its part has no such figure.
 */
export function asWord(problem: Problem, canBeSaid: boolean): Problem {
  const { code, field, value } = problem
  const isFigure = wordColumns.has(field) || (!canBeSaid && field === 'quantity')
  if (!noFigure.has(code) || !isFigure || /^[\d.,'\s+-]*$/.test(value ?? '')) return problem
  if (canBeSaid) return { ...problem, code: 'word-unsaid' }
  return isDiscontinued(value ?? '') ? { ...problem, code: 'part-discontinued' } : problem
}
