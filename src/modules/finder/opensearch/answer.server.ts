import { relevanceOf, writeCursor } from '../index/page.server.ts'
import { mostBrands, ratingCounts } from '../index/facets.server.ts'
import type { FacetCount, IndexAnswer, IndexQuestion } from '../index/index.ts'
import { type AttributeCounts, type AttributeQuestion, categoryCounts, offered } from '../filters/attributes.rules.ts'
import { fitFacets, places } from '../lists.rules.ts'
import { readStanding } from './documents.server.ts'
import {
  type Surroundings,
  chosenOf,
  countOfAttribute,
  groupName,
  hasPoints,
  leastOf,
  mostOf,
} from './question.server.ts'

/** An answer of `_search`, as far as it is read. */
export type SearchResponse = {
  hits: { total: { value: number }; hits: { sort: number[] }[] }
  aggregations?: Aggregations
}

type Bucket = { key: string; doc_count: number }
type Counted = {
  /** Lists have the order in which they were asked for; named filters stand by their names. */
  buckets?: Bucket[] | Record<string, { doc_count: number }>
  value?: number | null
}
/** What is counted among some of them stands below those, beside how many they are. */
type Aggregations = Record<string, Counted | Record<string, Counted | number>>

/** Each count by its name, whatever it was counted among. */
function countsIn(aggregations: Aggregations): ReadonlyMap<string, Counted> {
  return new Map(
    Object.entries(aggregations).flatMap(([name, one]): [string, Counted][] =>
      name.startsWith(groupName) ? Object.entries(one as Record<string, Counted>) : [[name, one as Counted]],
    ),
  )
}

/** What was found, as the port says it; words are added by who has read them. */
export function answerOf(
  { hits, aggregations = {} }: SearchResponse,
  question: IndexQuestion,
  { tree, ranges }: Surroundings,
): Pick<IndexAnswer, 'total' | 'ordinals' | 'facets' | 'next'> {
  const counts = countsIn(aggregations)
  const counted = (name: string) => bucketsOf(counts.get(name))
  const countOf = (name: string, key: string) => counted(name).find(bucket => bucket.key === key)?.doc_count ?? 0
  const byId = (name: string) => counted(name).map(({ key, doc_count: count }): [string, number] => [key, count])
  const rated = counted('rating').map(standingIn)
  const inStock = sumOf(
    (counts.has('stock') ? counted('stock').map(standingIn) : rated).filter(one => one.canBeOrdered),
  )
  const shown = hits.hits.slice(0, question.limit)
  const last = hits.hits.length > question.limit ? shown.at(-1) : undefined
  return {
    total: hits.total.value,
    ordinals: shown.map(({ sort }) => sort.at(-1) ?? 0),
    facets: {
      category: categoryCounts(tree, question, { narrowed: byId('category'), open: byId('open') }),
      brand: brandCounts(counts, question.brands),
      price: ranges.map(({ value }) => plain(value, countOf('price', value))).filter(({ count }) => count > 0),
      stock: [plain('true', inStock)].filter(({ count }) => count > 0 || question.onlyInStock),
      rating: ratingCounts(least => sumOf(rated.filter(({ stars }) => stars >= least)), question),
      fit: fitFacets
        .map(facet => plain(facet, countOf('fit', facet)))
        .filter(({ count, value }) => question.fit && (count > 0 || question.fit.facets.some(one => one === value))),
      position: (question.fit?.places ? places : []).map(place => plain(place, countOf('position', place))),
      attributes: (question.attributes ?? []).map(one => attributeCounts(counts, one)),
    },
    ...(last && { next: writeCursor(question.sort, placeOf(question, last.sort)) }),
  }
}

const plain = (value: string, count: number): FacetCount => ({ value, label: value, count })

const standingIn = ({ key, doc_count: count }: Bucket) => ({ ...readStanding(key), count })

const sumOf = (all: readonly { count: number }[]): number => all.reduce((sum, { count }) => sum + count, 0)

function bucketsOf({ buckets = [] }: Counted = {}): Bucket[] {
  if (Array.isArray(buckets)) return buckets
  return Object.entries(buckets).map(([key, { doc_count }]) => ({ key, doc_count }))
}

type Counts = ReturnType<typeof countsIn>

/** The most frequent, and behind them those that are chosen. A brand that no tool ever had is none to choose. */
function brandCounts(counts: Counts, chosen: readonly string[]): FacetCount[] {
  const shown = bucketsOf(counts.get('brand')).slice(0, mostBrands)
  const others = bucketsOf(counts.get(chosenOf('brand'))).filter(({ key }) => shown.every(one => one.key !== key))
  const inOrder = others.toSorted((one, other) => chosen.indexOf(one.key) - chosen.indexOf(other.key))
  return [...shown, ...inOrder].map(({ key, doc_count: count }) => plain(key, count))
}

function attributeCounts(counts: Counts, question: AttributeQuestion): AttributeCounts {
  const name = countOfAttribute(question)
  if (question.kind === 'number') {
    const ends = [leastOf(name), mostOf(name)].map(end => counts.get(end)?.value)
    return offered(
      question,
      ends.flatMap(end => (typeof end === 'number' ? [[String(end), 1]] : [])),
    )
  }
  // The most frequent, and those that are chosen.
  const countByTerm = new Map(
    [name, chosenOf(name)].flatMap(one => bucketsOf(counts.get(one))).map(({ key, doc_count }) => [key, doc_count]),
  )
  return offered(
    question,
    [...countByTerm].map(([term, count]) => [term.slice(term.indexOf('=') + 1), count] as const),
  )
}

/** The key of a place, out of the values that the server sorted it by. */
function placeOf(question: IndexQuestion, values: readonly number[]): { key: number; ordinal: number } {
  const ordinal = values.at(-1) ?? 0
  if (question.sort === 'relevance') {
    const [score = 0, popularity = 0] = hasPoints(question) ? values : [0, ...values]
    return { key: -relevanceOf(score, popularity), ordinal }
  }
  const [first = 0] = values
  return { key: question.sort === 'price-up' ? first : -first, ordinal }
}
