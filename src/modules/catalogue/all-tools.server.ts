import { type RawBuilder, sql } from 'kysely'
import type { Page } from '#kernel/endpoint'
import type { Context } from '#platform/context'
import { type Columns, opaque } from '#platform/database'
import { countRows, pageOf, pageSize } from '#platform/paging'
import { type AdminTool, pageLimit } from './catalogue.contract.ts'
import { inFull } from './in-full.server.ts'
import { type ToolRow, toTool, toolColumns, toolJoins } from './tool-row.server.ts'
import { type ToolFilter, onSale } from './filter.server.ts'

// Tools as whoever keeps the stock sees them: what buyers have no business to know is in here, and in no public answer.

type Query = ToolFilter & { limit?: number | undefined; after?: string | undefined }

/** One page of the tools that are sold, newest first. `after` is the id of the last one seen. */
export async function listAllTools(ctx: Context, query: Query): Promise<Page<AdminTool[]>> {
  const limit = pageSize(query.limit, pageLimit)
  const { category, q, stock } = query
  const after = query.after ? sql`and tool.id < ${opaque(query.after, 'uuid')}` : sql``
  const tools = await selectAdminTools(
    ctx,
    sql`${onSale(query)} ${after}`,
    sql`order by tool.id desc limit ${opaque(limit + 1, 'integer')}`,
  )
  const count = () => countRows(ctx.db, sql`tool where ${onSale(query)}`)
  // Stock changes with each order, what is sold seldom.
  const total = stock
    ? await count()
    : await ctx.remember(`tools ${JSON.stringify([category, q])}`, ['tool', 'category'], count)
  return pageOf(tools, { limit, total, after: last => last._id, query: { category, q, stock } })
}

/** A tool that is sold; undefined where there is none with this id. */
export async function readAnyTool(ctx: Context, id: string): Promise<AdminTool | undefined> {
  const [tool] = await selectAdminTools(
    ctx,
    sql`tool.id = ${opaque(id, 'uuid')} and tool.archived_at is null`,
    sql`limit 1`,
  )
  return tool
}

type AdminRow = ToolRow & Columns<'tool', 'on_hand' | 'reserved' | 'low_stock_level' | 'tax_class'>

async function selectAdminTools(
  ctx: Context,
  where: RawBuilder<unknown>,
  tail: RawBuilder<unknown>,
): Promise<AdminTool[]> {
  const { rows } = await sql<AdminRow>`
    select ${toolColumns}, tool.on_hand, tool.reserved, tool.low_stock_level, tool.tax_class from tool ${toolJoins}
    where ${where} ${tail}`.execute(ctx.db)
  const tools = rows.map(row => ({
    ...toTool(ctx, row),
    onHand: row.on_hand,
    held: row.reserved,
    lowStockLevel: row.low_stock_level,
    taxClass: row.tax_class,
  }))
  return inFull(ctx, tools)
}
