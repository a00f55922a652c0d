import { type RawBuilder, sql } from 'kysely'
import type { Handlers, Page } from '#kernel/endpoint'
import type { Context } from '#platform/context'
import type { Columns } from '#platform/database'
import type { OwnerSettings } from '#platform/settings/owner'
import { countRows, escapeLike, pageOf, pageSize } from '#platform/paging'
import type { Audience } from '../prices.rules.ts'
import { refuse } from '../refusals.rules.ts'
import { listEntries, removeEntry, setEntry } from './entries.server.ts'
import type { PriceList, PriceListWithRules, PriceRule, priceListsContract } from './lists.contract.ts'
import { percentOf } from './lists.rules.ts'
import { addList, changeList, removeList, restoreList } from './write.server.ts'

export const priceListsHandlers = (owner: OwnerSettings): Handlers<typeof priceListsContract, Context> => ({
  listPriceLists: (ctx, { query }) => listLists(ctx, query),
  addPriceList: (ctx, { body }) => addList(ctx, owner, body),
  getPriceList: (ctx, { params }) => readList(ctx, params.id),
  changePriceList: (ctx, { params, body }) => changeList(ctx, { id: params.id, owner }, body),
  removePriceList: (ctx, { params }) => removeList(ctx, params.id),
  restorePriceList: (ctx, { params }) => restoreList(ctx, { id: params.id, owner }),
  listPriceEntries: (ctx, { params, query }) => listEntries(ctx, params.id, query),
  setPriceEntry: (ctx, { params, body }) => setEntry(ctx, { listId: params.id, toolId: params.tool }, body),
  removePriceEntry: (ctx, { params }) => removeEntry(ctx, { listId: params.id, toolId: params.tool }),
})

const aPage = { usual: 50, most: 200 }

type ListRow = Columns<
  'price_list',
  | 'id'
  | 'name'
  | 'currency'
  | 'is_gross'
  | 'priority'
  | 'audience'
  | 'group_id'
  | 'company_id'
  | 'minimum_quantity'
  | 'quantity_multiple'
  | 'version'
> & {
  audience: Audience
  from_day: string | null
  until_day: string | null
  group_name: string | null
  company_name: string | null
  entries: number
}

type Query = { limit?: number | undefined; after?: string | undefined; q?: string | undefined }

async function listLists(ctx: Context, query: Query): Promise<Page<PriceList[]>> {
  const limit = pageSize(query.limit, aPage)
  const isNamed = query.q ? sql`and name ilike ${`%${escapeLike(query.q)}%`}` : sql``
  const after = query.after ? sql`and id < ${query.after}` : sql``
  const lists = await selectLists(ctx, sql`removed_at is null ${isNamed} ${after} order by id desc limit ${limit + 1}`)
  const total = await countRows(ctx.db, sql`price_list where removed_at is null ${isNamed}`)
  return pageOf(lists, { limit, total, after: last => last._id, query: { q: query.q } })
}

/** Refuses: price-list-gone. */
async function readList(ctx: Context, id: string): Promise<PriceListWithRules> {
  const [list] = await selectLists(ctx, sql`id = ${id} and removed_at is null`)
  if (!list) throw refuse('price-list-gone')
  return { ...list, rules: await readRules(ctx, id) }
}

/** Lists with what they are given to, the newest first. */
async function selectLists(ctx: Context, where: RawBuilder<unknown>): Promise<PriceList[]> {
  const { rows } = await sql<ListRow>`
    select list.id, list.name, list.currency, list.is_gross, list.from_day::text, list.until_day::text, list.priority,
      list.audience, list.minimum_quantity, list.quantity_multiple, list.version, list.group_id, list.company_id,
      customer_group.name as group_name, company.name as company_name,
      (select count(*) from price_entry where list_id = list.id) as entries
    from (select * from price_list where ${where}) list
      left join customer_group on customer_group.id = list.group_id left join company on company.id = list.company_id
    order by list.id desc`.execute(ctx.db)
  return rows.map(row => ({
    _id: row.id,
    name: row.name,
    currency: row.currency,
    gross: row.is_gross,
    from: row.from_day,
    until: row.until_day,
    priority: row.priority,
    audience: row.audience,
    group: named(row.group_id, row.group_name),
    company: named(row.company_id, row.company_name),
    minimum: row.minimum_quantity,
    multiple: row.quantity_multiple,
    entries: row.entries,
    version: row.version,
  }))
}

const named = (id: string | null, name: string | null) => (id && name ? { _id: id, name } : null)

async function readRules(ctx: Context, id: string): Promise<PriceRule[]> {
  const rows = await ctx.db
    .selectFrom('price_rule as rule')
    .leftJoin('category', 'category.id', 'rule.category_id')
    .leftJoin('brand', 'brand.id', 'rule.brand_id')
    .select([
      'category.id',
      'category.slug',
      'category.path',
      'category.full_name as category',
      'brand.name as brand',
      'rule.discount',
    ])
    .where('rule.list_id', '=', id)
    .orderBy('category.full_name', order => order.asc().nullsFirst())
    .orderBy('brand.name')
    .orderBy('rule.id')
    .execute()
  return rows.map(({ id, slug, path, category, brand, discount }) => ({
    category: id && slug && path && category ? { _id: id, slug, path, name: category } : null,
    brand,
    percent: percentOf(discount),
  }))
}
