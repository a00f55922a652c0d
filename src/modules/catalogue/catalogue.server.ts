import { type RawBuilder, sql } from 'kysely'
import type { Handlers, Page } from '#kernel/endpoint'
import { toDecimal } from '#kernel/money'
import { refuse } from './refusals.rules.ts'
import type { Context } from '#platform/context'
import { topicOfTool } from '#platform/changes/feed'
import { type Columns, opaque } from '#platform/database'
import { countRows, escapeLike, pageOf, pageSize } from '#platform/paging'
import { type Tool, type catalogueContract, pageLimit } from './catalogue.contract.ts'
import { changeStock, listStockMovements, readStockLevel } from './stock.server.ts'
import type { SalesUnit } from './sale.rules.ts'
import { addTool, archiveTool, changeTool } from './write.server.ts'
import { pictureOf } from '#rules/media'

export { addCategories } from './categories/add.server.ts'
export { readCategoryTree } from './categories/read.server.ts'
export { changeCurrency, keepCurrency } from './currency.server.ts'
export { recordMovement } from './stock.server.ts'
export { toolsWithPicture } from './write.server.ts'

export const catalogueHandlers: Handlers<typeof catalogueContract, Context> = {
  listTools: (ctx, { query }) => listTools(ctx, query),

  async getTool(ctx, { params }) {
    const tool = await readTool(ctx, params.id)
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

type Reading = Pick<Context, 'db' | 'settings' | 'topics'>

/** A tool that is sold; undefined where there is none with this id. */
export async function readTool(ctx: Reading, id: string): Promise<Tool | undefined> {
  const [tool] = await selectTools(ctx, sql`tool.id = ${opaque(id, 'uuid')} and tool.archived_at is null`, sql`limit 1`)
  return tool
}

type ListQuery = {
  limit?: number | undefined
  after?: string | undefined
  category?: string | undefined
  q?: string | undefined
}

/** One page of the tools that are sold, newest first. `after` is the id of the last one seen. */
async function listTools(ctx: Context, query: ListQuery): Promise<Page<Tool[]>> {
  const limit = pageSize(query.limit, pageLimit)
  const inCategory = query.category ? sql`and tool.category_id = any(${categoriesWithin(query.category)})` : sql``
  const isFound = query.q ? sql`and ${contains(query.q)}` : sql``
  const after = query.after ? sql`and tool.id < ${opaque(query.after, 'uuid')}` : sql``
  const tools = await selectTools(
    ctx,
    sql`tool.archived_at is null ${inCategory} ${isFound} ${after}`,
    sql`order by tool.id desc limit ${opaque(limit + 1, 'integer')}`,
  )
  const total = await ctx.remember(`tools ${JSON.stringify([query.category, query.q])}`, ['tool', 'category'], () =>
    countRows(ctx.db, sql`tool where archived_at is null ${inCategory} ${isFound}`),
  )
  return pageOf(tools, { limit, total, after: last => last._id, query: { category: query.category, q: query.q } })
}

/** The ids of a category and of those below it. */
const categoriesWithin = (slug: string) => sql`array(
  select category.id from category top join category on category.path = top.path or starts_with(category.path, top.path || '/')
  where top.slug = ${slug})`

/** Name or part number, in whatever case; the signs that SQL takes for any letter mean themselves. */
function contains(text: string) {
  const pattern = `%${escapeLike(text)}%`
  return sql<boolean>`(tool.name ilike ${pattern} or tool.part_number ilike ${pattern})`
}

export type ToolRow = Columns<
  'tool',
  | 'id'
  | 'name'
  | 'description'
  | 'tags'
  | 'part_number'
  | 'price'
  | 'minimum_quantity'
  | 'quantity_multiple'
  | 'box_quantity'
  | 'weight_grams'
  | 'free'
  | 'rating_total'
  | 'rating_count'
  | 'version'
  | 'image_url'
> & {
  sales_unit: SalesUnit
  brand: string | null
  category_slug: string | null
  category_name: string | null
  category_path: string | null
  category_full_name: string | null
  image_key: string | null
  image_width: number | null
  image_height: number | null
}

/**
 * What `toTool` reads of a tool, for statements that begin with something else; `toolJoins` has what it belongs to, looked
 * up tool by tool: a plan that serves every list does not know that lists are short, and would read all brands for each.
 */
export const toolColumns = sql`tool.id, tool.name, tool.description, tool.tags, tool.part_number, tool.price,
  tool.minimum_quantity, tool.quantity_multiple, tool.sales_unit, tool.box_quantity, tool.weight_grams, tool.free,
  tool.rating_total, tool.rating_count, tool.version, tool.image_url,
  brand.name as brand, category.slug as category_slug, category.name as category_name, category.path as category_path,
  category.full_name as category_full_name,
  image.key as image_key, image.width as image_width, image.height as image_height`
export const toolJoins = sql`
  left join lateral (select name from brand where brand.id = tool.brand_id limit 1) as brand on true
  left join lateral (
    select slug, name, case when is_shown then path end as path, full_name, image_id from category where category.id = tool.category_id limit 1) as category on true
  left join lateral (
    select key, width, height from image where image.id = coalesce(tool.image_id, category.image_id) limit 1
  ) as image on true`

/** Tools with their brand, category and picture, in one query whatever their number. */
export async function selectTools(
  ctx: Reading,
  where: RawBuilder<unknown>,
  tail: RawBuilder<unknown>,
): Promise<Tool[]> {
  const { rows } = await sql<ToolRow>`select ${toolColumns} from tool ${toolJoins} where ${where} ${tail}`.execute(
    ctx.db,
  )
  return rows.map(row => toTool(ctx, row))
}

/** What is sold of these tools, by their ordinals. */
export async function toolsByOrdinal(ctx: Context, ordinals: readonly number[]): Promise<Map<number, Tool>> {
  if (ordinals.length === 0) return new Map()
  const { rows } = await sql<ToolRow & { ordinal: number }>`
    select tool.ordinal, ${toolColumns} from tool ${toolJoins}
    where tool.ordinal = any(${opaque(ordinals, 'integer[]')}::integer[]) and tool.archived_at is null`.execute(ctx.db)
  return new Map(rows.map(row => [row.ordinal, toTool(ctx, row)]))
}

/** Whoever is answered with it is shown that tool, and asks again when it changes. */
export function toTool({ settings, topics }: Omit<Reading, 'db'>, row: ToolRow): Tool {
  topics?.add(topicOfTool(row.id))
  const { image_key: key, image_width: width, image_height: height } = row
  const picture = !row.image_url && key && width && height ? pictureOf({ key, width, height }) : null
  return {
    _id: row.id,
    name: row.name,
    img: row.image_url ?? picture?.src ?? null,
    picture,
    ratings: row.rating_count > 0 ? Math.round((row.rating_total / row.rating_count) * 10) / 10 : null,
    ratingCount: row.rating_count,
    price: toDecimal(row.price, settings.currency),
    tags: row.tags,
    description: row.description,
    availableQuantity: row.free,
    minimumQuantity: row.minimum_quantity,
    multiple: row.quantity_multiple,
    unit: row.sales_unit,
    boxQuantity: row.box_quantity,
    weightGrams: row.weight_grams,
    partNumber: row.part_number,
    brand: row.brand,
    category: categoryOfRow(row),
    version: row.version,
  }
}

function categoryOfRow(row: ToolRow): Tool['category'] {
  const { category_slug: slug, category_name: name, category_path: path, category_full_name: fullName } = row
  return slug && name && fullName ? { slug, name, path, fullName } : null
}
