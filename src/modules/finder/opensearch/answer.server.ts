import { relevanceOf, writeCursor } from '../index/page.server.ts'
import { mostBrands, ratingCounts } from '../index/facets.server.ts'
import type { FacetCount, IndexAnswer, IndexQuestion } from '../index/index.ts'
import { type AttributeCounts, type AttributeQuestion, categoryCounts, offered } from '../filters/attributes.rules.ts'
import { fitFacets, places } from '../finder.rules.ts'
import { type Surroundings, countOfAttribute } from './question.server.ts'

/** An answer of `_search`, as far as it is read. */
export type Found = {
  hits: { total: { value: number }; hits: { _id: string; sort: number[] }[] }
  aggregations?: Record<string, Counted>
}

type Bucket = { key: string; doc_count: number }
type Counted = {
  doc_count: number
  /** Lists have the order in which they were asked for; named filters stand by their names. */
  of?: { buckets: Bucket[] | Record<string, { doc_count: number }> }
  chosen?: { buckets: Bucket[] }
  least?: { value: number | null }
  most?: { value: number | null }
}

/** What was found, as the port says it; words are added by who has read them. */
export function answerOf(
  { hits, aggregations = {} }: Found,
  question: IndexQuestion,
  { tree, ranges }: Surroundings,
): Pick<IndexAnswer, 'total' | 'ordinals' | 'facets' | 'next'> {
  const counted = (name: string) => bucketsOf(aggregations[name]?.of?.buckets)
  const countOf = (name: string, key: string) => counted(name).find(bucket => bucket.key === key)?.doc_count ?? 0
  const byId = (name: string) => counted(name).map(({ key, doc_count: count }): [string, number] => [key, count])
  const inStock = aggregations['stock']?.doc_count ?? 0
  const shown = hits.hits.slice(0, question.limit)
  const last = hits.hits.length > question.limit ? shown.at(-1) : undefined
  return {
    total: hits.total.value,
    ordinals: shown.map(({ _id }) => Number(_id)),
    facets: {
      category: categoryCounts(tree, question, { narrowed: byId('category'), open: byId('open') }),
      brand: brandCounts(aggregations['brand'], question.brands),
      price: ranges.map(({ value }) => plain(value, countOf('price', value))).filter(({ count }) => count > 0),
      stock: [plain('true', inStock)].filter(({ count }) => count > 0 || question.onlyInStock),
      rating: ratingCounts(stars => countOf('rating', String(stars)), question),
      fit: fitFacets
        .map(facet => plain(facet, countOf('fit', facet)))
        .filter(({ count, value }) => question.fit && (count > 0 || question.fit.wanted.some(one => one === value))),
      position: (question.fit?.places ? places : []).map(place => plain(place, countOf('position', place))),
      attributes: (question.attributes ?? []).map(one => attributeCounts(aggregations[countOfAttribute(one)], one)),
    },
    ...(last && { next: writeCursor(question.sort, placeOf(question, last.sort)) }),
  }
}

const plain = (value: string, count: number): FacetCount => ({ value, label: value, count })

function bucketsOf(buckets: NonNullable<Counted['of']>['buckets'] = []): Bucket[] {
  if (Array.isArray(buckets)) return buckets
  return Object.entries(buckets).map(([key, { doc_count }]) => ({ key, doc_count }))
}

/** The most frequent, and those that are chosen. */
function withChosen(counted: Counted | undefined): Map<string, number> {
  return new Map(
    [...bucketsOf(counted?.of?.buckets), ...(counted?.chosen?.buckets ?? [])].map(({ key, doc_count }) => [
      key,
      doc_count,
    ]),
  )
}

/** The most frequent, and behind them those that are chosen. A brand that no tool ever had is none to choose. */
function brandCounts(counted: Counted | undefined, chosen: readonly string[]): FacetCount[] {
  const shown = bucketsOf(counted?.of?.buckets).slice(0, mostBrands)
  const others = (counted?.chosen?.buckets ?? []).filter(({ key }) => shown.every(one => one.key !== key))
  const inOrder = others.toSorted((one, other) => chosen.indexOf(one.key) - chosen.indexOf(other.key))
  return [...shown, ...inOrder].map(({ key, doc_count: count }) => plain(key, count))
}

function attributeCounts(counted: Counted | undefined, question: AttributeQuestion): AttributeCounts {
  if (question.kind === 'number') {
    const ends = [counted?.least?.value, counted?.most?.value]
    return offered(
      question,
      ends.flatMap(end => (typeof end === 'number' ? [[String(end), 1]] : [])),
    )
  }
  const said = [...withChosen(counted)].map(([term, count]) => [term.slice(term.indexOf('=') + 1), count] as const)
  return offered(question, said)
}

/** The key of a place, out of the values that the server sorted it by. */
function placeOf({ sort }: IndexQuestion, values: readonly number[]): { key: number; ordinal: number } {
  const [first = 0, second = 0, third = 0] = values
  if (sort === 'relevance') return { key: -relevanceOf(first, second), ordinal: third }
  return { key: sort === 'price-up' ? first : -first, ordinal: second }
}
