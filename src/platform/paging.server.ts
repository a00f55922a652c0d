import { type RawBuilder, sql } from 'kysely'
import type { Page } from '#kernel/endpoint'
import type { Database } from './database.server.ts'

/** How many rows a page has: what was asked for, within its bounds. */
export function pageSize(asked: number | undefined, { usual, most }: { usual: number; most: number }): number {
  return Math.min(Math.max(asked ?? usual, 1), most)
}

type Paging<Row> = {
  limit: number
  /** On all pages. */
  total: number
  /** The cursor behind a row, which is the last one of its page. */
  after: (row: Row) => string
  /** With what else the list was asked for, and its next page is. */
  query?: Record<string, string | undefined>
}

/** A page of `rows`, of which one more than `limit` was read: by it the page knows whether another one follows. */
export function pageOf<Row>(rows: readonly Row[], { limit, total, after, query = {} }: Paging<Row>): Page<Row[]> {
  const items = rows.slice(0, limit)
  const last = rows.length > limit ? items.at(-1) : undefined
  if (!last) return { items, total, next: undefined }
  const kept = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return { items, total, next: `?${new URLSearchParams([['limit', String(limit)], ...kept, ['after', after(last)]])}` }
}

/** How many rows there are; `from` is the table with its condition. */
export async function countRows(db: Database, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${from}`.execute(db)
  return rows[0]?.count ?? 0
}

/** A text as it stands in a pattern of `like`: the signs that SQL takes for any letter mean themselves. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}
