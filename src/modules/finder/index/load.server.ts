import type pg from 'pg'
import { type CategoryTree, categoryTree } from '#rules/catalogue'
import type { Columns } from '#platform/database'
import { type Snapshot, currentSnapshot, toolsChangedSince } from '#platform/changes/feed'
import { type ToolIndex, startIndex } from './build.server.ts'
import { putTool, removeTool } from './change.server.ts'
import type { IndexedTool } from './columns.server.ts'

/** Tools read at a time: few enough that nobody waits for memory. */
const batch = 400
/** More changes than these are read faster by loading everything. */
const mostChanges = 50_000

/** Who reads tools takes them in as they come, in batches, and says when the next may come. */
export type Reader = {
  put(tools: readonly IndexedTool[]): void | Promise<void>
  /** Ordinals of what is not on sale any more. */
  remove(ordinals: readonly number[]): void | Promise<void>
  /** All of them, where any has changed. */
  sort(categories: readonly CategoryRow[]): void | Promise<void>
}

export type CategoryRow = Columns<'category', 'id' | 'name' | 'path' | 'is_shown'>

/** Reads all tools on sale, as of one moment. */
export async function readAllTools(client: pg.Client, reader: Omit<Reader, 'remove'>): Promise<Snapshot> {
  await client.query('begin isolation level repeatable read read only')
  const snapshot = await currentSnapshot(client)
  await reader.sort(await readCategoryRows(client))
  await client.query(`declare tools no scroll cursor for ${toolsQuery(unitsOfAll)}`)
  for (;;) {
    const { rows } = await client.query<ToolRow>({ text: `fetch ${batch} from tools`, rowMode: 'array' })
    await reader.put(rows.map(toolOf))
    if (rows.length < batch) break
  }
  await client.query('commit')
  return snapshot
}

/** Reads what has changed since a snapshot: every change that is committed now; or finds that there are more than `most`. */
export async function readChanges(
  client: pg.Client,
  { before, most = mostChanges }: Since,
  reader: Reader,
): Promise<{ snapshot: Snapshot; isChanged: boolean } | undefined> {
  // As of one moment, or a tool is found by a category's new name while the category is still shown by its old one.
  await client.query('begin isolation level repeatable read read only')
  const { snapshot, ordinals, isCut, haveCategoriesChanged } = await toolsChangedSince(client, before, most + 1)
  if (!isCut) {
    if (haveCategoriesChanged) await reader.sort(await readCategoryRows(client))
    for (let from = 0; from < ordinals.length; from += batch)
      await readEach(client, ordinals.slice(from, from + batch), reader)
  }
  await client.query('commit')
  return isCut ? undefined : { isChanged: haveCategoriesChanged || ordinals.length > 0, snapshot }
}

export type Since = { before: Snapshot; most?: number }

/** The shop's own index of all tools on sale. */
export async function loadIndex(
  client: pg.Client,
  currency: string,
): Promise<{ index: ToolIndex; snapshot: Snapshot }> {
  let tree: CategoryTree = new Map()
  const builder = startIndex(currency, new Map())
  const snapshot = await readAllTools(client, {
    sort: categories => void (tree = categoryTree(categories)),
    put: tools => tools.forEach(tool => builder.add(tool)),
  })
  return { index: { ...builder.finish(), tree }, snapshot }
}

/**
 * Takes what has changed since a snapshot into the index. Undefined where there are so many changes that loading everything is
 * faster.
 */
export const followTools = (client: pg.Client, index: ToolIndex, since: Since) =>
  readChanges(client, since, {
    sort: categories => void (index.tree = categoryTree(categories)),
    put: tools => tools.forEach(tool => putTool(index, tool)),
    remove: ordinals => ordinals.forEach(ordinal => removeTool(index, ordinal)),
  })

async function readCategoryRows(client: pg.Client): Promise<CategoryRow[]> {
  const { rows } = await client.query<CategoryRow>('select id, name, path, is_shown from category')
  return rows
}

async function readEach(client: pg.Client, ordinals: readonly number[], reader: Reader): Promise<void> {
  const { rows } = await client.query<ToolRow>({
    text: `${toolsQuery(unitsOfEach)} and tool.ordinal = any($1::integer[])`,
    values: [ordinals],
    rowMode: 'array',
  })
  const tools = rows.map(toolOf)
  const there = new Set(tools.map(({ ordinal }) => ordinal))
  await reader.put(tools)
  await reader.remove(ordinals.filter(ordinal => !there.has(ordinal)))
}

type ToolRow = [
  ordinal: number,
  name: string,
  description: string,
  tags: string,
  brand: string | null,
  categoryId: string | null,
  categoryName: string | null,
  price: string,
  canBeOrdered: boolean,
  ratingTotal: number,
  ratingCount: number,
  isUniversal: boolean,
  created: number,
  units: number,
  attributes: Record<string, string> | null,
]

function toolsQuery(units: string): string {
  return `
    select tool.ordinal, tool.name, tool.description, array_to_string(tool.tags, ' '),
      brand.name, category.id, category.name,
      coalesce(everyones.price, tool.price), tool.on_hand - tool.reserved >= tool.minimum_quantity, tool.rating_total, tool.rating_count,
      tool.is_universal, floor(extract(epoch from tool.created_at))::float8, coalesce(sales.units, 0)::float8,
      nullif(tool.attributes, '{}')
    from tool
      left join brand on brand.id = tool.brand_id
      left join category on category.id = tool.category_id
      left join everyones_price everyones on everyones.tool_id = tool.id
      left join ${units}
    where tool.archived_at is null`
}

const since = 'day > current_date - 90'
/** For all tools at once, and for a few. */
const unitsOfAll = `(select tool_id, sum(units) as units from tool_sales where ${since} group by tool_id) sales
        on sales.tool_id = tool.id`
const unitsOfEach = `lateral (select sum(units) as units from tool_sales where tool_id = tool.id and ${since}) sales on true`

function toolOf(row: ToolRow): IndexedTool {
  const [ordinal, name, description, tags, brand, categoryId, categoryName, price, canBeOrdered, ...rest] = row
  const [ratingTotal, ratingCount, isUniversal, created, units, attributes] = rest
  const category = categoryId === null || categoryName === null ? undefined : { id: categoryId, name: categoryName }
  return {
    ordinal,
    name,
    description,
    tags,
    brand: brand ?? '',
    category,
    price: Number(price),
    canBeOrdered,
    ratingTotal,
    ratingCount,
    isUniversal,
    created,
    units,
    attributes:
      attributes === null ? [] : Object.entries(attributes).map(([attribute, value]) => [Number(attribute), value]),
  }
}
