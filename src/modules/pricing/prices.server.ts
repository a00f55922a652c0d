import { sql } from 'kysely'
import type { Context } from '#platform/context'
import { type Columns, opaque } from '#platform/database'
import { type Buyer, buyerOf } from '#services/accounts'
import type { ListOffer, PricedTool, PriceTerms } from './prices.rules.ts'

/** Whose prices are read: a buyer's, or those of nobody in particular, who pays what everyone pays. */
export type Payer = Buyer | typeof nobody

/** Nobody in particular. */
export const nobody = { accountId: null, companyId: null }

/** Whose prices a call reads. */
export const payerOf = (ctx: Context): Payer => (ctx.caller ? buyerOf(ctx) : nobody)

export type BuyersPrices = {
  /** By the ids of the tools; those that are not on sale are left out. */
  tools: Map<string, PricedTool>
  /** How often prices had changed when they were read. */
  version: number
}

export type Reading = Pick<Context, 'db' | 'now' | 'settings'>

/**
 * What a buyer pays for these tools, now: `priceOf`, `quantitiesOf` and `tiersOf` say it for any quantity. One query, whatever
 * the number of tools and of lists.
 */
export async function readPrices(ctx: Reading, payer: Payer, toolIds: readonly string[]): Promise<BuyersPrices> {
  const { rows } = await pricesQuery(ctx, payer, toolIds).execute(ctx.db)
  const [row] = rows
  return row ? { tools: pricedTools(row), version: row.version } : { tools: new Map(), version: 0 }
}

/**
 * One row. Lists, tools, and what the former say of the latter each come as one JSON array: sent as rows of their own, each of
 * which names its list and its tool, fifty prices cost half as much again. `offset 0` has each list look up its own entries:
 * joined, they would be read for every list of the shop.
 */
export const pricesQuery = (ctx: Reading, payer: Payer, toolIds: readonly string[]) => sql<PricesRow>`
    ${holding(ctx, payer)}, wanted as materialized (
      select id, price, minimum_quantity, quantity_multiple, category_id, brand_id from tool
      where id = any(${idsOf(toolIds)}) and archived_at is null
    )
    select price_state.version,
      (select json_agg(json_build_object('list', json_build_object('id', id, 'name', name), 'audience', audience,
          'priority', priority, 'ordinal', ordinal, 'isGross', is_gross, 'minimum', minimum_quantity, 'multiple', quantity_multiple))
        from list) as lists,
      (select json_agg(json_build_array(id, price, minimum_quantity, quantity_multiple)) from wanted) as tools,
      (select json_agg(json_build_array(list.ordinal, entry.tool_id, entry.from_quantities, entry.prices,
          entry.minimum_quantity, entry.quantity_multiple))
        from list join lateral (
          select * from price_entry where list_id = list.id and tool_id = any(${idsOf(toolIds)}) offset 0
        ) entry on true) as entries,
      (select json_agg(json_build_array(list.ordinal, wanted.id, rule.discount))
        from list join wanted on list.has_rules
          left join lateral (${wayUp}) way on true
          join lateral (${ruleDiscount}) rule on rule.discount is not null) as discounts
    from price_state`

// The second cast makes `any` take an array; without it, it would take the rows of a subquery.
const idsOf = (toolIds: readonly string[]) => sql`${opaque([...toolIds], 'uuid[]')}::uuid[]`

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

/** As `readPrices`, to be shown: in a shop without price lists a tool costs everyone what it says itself. */
export async function readShownPrices(
  ctx: Reading & Pick<Context, 'remember'>,
  payer: Payer,
  toolIds: readonly string[],
): Promise<BuyersPrices['tools']> {
  if ((await haveLists(ctx, { fresh: false })).any) return (await readPrices(ctx, payer, toolIds)).tools
  const { rows } = await sql<Columns<'tool', 'id' | 'price' | 'minimum_quantity' | 'quantity_multiple'>>`
    select id, price, minimum_quantity, quantity_multiple from tool
    where id = any(${idsOf(toolIds)}) and archived_at is null`.execute(ctx.db)
  return new Map(
    rows.map(({ id, price, minimum_quantity: minimum, quantity_multiple: multiple }) => [
      id,
      { listPrice: price, minimum, multiple, offers: [] },
    ]),
  )
}

/**
 * Whether whoever asks may not see what anything costs, where the owner wants that: nobody is signed in, their address is not confirmed,
 * or the shop has blocked them.
 */
export function hidesPrices({ settings, caller }: Pick<Context, 'settings' | 'caller'>): boolean {
  if (!settings.pricesAfterSignIn) return false
  if (caller === undefined || caller.isBlocked) return true
  return settings.pricesFor === 'confirmed' && !caller.emailVerified
}

/** Whether a buyer sees other prices than pages show: by a list of a group or company, or because these show none. Known without a query in a shop that has none. */
export async function paysOwnPrices(ctx: Reading & Pick<Context, 'remember'>, buyer: Buyer): Promise<boolean> {
  if (ctx.settings.pricesAfterSignIn) return true
  if (!(await haveLists(ctx, { fresh: false })).any) return false
  const { rows } = await sql<{ some: boolean }>`
    ${holding(ctx, buyer)} select exists (select from list where audience <> 'everyone') as some`.execute(ctx.db)
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

/** The day by the shop's clock. */
export const todayOf = ({ now, settings: { timeZone } }: Pick<Reading, 'now' | 'settings'>) =>
  sql`(${now()}::timestamptz at time zone ${timeZone})::date`

/**
 * `list`: the lists that hold for the buyer today, found from the buyer's side: theirs are few, however many the shop has. One
 * of another currency than the shop's holds for nobody.
 */
export function holding(ctx: Reading, { accountId, companyId }: Payer) {
  const columns = sql`price_list.id, price_list.name, price_list.audience, price_list.priority, price_list.ordinal, price_list.is_gross,
    price_list.minimum_quantity, price_list.quantity_multiple,
    coalesce((select true from price_rule where list_id = price_list.id limit 1), false) as has_rules`
  const today = sql`(select ${todayOf(ctx)})`
  const holds = sql`price_list.removed_at is null and price_list.currency = ${ctx.settings.currency}
    and coalesce(price_list.until_day, 'infinity') >= ${today} and coalesce(price_list.from_day, '-infinity') <= ${today}`
  return sql`with list as materialized (
      select ${columns} from price_list where audience = 'everyone' and ${holds}
      union all
      select ${columns} from customer_group_member member join price_list on price_list.group_id = member.group_id
      where member.account_id = ${opaque(accountId, 'uuid')} and ${holds}
      union all
      select ${columns} from price_list where company_id = ${opaque(companyId, 'uuid')} and ${holds}
    )`
}

/** The category of a tool and those above it, the nearest first: of several that a list names, the first one counts. */
const wayUp = sql`
  select array[c1.id, c2.id, c3.id, c4.id, c5.id] as ids
  from category c1
    left join category c2 on c2.id = c1.parent_id left join category c3 on c3.id = c2.parent_id
    left join category c4 on c4.id = c3.parent_id left join category c5 on c5.id = c4.parent_id
  where c1.id = wanted.category_id limit 1`

/** What a list takes off a tool: what it says of the nearest category, else of everything; or of the brand, if that is more. */
const ruleDiscount = sql`
  select greatest(
    coalesce(
      (select discount from price_rule where list_id = list.id and category_id = any(way.ids) and brand_id is null
        order by array_position(way.ids, category_id) limit 1),
      (select discount from price_rule where list_id = list.id and category_id is null and brand_id is null limit 1)),
    (select discount from price_rule where list_id = list.id and category_id is null and brand_id = wanted.brand_id limit 1)
  ) as discount
  limit 1`

type List = Columns<'price_list', 'ordinal'>['ordinal']
type Tool = Columns<'tool', 'id'>['id']
type Quantity = Columns<'price_entry', 'minimum_quantity'>['minimum_quantity']

/** Each is null where it has nothing. */
type PricesRow = Columns<'price_state', 'version'> & {
  lists: Omit<ListOffer, 'tiers' | 'discount'>[] | null
  tools: [id: Tool, price: number, minimum: number, multiple: number][] | null
  entries: [List, Tool, froms: number[], prices: number[], minimum: Quantity, multiple: Quantity][] | null
  discounts: [List, Tool, discount: number][] | null
}

function pricedTools({ lists, tools, entries, discounts }: PricesRow): Map<string, PricedTool> {
  const listOf = new Map(lists?.map(list => [list.ordinal, list]))
  const priced = new Map<Tool, Omit<PricedTool, 'offers'> & { offers: ListOffer[] }>()
  for (const [id, listPrice, minimum, multiple] of tools ?? [])
    priced.set(id, { listPrice, minimum, multiple, offers: [] })
  const add = (ordinal: List, toolId: Tool, terms: Pick<ListOffer, 'tiers' | 'discount'>) => {
    const list = listOf.get(ordinal)
    const offer = list && { ...list, ...terms }
    if (offer) priced.get(toolId)?.offers.push(offer)
    return offer
  }
  for (const [ordinal, toolId, froms, prices, minimum, multiple] of entries ?? []) {
    const tiers = froms.map((from, at) => ({ from, unitPrice: prices[at] ?? 0 }))
    const offer = add(ordinal, toolId, { tiers, discount: null })
    if (offer) Object.assign(offer, { minimum: minimum ?? offer.minimum, multiple: multiple ?? offer.multiple })
  }
  for (const [ordinal, toolId, discount] of discounts ?? []) {
    const offer = priced.get(toolId)?.offers.find(offer => offer.ordinal === ordinal)
    if (offer) offer.discount = discount
    else add(ordinal, toolId, { tiers: [], discount })
  }
  return priced
}
