import { sql } from 'kysely'
import type { Context } from '#platform/context'
import type { Columns } from '#platform/database'
import { type NumberKind, numberKinds } from '../finder.rules.ts'
import { alikeInputs, mostOfNumber, numbersAlike } from './alike.server.ts'
import { isDoubtful, isSpelledSo, numberIn, piecesOf } from './doubt.rules.ts'
import { foldPartNumber } from './fold.rules.ts'
import { numberForPeople } from './gs1.rules.ts'
import { type NumberQuery, collisionOf, numberQueryOf } from './numbers.rules.ts'
import { chainsFrom, exactOf, isMeant, lastSold, soldTool } from './numbers.server.ts'

/** A number as somebody has it: a maker's own, an OEM number, a cross-reference or a GTIN, with its brand or without. */
export type RequestedNumber = { number: string; brand?: string | undefined }

/** How a number led to a tool: what it is there, as its maker writes it. */
type NumberMatch = { kind: NumberKind; value: string; brand: string | null }

/** What a number means. Tools by their ordinals, the surest first. */
export type NumberMeaning = {
  /** One, or those among which its buyer has to choose. */
  tools: number[]
  match: NumberMatch | undefined
  /** It is known here, of other brands than the one that was said. */
  isOfOtherBrand: boolean
  /** By its signs it may be another number: what it leads to is proposed, with the parts that have one of its pieces for theirs. */
  isDoubtful: boolean
  /** Its maker has replaced it: the last number, and the tools of the last one that is sold, none where none is. */
  replacedBy: { brand: string; value: string; tools: number[] } | undefined
}

type Row = Columns<'part_number', 'kind' | 'value' | 'folded'> & {
  ordinal: number
  kind: NumberKind
  number_brand: string | null
  brand: string | null
}
type Step = Columns<'supersession', 'new_number'> & {
  start: string
  maker: string
  is_circle: boolean
  found_as: NumberKind | null
  ordinal: number | null
}
type Query = Pick<NumberQuery, 'folded' | 'exact' | 'ofBrand' | 'gtins'>

/**
 * What each of many numbers means, in three statements whatever their number. Whole numbers alone, however they are written. Of what
 * nobody has, the numbers that look like it, have its digits, or are those of a trade item that lost its zeros: all of them in doubt.
 */
export async function resolveNumbers(ctx: Context, requests: readonly RequestedNumber[]): Promise<NumberMeaning[]> {
  const queries = requests.map(({ number }) => queryOf(number))
  const exact = [...new Set(queries.flatMap(query => query.exact))]
  const pieces = requests.flatMap(({ number }) => piecesOf(number))
  const numbers = Map.groupBy(await readNumbers(ctx, [...new Set([...exact, ...pieces])]), row => row.folded)
  const steps = Map.groupBy(await readSteps(ctx, exact), step => step.start)
  const hits = queries.map(query => ({
    rows: query.exact.flatMap(one => numbers.get(one) ?? []).filter(row => isMeant(query, row)),
    ways: query.exact.flatMap(one => steps.get(one) ?? []).filter(step => isMeantStep(query, step)),
  }))
  const unknown = queries.filter((_, index) => hits[index]?.rows.length === 0 && hits[index].ways.length === 0)
  const alike = Map.groupBy(
    await readAlike(ctx, [...new Set(unknown.map(({ folded }) => folded))]),
    row => row.requested,
  )
  return queries.map(({ folded }, index) => {
    const { number = '', brand: typedBrand } = requests[index] ?? {}
    const { rows = [], ways = [] } = hits[index] ?? {}
    const brand = typedBrand?.trim().toLowerCase() || undefined
    if (rows.length + ways.length === 0) return { ...meaningOf(alike.get(folded) ?? [], [], brand), isDoubtful: true }
    const parts = piecesOf(number).flatMap(piece => numbers.get(piece) ?? [])
    return doubted(meaningOf(rows, ways, brand), { number, rows, parts })
  })
}

type Doubt = { number: string; rows: readonly Row[]; parts: readonly Row[] }

/** What a number means, with what it may mean instead. */
function doubted(meaning: NumberMeaning, { number, rows, parts }: Doubt): NumberMeaning {
  const meant = rows.filter(({ ordinal }) => meaning.tools.includes(ordinal))
  if (meant.length === 0) return meaning
  const spelled = firstOfBrand(meant, ({ value }) => isSpelledSo(number, value))
  if (spelled) {
    // Two numbers may differ by their capitals alone: the very same comes before its like.
    const left = firstOfBrand(spelled, ({ value }) => value.trim() === number.trim()) ?? spelled
    return { ...meaning, tools: [...new Set(left.map(({ ordinal }) => ordinal))] }
  }
  const others = parts.filter(({ kind, ordinal }) => kind === 'own' && !meaning.tools.includes(ordinal))
  const isUnclear = others.length > 0 || meant.every(({ value, folded }) => isDoubtful(numberIn(number, folded), value))
  if (!isUnclear) return meaning
  return {
    ...meaning,
    tools: [...new Set([...meaning.tools, ...others.map(({ ordinal }) => ordinal)])],
    isDoubtful: true,
  }
}

/** Of one brand what is so comes first, always; between brands the buyer chooses. Undefined where nothing is. */
function firstOfBrand(rows: readonly Row[], isSo: (row: Row) => boolean): Row[] | undefined {
  const brands = new Set(rows.filter(isSo).map(({ number_brand }) => number_brand))
  return brands.size > 0 ? rows.filter(row => isSo(row) || !brands.has(row.number_brand)) : undefined
}

/** A number of several words without a digit is looked up too, as it is: nothing else is asked for here. */
function queryOf(number: string): Query {
  const folded = foldPartNumber(number)
  return numberQueryOf(number) ?? { folded, exact: [folded], ofBrand: [], gtins: [] }
}

/** Every number of what is on sale that is one of these. */
export async function readNumbers(ctx: Context, exact: readonly string[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select number.*
    from unnest(${exactOf({ exact: [...exact] })}) as wanted (number)
      cross join lateral (
        select part_number.tool_ordinal as ordinal, part_number.kind, part_number.value, part_number.folded,
          part_number.brand as number_brand, brand.name as brand
        from part_number
          cross join lateral ${soldTool('part_number.tool_ordinal')}
          left join lateral (select name from brand where brand.id = tool.brand_id limit 1) as brand on true
        where part_number.folded = wanted.number
        order by array_position(${numberKinds}::text[], part_number.kind), part_number.tool_ordinal, part_number.id
        limit ${mostOfNumber}
      ) as number`.execute(ctx.db)
  return rows
}

/** Numbers that are not these, and may be meant by them. */
async function readAlike(ctx: Context, folded: readonly string[]): Promise<(Row & { requested: string })[]> {
  const numbers = folded.filter(one => one !== '')
  if (numbers.length === 0) return []
  const { rows } = await sql<Row & { requested: string }>`
    select wanted.number as requested, number.*
    from ${alikeInputs(numbers)}
      cross join lateral (
        select part_number.tool_ordinal as ordinal, part_number.kind, part_number.value, part_number.folded,
          part_number.brand as number_brand, brand.name as brand
        from ${numbersAlike} as part_number
          cross join lateral ${soldTool('part_number.tool_ordinal')}
          left join lateral (select name from brand where brand.id = tool.brand_id limit 1) as brand on true
      ) as number
    order by array_position(${numberKinds}::text[], number.kind), number.ordinal`.execute(ctx.db)
  return rows
}

async function readSteps(ctx: Context, exact: readonly string[]): Promise<Step[]> {
  const { rows } = await sql<Step>`
    ${chainsFrom(sql`old_folded = any(${exactOf({ exact: [...exact] })})`)}
    select chain.start, chain.brand as maker, chain.new_number, chain.is_circle, number.kind as found_as, number.ordinal
    from chain
      left join lateral (
        select part_number.kind, tool.ordinal
        from part_number cross join lateral ${soldTool('part_number.tool_ordinal')}
        where part_number.folded = chain.new_folded and lower(part_number.brand) = lower(chain.brand)
        limit ${mostOfNumber}
      ) as number on true
    order by lower(chain.brand), chain.step, array_position(${numberKinds}::text[], number.kind), number.ordinal`.execute(
    ctx.db,
  )
  return rows
}

function isMeantStep({ folded, ofBrand }: Query, { start, maker }: Step): boolean {
  return start === folded || ofBrand.some(one => one.folded === start && one.brand === maker.toLowerCase())
}

function meaningOf(rows: readonly Row[], steps: readonly Step[], brand: string | undefined): NumberMeaning {
  const isOf = (...brands: (string | null)[]) => brands.some(one => one?.toLowerCase() === brand)
  const own = brand === undefined ? rows : rows.filter(row => isOf(row.number_brand, row.brand))
  const ownSteps = brand === undefined ? steps : steps.filter(step => isOf(step.maker))
  const isOfOtherBrand = own.length === 0 && ownSteps.length === 0 && rows.length > 0
  const meant = (isOfOtherBrand ? rows : own).toSorted((a, b) => rankOf(a) - rankOf(b))
  const [first] = meant
  const collision = collisionOf(meant.map(row => ({ ordinal: row.ordinal, brand: row.number_brand, isExact: true })))
  // Without two makers who mean different things by it, a part's own number counts before what may stand in for it.
  const surest = collision.length > 0 || !first ? meant : meant.filter(row => row.kind === first.kind)
  return {
    tools: [...new Set(surest.map(row => row.ordinal))],
    match: first && { kind: first.kind, value: numberForPeople(first.kind, first.value), brand: first.number_brand },
    isOfOtherBrand,
    isDoubtful: false,
    replacedBy: replacementOf(ownSteps),
  }
}

const rankOf = ({ kind }: Row) => numberKinds.indexOf(kind)

function replacementOf(steps: readonly Step[]): NumberMeaning['replacedBy'] {
  const last = steps.at(-1)
  if (!last) return undefined
  const sold = [...Map.groupBy(steps, step => step.maker.toLowerCase()).values()].flatMap(lastSold)
  const shown = sold[0] ?? last
  return { brand: shown.maker, value: shown.new_number, tools: [...new Set(sold.map(({ ordinal }) => ordinal))] }
}
