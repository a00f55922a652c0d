import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#platform/context'
import { type ToolRow, toTool, toolColumns, toolJoins } from '#services/catalogue'
import type { Tool } from '#contracts/catalogue'
import type { FoundTool, SearchAnswer } from './finder.contract.ts'
import { type NumberWish, afterPrefix } from './finder.numbers.rules.ts'
import { type NumberKind, chainMost, numberKinds } from './finder.rules.ts'

type Matched = { kind: NumberKind | 'superseded'; value: string; number_brand: string | null; is_exact: boolean }

/** A tool that a number led to, as far as order, filters and their counts need it. */
export type NumberHit = Matched & {
  ordinal: number
  rank: number
  folded: string
  price: number
  rating: number | null
  can_be_ordered: boolean
  is_universal: boolean
  brand: string | null
  category_slug: string | null
  category_name: string | null
}

export type Superseded = NonNullable<SearchAnswer['superseded']>

export type NumberPage = {
  hits: NumberHit[]
  /** What of them is on the page, by ordinal. */
  tools: Map<number, Tool>
  superseded: Superseded | undefined
  /** There may be more than these. */
  hasMore: boolean
}

/** More prefix hits than this, and a second look counts them. */
const prefixGlance = 64
/** As far as numbers are counted. */
export const numbersMost = 10_000

/** The kinds have 1 to 4, in the order of `numberKinds`; a replacement's later steps come first. */
const supersededRank = 5
const prefixRank = 9

const hitColumns = sql`hit.tool_ordinal as ordinal, hit.kind, hit.value, hit.number_brand, hit.rank, hit.folded,
  hit.is_exact, hit.glance, tool.is_universal, tool.free >= tool.minimum_quantity as can_be_ordered,
  tool.rating_total::float8 / nullif(tool.rating_count, 0) as rating`

type ChainLink = { brand: string; old: string; value: string; circle: boolean }
type FirstRow = (NumberHit & ToolRow & { glance: number }) | { ordinal: null }

/** The first page of what a number leads to, in one statement: exact numbers, then what replaced it, then longer ones. */
export async function findNumbers(ctx: Context, wish: NumberWish, limit: number): Promise<NumberPage> {
  const { rows } = await sql<FirstRow & { chain: ChainLink[] | null }>`
    with recursive ${chainOf(wish)}, hit as (${hitsOf(wish, prefixGlance)})
    select always.chain, page.*
    from (select (select json_agg(json_build_object('brand', brand, 'old', old_number, 'value', new_number,
          'circle', is_circle) order by lower(brand), step) from chain) as chain) as always
      left join (
        select ${hitColumns}, ${toolColumns}
        from hit join tool on tool.ordinal = hit.tool_ordinal and tool.archived_at is null ${toolJoins}
        order by hit.rank, hit.folded, hit.tool_ordinal limit ${limit + 1}
      ) as page on true
    order by page.rank, page.folded, page.ordinal`.execute(ctx.db)
  const hits = latestOnly(rows.flatMap(row => (row.ordinal === null ? [] : [row])))
  return {
    hits,
    tools: new Map(hits.map(hit => [hit.ordinal, toTool(hit, ctx.settings.currency)])),
    superseded: supersededBy(rows[0]?.chain ?? []),
    hasMore: hits.length > limit || hits.some(hit => hit.glance >= prefixGlance),
  }
}

/** Everything that a number leads to, without what only a page of it shows: for filters, other orders and later pages. */
export async function everyNumber(ctx: Context, wish: NumberWish): Promise<NumberHit[]> {
  const { rows } = await sql<NumberHit>`
    with recursive ${chainOf(wish)}, hit as (${hitsOf(wish, numbersMost + 1)})
    select ${hitColumns}, tool.price, brand.name as brand, category.slug as category_slug,
      category.name as category_name
    from hit join tool on tool.ordinal = hit.tool_ordinal and tool.archived_at is null
      left join brand on brand.id = tool.brand_id
      left join category on category.id = tool.category_id
    order by hit.rank, hit.folded, hit.tool_ordinal`.execute(ctx.db)
  return latestOnly(rows)
}

/** Of what replaced a number, the last that is sold: what it replaced in turn is no answer. */
function latestOnly<T extends NumberHit>(hits: T[]): T[] {
  const latest = hits.find(({ rank }) => rank === supersededRank)?.folded
  return hits.filter(({ rank, folded }) => rank !== supersededRank || folded === latest)
}

export function matchOf({ kind, value, number_brand: brand, is_exact: isExact }: Matched): FoundTool['matched'] {
  return { kind, value, isExact, ...(brand !== null && { brand }) }
}

/** From the number that was typed to its end, step by step, within its maker's numbers; a circle ends where it closes. */
function chainOf({ folded, ofBrand }: NumberWish): RawBuilder<unknown> {
  return sql`chain as (
      select 1 as step, brand, old_number, new_number, new_folded, array[old_folded, new_folded] as seen,
        false as is_circle
      from supersession
      where old_folded = ${folded} or (old_folded = ${ofBrand?.folded ?? null} and lower(brand) = ${brandOf(ofBrand)})
      union all
      select step + 1, next.brand, next.old_number, next.new_number, next.new_folded, chain.seen || next.new_folded,
        next.new_folded = any(chain.seen)
      from chain join supersession next on lower(next.brand) = lower(chain.brand) and next.old_folded = chain.new_folded
      where not chain.is_circle and step < ${chainMost}
    )`
}

const brandOf = (ofBrand: NumberWish['ofBrand']) => ofBrand?.brand.toLowerCase() ?? null

/** Each tool once, by the best of its numbers. At most `most` numbers that only begin with what was typed. */
function hitsOf(wish: NumberWish, most: number): RawBuilder<unknown> {
  const { folded, gtin = null, ofBrand, isPrefix } = wish
  const prefix = sql`
    union all
    (select tool_ordinal, kind, value, brand, ${prefixRank}, folded, false, row_number() over (order by folded, tool_ordinal)
    from part_number where folded > ${folded} and folded < ${afterPrefix(folded)}
    order by folded, tool_ordinal limit ${most})`
  return sql`
    select distinct on (tool_ordinal) tool_ordinal, kind, value, number_brand, rank, folded, is_exact,
      max(glance) over () as glance
    from (
      select tool_ordinal, kind, value, brand as number_brand,
        array_position(${numberKinds}::text[], kind) as rank, folded, true as is_exact, 0 as glance
      from part_number
      where folded = any(${[folded, gtin ?? folded, ofBrand?.folded ?? folded]}::text[])
        and (folded = ${folded} or (kind = 'gtin' and folded = ${gtin})
          or (folded = ${ofBrand?.folded ?? null} and lower(brand) = ${brandOf(ofBrand)}))
      union all
      select found.tool_ordinal, 'superseded', chain.new_number, chain.brand, ${supersededRank},
        to_char(${chainMost} - chain.step, '000'), true, 0
      from chain join part_number found
        on found.folded = chain.new_folded and lower(found.brand) = lower(chain.brand)
      ${isPrefix ? prefix : sql``}
    ) as every
    order by tool_ordinal, rank, folded`
}

/** The chain as a buyer follows it: of the first brand that replaced the number, where several did. */
function supersededBy(links: readonly ChainLink[]): Superseded | undefined {
  const [first] = links
  if (!first) return undefined
  const own = links.filter(({ brand }) => brand.toLowerCase() === first.brand.toLowerCase())
  return {
    chain: [{ brand: first.brand, value: first.old }, ...own.map(({ brand, value }) => ({ brand, value }))],
    isCircle: own.some(({ circle }) => circle),
  }
}
