import { type TableRow, areCellsJoined, rowsSwallowed } from './records.ts'
import type { RowProblem } from './table-problem.ts'

/** `isFull`: the rows of the list have a cell for each of its names, as a rule. */
export type ListShape = { width: number; isFull: boolean }

/** What is wrong with a row whatever its cells mean: it has more or fewer of them than it was written with. */
export function shapeProblems(row: TableRow, { width, isFull }: ListShape): RowProblem<never>[] {
  const problems: RowProblem<never>[] = []
  const complain = ({ fault, value = '', from = row.line, to = row.lastLine }: Complaint) =>
    problems.push({ fault, column: undefined, value, from, to })
  if (row.cells.slice(width).some(cell => cell.trim() !== '')) {
    complain({ fault: 'row-length', value: String(row.cells.length) })
  }
  const swallowed = rowsSwallowed(row, width)
  if (swallowed) {
    const { from, to } = swallowed
    complain({ fault: 'rows-in-cell', value: `lines ${from} to ${to}`, from, to })
  } else if (isFull && areCellsJoined(row, width)) complain({ fault: 'cells-in-cell', value: String(row.cells.length) })
  if (row.unended === 'mark') complain({ fault: 'ends-in-cell' })
  if (row.unended === 'letter') complain({ fault: 'ends-in-row' })
  return problems
}
type Complaint = Pick<RowProblem, 'fault'> & Partial<Pick<RowProblem, 'value' | 'from' | 'to'>>
