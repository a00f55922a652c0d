import { texts } from '#kernel/texts'
import { sentence } from '#kernel/sentence'

/** What is said of a file of a quick order that has been read. */
export const padFileTexts = texts('screens.padFile', {
  empty: 'There are no rows in this file.',
  sheet: (name: string) => sentence`The sheet “${name}” was read.`,
  refusedRows: (rows: number) =>
    rows === 1 ? 'One row of the file was not taken.' : `${rows} rows of the file were not taken.`,
  readFile: 'Read the File',
  readSheet: 'Read This Sheet',
  refused: (lines: string, why: string) => `In ${lines}: ${why}`,
})
