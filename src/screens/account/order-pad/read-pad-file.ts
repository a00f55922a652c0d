import { openTableFile } from '#ui/controls/tables/read-table-file.ts'
import { leftOutLines, linesInWords, tableChoicesTexts } from '#ui/controls/tables/table-choices.texts.ts'
import type { Paste } from '#kernel/tables/paste'
import type { TableChoices } from '#kernel/tables/read-table'
import { type RowProblem, TableRefused, rowSentence } from '#kernel/tables/table-problem'
import { areNamesOfOrder, readPadTable } from './pad-table.ts'
import { padFileTexts as texts } from './pad-file.texts.ts'

/** What somebody may say of a file: it leaves open how its letters are written, or it has several sheets. */
export type PadFileQuestion = 'encoding' | 'sheet'

/** `notes`: what else there is to know of the file; `problem`: which of its rows are not among these, and why. */
export type PadFileRows = { paste: Paste; notes: string; problem: string | undefined }

export type PadFileAnswer = {
  rows: PadFileRows | undefined
  /** Why there are none. */
  problem: string | undefined
  asks: PadFileQuestion | undefined
  /** Of several sheets the one that was read. */
  sheet?: string | undefined
}

/** The rows of a CSV or XLSX file, or the sentence that says why there are none. It is loaded when a file is there. */
export async function readPadFile(file: Blob, choices: TableChoices = {}): Promise<PadFileAnswer> {
  try {
    const { rows, columns, facts, leftOut, refused } = await readPadTable(
      await openTableFile(file, choices, areNamesOfOrder),
    )
    const hasSheets = facts.format === 'xlsx' && facts.sheets.length > 1
    const notes = [hasSheets ? texts.sheet(facts.sheet) : '', leftOutLines(leftOut)].filter(Boolean).join(' ')
    const problem = refused.length > 0 ? sayRefused(refused) : undefined
    const open = hasSheets ? ({ asks: 'sheet', sheet: facts.sheet } as const) : { asks: undefined }
    if (rows.length === 0) return { rows: undefined, problem: problem ?? texts.empty, ...open }
    return { rows: { paste: { rows, columns }, notes, problem }, problem, ...open }
  } catch (error) {
    if (!(error instanceof TableRefused)) throw error
    // What is asked is said beside the choice.
    const problem = error.fault === 'encoding-unclear' ? tableChoicesTexts.answer : error.message
    return { rows: undefined, problem, asks: error.choice === 'encoding' ? 'encoding' : undefined }
  }
}

/** Rows of which the same is wrong in one sentence, those of the first lines first. */
function sayRefused(refused: readonly RowProblem[]): string {
  const same = Map.groupBy(refused, ({ fault }) => fault)
  const sentences = [...same.values()].flatMap(([first, ...others]) =>
    first ? texts.refused(linesInWords([first, ...others].map(({ from }) => from)), rowSentence(first)) : [],
  )
  return [texts.refusedRows(refused.length), ...sentences].join(' ')
}
