import { type RawBuilder, sql } from 'kysely'
import type { Page } from '#kernel/endpoint'
import type { Context } from './context.server.ts'
import type { Database } from './database.server.ts'

/** How many rows a page has: what was asked for, to its bound. */
export function pageSize(requested: number | undefined, { usual, most }: { usual: number; most: number }): number {
  return Math.min(requested ?? usual, most)
}

/** How many there are on all pages: as many as this, or more. */
export type Counted = { total: number; isMore: boolean }

type Paging<Row> = {
  limit: number
  total: number | Counted
  /** The cursor behind a row, which is the last one of its page. */
  after: (row: Row) => string
  /** With what else the list was asked for, and its next page is. */
  query?: Record<string, string | undefined>
}

/** A page of `rows`, of which one more than `limit` was read: by it the page knows whether another one follows. */
export function pageOf<Row>(
  rows: readonly Row[],
  { limit, total: counted, after, query = {} }: Paging<Row>,
): Page<Row[]> {
  const items = rows.slice(0, limit)
  const last = rows.length > limit ? items.at(-1) : undefined
  const { total, isMore } = typeof counted === 'number' ? { total: counted, isMore: false } : counted
  const page = { items, total, ...(isMore && { totalIsMore: true }) }
  if (!last) return { ...page, next: undefined }
  const parameters = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return { ...page, next: `?${new URLSearchParams([['limit', String(limit)], ...parameters, ['after', after(last)]])}` }
}

/** How many rows there are; `from` is the table with its condition. */
export async function countRows(db: Database, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${from}`.execute(db)
  return rows[0]?.count ?? 0
}

/** As far as a long list is counted, or looked through. Nobody reads as many, and to count a million takes longer than all else. */
const countedMost = 2000

/** As `countRows`, of a list that may be long: of one that is, that it has more than were counted. */
export async function countSome(db: Database, from: RawBuilder<unknown>): Promise<Counted> {
  const counted = await countRows(db, sql`(select from ${from} limit ${sql.lit(countedMost + 1)}) counted`)
  return { total: Math.min(counted, countedMost), isMore: counted > countedMost }
}

/** A shorter text has no three letters together, so no index of letters knows it. */
export const isForIndex = (q: string | undefined): q is string => q !== undefined && q.length >= 3

/**
 * How many rows a list is looked through for some letters before the index of letters is asked. What is in many rows is among the
 * first of them; the index would bring up all of these before it could say which come first.
 */
export const reachOfLetters = 500

/**
 * Whether a column, which is in lower case, has a text in it, as an index of letters answers it soon: by one of its words. Of
 * several words, most are in most rows ("workshop"), and the index would look for each three letters of them in each row.
 */
export function hasText(column: RawBuilder<unknown>, text: string): RawBuilder<unknown> {
  const words = text.split(/\s+/).filter(isForIndex)
  const [word] = words.toSorted((one, other) => rarity(other) - rarity(one))
  return word === undefined || word === text
    ? sql`${column} like ${opaquePatternOf(text)}`
    : sql`(${column} like ${opaquePatternOf(word)} and ${column} || '' like ${opaquePatternOf(text)})`
}

/** Numbers are of fewer rows than names. */
const rarity = (word: string) => word.length + (/\d/.test(word) ? 1000 : 0)

/** How many of the rows that `from` names are as `condition` says, where at least `least` of them are: exactly, of a list that is not long. */
export async function countNear(
  db: Database,
  { from, condition, least }: { from: RawBuilder<unknown>; condition: RawBuilder<unknown>; least: number },
): Promise<Counted> {
  const { rows } = await sql<{ total: number; looked: number }>`
    select count(*) filter (where ${condition}) as total, count(*) as looked
    from (${from} limit ${sql.lit(countedMost + 1)}) looked_through`.execute(db)
  const [{ total, looked } = { total: 0, looked: 0 }] = rows
  return { total: Math.max(total, least), isMore: looked > countedMost }
}

/** What a column in lower case is like that has a text anywhere in it. */
export const patternOf = (text: string): RawBuilder<unknown> => sql`lower(${`%${escapeLike(text)}%`})`

/**
 * The same, unseen by the planner: for statements whose best plan is the same whatever the text (`opaque`). Their limits are literals:
 * of one that it does not see, the planner expects a tenth of all rows, and plans each time anew.
 */
export const opaquePatternOf = (text: string): RawBuilder<unknown> => sql`(select ${patternOf(text)})`

/** A text as it stands in a pattern of `like`: the signs that SQL takes for any letter mean themselves. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}

type Days = { from?: string | undefined; to?: string | undefined }

/** A moment within days as the shop's clock has them: from the first moment of one to the last of the other. */
export function withinDays(
  { settings: { timeZone } }: Pick<Context, 'settings'>,
  at: RawBuilder<unknown>,
  { from, to }: Days,
): RawBuilder<unknown> {
  const start = from ? sql`and ${at} >= (${from}::date)::timestamp at time zone ${timeZone}` : sql``
  const end = to ? sql`and ${at} < (${to}::date + 1)::timestamp at time zone ${timeZone}` : sql``
  return sql`${start} ${end}`
}
