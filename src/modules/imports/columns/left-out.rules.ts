import { attributeColumn } from './attribute-columns.rules.ts'
import type { Problem, ProblemCode } from '../import.rules.ts'
import { baseOfColumn, eachNumberColumn } from './number-columns.rules.ts'
import { eachToolColumn } from './tool-columns.rules.ts'

/**
 * Columns of a list of parts whose cells neither money nor stock nor the identity of a part hangs on: such a cell that is wrong is left out
 * and told, and its row goes in (decision 51). In any other column it refuses the row.
 */
const leftOutCodes: ReadonlyMap<string, ProblemCode> = new Map([
  ...eachToolColumn.flatMap(({ name, leftOut }): [string, ProblemCode][] => (leftOut ? [[name, leftOut]] : [])),
  ...eachNumberColumn.flatMap(([name, { leftOut }]): [string, ProblemCode][] => (leftOut ? [[name, leftOut]] : [])),
])

/** Of what these say, an error of a spreadsheet says nothing, and is no word from another column. */
const textColumns = new Set<string>(eachToolColumn.flatMap(({ name, isErrorLeftOut }) => (isErrorLeftOut ? name : [])))

/** As what a problem of a cell is told where only the cell is left out; undefined where it refuses its row. */
export function leftOutCode({ field, code }: Pick<Problem, 'field' | 'code'>): ProblemCode | undefined {
  if (field === null) return undefined
  const isText = code === 'cell-error' && (textColumns.has(field) || attributeColumn(field) !== undefined)
  return isText ? 'cell-error-left-out' : leftOutCodes.get(baseOfColumn(field))
}
