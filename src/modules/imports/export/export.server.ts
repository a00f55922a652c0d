import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import type { Page } from '#kernel/endpoint'
import { pagingTexts } from '#kernel/fields'
import { refuseFields } from '#kernel/refusals'
import { formFor } from '#kernel/tables/column-heads'
import { textOfCell } from '#kernel/tables/written-files'
import type { Context } from '#platform/context'
import { csvPieces, everyRow, requireWorkbookLength, workbookPieces } from '#platform/files/written'
import { pageOf, pageSize } from '#platform/paging'
import { fromReplica } from '#platform/replica'
import { refuse } from '../refusals.rules.ts'
import { type ExportKind, exportPage, writtenColumn } from './export.rules.ts'
import { exportProblems } from './export.texts.ts'
import { categoriesTable } from './categories.server.ts'
import { fitmentTable } from './fitment.server.ts'
import { numbersTable } from './numbers.server.ts'
import { partsTable } from './parts.server.ts'
import type { ExportTable, SourceFilter } from './table.server.ts'
import { vehiclesTable } from './vehicles.server.ts'

/** `source`: by its name; of kinds that sources say side by side, only what it says. */
type Selection = { kind: ExportKind; source?: string | undefined }

async function tableOf(ctx: Context, selection: Selection): Promise<ExportTable> {
  const { kind } = selection
  if (kind === 'vehicles') return vehiclesTable
  if (kind === 'categories') return categoriesTable
  if (kind === 'fitment') return fitmentTable(await sourceFilterOf(ctx, selection))
  if (kind === 'numbers') return numbersTable(await sourceFilterOf(ctx, selection))
  return partsTable(ctx, kind)
}

async function sourceFilterOf({ db }: Context, { source }: Selection): Promise<SourceFilter> {
  if (source === undefined) return {}
  const { rows } = await sql<{ id: number }>`
    select id from data_source where lower(name) = lower(${source})`.execute(db)
  if (rows.length === 0) throw refuseFields([{ field: 'source', message: exportProblems.sourceUnknown }])
  return { sourceIds: rows.map(({ id }) => id) }
}

/** The sources of which the shop has applications or numbers, by name. */
export async function readExportSources({ db }: Context): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct name from data_source source
    where exists (select from fitment where source_id = source.id)
      or exists (select from part_number where source_id = source.id)
      or exists (select from supersession where source_id = source.id)
    order by name`.execute(db)
  return rows.map(({ name }) => name)
}

const versionOf = ({ columns }: ExportTable) =>
  createHash('sha256').update(JSON.stringify(columns)).digest('base64url').slice(0, 16)

/** The columns of a file, and what they are told apart by when an attribute comes or goes while the file is written. */
export async function readExportColumns(
  ctx: Context,
  kind: ExportKind,
): Promise<{ columns: string[]; version: string }> {
  const table = await tableOf(ctx, { kind })
  return { columns: [...table.columns], version: versionOf(table) }
}

type Query = {
  after?: string | undefined
  limit?: number | undefined
  columns?: string | undefined
  source?: string | undefined
}

/**
 * One page of a file that an import reads, row by row, in an order that stays. Refuses: export-changed where the columns are others
 * than those that were read; fields.
 */
export async function exportRows(ctx: Context, kind: ExportKind, query: Query): Promise<Page<string[][]>> {
  const { after, source } = query
  const table = await tableOf(ctx, { kind, source })
  const version = versionOf(table)
  if (query.columns !== undefined && query.columns !== version) throw refuse('export-changed')
  if (after !== undefined && !table.isPlace(after)) throw refuseFields([{ field: 'after', message: pagingTexts.place }])
  const limit = pageSize(query.limit, exportPage)
  const { rows, total } = await fromReplica(ctx, async ctx => ({
    rows: await table.read(ctx, after, limit + 1),
    total: await table.count(ctx),
  }))
  const page = pageOf(rows, { limit, total, after: ({ place }) => place, query: { columns: version, source } })
  return { ...page, items: page.items.map(({ cells }) => cells.map(textOfCell)) }
}

/** `language`: a BCP 47 tag, for heads and signs; plain without. `onRows` hears how many rows each piece has. */
type Writing = Selection & { language?: string | undefined; onRows?: ((rows: number) => void) | undefined }

/** A whole CSV file, a page of rows at a time, each read when it is asked for. */
export async function exportPieces(ctx: Context, writing: Writing): Promise<AsyncGenerator<string>> {
  const table = await tableOf(ctx, writing)
  return csvPieces(table.columns.map(writtenColumn), rowsOf(ctx, table, writing), formFor(writing.language))
}

/** The same as a workbook. Refuses: export-too-long. */
export async function exportWorkbook(ctx: Context, writing: Writing): Promise<AsyncGenerator<Uint8Array>> {
  const table = await tableOf(ctx, writing)
  await requireWorkbookLength(ctx, table.from)
  return workbookPieces({
    sheet: writing.kind,
    columns: table.columns.map(writtenColumn),
    rows: rowsOf(ctx, table, writing),
    form: formFor(writing.language),
    currency: ctx.settings.currency,
  })
}

const rowsOf = (ctx: Context, table: ExportTable, { onRows }: Writing) =>
  everyRow(ctx, { read: (ctx, after) => table.read(ctx, after, exportPage.most), onRows })

/**
 * Writes a whole file, a workbook where its name ends in `.xlsx`; it is there once it is whole. Returns how many rows it has.
 * Refuses: export-too-long.
 */
export async function exportFile(ctx: Context, path: string, selection: Omit<Writing, 'onRows'>): Promise<number> {
  let count = 0
  const writing = { ...selection, onRows: (rows: number) => void (count += rows) }
  const unfinished = `${path}.part`
  const isWorkbook = path.toLowerCase().endsWith('.xlsx')
  const pieces = isWorkbook ? await exportWorkbook(ctx, writing) : await exportPieces(ctx, writing)
  await pipeline(Readable.from(pieces), createWriteStream(unfinished))
  await rename(unfinished, path)
  return count
}
