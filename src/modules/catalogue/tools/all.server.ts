import { type RawBuilder, sql } from 'kysely'
import type { Page } from '#kernel/endpoint'
import type { Context } from '#platform/context'
import { type Columns, opaque } from '#platform/database'
import { type Counted, countNear, countRows, isForIndex, pageOf, pageSize, reachOfLetters } from '#platform/paging'
import type { AdminTool } from '../catalogue.contract.ts'
import { type FullRow, fullColumns, inFull } from './in-full.server.ts'
import { toolJoins } from './row.server.ts'
import { type ToolFilter, byPath, contains, onSale } from './filter.server.ts'

// Tools as whoever keeps the stock sees them: what buyers have no business to know is in here, and in no public answer.

/** How many rows a page of a list has at most, and unless asked. */
export const pageLimit = { most: 200, usual: 200 }

type Query = ToolFilter & { limit?: number | undefined; after?: string | undefined }

/** One page of the tools that are sold, newest first. `after` is the id of the last one seen. */
export async function listAllTools(ctx: Context, input: Query): Promise<Page<AdminTool[]>> {
  const query = await byPath(ctx, input)
  const limit = pageSize(query.limit, pageLimit)
  const { category, q, stock } = query
  const { rows, areAll } = await readPage(ctx, query, limit)
  const total = areAll ? await count(ctx, query) : await countFirst(ctx, query, limit)
  return pageOf(rows, { limit, total, after: last => last._id, query: { category, q, stock } })
}

/** One tool more than the page has, where there is one; of letters that many have, without having found all. */
async function readPage(ctx: Context, query: Query, limit: number): Promise<{ rows: AdminTool[]; areAll: boolean }> {
  const { q, after, ...others } = query
  const behind = after ? sql`and tool.id < ${opaque(after, 'uuid')}` : sql``
  const cut = (rows: number) => sql`order by tool.id desc limit ${opaque(rows, 'integer')}`
  if (isForIndex(q)) {
    const near = sql`select tool.id, tool.name, tool.part_number from tool where ${onSale(others)} ${behind} ${cut(reachOfLetters)}`
    const matches = sql`select tool.id from (${near}) tool where ${contains(q)} ${cut(limit + 1)}`
    const rows = await selectAdminTools(ctx, sql`tool.id in (${matches})`, sql`order by tool.id desc`)
    if (rows.length > limit) return { rows, areAll: false }
  }
  return { rows: await selectAdminTools(ctx, sql`${onSale(query)} ${behind}`, cut(limit + 1)), areAll: true }
}

function count(ctx: Context, { category, q, stock }: Query): Promise<number> {
  const counted = () => countRows(ctx.db, sql`tool where ${onSale({ category, q, stock })}`)
  // Stock changes with each order, what is sold seldom.
  return stock ? counted() : ctx.remember(`tools ${JSON.stringify([category, q])}`, ['tool', 'category'], counted)
}

/** Of letters that many tools have. */
function countFirst(ctx: Context, { category, q = '', stock }: Query, least: number): Promise<Counted> {
  const from = sql`select tool.name, tool.part_number from tool where ${onSale({ category, stock })}`
  return countNear(ctx.db, { from, condition: contains(q, sql`looked_through`), least })
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

type AdminRow = FullRow & Columns<'tool', 'on_hand' | 'reserved' | 'low_stock_level' | 'tax_class'>

async function selectAdminTools(
  ctx: Context,
  where: RawBuilder<unknown>,
  tail: RawBuilder<unknown>,
): Promise<AdminTool[]> {
  const { rows } = await sql<AdminRow>`
    select ${fullColumns}, tool.on_hand, tool.reserved, tool.low_stock_level, tool.tax_class from tool ${toolJoins}
    where ${where} ${tail}`.execute(ctx.db)
  const toTool = await inFull(ctx)
  return rows.map(row => {
    const tool = toTool(row)
    return {
      ...tool,
      price: tool.listPrice,
      minimumQuantity: row.minimum_quantity,
      multiple: row.quantity_multiple,
      onHand: row.on_hand,
      held: row.reserved,
      lowStockLevel: row.low_stock_level,
      taxClass: row.tax_class,
    }
  })
}
