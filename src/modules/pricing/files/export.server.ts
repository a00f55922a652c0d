import { type RawBuilder, sql } from 'kysely'
import type { Page } from '#kernel/endpoint'
import { toDecimalText } from '#kernel/money'
import { formFor } from '#kernel/tables/column-heads'
import { figureCell, textOfCell } from '#kernel/tables/written-files'
import type { Context } from '#platform/context'
import type { Columns } from '#platform/database'
import { type WrittenRow, csvPieces, everyRow, requireWorkbookLength, workbookPieces } from '#platform/files/written'
import { countRows, pageOf, pageSize } from '#platform/paging'
import { fromReplica } from '#platform/replica'
import { currencyOf } from '../lists/entries.server.ts'
import type { UnnamedEntries } from './files.contract.ts'
import { type UnnamedReason, shownUnnamed, writtenPriceColumns } from './files.rules.ts'
import { canBeNamed, whyUnnamed } from './stage.server.ts'

/** What a list says of one product; a row of its file for each of the prices. */
type ExportRow = {
  tool: string
  brand: string | null
  part_number: string
  froms: number[]
  prices: number[]
  minimum: number | null
  multiple: number | null
}

const aPage = { usual: 1000, most: 5000 }

type Query = { limit?: number | undefined; after?: string | undefined }

/** Entries of a list that a file can name. */
const named = (listId: string): RawBuilder<unknown> => sql`price_entry entry join tool on tool.id = entry.tool_id
  where entry.list_id = ${listId} and ${canBeNamed('entry')}`

async function readEntries(
  ctx: Pick<Context, 'db'>,
  listId: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<ExportRow[]> {
  const behind = after ? sql`and entry.tool_id > ${after}` : sql``
  const { rows } = await sql<ExportRow>`
    select entry.tool_id as tool, brand.name as brand, entry.part_number, to_json(entry.from_quantities) as froms,
      to_json(entry.prices) as prices, entry.minimum_quantity as minimum, entry.quantity_multiple as multiple
    from (select entry.*, tool.part_number, tool.brand_id from ${named(listId)} ${behind} order by entry.tool_id limit ${limit}) entry
      left join brand on brand.id = entry.brand_id
    order by entry.tool_id`.execute(ctx.db)
  return rows
}

const rowsOf = ({ tool, froms, prices, ...row }: ExportRow, currency: string): WrittenRow[] =>
  froms.map((from, at) => ({
    place: tool,
    cells: [
      row.brand ?? '',
      row.part_number,
      figureCell(from),
      { figure: toDecimalText(prices[at] ?? 0, currency) },
      figureCell(row.minimum),
      figureCell(row.multiple),
    ],
  }))

/** One page of the file, a product for each step of it: those that a file can name. Refuses: price-list-gone. */
export async function exportRows(ctx: Context, listId: string, query: Query): Promise<Page<string[][]>> {
  const currency = await currencyOf(ctx, listId)
  const limit = pageSize(query.limit, aPage)
  const rows = await readEntries(ctx, listId, { after: query.after, limit: limit + 1 })
  const page = pageOf(rows, { limit, total: await countRows(ctx.db, named(listId)), after: last => last.tool })
  const items = page.items.flatMap(row => rowsOf(row, currency).map(({ cells }) => cells.map(textOfCell)))
  return { ...page, items }
}

const everyPrice = (ctx: Context, listId: string, currency: string) =>
  everyRow(ctx, {
    read: async (ctx, after) => {
      const rows = await readEntries(ctx, listId, { after, limit: aPage.most })
      return rows.flatMap(row => rowsOf(row, currency))
    },
  })

/** A whole list as a CSV file, read while it is written; `language` as BCP 47, plain without. Refuses: price-list-gone. */
export async function exportPieces(
  ctx: Context,
  listId: string,
  language: string | undefined,
): Promise<AsyncGenerator<string>> {
  const currency = await currencyOf(ctx, listId)
  return csvPieces(writtenPriceColumns, everyPrice(ctx, listId, currency), formFor(language))
}

/** The same as a workbook. Refuses: price-list-gone, export-too-long. */
export async function exportWorkbook(
  ctx: Context,
  listId: string,
  language: string | undefined,
): Promise<AsyncGenerator<Uint8Array>> {
  const currency = await currencyOf(ctx, listId)
  const prices = sql`(select unnest(entry.prices) from ${named(listId)}) price`
  await requireWorkbookLength(ctx, prices)
  return workbookPieces({
    sheet: 'prices',
    columns: writtenPriceColumns,
    rows: everyPrice(ctx, listId, currency),
    form: formFor(language),
    currency,
  })
}

type UnnamedRow = Columns<'tool', 'id' | 'name' | 'part_number'> & { brand: string | null; why: UnnamedReason }

/** What these files leave out, the first of it in the order of the list. Refuses: price-list-gone. */
export async function readUnnamed(ctx: Context, listId: string): Promise<UnnamedEntries> {
  await currencyOf(ctx, listId)
  const entries = sql`price_entry entry join tool on tool.id = entry.tool_id`
  const unnamed = sql`where entry.list_id = ${listId} and not ${canBeNamed('entry')}`
  const { count, rows } = await fromReplica(ctx, async ({ db }) => ({
    count: await countRows(db, sql`${entries} ${unnamed}`),
    rows: (
      await sql<UnnamedRow>`
        select tool.id, tool.name, brand.name as brand, tool.part_number, ${whyUnnamed('entry')} as why
        from ${entries} left join brand on brand.id = tool.brand_id ${unnamed}
        order by tool.id limit ${shownUnnamed}`.execute(db)
    ).rows,
  }))
  const first = rows.map(({ id, name, brand, part_number: partNumber, why }) => ({
    tool: { _id: id, name, brand, partNumber },
    why,
  }))
  return { count, first }
}
