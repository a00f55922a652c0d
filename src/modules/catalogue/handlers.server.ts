import { type RawBuilder, sql } from 'kysely'
import type { Handlers, Page } from '#kernel/endpoint'
import type { Context } from '#platform/context'
import { type Database, opaque } from '#platform/database'
import { countRows, pageOf, pageSize } from '#platform/paging'
import { gathered } from '#platform/postgres/gathered'
import type { ToolInFull, catalogueContract } from './catalogue.contract.ts'
import { refuse } from './refusals.rules.ts'
import { listAllTools, pageLimit, readAnyTool } from './tools/all.server.ts'
import { byPath, onSale } from './tools/filter.server.ts'
import { type FullRow, fullColumns, inFull } from './tools/in-full.server.ts'
import { toolJoins } from './tools/row.server.ts'
import { changeStock, listStockMovements, readStockLevel } from './tools/stock.server.ts'
import { addTool, archiveTool, changeTool } from './tools/write.server.ts'

/** The calls of `catalogue/catalogue.contract.ts`. */
export const catalogueHandlers: Handlers<typeof catalogueContract, Context> = {
  listTools: (ctx, { query }) => listTools(ctx, query),

  async getTool(ctx, { params }) {
    const row = (await readRows(ctx.db, params.id)).get(params.id)
    if (!row) throw refuse('tool-gone')
    return (await inFull(ctx))(row)
  },

  listAllTools: (ctx, { query }) => listAllTools(ctx, query),

  async getAnyTool(ctx, { params }) {
    const tool = await readAnyTool(ctx, params.id)
    if (!tool) throw refuse('tool-gone')
    return tool
  },

  addTool: (ctx, { body }) => addTool(ctx, body),

  changeTool: (ctx, { params, body }) => changeTool(ctx, params.id, body),

  deleteTool: (ctx, { params }) => archiveTool(ctx, params.id),

  changeStock: (ctx, { params, body }) => changeStock(ctx, params.id, body),

  listStockMovements: (ctx, { params, query }) => listStockMovements(ctx, params.id, query),

  getStockLevel: (ctx, { params }) => readStockLevel(ctx, params.id),
}

type ListQuery = {
  limit?: number | undefined
  after?: string | undefined
  category?: string | undefined
  q?: string | undefined
}

/** One page of the tools that are sold, newest first. `after` is the id of the last one seen. */
async function listTools(ctx: Context, input: ListQuery): Promise<Page<ToolInFull[]>> {
  const query = await byPath(ctx, input)
  const limit = pageSize(query.limit, pageLimit)
  const after = query.after ? sql`and tool.id < ${opaque(query.after, 'uuid')}` : sql``
  const tools = await selectInFull(
    ctx,
    sql`${onSale(query)} ${after}`,
    sql`order by tool.id desc limit ${opaque(limit + 1, 'integer')}`,
  )
  const total = await ctx.remember(`tools ${JSON.stringify([query.category, query.q])}`, ['tool', 'category'], () =>
    countRows(ctx.db, sql`tool where ${onSale(query)}`),
  )
  return pageOf(tools, { limit, total, after: last => last._id, query: { category: query.category, q: query.q } })
}

/** Many of them are asked for by the page of a tool and by programs, one by one. */
const readRows = gathered(async (db, ids: string[]) => {
  const areThese = sql`tool.id = any(${opaque(ids, 'uuid[]')}::uuid[]) and tool.archived_at is null`
  const rows = await selectRows(db, areThese, sql``)
  return new Map(rows.map(row => [row.id, row]))
})

async function selectRows(db: Database, where: RawBuilder<unknown>, tail: RawBuilder<unknown>): Promise<FullRow[]> {
  const { rows } = await sql<FullRow>`select ${fullColumns} from tool ${toolJoins} where ${where} ${tail}`.execute(db)
  return rows
}

async function selectInFull(
  ctx: Context,
  where: RawBuilder<unknown>,
  tail: RawBuilder<unknown>,
): Promise<ToolInFull[]> {
  const rows = await selectRows(ctx.db, where, tail)
  return rows.map(await inFull(ctx))
}
