import { createWriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Handlers } from '#kernel/endpoint'
import { dateFormat } from '#kernel/formats'
import { rateScale, toDecimalText } from '#kernel/money'
import { may, seesCustomers } from '#kernel/access'
import { refuse, refuseFields } from '#kernel/refusals'
import type { Context } from '#platform/context'
import { fromReplica } from '#platform/replica'
import { pageSize, withinDays } from '#platform/paging'
import { csvLine } from '#kernel/tables/written-files'
import type { reportsContract } from './reports.contract.ts'
import {
  type Period,
  type ReportKind,
  columnsOfReport,
  ofCustomers,
  problemOfPeriod,
  reportPage,
} from './reports.rules.ts'
import { sources } from './sources.server.ts'

/** `isNameless`: what it says of customers stays empty. */
type Query = Period & { after?: string | undefined; limit?: number | undefined; isNameless?: boolean }
type ReportRows = { rows: string[][]; after: string | null }

export const reportsHandlers: Handlers<typeof reportsContract, Context> = {
  async readReport(ctx, { params: { report }, query }) {
    return readReport(ctx, report, { ...query, ...allowed(ctx, report) })
  },
  async readReportFile(ctx, { params: { report }, query }) {
    requirePeriod(query)
    return reportPieces(ctx, report, { ...query, ...allowed(ctx, report) })
  },
}

/** How much of a file the caller may see. Refuses: not-permitted. */
function allowed({ caller }: Context, kind: ReportKind): Pick<Query, 'isNameless'> {
  if (kind === 'customers' && !may(caller, 'customers')) throw refuse('not-permitted')
  return { isNameless: !seesCustomers(caller) }
}

function requirePeriod(period: Period): void {
  const problem = problemOfPeriod(period)
  if (problem) throw refuseFields([{ field: 'to', message: problem }])
}

type Row = Record<string, string | number | boolean | Date | null> & {
  place_at: number
  place_id: string
  place_line: number
}

/**
 * Rows of a file, in the order of its moments. A row keeps its place whatever becomes of it, so that each is on one page. Refuses
 * a period that ends before it begins.
 */
export async function readReport(ctx: Context, kind: ReportKind, query: Query): Promise<ReportRows> {
  requirePeriod(query)
  const limit = pageSize(query.limit, reportPage)
  const selected = selectReport(ctx, kind, { ...query, limit: limit + 1 })
  const { rows } = await fromReplica(ctx, ctx => selected.execute(ctx.db))
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    rows: shown.map(row => cellsOf(ctx, kind, query.isNameless ? { ...row, ...nameless } : row)),
    after: last ? `${last.place_at}_${last.place_id}_${last.place_line}` : null,
  }
}

export function selectReport(ctx: Context, kind: ReportKind, query: Query & { limit: number }): RawBuilder<Row> {
  const { select, from, at, id, line } = sources[kind]
  return sql<Row>`
    ${select}, (extract(epoch from ${at}) * 1000000)::bigint as place_at, ${id} as place_id, ${line} as place_line
    ${from} ${withinDays(ctx, at, query)} and ${behind(query.after, { at, id, line })}
    order by ${at}, ${id}, ${line} limit ${query.limit}`
}

type Ref = RawBuilder<unknown>

function behind(after: string | undefined, { at, id, line }: { at: Ref; id: Ref; line: Ref }): Ref {
  if (after === undefined) return sql`true`
  const [micros = '', lastId = '', lastLine = '0'] = after.split('_')
  const moment = sql`timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond'`
  // The first of them is what an index begins at; the line of an order stands in another table.
  return sql`(${at}, ${id}) >= (${moment}, ${lastId}::uuid)
    and (${at}, ${id}, ${line}) > (${moment}, ${lastId}::uuid, ${lastLine}::integer)`
}

const nameless = Object.fromEntries(ofCustomers.map(name => [name, null]))

function cellsOf({ settings: { timeZone, currency } }: Context, kind: ReportKind, row: Row): string[] {
  // Swedish writes a moment as spreadsheets of any country read it: 2026-03-31 14:05:09.
  const time = dateFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return columnsOfReport(kind).map(([name, written]) => {
    const value = row[name]
    if (value === null || value === undefined) return ''
    if (value instanceof Date) return time.format(value)
    if (written === 'amount') return toDecimalText(Number(value), String(row['currency'] ?? currency))
    if (written === 'share') return String(Number(value) / rateScale)
    if (typeof value === 'boolean') return value ? 'yes' : 'no'
    return String(value)
  })
}

/** A whole file, a page of rows at a time, each read when it is asked for. `onRows` hears how many each has. */
export async function* reportPieces(
  ctx: Context,
  kind: ReportKind,
  { onRows, ...query }: Query & { onRows?: (rows: number) => void },
): AsyncGenerator<string, void> {
  // Spreadsheets take a file without this mark for one of another encoding.
  yield `\ufeff${csvLine(columnsOfReport(kind).map(([name]) => name))}`
  let after: string | undefined
  do {
    const page = await readReport(ctx, kind, { ...query, after, limit: reportPage.usual })
    onRows?.(page.rows.length)
    if (page.rows.length > 0) yield page.rows.map(csvLine).join('')
    after = page.after ?? undefined
  } while (after !== undefined)
}

/** Writes a whole file; it is there once it is whole. Returns how many rows it has. */
export async function writeReport(
  ctx: Context,
  { kind, path, ...period }: Period & { kind: ReportKind; path: string },
): Promise<number> {
  let count = 0
  const pieces = reportPieces(ctx, kind, { ...period, onRows: rows => (count += rows) })
  const unfinished = `${path}.part`
  await pipeline(Readable.from(pieces), createWriteStream(unfinished))
  await rename(unfinished, path)
  return count
}
