import { sql } from 'kysely'
import type { Page } from '#kernel/endpoint'
import { toDecimalText } from '#kernel/money'
import type { Context } from '#platform/context'
import { countRows, pageOf, pageSize } from '#platform/paging'
import { currencyOf } from '../lists/entries.server.ts'
import { canBeNamed } from './stage.server.ts'

type ExportRow = { tool: string; froms: number[]; prices: number[]; minimum: number | null; multiple: number | null }

const aPage = { usual: 1000, most: 5000 }

type Query = { limit?: number | undefined; after?: string | undefined }

/** One page of the file, a product for each step of it: those that a file can name. Refuses: price-list-gone. */
export async function exportRows(ctx: Context, listId: string, query: Query): Promise<Page<string[][]>> {
  const currency = await currencyOf(ctx, listId)
  const limit = pageSize(query.limit, aPage)
  const after = query.after ? sql`and entry.tool_id > ${query.after}` : sql``
  const wanted = sql`price_entry entry join tool on tool.id = entry.tool_id
    where entry.list_id = ${listId} and ${canBeNamed('entry')}`
  const { rows } = await sql<ExportRow & { brand: string | null; part_number: string }>`
    select entry.tool_id as tool, brand.name as brand, tool.part_number, to_json(entry.from_quantities) as froms,
      to_json(entry.prices) as prices, entry.minimum_quantity as minimum, entry.quantity_multiple as multiple
    from (select entry.*, tool.part_number, tool.brand_id from ${wanted} ${after} order by entry.tool_id limit ${limit + 1}) entry
      join tool on tool.id = entry.tool_id left join brand on brand.id = entry.brand_id
    order by entry.tool_id`.execute(ctx.db)
  const page = pageOf(rows, { limit, total: await countRows(ctx.db, wanted), after: last => last.tool })
  const items = page.items.flatMap(({ froms, prices, ...row }) =>
    froms.map((from, at) => [
      row.brand ?? '',
      row.part_number,
      String(from),
      toDecimalText(prices[at] ?? 0, currency),
      String(row.minimum ?? ''),
      String(row.multiple ?? ''),
    ]),
  )
  return { ...page, items }
}
