import { texts } from '#kernel/texts'
import { sentence } from '#kernel/sentence'
import { exportKinds } from './export/export.rules.ts'
import { formatNumber } from '#kernel/formats'
import { formTexts } from './problems/form.texts.ts'
import { csvColumns, csvKinds } from './columns/csv-columns.rules.ts'
import type { Measured, Phase } from './progress/progress.rules.ts'
import { stagedNumberKinds } from './columns/number-columns.rules.ts'
import {
  type ImportState,
  type Removal,
  type UnlistedAct,
  type Outcome,
  type RowKind,
  importLimits,
} from './import.rules.ts'

export { undoTexts } from './commit/undo.texts.ts'
export { formTexts } from './problems/form.texts.ts'
export { problemTexts } from './problems/problems.texts.ts'
export { mappingTexts } from './mapping/mapping.texts.ts'
export { sourcesTexts } from './sources/sources.texts.ts'
export { columnPageTexts, columnTexts, csvKindTexts } from './columns/columns.texts.ts'

export const kindNames = texts<Record<RowKind, string>>('imports.kindNames', {
  part: 'Parts',
  fitment: 'Applications',
  number: 'Numbers',
  vehicle: 'Vehicle numbers',
  category: 'Categories',
})

export const outcomeNames = texts<Record<Outcome, string>>('imports.outcomeNames', {
  added: 'Added',
  changed: 'Changed',
  removed: 'Removed',
  unchanged: 'Unchanged',
  leftOut: 'Left out',
  refused: 'Refused',
  unresolved: 'Unresolved',
})

export const stateNames = texts<Record<ImportState, string>>('imports.stateNames', {
  staging: 'Reading and checking',
  staged: 'Ready to commit',
  refused: 'Refused',
  committed: 'Committed',
  undone: 'Undone',
  failed: 'Failed',
  cancelled: 'Cancelled',
})

const phaseNames: Record<Phase, string> = {
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
  details: string
} {
  const work = steps > 1 ? `${phaseNames[phase]}, step ${step + 1} of ${steps}` : phaseNames[phase]
  if (phase === 'waiting') return { work, details: 'how long it takes is not known yet' }
  const percent = share === null ? [] : [`${Math.floor(share * 100)} %${of === null ? ' of the files' : ''}`]
  const counted = of === null ? `${whole(rows)} rows so far` : `${whole(rows)} of ${whole(of)} rows gone through`
  const rate = more.rowsASecond === null ? [] : [`${whole(more.rowsASecond)} rows a second`]
  const left = more.secondsLeft === null ? 'time left not known yet' : `about ${spanOf(more.secondsLeft)} left`
  return { work, details: [...percent, counted, ...rate, left].join(' · ') }
}

const unlistedEffects: Record<UnlistedAct, string> = {
  'out-of-stock': 'They go out of stock.',
  archived: 'They are taken out of the shop.',
}

/** What a full file would take away, and how to say yes. */
export const removalQuestion = ({ unlisted, ...removal }: Removal) =>
  unlisted
    ? `This list lacks ${whole(removal.rows)} of the ${whole(removal.of)} parts that its source has in the shop, more than ${importLimits.removalPercent} percent. ${unlistedEffects[unlisted]}`
    : `This removes ${removal.rows} of the ${removal.of} rows that this source has in the shop, more than ${importLimits.removalPercent} percent.`

/** What leaping prices there are, and what that may be. */
export const leapsQuestion = (prices: number) =>
  prices === 1
    ? `One price becomes at least ${importLimits.priceLeap} times what it is, or at most 1/${importLimits.priceLeap} of it.`
    : `${whole(prices)} prices become at least ${importLimits.priceLeap} times what they are, or at most 1/${importLimits.priceLeap} of it.`

/** The columns of each kind of CSV file, those that it needs first. */
const columnsHelp = csvKinds
  .map(kind => {
    const { needed, oneOf = [], more } = csvColumns[kind]
    const choice = oneOf.map(columns => columns.join(' and ')).join(', or ')
    return `        ${kind.padEnd(10)} ${[...needed, ...(choice ? [choice] : [])].join(', ')}; also ${more.join(', ')}`
  })
  .join('\n')

export const commandHelp = `  npm run tappet -- import FILE…         reads catalogue files, shows what they change, asks, and commits
      CSV (also .gz) and XLSX: parts, fitment, numbers, prices, stock, mapping of
      vehicles, categories; ACES and PIES XML
      --dry-run            shows what would change, and changes nothing
      --yes                commits without asking
      --full               the files are all that their source has: what they lack is taken out
      --allow-removal      lets a full file take out more than ${importLimits.removalPercent} percent of its source
      --allow-prices       lets prices become ${importLimits.priceLeap} times what they are or more, or 1/${importLimits.priceLeap} or less
      --keep-prices        keeps the old prices of such parts, and takes all else
      --create-parts       parts that are new to the shop are added (they need a price)
      --create-categories  categories that are new to the shop are added
      --create-attributes  attributes that the shop lacks are added, of the kind that their values are
      --unlisted WHAT      parts that the source had and the files lack go: out-of-stock, or archived
      --twice WHICH        of a part that a file has more than once this row counts: first, or last
      --brand NAME         the shop's name of the brand, where the files have a code, or none
      --source NAME        what the files count as; files of one source replace each other
      --as-before          reads them as the last list of their source, whose columns were said on its page
      --rate NUMBER        of such a list in another currency: what one unit of it is in the shop's
      --encoding NAME      how the letters of a CSV file are written, where that is unclear
      --decimal-sign SIGN  . or , where the amounts of a file leave it open
      --sheet NAME         the sheet of a workbook, where not the first one that names columns
      --problems OUT.csv   writes the problems into a file
      --refused OUT.csv    writes the rows that do not go in, as they stand in the file, each with the reason
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
export const importsTexts = texts('imports.imports', {
  menu: 'Import',
  exportTitle: 'Export',
  exportLead:
    'All tools on sale that have a part number, and the categories with their attributes, as an import reads them: change a file in a spreadsheet and import it again.',
  exportFormat: 'Format',
  exportFormats: { csv: 'CSV', xlsx: 'Excel workbook' },
  exportForm: 'Column names and decimal sign',
  exportPlain: 'Plain, for programs: part_number, 12.50',
  exportSource: 'Source of fitment and numbers',
  exportAllSources: 'All sources',
  exportSourceHint: 'Read again, the file of one source goes back to it. One of all sources counts as a new source.',
  exportFile: (name: string) => sentence`Download ${name}`,
  exported: (rows: number) => (rows === 1 ? '1 row' : `${rows} rows`),
  title: 'Import',
  lead: 'Catalogue files are read and checked first. Nothing in the shop changes before you commit, and a commit can be undone.',
  newTitle: 'Read files',
  files: 'Files',
  filesHint:
    'Choose a list of your supplier, such as a price list from Excel: the shop shows what it takes each column for, and you correct it. It also reads files of fitment, numbers, vehicle numbers and categories, and ACES and PIES files. A file is CSV, an Excel workbook (.xlsx) or XML. CSV and XML can be packed as .gz.',
  filesMissing: 'Choose a file.',
  source: 'Source',
  sourceHint:
    'Give the list a name that stays the same, such as “Miller price list”. When you send the next one under this name, it replaces what this one says. If you leave this empty, the file’s name is taken.',
  brand: 'Brand',
  brandHint: 'The shop’s name of the brand, where the files have only a code, or rows without a brand.',
  full: 'These files are all that the source has: what they lack is taken out',
  looking: 'The shop is looking at the files.',
  sending: (share: number) => `Sending: ${Math.floor(share * 100)} %`,
  get stopped() {
    return `It was stopped, because something was changed. Press “${formTexts.send}” when all is as it should be.`
  },
  checkedAlike: (source: string) =>
    sentence`This list has the columns of the last one of “${source}”. It is read like that one and checked now.`,
  filledAs: (source: string) =>
    sentence`The form is filled in as for the last list of “${source}”: the name of this file follows that one’s.`,
  countsAsAll:
    'It counts as all that the source has: where it says numbers or applications, those that it lacks are taken out with the commit.',
  howRead: 'How the list was read',
  correct: 'Correct how it is read',
  undoFirst: 'If the list was read wrongly, undo this import first. Then correct how it is read.',
  fileGone: 'To read the list in another way, choose its file again: this page no longer has it.',
  list: 'Imports',
  failed: 'The imports could not be loaded',
  oneFailed: 'This import could not be loaded',
  none: 'Nothing has been imported yet',
  noneNext: 'Choose a file above. You will see what it changes before it changes anything.',
  attributesAdded: 'Attributes that are added:',
  number: 'Import',
  numbered: (number: number) => `Import ${number}`,
  standing: 'Where it stands',
  state: 'State',
  when: 'When',
  filesHead: 'Files',
  result: 'Result',
  resultOf: (added: number, changed: number, removed: number) =>
    `${whole(added)} added, ${whole(changed)} changed, ${whole(removed)} removed`,
  acts: { commit: 'Committing', undo: 'Undoing' },
  working: 'At work',
  silent: (seconds: number) => `No sign of progress for ${spanOf(seconds)}.`,
  preview: 'What changes',
  previewDone: 'What has changed',
  what: 'What',
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
  get unresolvedHow() {
    return `Fill in year, make and model, choose the file above and press “${formTexts.send}”. A vehicle that has them already is added as it stands: leave out the rows that are misspelt, and have their source corrected instead.`
  },
  unresolvedFailed: 'The vehicles could not be loaded',
  mapping: 'Mapping file to fill in',
  vehicleNumber: (system: string, number: string) => sentence`${system} ${number}`,
  applications: 'Applications',
  sources: 'From',
  refusedWhole:
    'Nothing goes in: every row was refused or left out. The list of problems says what to correct in the file, or what to tick on the form.',
  commit: 'Commit',
  keepUncommitted: 'Do not commit',
  commitQuestion: (number: number) => `Commit import ${number}?`,
  commitEffect: 'It goes in as a whole. You can undo it: what nobody has changed since is put back.',
  overtaken: (number: number) =>
    `A later list of the same source has gone in since, with import ${number}. This one would put back what that one has changed.`,
  allowRemoval: ({ rows, unlisted }: Removal) =>
    unlisted ? `Yes, all ${whole(rows)} parts` : `Take out ${whole(rows)} rows`,
  get unlisted() {
    return formTexts.unlisted
  },
  leapsFirst: (prices: number) => `${prices === 1 ? 'It stands' : 'They stand'} first among the changes on this page.`,
  allowPrices: (prices: number) => (prices === 1 ? 'Yes, this price' : `Yes, these ${whole(prices)} prices`),
  exceptPrices: 'Tick a part to keep its old price. The others get the new one.',
  keepPrices: (prices: number) =>
    prices === 1
      ? 'No, keep the old price of this part, and take all else in the list'
      : `No, keep the old prices of these ${whole(prices)} parts, and take all else in the list`,
  leapsByCommand: 'With --keep-prices in place of --allow-prices the old prices stay, and all else goes in.',
  pricesKept: (prices: number) =>
    prices === 1
      ? 'One part keeps its old price, as you said.'
      : `${whole(prices)} parts keep their old prices, as you said.`,
  unlistedHint: `If that is more than ${importLimits.removalPercent} percent of the parts of this source, you are asked again when you commit.`,
  unlistedNothing: 'Leave them as they are',
  unlistedActs: { 'out-of-stock': 'Set them out of stock', archived: 'Take them out of the shop' } satisfies Record<
    UnlistedAct,
    string
  >,
  twice: 'A part that a list has more than once',
  twiceTurns: { first: 'Its first row counts', last: 'Its last row counts' },
  cancel: 'Discard',
  cancelQuestion: (number: number) => `Discard import ${number}?`,
  cancelEffect: 'What was read is discarded. The shop stays as it is.',
  undo: 'Undo',
  undoQuestion: (number: number) => `Undo import ${number}?`,
  undoEffect:
    'What nobody has changed since goes back to what it was before, and parts that it added are removed from the shop. A part that somebody has changed in any way stays whole as it is, and is listed.',
  keep: 'Leave it',
  cancelled: 'The import was discarded.',
  back: 'All imports',
})
