import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'
import { Id, optionalText, paging, requiredText, wholeNumber } from '#kernel/fields'
import { tableChoices } from '#kernel/tables/table-body'
import { countLimits } from './proposals/known.rules.ts'
import { ListCurrencyBody, MappingBody } from './mapping/mapping.body.ts'
import { ImportOverlap } from './problems/problem.body.ts'
import { leapsContract } from './plan/leaps.contract.ts'
import { problemsContract } from './problems/problems.contract.ts'
import { exportsContract } from './export/export.contract.ts'
import { sourcesContract } from './sources/sources.contract.ts'
import { phases } from './progress/progress.rules.ts'
import {
  type Additions,
  importLimits,
  importStates,
  leftCodes,
  outcomes,
  rowKinds,
  turnsOfPart,
  unlistedActs,
  uploadPieceBytes,
} from './import.rules.ts'
import { importFieldTexts } from './fields.texts.ts'

export { ImportOverlap, ImportProblem, ImportProblemKind } from './problems/problem.body.ts'
export { type DataSource } from './sources/sources.contract.ts'

/** What is new to the shop and is added. */
const toAdd = z.object({
  createParts: z.boolean(),
  createCategories: z.boolean(),
  createAttributes: z.boolean(),
} satisfies Record<keyof Additions, z.ZodMiniType>)

const Outcomes = z.record(z.enum(outcomes), z.number())

/** One import, as the page shows it. */
export const Import = z.object({
  _id: z.string(),
  number: z.number(),
  state: z.enum(importStates),
  origin: z.enum(['page', 'command', 'shop']),
  /** What was asked for and is not done yet. */
  asked: z.nullable(z.enum(['commit', 'undo'])),
  source: z.string(),
  files: z.array(
    z.object({
      name: z.string(),
      format: z.optional(z.string()),
      rows: z.optional(z.number()),
      /** How many of its rows are kept because they do not go in. */
      refused: z.optional(z.number()),
    }),
  ),
  isFull: z.boolean(),
  /** How far the work on it is; null while there is none. */
  progress: z.nullable(
    z.object({
      phase: z.enum(phases),
      /** Which step is being done, the first 0, of how many. */
      step: z.number(),
      steps: z.number(),
      /** Rows that it has gone through, each once a step; of how many, where that is known. */
      rows: z.number(),
      of: z.nullable(z.number()),
      /** From 0 to 1. What is not known yet is null. */
      share: z.nullable(z.number()),
      rowsASecond: z.nullable(z.number()),
      secondsLeft: z.nullable(z.number()),
      /** Seconds since the last sign of life of who does it. */
      silent: z.number(),
    }),
  ),
  counts: z.partialRecord(z.enum(rowKinds), Outcomes),
  /** What a full file takes away, of how many rows of its source; `unlisted`: parts that a list lacks, and what becomes of them. */
  removal: z.nullable(z.object({ rows: z.number(), of: z.number(), unlisted: z.optional(z.enum(unlistedActs)) })),
  /** It takes away so much that somebody has to allow it. */
  asksForRemoval: z.boolean(),
  /** How many prices become many times what they are, or a small part of it, so that somebody has to allow it; `leaps`: a digest of these very ones. */
  priceLeaps: z.number(),
  leaps: z.string(),
  /** The number of a later import of its source that went in while this one waits; null where there is none. */
  overtakenBy: z.nullable(z.number()),
  /** What undoing has left as it is, because somebody has changed it since: how much, and the first of it. */
  left: z.nullable(
    z.object({
      count: z.number(),
      first: z.array(z.object({ what: z.string(), why: z.enum(leftCodes), hint: z.string() })),
    }),
  ),
  /** From which currency its prices are converted, and by which rate; null where they are in the shop’s. */
  currency: z.nullable(ListCurrencyBody),
  failure: z.nullable(z.string()),
  /** What did not go in as the files say; `notes`: news, with which nothing has to be done. */
  problems: z.number(),
  notes: z.number(),
  overlaps: z.number(),
  duplicates: z.number(),
  createdAt: z.string(),
  endedAt: z.nullable(z.string()),
})
export type Import = z.infer<typeof Import>

/** A vehicle that the shop does not know, and what waits for it. */
export const UnresolvedVehicle = z.object({
  /** By what names it: a number of another system, or year, make and model. */
  vehicle: z.string(),
  system: z.nullable(z.string()),
  externalId: z.nullable(z.string()),
  year: z.nullable(z.number()),
  make: z.nullable(z.string()),
  model: z.nullable(z.string()),
  engine: z.nullable(z.string()),
  /** How many applications wait for it, and of which sources. */
  applications: z.number(),
  sources: z.array(z.string()),
})
export type UnresolvedVehicle = z.infer<typeof UnresolvedVehicle>

/**
 * How the last list of a source was read that went in, or waits to: the next one of its shape is proposed alike. `file`: its name, which tells
 * whose the next one is; `mapping`: what somebody has said of its columns, where they are not named as the shop names them.
 */
export const ImportProfile = z.object({
  source: z.string(),
  mapping: z.optional(MappingBody),
  file: z.string(),
  brand: z.optional(z.string()),
  /** Of its letters, where somebody has said it: a file that says it by itself is read as it says. */
  encoding: tableChoices.encoding,
  decimalSign: z.optional(z.enum(['.', ','])),
  /** Of a workbook, where it was chosen. */
  sheet: z.optional(z.string()),
  full: z.optional(z.boolean()),
  ...toAdd.shape,
  unlisted: z.optional(z.enum(unlistedActs)),
  twice: z.optional(z.enum(turnsOfPart)),
})
export type ImportProfile = z.infer<typeof ImportProfile>

/** A part, or a category, as an import changes it. What the files say nothing of is not told. */
export const ImportChange = z.object({
  /** Brand and number of a part; the path of a category. */
  part: z.string(),
  /** Of a part; of the category’s attribute that the row is about, if it is about any. */
  name: z.string(),
  isNew: z.boolean(),
  /** Of an attribute that is made because parts name it: how many do. */
  parts: z.optional(z.number()),
  /** By the columns of its file, as the shop writes them, a weight with its unit; '' where there was nothing. Of numbers the first, those that come before those that stay. */
  changes: z.array(z.object({ column: z.string(), was: z.string(), becomes: z.string() })),
})
export type ImportChange = z.infer<typeof ImportChange>

const params = z.object({ id: Id })
const page = z.object(paging(/^\d{1,9}$/))

/** What the form asks beside the files. */
export const ImportInput = z.object({
  source: optionalText(importLimits.source),
  brand: optionalText(80),
  full: z.optional(z.boolean()),
  ...z.partial(toAdd).shape,
  /** What becomes of parts that the source has listed before, and that these files lack: nothing, unless said. */
  unlisted: z.optional(z.enum(unlistedActs, { error: () => importFieldTexts.unlisted })),
  /** Which row counts of a part that a file has more than once: the first, unless said. */
  twice: z.optional(z.enum(turnsOfPart, { error: () => importFieldTexts.twice })),
  /** What the columns of the files are, where their names do not say it. */
  mapping: z.optional(MappingBody),
  ...tableChoices,
})
export type ImportInput = z.infer<typeof ImportInput>

const BeginImport = z.object({
  ...ImportInput.shape,
  files: z
    .array(z.object({ upload: Id, name: requiredText(() => importFieldTexts.name, 255) }))
    .check(
      z.minLength(1, { error: () => importFieldTexts.file }),
      z.maxLength(20, { error: () => importFieldTexts.files }),
    ),
})

const cell = requiredText(() => importFieldTexts.cell, countLimits.cell)

export const importsContract = {
  uploadPiece: endpoint('POST /imports/uploads', {
    summary:
      'Sends a file piece by piece: `upload`, an id of the sender’s choice; `piece`, which of them it is, the first 0; each but the last is 4 MiB. A piece that has come already is taken again.',
    access: 'staff:imports',
    upload: { field: 'piece', mostBytes: uploadPieceBytes },
    query: z.object({ upload: Id, piece: wholeNumber(() => importFieldTexts.piece) }),
    answer: z.object({ bytes: z.number() }),
    refusals: ['import-piece-missing', 'file-too-large'],
  }),
  countKnownNumbers: endpoint('POST /imports/known-numbers', {
    summary:
      'How many of some cells of a list are numbers of parts on sale, and as what: by it a column is known whose name says nothing. Nothing is kept.',
    access: 'staff:imports',
    body: z.object({
      columns: z
        .array(
          z
            .array(cell)
            .check(z.maxLength(countLimits.cells, { error: () => importFieldTexts.cells(countLimits.cells) })),
        )
        .check(z.maxLength(countLimits.columns, { error: () => importFieldTexts.columns(countLimits.columns) })),
    }),
    answer: z.array(
      z.object({ asked: z.number(), own: z.number(), oem: z.number(), interchange: z.number(), gtin: z.number() }),
    ),
  }),
  beginImport: endpoint('POST /imports', {
    summary: 'Begins to read files that were sent. Nothing in the shop changes before the commit.',
    access: 'staff:imports',
    body: BeginImport,
    answer: z.object({ insertedId: z.string() }),
    refusals: ['import-piece-missing'],
  }),
  listImports: endpoint('GET /imports', {
    summary: 'The imports, newest first, by page.',
    access: 'staff:imports',
    paged: true,
    query: page,
    answer: z.array(Import),
  }),
  listUnresolved: endpoint('GET /imports/vehicles', {
    summary: 'Vehicles that applications of any import wait for, in the order of what names them, by page.',
    access: 'staff:imports',
    paged: true,
    query: z.object(paging(/^[\w-]{1,2000}$/)),
    answer: z.array(UnresolvedVehicle),
  }),
  getImport: endpoint('GET /imports/:id', {
    summary: 'One import: how far it is, and what it changes.',
    access: 'staff:imports',
    params,
    answer: Import,
    refusals: ['import-gone'],
  }),
  listProfiles: endpoint('GET /imports/profiles', {
    summary: 'How the last lists of each source were read, the newest first.',
    access: 'staff:imports',
    answer: z.array(ImportProfile),
  }),
  listChanges: endpoint('GET /imports/:id/changes', {
    summary:
      'The first twenty categories, attributes and parts that an import which is ready adds or changes: what they are, and what they become.',
    access: 'staff:imports',
    params,
    answer: z.array(ImportChange),
    refusals: ['import-gone', 'import-staging-gone'],
  }),
  ...leapsContract,
  ...problemsContract,
  listOverlaps: endpoint('GET /imports/:id/overlaps', {
    summary: 'Applications of its files that get in each other’s way, by page.',
    access: 'staff:imports',
    paged: true,
    params,
    query: page,
    answer: z.array(ImportOverlap),
    refusals: ['import-gone'],
  }),
  commitImport: endpoint('POST /imports/:id/commit', {
    summary: 'Puts an import that is ready into the shop, in the background. Asked twice, it is done once.',
    access: 'staff:imports',
    params,
    body: z.object({
      allowRemoval: z.optional(z.boolean()),
      /** How many rows it was shown to take away: more than that is not allowed by it. */
      removes: z.optional(wholeNumber()),
      /** `leaps` of the import, as it was shown: other prices are not allowed by it. */
      leaps: z.optional(z.string().check(z.regex(/^[0-9a-f]{32}$/, { error: () => importFieldTexts.leaps }))),
      /** Of these the old price stays: all that leap, or the tools with these ids. All else of their rows goes in. */
      keepPrices: z.optional(
        z.union([z.literal('all'), z.array(Id).check(z.maxLength(1000, { error: () => importFieldTexts.tools }))]),
      ),
    }),
    answer: Import,
    refusals: [
      'import-gone',
      'import-not-staged',
      'import-refused-whole',
      'import-removes-too-much',
      'import-prices-leap',
    ],
  }),
  cancelImport: endpoint('POST /imports/:id/cancel', {
    summary: 'Throws away what was read of an import.',
    access: 'staff:imports',
    params,
    answer: Import,
    refusals: ['import-gone', 'import-not-staged'],
  }),
  undoImport: endpoint('POST /imports/:id/undo', {
    summary: 'Puts everything back as it was before an import, in the background.',
    access: 'staff:imports',
    params,
    answer: Import,
    refusals: ['import-gone', 'import-not-committed'],
  }),
  ...exportsContract,
  ...sourcesContract,
}
