import { textFor, texts } from '#kernel/texts'

/** What is wrong with a table file: the same words behind every door. What stands in the file is told beside them. */
const fileSentences = texts('kernel.fileFaults', {
  'empty-file': 'This file is empty.',
  'no-rows': 'This file has no rows below the names of its columns.',
  'no-table': 'This is not a table. Save it as CSV, in UTF-8, or as an Excel workbook (.xlsx). Unpack archives first.',
  'web-page': 'This is a web page. Open it in a spreadsheet and save it as an Excel workbook (.xlsx).',
  'encoding-unclear': 'The letters of this file can be read in several ways. Say its encoding, or save it as UTF-8.',
  'encoding-broken': 'The file is not in the encoding that it names. Save it as UTF-8.',
  'encoding-unknown': 'This encoding is not known. Save the file as UTF-8.',
  'old-workbook': 'This is an older Excel file (.xls). Save it as an Excel workbook (.xlsx) or as CSV.',
  'macro-workbook': 'This workbook has macros (.xlsm). Save it as an Excel workbook without macros (.xlsx).',
  'binary-workbook': 'This is a binary workbook (.xlsb). Save it as an Excel workbook (.xlsx).',
  'open-document': 'This is an OpenDocument spreadsheet (.ods). Save it as an Excel workbook (.xlsx) or as CSV.',
  'numbers-document': 'This is a Numbers document. Export it as an Excel workbook (.xlsx) or as CSV.',
  'locked-workbook': 'This workbook has a password. Remove the password and send the file again.',
  'broken-workbook': 'This workbook cannot be read. Open it in a spreadsheet, save it again and send that file.',
  'large-workbook': 'This workbook holds more than can be read. Save its sheet as CSV.',
  'sheet-unknown': 'This workbook has no sheet of that name.',
  'too-many-columns': 'This file has too many columns. Leave out those that are not needed.',
  'row-too-long': 'A row does not end here. Look for a quotation mark that is not closed.',
  'names-missing': 'The first row must name the columns.',
  'names-below': 'This line stands above the names of the columns and looks like a row. Put the names first.',
  'names-again':
    'Here other names of columns begin a second table. Put each table into a file of its own, and send them one by one.',
  'column-twice': 'Two columns have the same name. Rename or remove one.',
  'other-currency': 'The amounts of this column are not in the shop’s currency. Convert them, and name the column so.',
  'decimals-unclear':
    'The amounts of this file can be read in two ways. Say whether their decimal sign is a point or a comma.',
})

const rowSentences = texts('kernel.rowFaults', {
  'row-length':
    'This row has more cells than there are names of columns. Put cells that have a separator in quotation marks.',
  'rows-in-cell':
    'These lines were read as one cell. Is the mark on the first of them an inch sign? Write "in" instead, or put the cell in quotation marks with the sign twice.',
  'cells-in-cell':
    'Cells of this row were read as one. Is the mark at its beginning an inch sign? Write "in" instead, or put the cell in quotation marks with the sign twice. If not, write the empty cells at the end of the row, too.',
  'ends-in-cell': 'The file ends within a quoted cell. Send the whole file, or close the quotation mark.',
  'ends-in-row': 'The file ends within this row. Send the whole file.',
  'row-currency':
    'The amounts of this row are not in the shop’s currency. Convert them, and correct the currency beside them.',
  'number-shortened': 'The spreadsheet has shortened this number. Format the column as text and type the number again.',
  'number-became-date': 'The spreadsheet has made a date of this number. Format the column as text and type it again.',
  'number-in-part': 'The workbook shows more than this number. Format the column as text and type all that is shown.',
  'cell-error': 'The spreadsheet shows an error here, or has not computed its formula. Mend it, or type the value.',
  'no-amount': 'This is no amount by the decimal sign of its column. Write it as the other rows do.',
  'amount-unclear':
    'This can be read in two ways. Write it without a sign between thousands, or with all its decimals.',
  'too-many-decimals': 'This amount has more decimals than its currency. Round it.',
})

/** What stands in the file, where that takes words. */
export const faultValues = texts('kernel.faultValues', {
  lines: (from: number, to: number) => `lines ${from} to ${to}`,
  atMost: (most: number) => `${most} at most`,
})

export type FileFault = keyof typeof fileSentences
export type RowFault = keyof typeof rowSentences
export type TableFault = FileFault | RowFault

export const tableFaults = [...Object.keys(fileSentences), ...Object.keys(rowSentences)] as TableFault[]

/** What a fault means and what to do, as a sentence or two; with what stands in the file. */
export const tableSentence = (fault: TableFault, value = ''): string =>
  (textFor(fileSentences, fault) ?? rowSentences[fault as RowFault]) + (value === '' ? '' : ` (${value})`)

/** What somebody can choose where a file leaves it open; the call, the command and the screen have a place for each. */
export type TableChoice = 'encoding' | 'decimalSign' | 'sheet'

export const isTableChoice = (field: string): field is TableChoice =>
  ['encoding', 'decimalSign', 'sheet'].includes(field)

const choicesOf: Partial<Record<FileFault, TableChoice>> = {
  'encoding-unclear': 'encoding',
  'encoding-broken': 'encoding',
  'encoding-unknown': 'encoding',
  'decimals-unclear': 'decimalSign',
  'sheet-unknown': 'sheet',
}

/** A file of which nothing is taken. Its message is for whoever sent it. */
export class TableRefused extends Error {
  override name = 'TableRefused'
  readonly fault: FileFault
  readonly line: number
  readonly value: string
  readonly choice: TableChoice | undefined

  /** `needs`: which columns there have to be, as a sentence. */
  constructor(
    fault: FileFault,
    { line = 1, value = '', needs = '' }: { line?: number; value?: string; needs?: string } = {},
  ) {
    super(needs === '' ? tableSentence(fault, value) : `${fileSentences[fault]} ${needs}`)
    this.fault = fault
    this.line = line
    this.value = value
    this.choice = choicesOf[fault]
  }
}

/** What is wrong with one row: in which column, what stands there, and the lines from which it was read. */
export type RowProblem<Name extends string = string> = {
  fault: RowFault
  column: Name | undefined
  value: string
  from: number
  to: number
}

export const rowSentence = ({ fault, value }: RowProblem): string => tableSentence(fault, value)
