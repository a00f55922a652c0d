import { type RawBuilder, sql } from 'kysely'
import type { Page } from '#kernel/endpoint'
import { toDecimal, toMinorUnits } from '#kernel/money'
import { refuseFields } from '#kernel/refusals'
import { audit } from '#platform/audit'
import { type Context, transact } from '#platform/context'
import type { Columns } from '#platform/database'
import { countRows, escapeLike, pageOf, pageSize } from '#platform/paging'
import { problemOfPrice } from '#rules/catalogue'
import { refuse } from '../refusals.rules.ts'
import type { PriceEntry, PriceEntryInput } from './lists.contract.ts'
import { problemsOfTiers } from './lists.rules.ts'
import { requireShopCurrency } from './terms.server.ts'
import { lockList } from './write.server.ts'

const aPage = { usual: 50, most: 200 }

type Entry = { listId: string; toolId: string }
type EntryRow = Columns<'tool', 'id' | 'name' | 'part_number' | 'price'> &
  Columns<'price_entry', 'prices' | 'version'> & {
    brand: string | null
    froms: number[]
    minimum: number | null
    multiple: number | null
  }

type Query = { limit?: number | undefined; after?: string | undefined; q?: string | undefined }

/** One page of what a list says of single tools, in the order of their ids. Refuses: price-list-gone. */
export async function listEntries(ctx: Context, listId: string, query: Query): Promise<Page<PriceEntry[]>> {
  const currency = await currencyOf(ctx, listId)
  const limit = pageSize(query.limit, aPage)
  const after = query.after ? sql`and entry.tool_id > ${query.after}` : sql``
  const pattern = `%${escapeLike(query.q ?? '')}%`
  const search = query.q
    ? sql`and exists (select from tool where tool.id = entry.tool_id
        and (tool.name ilike ${pattern} or tool.part_number ilike ${pattern}))`
    : sql``
  const condition = sql`entry.list_id = ${listId} ${search}`
  const rows = await selectEntries(ctx, sql`${condition} ${after} order by entry.tool_id limit ${limit + 1}`)
  const total = await countRows(ctx.db, sql`price_entry entry where ${condition}`)
  const page = pageOf(rows, { limit, total, after: last => last.id, query: { q: query.q } })
  return { ...page, items: page.items.map(row => toEntry(row, { list: currency, shop: ctx.settings.currency })) }
}

/** Refuses: price-list-gone. */
export async function currencyOf(ctx: Context, listId: string): Promise<string> {
  const list = await ctx.db
    .selectFrom('price_list')
    .select('currency')
    .where('id', '=', listId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!list) throw refuse('price-list-gone')
  return list.currency
}

async function selectEntries(ctx: Context, where: RawBuilder<unknown>): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select tool.id, tool.name, brand.name as brand, tool.part_number, tool.price, to_json(entry.from_quantities) as froms,
      to_json(entry.prices) as prices, entry.minimum_quantity as minimum, entry.quantity_multiple as multiple, entry.version
    from (select * from price_entry entry where ${where}) entry
      join tool on tool.id = entry.tool_id left join brand on brand.id = tool.brand_id
    order by entry.tool_id`.execute(ctx.db)
  return rows
}

function toEntry(row: EntryRow, currency: { list: string; shop: string }): PriceEntry {
  return {
    tool: {
      _id: row.id,
      name: row.name,
      brand: row.brand,
      partNumber: row.part_number,
      price: toDecimal(row.price, currency.shop),
    },
    tiers: row.froms.map((from, at) => ({ from, price: toDecimal(row.prices[at] ?? 0, currency.list) })),
    minimum: row.minimum,
    multiple: row.multiple,
    version: row.version,
  }
}

/**
 * Says what a list has for a tool. One that is there is changed at the version that was read; sending what is there already
 * changes nothing. Refuses: price-list-gone, price-list-other-currency, tool-gone, changed-meanwhile, and fields: prices of another currency, a quantity twice.
 */
export function setEntry(
  ctx: Context,
  entry: Entry,
  input: PriceEntryInput,
): Promise<{ modifiedCount: number; version: number }> {
  return transact(ctx, async ctx => {
    const { listId, toolId } = entry
    const currency = requireShopCurrency(ctx, await lockList(ctx, listId))
    const errors = problemsOfTiers(input.tiers, price => problemOfPrice(price, currency))
    if (errors.length > 0) throw refuseFields(errors)
    const tiers = input.tiers.toSorted((a, b) => a.from - b.from)
    const after = {
      from_quantities: tiers.map(({ from }) => from),
      prices: tiers.map(({ price }) => toMinorUnits(price, currency) ?? 0),
      minimum_quantity: input.minimum ?? null,
      quantity_multiple: input.multiple ?? null,
    }
    const existing = await readContent(ctx, entry)
    const { version = 0, ...before } = existing ?? {}
    if (existing && JSON.stringify(before) === JSON.stringify(after)) return { modifiedCount: 0, version }
    if (existing ? input.version !== version : (input.version ?? 0) !== 0) throw refuse('changed-meanwhile')
    const { rows } = await sql<Columns<'price_entry', 'version'>>`
      insert into price_entry (list_id, tool_id, from_quantities, prices, minimum_quantity, quantity_multiple)
      select ${listId}, id, ${after.from_quantities}::integer[], ${after.prices}::bigint[], ${after.minimum_quantity}::integer,
        ${after.quantity_multiple}::integer
      from tool where id = ${toolId} and archived_at is null
      on conflict (list_id, tool_id) do update set from_quantities = excluded.from_quantities, prices = excluded.prices,
        minimum_quantity = excluded.minimum_quantity, quantity_multiple = excluded.quantity_multiple,
        version = price_entry.version + 1
      returning version`.execute(ctx.db)
    const [written] = rows
    if (!written) throw refuse('tool-gone')
    const subject = { kind: 'price-list', id: listId }
    const trail = { before: existing && { tool: toolId, ...before }, after: { tool: toolId, ...after } }
    await audit(ctx, { action: 'price-entry.set', subject, ...trail })
    return { modifiedCount: 1, version: written.version }
  })
}

type Content = Columns<
  'price_entry',
  'from_quantities' | 'prices' | 'minimum_quantity' | 'quantity_multiple' | 'version'
>

async function readContent(ctx: Context, { listId, toolId }: Entry): Promise<Content | undefined> {
  const { rows } = await sql<Content>`
    select to_json(from_quantities) as from_quantities, to_json(prices) as prices, minimum_quantity, quantity_multiple, version
    from price_entry where list_id = ${listId} and tool_id = ${toolId}`.execute(ctx.db)
  return rows[0]
}

/** Done twice is done once. Refuses: price-list-gone. */
export function removeEntry(ctx: Context, entry: Entry): Promise<{ deletedCount: number }> {
  return transact(ctx, async ctx => {
    const { listId, toolId } = entry
    await lockList(ctx, listId)
    const existing = await readContent(ctx, entry)
    if (!existing) return { deletedCount: 0 }
    await ctx.db.deleteFrom('price_entry').where('list_id', '=', listId).where('tool_id', '=', toolId).execute()
    const { version: _, ...before } = existing
    const subject = { kind: 'price-list', id: listId }
    await audit(ctx, { action: 'price-entry.removed', subject, before: { tool: toolId, ...before } })
    return { deletedCount: 1 }
  })
}
