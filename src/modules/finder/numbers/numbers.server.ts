import { type RawBuilder, sql } from 'kysely'
import type { Tool } from '#contracts/catalogue'
import type { Context } from '#platform/context'
import { type Columns, opaque } from '#platform/database'
import { gathered } from '#platform/postgres/gathered'
import { type ToolRow, toTool, toolColumns, toolJoins } from '#services/catalogue'
import { type NumberKind, numberKinds } from '../finder.rules.ts'
import { finderLimits } from '../lists.rules.ts'
import { type NumberQuery, afterPrefix, chainMost } from './numbers.rules.ts'

/** A number that led to a tool, with what order, filters and their counts need of the tool. */
export type NumberHit = Columns<
  'tool',
  'ordinal' | 'is_universal' | 'price' | 'rating_total' | 'rating_count' | 'category_id' | 'attributes'
> &
  Columns<'part_number', 'value' | 'folded'> & {
    kind: NumberKind | 'superseded'
    number_brand: string | null
    /** Of every number that led to it, the best one's among them, but for its own. */
    number_brands: string[]
    rank: number
    is_exact: boolean
    can_be_ordered: boolean
    brand: string | null
    attributes: Record<string, string>
  }
type HitRow = Omit<NumberHit, 'rank' | 'kind' | 'is_exact' | 'number_brands'> & { kind: NumberKind }

/** What replaced a number, from it to its end, and whether that runs in a circle. */
type Superseded = { chain: { brand: string; value: string }[]; isCircle: boolean }

export type Look = {
  hits: NumberHit[]
  tools: Map<number, Tool>
  superseded?: Superseded
  /** There are or may be numbers beyond those that were looked at. */
  hasMore: boolean
  /** Whether the first page is among the hits. */
  hasPage: boolean
}

/** As far as numbers are counted: of more, `isCut` says that there may be more tools than were found. */
export const numbersMost = 10_000
/** The kinds have 0 to 3, in the order of `numberKinds`; then what replaced the number, then longer numbers. */
const supersededRank = 4
const prefixRank = 5

const numberColumns = sql`
  part_number.tool_ordinal as ordinal, part_number.kind, part_number.value, part_number.brand as number_brand,
  part_number.folded`
/**
 * The tool on sale that this column names, to be joined laterally. Tools are looked up one by one, by `limit 1`: a planner
 * cannot know that a beginning is seldom that of thousands.
 */
export const soldTool = (ordinal: 'number.ordinal' | 'part_number.tool_ordinal') => sql`(
  select * from tool where tool.ordinal = ${sql.ref(ordinal)} and tool.archived_at is null limit 1) as tool`
const hitColumns = sql`tool.attributes, tool.category_id, tool.is_universal, tool.free >= tool.minimum_quantity as can_be_ordered`

/**
 * The first page of what a number leads to, in one statement as a rule: exact numbers, then what replaced it, then longer
 * ones. What matters here is the number of steps that the database takes, so numbers are sorted out below.
 */
export async function findNumbers(ctx: Context, query: NumberQuery, limit: number): Promise<Look> {
  const glance = limit + 1
  const lookup = { query, glance }
  const rows = (await readFirst(ctx.db, lookup)).get(lookup) ?? []
  const beginning = rows.flatMap(row => (row.ordinal !== null && row.folded.startsWith(query.folded) ? [row] : []))
  const sold = rows.flatMap(row => (row.ordinal === null || row.id === null ? [] : [row]))
  const replacing = rows.some(row => row.is_replaced) ? await findReplacement(ctx, query) : undefined
  const tools = sold.map(row => [row.ordinal, toTool(ctx, row)] as const)
  const hits = bestOf(query, sold, replacing?.hits)
  const hasMore = query.isPrefix && beginning.length >= glance
  // Where they are cut off before the first longer one, an exact number of a better kind may be missing.
  const hasExact = beginning.some(({ folded }) => folded !== query.folded)
  return {
    hits,
    tools: new Map([...tools, ...(replacing?.tools ?? [])]),
    ...(replacing?.superseded && { superseded: replacing.superseded }),
    hasMore,
    hasPage: !hasMore || (hasExact && hits.length >= limit),
  }
}

type FirstRow = { lookup: number; is_replaced: true | null } & (
  | (HitRow & (ToolRow | { id: null }))
  | { ordinal: null; id: null }
)
type NumberLookup = { query: NumberQuery; glance: number }

/**
 * The very numbers that each looks up, and so many of those that begin with what was typed: it stands first among them
 * itself. Also of tools that are not on sale. Many are typed at once, and each letter of one is a search of its own.
 */
const readFirst = gathered(async (db, all: NumberLookup[]) => {
  const looks = all.flatMap(({ query: { folded, exact, isPrefix }, glance: most }, at) =>
    exact.map(number => ({ at, number, until: isPrefix && number === folded ? afterPrefix(folded) : null, most })),
  )
  const column = (name: 'at' | 'number' | 'until' | 'most', type: 'integer[]' | 'text[]') =>
    sql`${opaque(
      looks.map(look => look[name]),
      type,
    )}::${sql.raw(type)}`
  const { rows } = await sql<FirstRow>`
    select wanted.lookup, wanted.is_replaced, number.*, ${hitColumns}, ${toolColumns}
    from (
        select look.*, (select true from supersession where old_folded = look.number limit 1) as is_replaced
        from unnest(${column('at', 'integer[]')}, ${column('number', 'text[]')}, ${column('until', 'text[]')},
          ${column('most', 'integer[]')}
        ) as look (lookup, number, until, most)
      ) as wanted
      left join lateral (
        select ${numberColumns} from part_number where folded = wanted.number and wanted.until is null
        union all
        -- That these are a page at most tells the planner that they are few.
        (select * from (
          select ${numberColumns} from part_number where folded >= wanted.number and folded < wanted.until
          order by folded, tool_ordinal limit wanted.most
        ) as longer limit ${sql.lit(finderLimits.pageMost + 1)})
      ) as number on true
      left join lateral ${soldTool('number.ordinal')} on true ${toolJoins}`.execute(db)
  return Map.groupBy(rows, row => all[row.lookup])
})

/** Everything that a number leads to, without what only a page of it shows: for filters, other orders and later pages. */
export async function everyNumber(
  ctx: Context,
  query: NumberQuery,
  first: Look,
): Promise<{ hits: NumberHit[]; isCut: boolean }> {
  const { rows } = await sql<HitRow>`
    select hit.*, brand.name as brand
    from (${numbersOf(query, numbersMost + 1, everyHitColumns)}) as hit
      left join brand on brand.id = hit.brand_id`.execute(ctx.db)
  const replacing = first.hits.filter(hit => hit.rank === supersededRank)
  return { hits: bestOf(query, rows, replacing), isCut: longerOf(query, rows) > numbersMost }
}

/** How many numbers only begin so. */
const longerOf = ({ folded }: NumberQuery, rows: readonly { folded: string }[]) =>
  rows.filter(row => row.folded.length > folded.length && row.folded.startsWith(folded)).length

const everyHitColumns = sql`
  ${hitColumns}, coalesce((select price from everyones_price where tool_id = tool.id), tool.price) as price, tool.rating_total, tool.rating_count, tool.brand_id`

/**
 * The very numbers of what is on sale, and so many of those that begin with what was typed.
 */
export function numbersOf(query: NumberQuery, most: number, ofTool: RawBuilder<unknown>): RawBuilder<unknown> {
  const { folded, isPrefix } = query
  const sold = sql`
    select ${numberColumns}, ${ofTool}
    from part_number cross join lateral ${soldTool('part_number.tool_ordinal')}`
  const exact = sql`${sold} where folded = any(${exactOf(query)})`
  if (!isPrefix) return exact
  return sql`
    ${exact}
    union all
    (${sold}
    where folded > ${opaque(folded, 'text')} and folded < ${opaque(afterPrefix(folded), 'text')}
    order by part_number.folded, part_number.tool_ordinal limit ${opaque(most, 'integer')})`
}

export const exactOf = ({ exact }: Pick<NumberQuery, 'exact'>) => sql`${opaque(exact, 'text[]')}::text[]`

/** Each tool once, by the best of its numbers, in order. */
function bestOf(query: NumberQuery, rows: readonly HitRow[], replacing: readonly NumberHit[] = []): NumberHit[] {
  const hits = rows.flatMap((row): NumberHit[] => {
    const isExact = isMeant(query, row)
    const isLonger = query.isPrefix && row.folded.length > query.folded.length && row.folded.startsWith(query.folded)
    const isAlike = query.alike?.includes(row.folded) ?? false
    if (!isExact && !isLonger && !isAlike) return []
    const number_brands = row.kind === 'own' || row.number_brand === null ? [] : [row.number_brand]
    return [{ ...row, number_brands, is_exact: isExact, rank: isExact ? numberKinds.indexOf(row.kind) : prefixRank }]
  })
  const best = new Map<number, NumberHit>()
  for (const hit of [...hits, ...replacing].sort(byRank)) {
    const better = best.get(hit.ordinal)
    if (better) better.number_brands.push(...hit.number_brands)
    else best.set(hit.ordinal, { ...hit, number_brands: [...hit.number_brands] })
  }
  return apart([...best.values()])
}

/**
 * Two makers give one number to parts of their own: each is its maker's alone, though one may stand in for the other, or
 * the brand that is chosen would tell nothing apart.
 */
function apart(hits: readonly NumberHit[]): NumberHit[] {
  const isOwn = ({ kind, is_exact }: NumberHit) => kind === 'own' && is_exact
  const makers = new Set(hits.filter(isOwn).map(({ number_brand }) => number_brand?.toLowerCase()))
  return hits.map(hit => {
    if (!isOwn(hit)) return hit
    return { ...hit, number_brands: hit.number_brands.filter(brand => !makers.has(brand.toLowerCase())) }
  })
}

function byRank(a: NumberHit, b: NumberHit): number {
  if (a.rank !== b.rank) return a.rank - b.rank
  if (a.folded !== b.folded) return a.folded < b.folded ? -1 : 1
  return a.ordinal - b.ordinal
}

/** Looked up whole: as typed, as a GTIN, or as the number of the brand that was typed beside it. */
export function isMeant(
  { folded, gtins, ofBrand }: Pick<NumberQuery, 'folded' | 'gtins' | 'ofBrand'>,
  row: Pick<HitRow, 'folded' | 'kind' | 'number_brand'>,
): boolean {
  if (row.folded === folded) return true
  if (row.kind === 'gtin') return gtins.includes(row.folded)
  const brand = row.number_brand?.toLowerCase()
  return ofBrand.some(one => one.folded === row.folded && one.brand === brand)
}

/** Of a step that several sources tell of, the row that was there first: they all say the same. */
export const firstWord = (step: 'supersession' | 'next' | 'before') => sql`not exists (
  select from supersession earlier where lower(earlier.brand) = lower(${sql.ref(step)}.brand)
    and earlier.old_folded = ${sql.ref(step)}.old_folded and earlier.id < ${sql.ref(step)}.id)`

type Step = Columns<'supersession', 'old_number' | 'new_number'> & { maker: string; is_circle: boolean }
type ReplacingRow = Step &
  (
    | (ToolRow & { found_as: NumberKind } & Pick<
          HitRow,
          'ordinal' | 'category_id' | 'attributes' | 'is_universal' | 'can_be_ordered'
        >)
    | { ordinal: null }
  )
type Replacement = { hits: NumberHit[]; tools: [number, Tool][]; superseded: Superseded | undefined }

/** `chain`: from each of these numbers to its end, step by step, within its maker's numbers; a circle ends where it closes. */
export const chainsFrom = (start: RawBuilder<unknown>) => sql`
    with recursive chain as (
      select 1 as step, old_folded as start, brand, old_number, new_number, new_folded, array[old_folded, new_folded] as seen,
        false as is_circle
      from supersession
      where ${start} and ${firstWord('supersession')}
      union all
      select step + 1, chain.start, next.brand, next.old_number, next.new_number, next.new_folded, chain.seen || next.new_folded,
        next.new_folded = any(chain.seen)
      from chain join supersession next on lower(next.brand) = lower(chain.brand) and next.old_folded = chain.new_folded
        and ${firstWord('next')}
      where not chain.is_circle and step < ${chainMost}
    )`

/** What replaced the number that was typed: of the tools on the way, those of the last number that is sold. */
async function findReplacement(ctx: Context, { folded, exact, ofBrand }: NumberQuery): Promise<Replacement> {
  const start = sql`old_folded = any(${exactOf({ exact })}) and (old_folded = ${folded} or (old_folded, lower(brand)) in (
        select * from unnest(${ofBrand.map(one => one.folded)}::text[], ${ofBrand.map(one => one.brand)}::text[])))`
  const { rows } = await sql<ReplacingRow>`
    ${chainsFrom(start)}
    select chain.brand as maker, chain.old_number, chain.new_number, chain.is_circle, number.kind as found_as, tool.ordinal, ${hitColumns}, ${toolColumns}
    from chain
      left join (
        part_number number join tool on tool.ordinal = number.tool_ordinal and tool.archived_at is null
      ) on number.folded = chain.new_folded and lower(number.brand) = lower(chain.brand)
      ${toolJoins}
    order by lower(chain.brand), chain.step, tool.ordinal`.execute(ctx.db)
  const ways = [...Map.groupBy(rows, row => row.maker.toLowerCase()).values()]
  const sold = ways.flatMap(lastSold)
  return {
    hits: sold.map(row => ({
      ...row,
      kind: 'superseded',
      value: row.new_number,
      number_brand: row.maker,
      number_brands: [row.maker],
      // The maker's own part before one that another brand makes for it.
      folded: String(numberKinds.indexOf(row.found_as)),
      rank: supersededRank,
      is_exact: true,
    })),
    tools: sold.map(row => [row.ordinal, toTool(ctx, row)]),
    superseded: ways[0] && asSuperseded(ways[0]),
  }
}

/** What the last number that is sold replaced in turn is no answer. */
export function lastSold<Row extends { ordinal: number | null; is_circle: boolean; new_number: string }>(
  way: readonly Row[],
): (Row & { ordinal: number })[] {
  const sold = way.flatMap(row => (row.ordinal === null || row.is_circle ? [] : [{ ...row, ordinal: row.ordinal }]))
  const last = sold.at(-1)?.new_number
  return sold.filter(row => row.new_number === last)
}

/** The chain as a buyer follows it: of the first maker who replaced the number, where several did. */
function asSuperseded(way: readonly ReplacingRow[]): Superseded | undefined {
  const [first] = way
  if (!first) return undefined
  const values = [first.old_number, ...new Set(way.map(row => row.new_number))]
  // Where it closes, the first number stands once more at the end.
  const isCircle = way.some(row => row.is_circle)
  return { chain: values.map(value => ({ brand: first.maker, value })), isCircle }
}
