/** The rules of imports: their states, what a file may hold, what is wrong with it. Pure: they serve browser and server. */
import { type TableFault, tableFaults } from '#kernel/tables/table-problem'
import { cutText } from './files/text.rules.ts'

export const importStates = ['staging', 'staged', 'refused', 'committed', 'undone', 'failed', 'cancelled'] as const
export type ImportState = (typeof importStates)[number]

/** What the rows of a file are about. */
export const rowKinds = ['part', 'fitment', 'number', 'vehicle', 'category'] as const
export type RowKind = (typeof rowKinds)[number]

/** What becomes of the rows of a kind, when committed. `leftOut`: what is no row, or none that the shop can have, with nothing to be done. */
export const outcomes = ['added', 'changed', 'removed', 'unchanged', 'leftOut', 'refused', 'unresolved'] as const
export type Outcome = (typeof outcomes)[number]
export type Counts = Partial<Record<RowKind, Record<Outcome, number>>>

/** What may become of a row while its file is read. */
export const unreadOutcomes = ['leftOut', 'refused'] as const satisfies Outcome[]
export type UnreadOutcome = (typeof unreadOutcomes)[number]

/** What becomes of parts that a source had listed and its new list lacks. Nothing, unless it is said. */
export const unlistedActs = ['out-of-stock', 'archived'] as const
export type UnlistedAct = (typeof unlistedActs)[number]

/** How much an import takes out, of how much its source has: rows of applications or numbers, or parts that its list lacks. */
export type Removal = { rows: number; of: number; unlisted?: UnlistedAct | undefined }

/** What an import adds that is new to the shop, where it is asked to; by the names of its options. */
export const additions = ['createParts', 'createCategories', 'createAttributes'] as const
export type Addition = (typeof additions)[number]
export type Additions = Record<Addition, boolean>

/** An addition that the options leave out is not made. */
export const additionsIn = (options: { [name in keyof Additions]?: boolean | undefined }): Additions => ({
  createParts: options.createParts ?? false,
  createCategories: options.createCategories ?? false,
  createAttributes: options.createAttributes ?? false,
})

/** Which row counts where a list has a part more than once. */
export const turnsOfPart = ['first', 'last'] as const
export type TurnOfPart = (typeof turnsOfPart)[number]

export const noCounts = (): Record<Outcome, number> => ({
  added: 0,
  changed: 0,
  removed: 0,
  unchanged: 0,
  leftOut: 0,
  refused: 0,
  unresolved: 0,
})

export const importLimits = {
  /** Of one file, as it is sent. */
  uploadBytes: 4 * 1024 ** 3,
  /** Of a packed one, what it unpacks to: catalogues shrink to a tenth or so, and small ones may shrink further. */
  unpackedTimes: 60,
  unpackedBytes: 16 * 1024 ** 2,
  /** Problems that are kept; the others are counted. */
  problems: 100_000,
  overlaps: 20_000,
  /** Rows about categories: more than a shop can have of them and their attributes. */
  categoryRows: 20_000,
  /** Rows that are kept because they do not go in, and characters of each of their cells. */
  refusedRows: 100_000,
  refusedCell: 32_767,
  /** Share of what a source had that a full file may take away without being told to, in percent. */
  removalPercent: 20,
  /** A price that becomes so many times what it was, or such a part of it, wants a yes. */
  priceLeap: 5,
  /** Of an XML file: elements within each other, attributes of one, characters without any end, elements of a record. */
  xmlDepth: 40,
  xmlAttributes: 60,
  xmlRun: 4 * 1024 * 1024,
  xmlNodes: 20_000,
  /** Characters of a row. */
  csvRecord: 1024 * 1024,
  /** Years that one row may span. */
  years: 120,
  text: 400,
  source: 120,
  /** Of what buyers read of a source. */
  publicName: 80,
} as const

/** A file is sent in pieces of this size, of whole megabytes: small enough for any proxy, and for memory. */
export const uploadPieceBytes = 4 * 1024 * 1024

export const oldestYear = 1886
export const newestYear = 2100

/** What the reader of table files refuses by itself. */
function refusedByReader(): Record<TableFault, 'refused'> {
  return Object.fromEntries(tableFaults.map(fault => [fault, 'refused'])) as Record<TableFault, 'refused'>
}

/**
 * What becomes of what a problem is about. Refused: the row is left out. Kept: the row waits. In part: it goes in, but not all of it as the
 * file says. Asked: it goes in as the file says, once somebody has said yes. Noted: all is as it is to be, and somebody should know. This is a note, and the others are problems.
 */
type Effect = 'refused' | 'kept' | 'in-part' | 'asked' | 'noted'

export const problemCodes = {
  ...refusedByReader(),
  'line-left-out': 'noted',
  'file-unreadable': 'refused',
  'file-unpacks-too-large': 'refused',
  'columns-not-permitted': 'refused',
  'xml-broken': 'refused',
  'xml-forbidden': 'refused',
  'xml-too-large': 'refused',
  'xml-unknown': 'refused',
  'head-missing': 'refused',
  'head-unknown': 'refused',
  'columns-differ': 'refused',
  'column-unknown': 'noted',
  'value-missing': 'refused',
  'value-too-long': 'refused',
  'cell-error-left-out': 'in-part',
  'number-expected': 'refused',
  'word-unsaid': 'refused',
  'year-implausible': 'refused',
  'years-reversed': 'refused',
  'choice-unknown': 'refused',
  'condition-malformed': 'refused',
  'price-malformed': 'refused',
  'price-of-one-lost': 'refused',
  'price-currency': 'refused',
  'price-missing': 'refused',
  'price-none': 'noted',
  'price-leap': 'asked',
  'price-kept': 'in-part',
  'gtin-wrong': 'refused',
  'gtin-left-out': 'in-part',
  'gtin-zero': 'noted',
  'gtin-taken': 'refused',
  'part-discontinued': 'refused',
  'part-unknown': 'refused',
  'part-ambiguous': 'refused',
  'part-twice': 'refused',
  'part-twice-last': 'refused',
  'unlisted-out-of-stock': 'noted',
  'unlisted-archived': 'noted',
  'unlisted-kept': 'noted',
  'unlisted-unknown': 'in-part',
  'applications-unknown': 'in-part',
  'part-looks-alike': 'noted',
  'category-unknown': 'refused',
  'category-new': 'noted',
  'category-ambiguous': 'refused',
  'category-malformed': 'refused',
  'category-otherwise': 'refused',
  'category-text': 'refused',
  'category-address': 'refused',
  'category-address-taken': 'refused',
  'categories-too-many': 'refused',
  'category-rows-too-many': 'refused',
  'attribute-name': 'refused',
  'attribute-name-taken': 'refused',
  'attribute-kind': 'refused',
  'attribute-kind-differs': 'refused',
  'attribute-unit': 'refused',
  'attribute-choices': 'refused',
  'attribute-twice': 'refused',
  'attributes-too-many': 'refused',
  'attribute-unknown': 'in-part',
  'attribute-new': 'noted',
  'attribute-new-name': 'in-part',
  'attribute-new-taken': 'in-part',
  'attribute-new-unit': 'in-part',
  'attribute-new-room': 'in-part',
  'attribute-new-text': 'in-part',
  'attribute-left-out': 'in-part',
  'attribute-value': 'refused',
  'stock-held': 'refused',
  'unit-unknown': 'refused',
  'weight-malformed': 'refused',
  'tax-class-malformed': 'refused',
  'country-unknown': 'refused',
  'country-left-out': 'in-part',
  'customs-code-malformed': 'refused',
  'customs-code-left-out': 'in-part',
  'picture-unknown': 'refused',
  'too-many-pictures-named': 'refused',
  'picture-texts-too-many': 'refused',
  'picture-texts-alone': 'refused',
  'minimum-not-multiple': 'refused',
  'minimum-raised': 'in-part',
  'fits-contradicted': 'refused',
  'vehicle-unknown': 'kept',
  'vehicle-number-implausible': 'refused',
  'position-implausible': 'refused',
  'equipment-unsupported': 'refused',
  'action-change': 'refused',
  'action-unknown': 'refused',
  'nothing-to-remove': 'noted',
  'record-count': 'in-part',
  'replaces-itself': 'refused',
  'replaces-other-brand': 'refused',
  'replaced-otherwise': 'refused',
  'replaced-unclear': 'refused',
  'replaced-twice': 'refused',
  'successor-several': 'refused',
  'alias-twice': 'refused',
} as const satisfies { readonly [code: string]: Effect }
export type ProblemCode = keyof typeof problemCodes

const codesOf = (effect: Effect): readonly ProblemCode[] =>
  Object.entries(problemCodes).flatMap(([code, what]) => (what === effect ? (code as ProblemCode) : []))

/** What leaves a row out. */
export const refusals = codesOf('refused')

/** News, with which nothing has to be done. */
export const notes = codesOf('noted')

export const leftCodes = [
  'part-changed',
  'number-taken',
  'stock-held',
  'stock-counted',
  'replaced-otherwise',
  'vehicle-changed',
  'rows-gone',
  'category-changed',
  'category-used',
  'attribute-changed',
  'attribute-used',
  'choice-used',
] as const
export type LeftReason = (typeof leftCodes)[number]
/** What undoing an import has left as it is. */
export type LeftItem = { what: string; why: LeftReason }
/** How much it is, and the first of it. */
export type UndoLeft = { count: number; first: LeftItem[] }

const cleanOr = (text: string | null) => (text === null ? null : cutText(text, importLimits.text))

/** A problem as it can be kept: what a broken file has in it need not be text. */
export function cleanProblem(problem: Problem): Problem {
  const { record, field, value } = problem
  return { ...problem, record: cleanOr(record), field: cleanOr(field), value: cleanOr(value) }
}

export type Problem = {
  line: number | null
  record: string | null
  field: string | null
  code: ProblemCode
  value: string | null
}

/** A problem of the file as a whole: nothing of it is taken. */
export class FileProblem extends Error {
  override name = 'FileProblem'
  readonly problem: Problem
  constructor(code: ProblemCode, more: Partial<Problem> = {}) {
    super(code)
    this.problem = cleanProblem({ line: null, record: null, field: null, value: null, ...more, code })
  }
}

/** What the shop has written of one source goes back to it, also where a browser has numbered the file. */
const exportedOf = /^(.+)\.(?:fitment|numbers)(?: ?\(\d+\))?\.(?:csv|xlsx)$/

/** `catalogue-2026.csv.gz` counts as the source `catalogue-2026`, unless somebody says otherwise. */
export const sourceOf = (name: string): string =>
  exportedOf.exec(name)?.[1] ?? (name.replace(/(\.(csv|txt|tsv|xml|xlsx))?(\.gz)?$/i, '') || name)

const sumOf = (counts: Counts | null, which: (outcome: Outcome) => boolean): number =>
  Object.values(counts ?? {}).reduce(
    (sum, each) => outcomes.filter(which).reduce((some, outcome) => some + each[outcome], sum),
    0,
  )

const isTaken = (outcome: Outcome) => !unreadOutcomes.some(other => other === outcome)

/** How many of its rows were refused, and how many go in. */
export const refusedRows = (counts: Counts | null): number => sumOf(counts, outcome => outcome === 'refused')
export const takenRows = (counts: Counts | null): number => sumOf(counts, isTaken)

/** Whether nothing of it can go in: rows were refused or left out, and none was taken. */
export const isRefusedWhole = (counts: Counts | null): boolean =>
  sumOf(counts, outcome => !isTaken(outcome)) > 0 && takenRows(counts) === 0
