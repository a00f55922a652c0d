import type pg from 'pg'
import { type ToolIndex, startIndex } from './build.server.ts'
import { putTool, removeTool } from './change.server.ts'
import type { IndexedTool } from './columns.server.ts'

/**
 * What of the queue of changes is in the index. Everything of writers before `horizon` is; of later ones, the rows in
 * `seen`. A transaction that began early may commit late, so nothing is taken as seen because of its number's size.
 */
export type Progress = { horizon: string; seen: ReadonlySet<string> }

/** Tools read at a time: few enough that nobody waits for memory. */
const batch = 2000
/** More changes than these are read faster by loading everything. */
export const mostChanges = 50_000

/** Reads all tools on sale and where the queue of changes stands, as of one moment. */
export async function loadIndex(
  client: pg.Client,
  currency: string,
): Promise<{ index: ToolIndex; progress: Progress }> {
  const builder = startIndex(currency)
  await client.query('begin isolation level repeatable read read only')
  const progress = await currentProgress(client)
  await client.query(`declare tools no scroll cursor for ${toolsQuery(unitsOfAll)}`)
  for (;;) {
    const { rows } = await client.query<ToolRow>({ text: `fetch ${batch} from tools`, rowMode: 'array' })
    for (const row of rows) builder.add(toolOf(row))
    if (rows.length < batch) break
  }
  await client.query('commit')
  return { index: builder.finish(), progress }
}

async function currentProgress(client: pg.Client): Promise<Progress> {
  const { rows } = await client.query<{ horizon: string; ids: string[] }>(`
    with now as (select pg_snapshot_xmin(pg_current_snapshot()) as horizon)
    select now.horizon::text as horizon,
      coalesce((select array_agg(id::text) from search_change where writer >= now.horizon), '{}') as ids
    from now`)
  const [row] = rows
  if (!row) throw new Error('the database does not say what it shows')
  return { horizon: row.horizon, seen: new Set(row.ids) }
}

/**
 * Takes what has changed since into the index: every change that is committed now. Undefined where there are so many
 * that loading everything is faster; `taken` tells how many tools were read anew.
 */
export async function followChanges(
  client: pg.Client,
  index: ToolIndex,
  { horizon, seen }: Progress,
): Promise<(Progress & { taken: number }) | undefined> {
  // One statement sees one moment: what is not in its rows commits later, and its writer is not before the horizon.
  const { rows } = await client.query<{ id: string | null; ordinal: number; horizon: string; isOpen: boolean }>(
    `with now as (select pg_snapshot_xmin(pg_current_snapshot()) as horizon)
    select now.horizon::text as horizon, change.id::text as id, change.tool_ordinal as ordinal,
      change.writer >= now.horizon as "isOpen"
    from now left join lateral (
      select id, tool_ordinal, writer from search_change where writer >= $1::xid8 limit $2
    ) change on true`,
    [horizon, seen.size + mostChanges + 1],
  )
  const fresh = rows.filter(({ id }) => id !== null && !seen.has(id))
  if (fresh.length > mostChanges) return undefined
  const ordinals = [...new Set(fresh.map(({ ordinal }) => ordinal))]
  for (let from = 0; from < ordinals.length; from += batch)
    await takeIn(client, index, ordinals.slice(from, from + batch))
  return {
    taken: ordinals.length,
    horizon: rows[0]?.horizon ?? horizon,
    seen: new Set(rows.flatMap(({ id, isOpen }) => (id !== null && isOpen ? [id] : []))),
  }
}

async function takeIn(client: pg.Client, index: ToolIndex, ordinals: readonly number[]): Promise<void> {
  const { rows } = await client.query<ToolRow>({
    text: `${toolsQuery(unitsOfEach)} and tool.ordinal = any($1::integer[])`,
    values: [ordinals],
    rowMode: 'array',
  })
  const gone = new Set(ordinals)
  for (const row of rows) {
    const tool = toolOf(row)
    gone.delete(tool.ordinal)
    putTool(index, tool)
  }
  for (const ordinal of gone) removeTool(index, ordinal)
}

type ToolRow = [
  ordinal: number,
  name: string,
  description: string,
  tags: string,
  brand: string | null,
  categorySlug: string | null,
  categoryName: string | null,
  price: string,
  canBeOrdered: boolean,
  ratingTotal: number,
  ratingCount: number,
  isUniversal: boolean,
  created: number,
  units: number,
]

function toolsQuery(units: string): string {
  return `
    select tool.ordinal, tool.name, tool.description, array_to_string(tool.tags, ' '),
      brand.name, category.slug, category.name,
      tool.price, tool.on_hand - tool.reserved >= tool.minimum_quantity, tool.rating_total, tool.rating_count,
      tool.is_universal, floor(extract(epoch from tool.created_at))::float8, coalesce(sales.units, 0)::float8
    from tool
      left join brand on brand.id = tool.brand_id
      left join category on category.id = tool.category_id
      left join ${units}
    where tool.archived_at is null`
}

const since = 'day > current_date - 90'
/** For all tools at once, and for a few. */
const unitsOfAll = `(select tool_id, sum(units) as units from tool_sales where ${since} group by tool_id) sales
        on sales.tool_id = tool.id`
const unitsOfEach = `lateral (select sum(units) as units from tool_sales where tool_id = tool.id and ${since}) sales on true`

function toolOf(row: ToolRow): IndexedTool {
  const [ordinal, name, description, tags, brand, slug, categoryName, price, canBeOrdered, ...rest] = row
  const [ratingTotal, ratingCount, isUniversal, created, units] = rest
  const category = slug === null || categoryName === null ? undefined : { slug, name: categoryName }
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
  }
}
