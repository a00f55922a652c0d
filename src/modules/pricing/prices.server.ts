import { sql } from 'kysely'
import type { Context } from '#platform/context'
import { type Columns, opaque } from '#platform/database'
import type { ListOffer, PricedTool, PriceTerms } from './prices.rules.ts'

/** Whose prices are read: an account, or nobody in particular, who pays what everyone pays. */
export type Buyer = { accountId: string | null }

export type BuyersPrices = {
  /** By the ids of the tools; those that are not on sale are left out. */
  tools: Map<string, PricedTool>
  /** How often prices had changed when they were read. */
  version: number
}

type Reading = Pick<Context, 'db' | 'now' | 'settings'>

/**
 * What a buyer pays for these tools, now: `priceOf`, `quantitiesOf` and `tiersOf` say it for any quantity. One query, whatever
 * the number of tools and of lists.
 */
export async function readPrices(ctx: Reading, buyer: Buyer, toolIds: readonly string[]): Promise<BuyersPrices> {
  const { rows } = await pricesQuery(ctx, buyer, toolIds).execute(ctx.db)
  return { tools: pricedTools(rows), version: rows[0]?.version ?? 0 }
}

/** A row for each tool and each of the buyer's lists that says something of it. */
export const pricesQuery = (ctx: Reading, { accountId }: Buyer, toolIds: readonly string[]) => sql<PriceRow>`
    ${holding(ctx, accountId)}, wanted as (
      select distinct id from unnest(${opaque([...toolIds], 'uuid[]')}) as wanted (id)
    )
    select tool.id, tool.price, tool.minimum_quantity as minimum, tool.quantity_multiple as multiple, price_state.version,
      offer.*
    from price_state
      left join (wanted join tool on tool.id = wanted.id and tool.archived_at is null) on true
      left join lateral (${wayUp}) way on true
      left join lateral (
        select list.said, json_build_array(entry.from_quantities, entry.prices) as entry,
          greatest(coalesce(of_category.discount, of_all.discount), of_brand.discount) as discount,
          coalesce(entry.minimum_quantity, list.minimum_quantity) as "listMinimum",
          coalesce(entry.quantity_multiple, list.quantity_multiple) as "listMultiple"
        from list
          left join lateral (
            select * from price_entry where list_id = list.id and tool_id = tool.id limit 1
          ) entry on true
          left join lateral (
            select discount from price_rule where list.has_rules and list_id = list.id and category_id = any(way.ids) and brand_id is null
            order by array_position(way.ids, category_id) limit 1
          ) of_category on true
          left join lateral (
            select discount from price_rule where list.has_rules and list_id = list.id and category_id is null and brand_id is null limit 1
          ) of_all on true
          left join lateral (
            select discount from price_rule
            where list.has_rules and list_id = list.id and category_id is null and brand_id = tool.brand_id limit 1
          ) of_brand on true
        where entry.list_id is not null
          or coalesce(of_category.discount, of_all.discount, of_brand.discount) is not null
      ) offer on true`

/**
 * Whether the shop has any price list, in force today or not, and how often prices have changed: remembered until they change
 * again, or read anew.
 */
export function haveLists(
  ctx: Pick<Context, 'db' | 'remember'>,
  { fresh }: { fresh: boolean },
): Promise<{ any: boolean; version: number }> {
  const read = async () => {
    const { rows } = await sql<Columns<'price_state', 'version'> & { any: boolean }>`
      select version, exists (select from price_list where removed_at is null) as any from price_state`.execute(ctx.db)
    return rows[0] ?? { any: false, version: 0 }
  }
  return fresh ? read() : ctx.remember('price lists', ['price_list'], read)
}

/** Whether whoever asks may not see what anything costs: nobody is signed in, and the owner wants that. */
export const hidesPrices = ({ settings, caller }: Pick<Context, 'settings' | 'caller'>): boolean =>
  settings.pricesAfterSignIn && caller === undefined

/** Whether an account sees other prices than pages show: by a price list, or because these show none. Known without a query in a shop that has none. */
export async function paysOwnPrices(ctx: Reading & Pick<Context, 'remember'>, accountId: string): Promise<boolean> {
  if (ctx.settings.pricesAfterSignIn) return true
  if (!(await haveLists(ctx, { fresh: false })).any) return false
  const { rows } = await sql<{ some: boolean }>`
    ${holding(ctx, accountId)} select exists (select from list) as some`.execute(ctx.db)
  return rows[0]?.some ?? false
}

/** Part of a statement: whether prices have not changed since that version was read. */
export const arePricesAt = (version: number) =>
  sql<boolean>`exists (select from price_state where version = ${version}::bigint)`

/** How the shop takes prices. */
export const priceTerms = ({ settings }: Pick<Context, 'settings'>): PriceTerms => ({
  policy: settings.priceListPolicy,
  pricesIncludeTax: settings.pricesIncludeTax,
  taxRate: settings.taxRate,
})

/**
 * `list`: the lists that hold for the buyer today, found from the buyer's side: theirs are few, however many the shop has. One
 * of another currency than the shop's holds for nobody.
 */
function holding({ now, settings: { currency, timeZone } }: Reading, accountId: string | null) {
  // What is only read of a list is one text: it comes with each of its prices.
  const columns = sql`price_list.id, price_list.minimum_quantity, price_list.quantity_multiple,
    json_build_object('list', json_build_object('id', price_list.id, 'name', price_list.name), 'audience', price_list.audience,
      'priority', price_list.priority, 'ordinal', price_list.ordinal, 'isGross', price_list.is_gross)::text as said,
    coalesce((select true from price_rule where list_id = price_list.id limit 1), false) as has_rules`
  const today = sql`(select (${now()}::timestamptz at time zone ${timeZone})::date)`
  const holds = sql`price_list.removed_at is null and price_list.currency = ${currency}
    and coalesce(price_list.until_day, 'infinity') >= ${today} and coalesce(price_list.from_day, '-infinity') <= ${today}`
  const account = opaque(accountId, 'uuid')
  return sql`with list as materialized (
      select ${columns} from price_list where audience = 'everyone' and ${holds}
      union all
      select ${columns} from customer_group_member member join price_list on price_list.group_id = member.group_id
      where member.account_id = ${account} and ${holds}
      union all
      select ${columns} from account join price_list on price_list.company_id = account.company_id
      where account.id = ${account} and ${holds}
    )`
}

/** The category of a tool and those above it, the nearest first: of several that a list names, the first one counts. */
const wayUp = sql`
  select array[c1.id, c2.id, c3.id, c4.id, c5.id] as ids
  from category c1
    left join category c2 on c2.id = c1.parent_id left join category c3 on c3.id = c2.parent_id
    left join category c4 on c4.id = c3.parent_id left join category c5 on c5.id = c4.parent_id
  where c1.id = tool.category_id and exists (select from list where has_rules) limit 1`

/** What a list is, whatever its prices. */
type SaidList = Pick<ListOffer, 'list' | 'audience' | 'priority' | 'ordinal' | 'isGross'>

type PriceRow = Columns<'price_state', 'version'> &
  (
    | (Columns<'tool', 'id' | 'price'> & {
        minimum: number
        multiple: number
        /** A `SaidList`, as JSON. */
        said: string | null
        entry: [froms: number[] | null, prices: number[] | null]
        discount: number | null
        listMinimum: number | null
        listMultiple: number | null
      })
    | { id: null }
  )

function pricedTools(rows: readonly PriceRow[]): Map<string, PricedTool> {
  const tools = new Map<string, PricedTool & { offers: ListOffer[] }>()
  const lists = new Map<string, SaidList>()
  const listOf = (said: string): SaidList => {
    const list = lists.get(said) ?? (JSON.parse(said) as SaidList)
    lists.set(said, list)
    return list
  }
  for (const row of rows) {
    if (row.id === null) continue
    const { id, price: listPrice, minimum, multiple, said, discount } = row
    const tool = tools.get(id) ?? { listPrice, minimum, multiple, offers: [] }
    tools.set(id, tool)
    if (said === null) continue
    const [froms, prices] = row.entry
    const tiers = (froms ?? []).map((from, at) => ({ from, unitPrice: prices?.[at] ?? 0 }))
    tool.offers.push({ ...listOf(said), tiers, discount, minimum: row.listMinimum, multiple: row.listMultiple })
  }
  return tools
}
