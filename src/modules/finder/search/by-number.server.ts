import type { Context } from '#platform/context'
import { readCategoryTree, toolsByOrdinal } from '#services/catalogue'
import { type VehicleFit, fitIn } from '../fit/applications.server.ts'
import type { SearchHit, SearchAnswer } from './search.contract.ts'
import { type Filters, isPlain } from '../filters/filters.rules.ts'
import { countNumbers } from './number-counts.server.ts'
import { type Facets, narrowed, pageOf, placeAfter } from './number-page.rules.ts'
import { type NumberHit, type Look, everyNumber, findNumbers } from '../numbers/numbers.server.ts'
import { numberForPeople } from '../numbers/gs1.rules.ts'
import { type NumberQuery, alikeQuery, collisionOf } from '../numbers/numbers.rules.ts'
import { findAlike } from '../numbers/alike.server.ts'
import { isDoubtful, isSpelledSo, numberIn, piecesOf } from '../numbers/doubt.rules.ts'
import { readNumbers } from '../numbers/resolve.server.ts'
import { type FitFacet, type SortOrder, fitFacets } from '../lists.rules.ts'

export type NumberAnswer = Pick<SearchAnswer, 'total' | 'tools' | 'collision' | 'superseded'> & {
  facets: Facets
  /** The very number, or one that replaced it, is known here. */
  isExact: boolean
  /** There may be more than `total`. */
  isCut: boolean
  next: string | undefined
}

export type NumberSearch = {
  text: string
  filters: Filters
  sort: SortOrder
  after: string | undefined
  limit: number
  vehicle: { fit: VehicleFit } | undefined
}

/**
 * What a number leads to; nothing where no number of the shop begins so. A vehicle hides nothing here, unless a filter
 * says so: who types a number has to hear that it does not fit.
 */
export async function searchNumbers(
  ctx: Context,
  input: NumberSearch,
  number: NumberQuery,
): Promise<NumberAnswer | undefined> {
  const first = await findNumbers(ctx, number, input.limit)
  if (first.hits.length === 0 && !first.hasMore && !first.superseded) return undefined
  const isFirst = isPlain(input) && input.after === undefined
  // What is counted where the rows are is all that begins so, and nothing beside it.
  const isSimple = number.exact.length === 1 && !first.superseded && !input.vehicle
  if (isFirst && first.hasMore && first.hasPage && isSimple) return firstOfMany(ctx, input, { number, first })
  const isWhole = isFirst && !first.hasMore
  const { hits, isCut } = isWhole ? { ...first, isCut: false } : await everyNumber(ctx, number, first)
  if (hits.length === 0 && !first.superseded) return undefined
  const { left, facets } = narrowed(hits, input.filters, {
    tree: await readCategoryTree(ctx),
    fitOfHit: hit => fitFacetOf(input, hit),
  })
  const { page, next } = pageOf(left, input)
  return { ...(await answerWith(ctx, input, { page, first, left, hits })), total: left.length, isCut, facets, next }
}

/** What one word without a hit may be instead: the number of a part in letters of another alphabet, or without its letters. */
export async function searchAlike(
  ctx: Context,
  input: NumberSearch & { asTyped: boolean },
  number: NumberQuery | undefined,
): Promise<NumberAnswer | undefined> {
  if (!number?.isOneToken || input.asTyped) return undefined
  const alike = await findAlike(ctx, number.folded)
  return alike.length > 0 ? searchNumbers(ctx, input, alikeQuery(number, alike)) : undefined
}

/** Where nothing narrows the numbers, their first page is known already, and the others are only counted. */
async function firstOfMany(
  ctx: Context,
  input: NumberSearch,
  { number, first }: { number: NumberQuery; first: Look },
): Promise<NumberAnswer> {
  const page = first.hits.slice(0, input.limit)
  const { total, isCut, facets } = await countNumbers(ctx, number)
  const last = total > page.length ? page.at(-1) : undefined
  const next = last && placeAfter(last, input.sort)
  const answer = await answerWith(ctx, input, { page, first, left: first.hits, hits: first.hits })
  return { ...answer, total, isCut, facets, next }
}

type Shown = { page: NumberHit[]; first: Look; left: NumberHit[]; hits: NumberHit[] }

async function answerWith(ctx: Context, input: NumberSearch, { page, first, left, hits }: Shown) {
  const exact = left.filter(hit => hit.is_exact)
  const collision = collisionOf(exact.map(hit => ({ ordinal: hit.ordinal, brand: hit.number_brand, isExact: true })))
  const tools = await toolsOf(ctx, await inDoubt(ctx, input.text, page), first)
  return {
    tools: tools.map(one => withFit(input, one)),
    isExact: hits.some(hit => hit.is_exact) || first.superseded !== undefined,
    ...(collision.length > 0 && { collision }),
    ...(first.superseded && { superseded: first.superseded }),
  }
}

/** What may be another part than the one that is meant, by a sign between digits or a piece of what was typed, is shown as none that is exact. */
async function inDoubt(ctx: Context, text: string, page: readonly NumberHit[]): Promise<NumberHit[]> {
  const isSure = ({ is_exact, kind, value, folded }: NumberHit) =>
    !is_exact || kind === 'superseded' || isSpelledSo(numberIn(text, folded), value)
  if (page.every(isSure)) return [...page]
  const isInDoubt = (hit: NumberHit) => isDoubtful(numberIn(text, hit.folded), hit.value)
  // Of what is in doubt already, nobody needs to know whose its pieces are.
  const pieces = page.every(hit => isSure(hit) || isInDoubt(hit)) ? [] : piecesOf(text)
  const parts = pieces.length > 0 ? await readNumbers(ctx, pieces) : []
  const isOfAnother = (hit: NumberHit) => parts.some(part => part.kind === 'own' && part.ordinal !== hit.ordinal)
  return page.map(hit => (!isSure(hit) && (isInDoubt(hit) || isOfAnother(hit)) ? { ...hit, is_exact: false } : hit))
}

type Pair = { hit: NumberHit; tool: SearchHit }

/** The first look has read them, unless it is another page than the first. */
async function toolsOf(ctx: Context, page: readonly NumberHit[], first: Look): Promise<Pair[]> {
  const missing = page.filter(hit => !first.tools.has(hit.ordinal)).map(hit => hit.ordinal)
  const read = missing.length > 0 ? await toolsByOrdinal(ctx, missing) : undefined
  return page.flatMap(hit => {
    const tool = first.tools.get(hit.ordinal) ?? read?.get(hit.ordinal)
    return tool ? [{ hit, tool: { ...tool, matched: matchOf(hit) } }] : []
  })
}

function matchOf({ kind, value, number_brand: brand, is_exact: isExact }: NumberHit): SearchHit['matched'] {
  return { kind, value: numberForPeople(kind, value), isExact, ...(brand !== null && { brand }) }
}

function withFit({ vehicle }: NumberSearch, { hit, tool }: Pair): SearchHit {
  return vehicle ? { ...tool, fit: fitIn(vehicle.fit, hit.ordinal, hit.is_universal) } : tool
}

function fitFacetOf({ vehicle }: NumberSearch, hit: NumberHit): FitFacet | undefined {
  if (!vehicle) return undefined
  const { answer, isUniversal } = fitIn(vehicle.fit, hit.ordinal, hit.is_universal)
  return isUniversal ? 'universal' : fitFacets.find(facet => facet === answer)
}
