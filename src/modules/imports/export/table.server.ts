import type { RawBuilder } from 'kysely'
import type { Context } from '#platform/context'
import type { Counted } from '#platform/paging'
import type { WrittenRow } from '#platform/files/written'

/** What a file of one kind is read from, a page at a time. */
export type ExportTable = {
  columns: readonly string[]
  /** Whether a place is one of this table's. */
  isPlace: (place: string) => boolean
  /** The rows behind a place, or the first ones, in an order that stays. */
  read: (ctx: Context, after: string | undefined, limit: number) => Promise<WrittenRow[]>
  /** The rows as a table with its condition. */
  from: RawBuilder<unknown>
  count: (ctx: Context) => Promise<number | Counted>
}

/** What one source says; of all of them, each thing once. */
export type SourceFilter = { sourceIds?: readonly number[] | undefined }
