import type { TableEncoding } from '#kernel/tables/encodings'
import type { TableChoices } from '#kernel/tables/read-table'
import type { TableRow } from '#kernel/tables/records'
import { TableRefused } from '#kernel/tables/table-problem'
import type { ImportProfile } from '#contracts/imports'
import {
  type NumberCounts,
  type ProposedColumn,
  type ProposedMeaning,
  areNamesOfList,
  mappedColumns,
  numbersToAsk,
  profileFor,
  proposeColumns,
  proposeCurrency,
  proposeMeanings,
} from '#rules/imports'
import { hasOpenLetters, readTableFile, sheetsIn } from '#ui/controls/tables/read-table-file.ts'
import { beginningOf } from '../inspect-file.ts'

/** A list whose columns somebody can say: as the shop takes them, or as the last list of its source was read. */
export type MappableList = {
  columns: ProposedColumn[]
  profile: ImportProfile | undefined
  /** Of a workbook, where the profile names it: its first one may be a cover. */
  sheet: string | undefined
  /** Of a text that leaves its letters open, where the profile says it. */
  encoding: TableEncoding | undefined
  /** What the words among the figures mean, with these columns. */
  meaningsOf: (columns: readonly Pick<ProposedColumn, 'column'>[]) => ProposedMeaning[]
  /** The currency of its amounts, with these columns, where it names another than the shop's, or its source's last list had one. */
  currencyOf: (columns: readonly Pick<ProposedColumn, 'head' | 'column'>[]) => string | undefined
}

type Proposing = {
  profiles: readonly ImportProfile[]
  choices: TableChoices
  shop: { currency: string; locale: string }
  /** Asks the shop how many of the cells of some columns are its numbers. */
  countKnown: (columns: string[][]) => Promise<NumberCounts[]>
}

/** Looks through a file that somebody has chosen. Undefined: it is no list of parts, or cannot be read. */
export async function proposeMapping(
  chosen: File,
  { profiles, choices, shop, countKnown }: Proposing,
): Promise<MappableList | undefined> {
  const file = await beginningOf(chosen)
  if (!file) return undefined
  const match = await asProfileSays(file, { profiles, choices })
  const rows = match?.rows ?? (await rowsOf(file, choices))
  const profile = match?.profile ?? profileFor(profiles, rows)
  const numbers = profile ? new Map<number, string[]>() : numbersToAsk(rows, shop)
  const counts = numbers.size > 0 ? await countKnown([...numbers.values()]) : []
  const countsByPlace = new Map([...numbers.keys()].flatMap((place, at) => (counts[at] ? [[place, counts[at]]] : [])))
  const proposal = proposeColumns(rows, shop, countsByPlace)
  if (!proposal) return undefined
  return {
    columns: profile ? asMapped(proposal.columns, profile) : proposal.columns,
    profile,
    sheet: match?.sheet,
    encoding: match?.encoding,
    meaningsOf: columns => meant(proposeMeanings(columns, proposal.below), profile),
    currencyOf: columns => currencyBefore(profile, shop) ?? proposeCurrency(columns, proposal, shop),
  }
}

/** A shop may have taken on the currency of the list since. */
function currencyBefore(profile: ImportProfile | undefined, shop: Proposing['shop']): string | undefined {
  const code = profile?.mapping?.currency?.code
  return code === shop.currency ? undefined : code
}

type ProfileMatch = { profile: ImportProfile; rows: TableRow[]; sheet?: string; encoding?: TableEncoding }

/** Where nobody has said which sheet of the file is read, or what its letters are: the source's last list that tells it. */
async function asProfileSays(
  file: Blob,
  { profiles, choices }: Pick<Proposing, 'profiles' | 'choices'>,
): Promise<ProfileMatch | undefined> {
  const bySheet = choices.sheet === undefined ? await sheetOfProfile(file, profiles) : undefined
  return bySheet ?? (choices.encoding === undefined ? lettersOfProfile(file, profiles) : undefined)
}

/** The sheet that a source's last list was on, where this workbook has one of that name and its shape, with its rows. */
async function sheetOfProfile(file: Blob, profiles: readonly ImportProfile[]): Promise<ProfileMatch | undefined> {
  const named = new Set(profiles.flatMap(({ sheet }) => sheet ?? []))
  if (named.size === 0) return undefined
  for (const sheet of await sheetsIn(file)) {
    if (!named.has(sheet)) continue
    const rows = await rowsOf(file, { sheet })
    const own = profiles.filter(profile => profile.sheet === sheet)
    const profile = profileFor(own, rows)
    if (profile) return { profile, rows, sheet }
  }
  return undefined
}

/**
 * The letters that were said of a source's last list, where this text leaves its own open and has, read by them, the shape of that list. A
 * newer list of that shape of which nothing had to be said comes first.
 */
async function lettersOfProfile(file: Blob, profiles: readonly ImportProfile[]): Promise<ProfileMatch | undefined> {
  if (!profiles.some(({ encoding }) => encoding) || !(await areLettersOpen(file))) return undefined
  const read = new Map<TableEncoding | undefined, TableRow[]>()
  for (const profile of profiles) {
    const { encoding } = profile
    const rows = read.get(encoding) ?? (await rowsOf(file, encoding ? { encoding } : {}))
    read.set(encoding, rows)
    if (profileFor([profile], rows)) return encoding && { profile, rows, encoding }
  }
  return undefined
}

const areLettersOpen = (file: Blob) => hasOpenLetters(file).catch(noneIfRefused(false))

async function rowsOf(file: Blob, choices: TableChoices): Promise<TableRow[]> {
  return readTableFile(file, choices, areNamesOfList(undefined)).catch(noneIfRefused([]))
}

/** Why a file cannot be read, the form says by itself. */
const noneIfRefused =
  <None>(none: None) =>
  (error: unknown): None => {
    if (error instanceof TableRefused) return none
    throw error
  }

function asMapped(columns: readonly ProposedColumn[], { mapping }: ImportProfile): ProposedColumn[] {
  const mapped = mapping
    ? mappedColumns(
        mapping,
        columns.map(({ head }) => head),
      )
    : []
  return columns.map((proposed, at) => ({ ...proposed, column: proposed.head === '' ? '' : (mapped[at] ?? '') }))
}

function meant(words: ProposedMeaning[], profile: ImportProfile | undefined): ProposedMeaning[] {
  const meanings = profile?.mapping?.meanings ?? []
  return words.map(word => {
    const means = meanings.find(({ column, text }) => column === word.column && text === word.text)?.means
    return means === undefined ? word : { ...word, means }
  })
}
