import { exportKinds } from './export/export.rules.ts'
import { formatNumber } from '#kernel/formats'
import { undoTexts } from './commit/undo.texts.ts'
import { tableSentences } from '#kernel/tables/table-problem'
import { csvColumns, csvKinds } from './files/csv-head.rules.ts'
import type { Measured, Phase } from './progress/progress.rules.ts'
import { stagedNumberKinds } from './files/rows.rules.ts'
import {
  type ImportState,
  type Outcome,
  type Problem,
  type ProblemCode,
  type RowKind,
  importLimits,
} from './import.rules.ts'

export { mappingTexts } from './mapping/mapping.texts.ts'
export { columnPageTexts, columnTexts, csvKindTexts } from './files/columns.texts.ts'

/** What to do about each problem: one sentence. */
export const hints: Record<ProblemCode, string> = {
  'file-unreadable': 'The file cannot be read. Check that it is complete, and send it again.',
  ...tableSentences,
  'line-left-out': 'This line was left out: it is a title above the names of the columns, or a total below the rows.',
  'file-foreign': 'This is not a CSV or XML file: save it as CSV, in UTF-8. Unpack archives first.',
  'file-unpacks-too-large':
    'This file unpacks to far more than any catalogue needs. Unpack it yourself, check it, and send it unpacked.',
  'file-spreadsheet': 'This is a spreadsheet, not a CSV or XML file: open it and save it as CSV.',
  'columns-not-permitted':
    'Whoever sent this may not change everything in it. Leave these columns out, or have it sent by somebody whose role may:',
  'xml-broken': 'The XML ends too early or is not well formed here. Export the file again.',
  'xml-forbidden': 'Catalogue files have no document type and no entities. Remove them.',
  'xml-too-large': 'Part of the file is larger or more deeply nested than any catalogue needs. Check this line.',
  'xml-unknown': 'This is neither an ACES nor a PIES file. Choose another one.',
  'csv-broken': 'A quoted cell or a row is never closed. Look for a stray quotation mark on this line.',
  'head-missing':
    'The first row must name the columns: part_number is needed, or external_id for a mapping of vehicles.',
  'head-unknown': 'The columns do not show what kind of file this is. Name them as a sample file of that kind does.',
  'columns-differ':
    'This list has not all the columns that were mapped, so nothing of it was read. Choose the file again and say what its columns are.',
  'column-unknown': 'This column was left out. If it matters, give it a name that a sample file of this kind has.',
  'value-missing': 'Fill in this field.',
  'value-too-long': 'Shorten this value.',
  'number-expected': 'Use a plain whole number here, such as 4.',
  'year-implausible': 'Use a four-digit year, and a plausible span.',
  'years-reversed': 'The first year is after the last one. Swap them.',
  'choice-unknown': 'This column takes other values. A sample file shows them.',
  'condition-malformed': 'Write conditions like this: Submodel=GLS; Drive=AWD.',
  'price-malformed': 'Use an amount above 0 with the decimals of the shop’s currency, such as 177.24.',
  'price-currency': 'The price is in a different currency. Export prices in the shop’s own.',
  'price-missing': 'A part that is new to the shop needs a price.',
  'gtin-wrong': 'The check digit of this GTIN is wrong. Check the number on the package.',
  'gtin-taken': 'Another part has this GTIN already. Correct one of them.',
  'part-unknown': 'The shop does not sell this part. Add it first, or have the import add parts.',
  'part-ambiguous':
    'Several parts have this number, or the shop writes it with other signs. Give the brand, and the number as the shop writes it.',
  'part-twice': 'The file has this part twice. The first row was taken.',
  'part-looks-alike':
    'Another part has this number in letters of another alphabet that look the same. It is probably the same part twice: check it.',
  'category-unknown':
    'The shop has no such category. Use one of its names, add it first, or have the import add categories.',
  'category-new': 'The shop has no such category yet. It is added with this import.',
  'category-ambiguous': 'Several categories have this name. Write the path to the one that is meant: Brakes > Seals.',
  'category-malformed':
    'Write up to five names, of up to 80 characters each, with > between them: Brakes > Brake Pads.',
  'attribute-unknown':
    'The category of this part has no attribute with this name and unit. Add it under Categories, Attributes, or leave the cell empty.',
  'attribute-value':
    'The attribute does not take this value. Use a number with a decimal point and no unit, yes or no, or one of its choices.',
  'unit-unknown': 'Write each, pair, set, or box of 10 with the number in the box, 2 or more.',
  'weight-malformed': 'Write kilograms with a decimal point and 3 decimals at most, such as 1.25.',
  'tax-class-malformed': 'Write lower-case letters, digits and hyphens, a letter first: standard, or reduced.',
  'country-unknown': 'Write the country’s code of two letters, such as DE, or its name.',
  'customs-code-malformed':
    'Write 6 to 12 digits, such as 870830. If the spreadsheet has shortened the number, format the column as text.',
  'picture-unknown': 'The shop has no such picture. Upload it first, and write the address that it gets.',
  'too-many-pictures-named': 'A tool can have at most 12 pictures. Leave some out.',
  'picture-texts-too-many':
    'There are more texts than pictures. Write one for each, and a backslash before a semicolon that is part of a text.',
  'picture-texts-alone': 'Texts belong to pictures. Name the pictures in the pictures column, too.',
  'minimum-not-multiple': 'The minimum must be a multiple of what the part is sold in. Correct one of the two.',
  'minimum-raised': 'The minimum was not a multiple of what the part is sold in, and was raised to the next one.',
  'stock-held': 'Open orders hold more units than this count. Close them first, or correct the count.',
  'fits-contradicted':
    'Another row says that this part does not fit this vehicle, and that one was taken. Correct one of the two.',
  'vehicle-unknown':
    'The shop does not know this vehicle. These rows wait until a mapping file or the vehicle arrives.',
  'vehicle-number-implausible': 'No base vehicle has this number. Correct it at its source.',
  'position-implausible': 'No position has this number. Correct it at its source.',
  'equipment-unsupported': 'This is about equipment, not about a vehicle. Such rows cannot be imported.',
  'action-change':
    'It does not say what it changes. Send D for the old application and A for the new one, or the whole catalogue.',
  'action-unknown': 'Use A to add, C to change, D to delete.',
  'nothing-to-remove': 'There is nothing left to remove.',
  'record-count':
    'The file states a different number of records than it contains. Ask its sender whether it is complete.',
  'replaces-itself': 'A part cannot replace itself. Correct one of the two numbers.',
  'replaces-other-brand':
    'A number is superseded by one of the same brand only. For another brand’s number, use the kind interchange.',
  'replaced-otherwise': 'Another source says that another part replaces this number. Correct one of them.',
  'replaced-twice': 'The files say twice what replaces this number. The first row was taken.',
  'successor-several': 'One number takes a part’s place. Write that one alone.',
  'alias-twice': 'The file gives this number to two vehicles. The first row was taken.',
}

/** A problem in one sentence with its place, for where there is no table. */
export function sentenceOf(problem: Pick<Problem, 'line' | 'code' | 'value'> & { file: string }): string {
  const { file, line, code, value } = problem
  const place = line === null ? file : `${file}, line ${line}`
  return `${place}: ${hints[code]}${value ? ` (${value})` : ''}`
}

/** What failed for no reason of the files. */
export const importFault = 'A fault in the shop prevented this; the log has the details. Try again.'
/** What was asked for so long ago that nobody is at it any more. */
export const importForgotten = 'This was never carried out, because the shop was stopped or restored. Start it again.'

export const kindNames: Record<RowKind, string> = {
  part: 'Parts',
  fitment: 'Applications',
  number: 'Numbers',
  vehicle: 'Vehicle numbers',
}

export const outcomeNames: Record<Outcome, string> = {
  added: 'Added',
  changed: 'Changed',
  removed: 'Removed',
  unchanged: 'Unchanged',
  refused: 'Refused',
  unresolved: 'Unresolved',
}

export const stateNames: Record<ImportState, string> = {
  staging: 'Reading and checking',
  staged: 'Ready to commit',
  refused: 'Refused',
  committed: 'Committed',
  undone: 'Undone',
  failed: 'Failed',
  cancelled: 'Cancelled',
}

export const phaseNames: Record<Phase, string> = {
  waiting: 'Waiting for its turn',
  reading: 'Reading',
  checking: 'Checking',
  committing: 'Committing',
  undoing: 'Undoing',
}

const whole = (rows: number) => formatNumber(Math.round(rows), 'en')
const spanOf = (seconds: number) => (seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`)

/** How far it is, in words, for page and command: the work first, then what is known of rows, rate and time. */
export function progressTexts({ phase, step, steps, rows, of, share, ...more }: Measured): {
  work: string
  known: string
} {
  const work = steps > 1 ? `${phaseNames[phase]}, step ${step + 1} of ${steps}` : phaseNames[phase]
  if (phase === 'waiting') return { work, known: 'how long it takes is not known yet' }
  const percent = share === null ? [] : [`${Math.floor(share * 100)} %${of === null ? ' of the files' : ''}`]
  const counted = of === null ? `${whole(rows)} rows so far` : `${whole(rows)} of ${whole(of)} rows gone through`
  const rate = more.rowsASecond === null ? [] : [`${whole(more.rowsASecond)} rows a second`]
  const left = more.secondsLeft === null ? 'time left not known yet' : `about ${spanOf(more.secondsLeft)} left`
  return { work, known: [...percent, counted, ...rate, left].join(' · ') }
}

/** What a full file would take away, and how to say yes. */
export const removalQuestion = (removal: { rows: number; of: number }) =>
  `This removes ${removal.rows} of the ${removal.of} rows that this source has in the shop, more than ${importLimits.removalPercent} percent.`

/** The columns of each kind of CSV file, those that it needs first. */
const columnsHelp = csvKinds
  .map(kind => {
    const { needed, oneOf = [], more } = csvColumns[kind]
    const choice = oneOf.map(columns => columns.join(' and ')).join(', or ')
    return `        ${kind.padEnd(9)} ${[...needed, ...(choice ? [choice] : [])].join(', ')}; also ${more.join(', ')}`
  })
  .join('\n')

export const commandHelp = `  npm run tappet -- import FILE…         reads catalogue files, shows what they change, asks, and commits
      CSV (also .gz) and XLSX: parts, fitment, numbers, prices, stock, mapping of vehicles; ACES and PIES XML
      --dry-run            shows what would change, and changes nothing
      --yes                commits without asking
      --full               the files are all that their source has: what they lack is taken out
      --allow-removal      lets a full file take out more than ${importLimits.removalPercent} percent of its source
      --create-parts       parts that are new to the shop are added (they need a price)
      --create-categories  categories that are new to the shop are added
      --brand NAME         the shop's name of the brand, where the files have a code, or none
      --source NAME        what the files count as; files of one source replace each other
      --encoding NAME      how the letters of a CSV file are written, where that is unclear
      --decimal-sign SIGN  . or , where the amounts of a file leave it open
      --sheet NAME         another sheet of a workbook than the first one that shows rows
      --problems OUT.csv   writes the problems into a file
  npm run tappet -- import --commit ID   commits an import that waits
  npm run tappet -- import --undo ID     puts everything back as it was before an import
      Columns of CSV files, those that a file needs first:
${columnsHelp}
        kind of number: ${stagedNumberKinds.join(', ')}; fits and universal: yes, no
      Ends with 0 when everything went in, 2 when rows were refused, 1 when nothing did.
  npm run tappet -- export KIND [FILE]   writes ${exportKinds.join(', ')} as an import reads them
      FILE                 KIND.csv unless said; one that ends in .xlsx is an Excel workbook
      --language NAME      heads and decimal sign as this language has them, such as de; plain without it
      --source NAME        of fitment and numbers only what this source says
`

/** Every sentence of the page. */
export const importsTexts = {
  menu: 'Import',
  exportTitle: 'Export',
  exportLead:
    'All tools on sale that have a part number, as an import reads them: change a file in a spreadsheet and import it again.',
  exportFormat: 'Format',
  exportFormats: { csv: 'CSV', xlsx: 'Excel workbook' },
  exportForm: 'Column names and decimal sign',
  exportPlain: 'Plain, for programs: part_number, 12.50',
  exportSource: 'Source of fitment and numbers',
  exportAllSources: 'All sources',
  exportSourceHint: 'Read again, the file of one source goes back to it. One of all sources counts as a new source.',
  exportFile: (name: string) => `Download ${name}`,
  exported: (rows: number) => (rows === 1 ? '1 row' : `${rows} rows`),
  title: 'Import',
  lead: 'Catalogue files are read and checked first. Nothing in the shop changes before you commit, and a commit can be undone.',
  newTitle: 'Read files',
  files: 'Files',
  filesHint:
    'CSV, an Excel workbook, ACES or PIES XML, also packed as .gz if that unpacks to at most 60 times its size. Parts, fitment, numbers, prices, stock, or a mapping of vehicles. A supplier’s own list, too: say what its columns are.',
  filesMissing: 'Choose a file.',
  source: 'Source',
  sourceHint: 'What these files count as. A later file of the same source replaces what it says again.',
  brand: 'Brand',
  brandHint: 'The shop’s name of the brand, where the files have only a code, or rows without a brand.',
  full: 'These files are all that the source has: what they lack is taken out',
  createParts: 'Add parts that are new to the shop (they need a price)',
  createCategories: 'Add categories that are new to the shop',
  send: 'Read and check',
  sending: (share: number) => `Sending: ${Math.floor(share * 100)} %`,
  stopped: 'The upload was stopped.',
  list: 'Imports',
  failed: 'The imports could not be loaded',
  oneFailed: 'This import could not be loaded',
  none: 'Nothing has been imported yet',
  noneNext: 'Choose a file above. You will see what it changes before it changes anything.',
  number: 'Import',
  numbered: (number: number) => `Import ${number}`,
  standing: 'Where it stands',
  state: 'State',
  when: 'When',
  filesHead: 'Files',
  result: 'Result',
  resultOf: (added: number, changed: number, removed: number) =>
    `${whole(added)} added, ${whole(changed)} changed, ${whole(removed)} removed`,
  asked: { commit: 'Committing', undo: 'Undoing' },
  working: 'At work',
  silent: (seconds: number) => `No sign of progress for ${spanOf(seconds)}.`,
  preview: 'What changes',
  previewDone: 'What has changed',
  what: 'What',
  problems: (count: number) => (count === 1 ? '1 problem' : `${formatNumber(count, 'en')} problems`),
  problemsNone: 'Every row can go in as it is.',
  problemsFailed: 'The problems could not be loaded',
  download: 'Download as CSV',
  place: 'Where',
  placeOf: (line: number | null, record: string | null) =>
    [line !== null && `Line ${line}`, record !== null && `record ${record}`].filter(Boolean).join(', ') || 'Whole file',
  field: 'Field',
  value: 'Value',
  times: 'Rows',
  hint: 'What to do',
  overlaps: (overlaps: number, duplicates: number) => `${overlaps} overlaps, ${duplicates} duplicates`,
  overlapsHint:
    'Two parts for the same place of the same vehicle, or one part twice. They go in; check whether they are intended.',
  overlapsFailed: 'The overlaps could not be loaded',
  vehicle: 'Vehicle',
  part: 'Part',
  otherPart: 'Other part',
  qualifiers: 'Conditions and notes',
  lines: 'Lines',
  unresolved: 'Vehicles that parts wait for',
  unresolvedLead:
    'Files name these vehicles, and the shop does not know them. Their applications wait, and go in by themselves once the vehicle is known.',
  unresolvedHow:
    'Fill in year, make and model, and read the file in above. A vehicle that has them already is added as it stands: leave out the rows that are misspelt, and have their source corrected instead.',
  unresolvedFailed: 'The vehicles could not be loaded',
  mapping: 'Mapping file to fill in',
  vehicleNumber: (system: string, number: string) => `${system} ${number}`,
  applications: 'Applications',
  sources: 'From',
  refusedWhole:
    'Nothing goes in: every row was refused. Correct the file by the list of problems, and read it in again.',
  commit: 'Commit',
  commitQuestion: (number: number) => `Commit import ${number}?`,
  commitEffect: 'It goes in as a whole. You can undo it: what nobody has changed since is put back.',
  allowRemoval: (rows: number) => `Take out ${formatNumber(rows, 'en')} rows`,
  cancel: 'Discard',
  cancelQuestion: (number: number) => `Discard import ${number}?`,
  cancelEffect: 'What was read is discarded. The shop stays as it is.',
  undo: 'Undo',
  undoQuestion: (number: number) => `Undo import ${number}?`,
  undoEffect:
    'What nobody has changed since goes back to what it was before. Parts that it added are removed from the shop. The rest stays, and is listed.',
  ...undoTexts,
  keep: 'Leave it',
  committing: 'The import is being committed.',
  undoing: 'The import is being undone.',
  cancelled: 'The import was discarded.',
  back: 'All imports',
}
