import { texts } from '#kernel/texts'
import { sentence } from '#kernel/sentence'
import { isTableEncoding, tableEncodings } from '#kernel/tables/encodings'

/** Where a file leaves open how it is read. */
export const tableChoicesTexts = texts('ui.tableChoices', {
  encoding: 'The letters of this file can be read in several ways. Choose the one in which your words read well.',
  likely: 'probably this one',
  decimalSign: 'The amounts of this file can be read in two ways. Which sign does it write before decimals?',
  decimalSigns: {
    '.': 'A point stands before decimals: 12.50 is twelve and a half, and 1,500 is one thousand five hundred.',
    ',': 'A comma stands before decimals: 12,50 is twelve and a half, and 1.500 is one thousand five hundred.',
  },
  sheet: 'Sheet of the workbook',
  anySheet: 'The sheet with the list, found by its column names',
  answer: 'This file can be read in more than one way. Choose the right one below, then go on.',
})

/** Some lines of a file, the first of them by their numbers: `lines 2, 5`. */
export function linesInWords(lines: readonly number[]): string {
  const numbers = lines.slice(0, 5).join(', ') + (lines.length > 5 ? ' and others' : '')
  return `${lines.length === 1 ? 'line' : 'lines'} ${numbers}`
}

/** Which lines of a file are no rows; empty where all are. */
export const leftOutLines = (lines: readonly number[]): string =>
  lines.length === 0 ? '' : `Left out as titles or totals: ${linesInWords(lines)}.`

type Reading = {
  format: 'csv' | 'xlsx'
  encoding?: string | undefined
  sheet?: string | undefined
  decimalSign: '.' | ',' | null
}

/** How a file was read, as a sentence. */
export function readAs({ format, encoding, sheet, decimalSign }: Reading): string {
  const name = encoding && isTableEncoding(encoding) ? tableEncodings[encoding] : encoding
  const file = format === 'csv' ? `Read as CSV in ${name}` : sentence`Read from the sheet “${sheet ?? ''}”`
  const sign = decimalSign === null ? '' : `, with a decimal ${decimalSign === '.' ? 'point' : 'comma'}`
  return `${file}${sign}.`
}
