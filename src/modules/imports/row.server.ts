import { sql } from 'kysely'
import { refuse } from './refusals.rules.ts'
import type { Context } from '#platform/context'
import type { TableChoices } from '#kernel/tables/read-table'
import type { CsvSeparator } from '#kernel/tables/written-files'
import type { Columns } from '#platform/database'
import type { Mapping } from './mapping/mapping.rules.ts'
import type { Added } from './commit/fitment.server.ts'
import { leapsColumns } from './plan/leaps.server.ts'
import { type AllowedLeaps, type KeepPrices, leapsNeedYes, needsYes } from './plan/yes.rules.ts'
import { type ProgressRow, progressColumn } from './progress/progress.server.ts'
import { additionsIn, rowKinds } from './import.rules.ts'
import type {
  Additions,
  Counts,
  ImportState,
  Removal,
  RowKind,
  TurnOfPart,
  UndoLeft,
  UnlistedAct,
} from './import.rules.ts'
import type { Planned } from './staging/staging.server.ts'

export type ImportOptions = Partial<Additions> & {
  /** The files are all that their source has: what it had before and lacks now goes. */
  full?: boolean
  allowRemoval?: boolean
  /** As much as whoever allowed it was shown. */
  mostRemoved?: number
  /** Which prices that leap somebody has allowed. */
  leaps?: AllowedLeaps
  /** Which of them keep the price that they have. */
  keepPrices?: KeepPrices
  /** What becomes of parts that the source has listed before, and that this list lacks. */
  unlisted?: UnlistedAct
  /** Which row counts of a part that a list has more than once: the first, unless said otherwise. */
  twice?: TurnOfPart
  /** What somebody has said of tables that leave it open. */
  reading?: TableChoices
  /** What somebody has said of the columns of tables. */
  mapping?: Mapping
  /** The shop's name of the brand whose parts these are, where the files have a code, or say nothing of it. */
  brand?: string
}

/** A file as its import keeps it: `path`, where it lies beside a command, or `waiting`, its id among the files that wait. */
export type StoredFile = {
  name: string
  path?: string
  waiting?: string
  bytes: number
  format?: string
  isFull?: boolean
  rows?: number
  /** How many rows of each kind it has. */
  kinds?: Partial<Record<RowKind, number>>
  refused?: Partial<Record<RowKind, number>>
  leftOut?: Partial<Record<RowKind, number>>
  /** How many of its rows about parts name none that can be read: nobody knows what else the file lists. */
  nameless?: number
  /** Problems and notes that were not kept, only counted. */
  unkept?: number
  unkeptNotes?: number
  brandCode?: string
  encoding?: string
  sheet?: string
  sheets?: readonly string[]
  date?: string
  /** Of its rows that do not go in and were kept: what stands above them, what separates their cells, and how many there are. */
  kept?: { head: readonly string[]; separator: CsvSeparator; rows: number }
}

export type ImportRow = Columns<
  'import',
  | 'id'
  | 'number'
  | 'state'
  | 'origin'
  | 'asked'
  | 'source'
  | 'source_id'
  | 'options'
  | 'files'
  | 'counts'
  | 'removal'
  | 'failure'
  | 'problem_count'
  | 'note_count'
  | 'overlap_count'
  | 'duplicate_count'
  | 'basis'
  | 'settled'
  | 'added'
  | 'undo_left'
  | 'actor_kind'
  | 'actor_id'
  | 'created_at'
  | 'ended_at'
> & {
  state: ImportState
  origin: 'page' | 'command' | 'shop'
  asked: 'commit' | 'undo' | null
  options: ImportOptions
  files: StoredFile[]
  progress: ProgressRow | null
  counts: Counts | null
  removal: Removal | null
  price_leaps: number
  leaps: string
  overtaken_by: number | null
  undo_left: UndoLeft | null
  added: (Added & { sources?: number[]; datedBefore?: string | null }) | null
}

/** For a query of imports: which later one of its source has gone in while an import waits, the last of them. */
const overtakenColumn = sql`
  case when import.state = 'staged' then (select max(later.number) from import later
    where later.source = import.source and later.number > import.number and later.state = 'committed') end as overtaken_by`

/** Of `import`, all that a row has. */
export const rowColumns = sql`import.*, ${progressColumn}, ${leapsColumns}, ${overtakenColumn}`

/** An import by its id, or by the number that people call it. Refuses: import-gone. */
export async function readImport(ctx: Context, which: { id: string } | { number: number }): Promise<ImportRow> {
  const match = 'id' in which ? sql`id = ${which.id}` : sql`number = ${which.number}`
  const { rows } = await sql<ImportRow>`select ${rowColumns} from import where ${match}`.execute(ctx.db)
  const [row] = rows
  if (!row) throw refuse('import-gone')
  return row
}

/** Whoever commits has said yes to what wants one. Refuses: import-removes-too-much, import-prices-leap. */
export function requireYes(row: ImportRow): void {
  const { removal, price_leaps: prices } = row
  if (needsYes(row)) throw refuse('import-removes-too-much', { rows: removal?.rows ?? 0, of: removal?.of ?? 0 })
  if (leapsNeedYes(row)) throw refuse('import-prices-leap', { prices })
}

export function plannedOf(row: ImportRow): Planned {
  const full = new Set<string>()
  for (const file of row.files) {
    if (row.options.full || (file.isFull && file.format === 'ACES')) full.add('fitment')
    if (row.options.full || (file.isFull && file.format === 'PIES')) full.add('number')
  }
  // The rows that a file refuses are all of one kind.
  const namelessOf = (kind: RowKind) =>
    row.files.reduce((sum, { refused, nameless = 0 }) => sum + (refused?.[kind] ? nameless : 0), 0)
  return {
    id: row.id,
    number: row.number,
    sourceId: row.source_id ?? 0,
    full: onlyWithRows(row, [...full]),
    ...additionsIn(row.options),
    takesLast: row.options.twice === 'last',
    ...(row.options.unlisted && rowsStaged(row).part > 0 && { unlisted: row.options.unlisted }),
    nameless: { fitment: namelessOf('fitment'), number: namelessOf('number'), part: namelessOf('part') },
  }
}

/** How many rows of each kind its files have. */
export function rowsStaged(row: ImportRow): Record<RowKind, number> {
  const sum = (kind: RowKind) => row.files.reduce((sum, file) => sum + (file.kinds?.[kind] ?? 0), 0)
  return Object.fromEntries(rowKinds.map(kind => [kind, sum(kind)])) as Record<RowKind, number>
}

/** A full file of applications says nothing of numbers: a kind of which no file has a row is left alone. */
function onlyWithRows(row: ImportRow, full: string[]): string[] {
  return full.filter(kind => row.files.some(file => Object.keys(file.kinds ?? {}).includes(kind)))
}
