import { texts } from '#kernel/texts'

/** Why a row of counts was not taken. */
export const countProblems = texts('stock.countProblems', {
  unknown: 'The shop sells nothing with this number.',
  ambiguous: 'Several tools have this number. Say the brand.',
  unclear: 'The shop writes this number with other signs. Write it as the shop does.',
  twice: 'This tool stands in an earlier row. Add the two counts up in one row.',
  malformed: 'The count is no whole number of units.',
  missing: 'The part number is missing.',
})
export type CountProblem = keyof typeof countProblems

export const countFileTexts = texts('stock.countFile', {
  columns: 'It needs part_number and counted; a column brand may stand beside them.',
})

/** What is said of the fields of stock takes. */
export const stockFieldTexts = texts('stock.fields', {
  counted: 'Type how many there are.',
  number: 'Type or scan a part number.',
  counts: 'Say what was counted.',
  most: (most: number) => `Send ${most} at most.`,
  file: 'Choose a file with the columns part_number and counted.',
  rows: (most: number) => `Use at most ${most} rows in a file.`,
  note: 'Say what is counted, such as a shelf or an aisle.',
})
