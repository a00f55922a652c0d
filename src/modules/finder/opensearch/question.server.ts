import { type CategoryTree, isWithin } from '#rules/catalogue'
import { partsOfRelevance, readCursor } from '../index/page.server.ts'
import { scoreFit } from '../index/postings.server.ts'
import type { PriceRange } from '../index/prices.server.ts'
import type { Condition } from '../index/words/terms.server.ts'
import type { IndexQuestion } from '../index/index.ts'
import { mostBrands } from '../index/facets.server.ts'
import { type AttributeQuestion, mostValues, narrows } from '../filters/attributes.rules.ts'
import { isWordless, tokensOf } from '../words/words.rules.ts'
import { placeBit, places } from '../lists.rules.ts'
import { rowAnswers } from '../answers.rules.ts'
import { type Bool, type Clause, and, anyOfTerms, everything, nothing, or, score } from './clauses.server.ts'
import { attributeTerm, standings } from './documents.server.ts'
import { wordClauses } from './words.server.ts'

/** What the shop knows of the index that it asks. */
export type Surroundings = { tree: CategoryTree; ranges: readonly PriceRange[]; shards: number }

/** A question in the server's language: the body of `_search`. `conditions`: what its words ask for, where it has any. */
export function searchBody(
  question: IndexQuestion,
  conditions: readonly Condition[] | undefined,
  { tree, ranges, shards }: Surroundings,
) {
  const filters = filtersOf(question, tree)
  const narrowing = Object.values(filters).flat()
  const after = question.after === undefined ? undefined : readCursor(question.sort, question.after)
  return {
    size: question.limit + 1,
    track_total_hits: true,
    // A tool is named by what it is sorted by: nothing is read for it.
    stored_fields: '_none_',
    query: { bool: queryOf(question, conditions, filters) },
    // Behind the counts, which each leave out a filter of their own.
    ...(narrowing.length > 0 && { post_filter: and(narrowing) }),
    aggs: countsOf(question, filters, { tree, ranges, shards }),
    sort: sortOf(question),
    ...(after && { search_after: placeOf(question, after) }),
  }
}

/** Which tools a question is about before any filter of its own counts, and how many points each has. */
function queryOf(question: IndexQuestion, conditions: readonly Condition[] | undefined, filters: Filters): Bool {
  const words = conditions && wordClauses(conditions, question.sort === 'relevance')
  const must = [...(words?.must ?? []), ...(question.fit ? [fitPoints(question.fit)] : [])]
  const filter = [...(words?.filter ?? []), ...nearlyAll(filters), ...(isWordless(question.words) ? [nothing] : [])]
  const should = words?.should ?? []
  return {
    ...(must.length > 0 && { must }),
    filter: filter.length + must.length > 0 ? filter : [everything],
    ...(should.length > 0 && { should }),
  }
}

/**
 * What counts anywhere fails one filter at most, so nothing else need be gone through. Attributes are one with the category, which is
 * counted without all of them. What fits is left out: it is long, and its answers narrow the question by themselves.
 */
function nearlyAll({ category, attributes, brand, price, stock, rating }: Filters): Clause[] {
  const all = [[...category, ...attributes], brand, price, stock, rating].filter(one => one.length > 0).map(and)
  return all.length > 1 ? [{ bool: { should: all, minimum_should_match: all.length - 1 } }] : []
}

type Fit = NonNullable<IndexQuestion['fit']>

/** What has an answer for the vehicle; of a universal part, that it does not fit this very vehicle counts more. */
function fitPoints(fit: Fit): Clause {
  const universal: Clause = { bool: { filter: [isUniversal], must_not: [answered(fit, rowAnswers.doesNotFit)] } }
  const queries = [
    score(answered(fit, rowAnswers.fits), 2 * scoreFit),
    score(answered(fit, rowAnswers.fitsIf), scoreFit),
    score(universal, 0),
  ]
  return { dis_max: { queries } }
}

const isUniversal: Clause = { term: { is_universal: true } }

function answered({ ordinals, answers }: Fit, answer: number): Clause {
  const those = [...ordinals].filter((_, at) =>
    answer === rowAnswers.doesNotFit ? (answers[at] ?? 0) >= answer : answers[at] === answer,
  )
  return anyOfTerms('ordinal', those)
}

const fitClauses = (fit: Fit): Record<Fit['facets'][number], Clause> => ({
  fits: answered(fit, rowAnswers.fits),
  'fits-if': answered(fit, rowAnswers.fitsIf),
  universal: {
    bool: { filter: [isUniversal], must_not: [answered(fit, rowAnswers.fits), answered(fit, rowAnswers.fitsIf)] },
  },
})

/** What is known to fit, by the end of the vehicle at which it stands. */
function placeClauses({ ordinals, answers, places: stand }: Fit): Record<string, Clause> {
  const fits = (at: number) => answers[at] === rowAnswers.fits || answers[at] === rowAnswers.fitsIf
  const at = (bit: number) => [...ordinals].filter((_, at) => fits(at) && ((stand?.[at] ?? 0) & bit) > 0)
  return Object.fromEntries(places.map(place => [place, anyOfTerms('ordinal', at(placeBit(place)))]))
}

/** By what a list is narrowed, each for itself: its own counts leave it out. */
type Filters = Record<'category' | 'brand' | 'price' | 'stock' | 'rating' | 'fit' | 'attributes', Clause[]>

function filtersOf(question: IndexQuestion, tree: CategoryTree): Filters {
  const { categories, brands, minPrice, maxPrice, onlyInStock, minRating, fit, attributes = [] } = question
  const within = [...tree].flatMap(([id, category]) => (isWithin(category, categories) ? [id] : []))
  const price = { ...(minPrice !== undefined && { gte: minPrice }), ...(maxPrice !== undefined && { lte: maxPrice }) }
  const facets = fit?.facets ?? []
  return {
    category: categories.length > 0 ? [anyOfTerms('category', within)] : [],
    brand: brands.length > 0 ? [anyOfTerms('brand', brands)] : [],
    price: Object.keys(price).length > 0 ? [{ range: { price } }] : [],
    stock: onlyInStock ? [{ term: { can_be_ordered: true } }] : [],
    rating: minRating === undefined ? [] : [{ range: { stars: { gte: minRating } } }],
    fit: fit && facets.length > 0 ? [or(facets.map(facet => fitClauses(fit)[facet]))] : [],
    attributes: attributes.filter(narrows).map(saying),
  }
}

function saying({ attribute, kind, values, least, most }: AttributeQuestion): Clause {
  if (kind !== 'number')
    return anyOfTerms(
      'said',
      values.map(value => attributeTerm(attribute, value)),
    )
  const bounds = { ...(least !== undefined && { gte: least }), ...(most !== undefined && { lte: most }) }
  return { range: { [numberField(attribute)]: bounds } }
}

const numberField = (attribute: number): string => `numbers.n${attribute}`

/** What is counted, and what of the filters its own counts leave out. */
type Count = { leaves: readonly (keyof Filters)[]; without?: AttributeQuestion; aggs: Record<string, object> }

/**
 * The counts of each filter's values, among what all other filters leave. What nothing of its own narrows is counted among the same
 * tools as the page is of, in one go; and whatever all tools of the question are counted for is asked for by no filter at all.
 */
function countsOf(question: IndexQuestion, filters: Filters, surroundings: Surroundings): Record<string, object> {
  const { attributes = [] } = question
  const groups = new Map<string, { filter: Clause[]; aggs: Record<string, object> }>()
  for (const { leaves, without, aggs } of allCounts(question, filters, surroundings)) {
    const names = without && !narrows(without) ? [] : leaves.filter(name => filters[name].length > 0)
    const key = [...names, ...(names.length > 0 && without ? [without.attribute] : [])].join(' ')
    const group = groups.get(key)
    if (group) {
      Object.assign(group.aggs, aggs)
      continue
    }
    const besides = Object.entries(filters).flatMap(([name, clauses]) =>
      names.some(one => one === name) ? [] : clauses,
    )
    const others = names.length > 0 && without ? attributes.filter(one => one !== without && narrows(one)) : []
    groups.set(key, { filter: [...besides, ...others.map(saying)], aggs })
  }
  const parts = [...groups.values()].map(({ filter, aggs }, at) =>
    filter.length === 0 ? aggs : { [`${groupName} ${at}`]: { filter: and(filter), aggs } },
  )
  return Object.assign({}, ...parts) as Record<string, object>
}

/** What begins so holds counts, and is none. */
export const groupName = 'among'

function allCounts(question: IndexQuestion, filters: Filters, { tree, ranges, shards }: Surroundings): Count[] {
  const { fit, brands, attributes = [] } = question
  const ofCategories = { terms: { field: 'category', size: Math.max(1, tree.size) } }
  const most = mostFrequent(shards)
  const counts: Count[] = [
    { leaves: ['category'], aggs: { category: ofCategories } },
    { leaves: ['brand'], aggs: { brand: most('brand', mostBrands), ...chosen('brand', 'brand', brands) } },
    { leaves: ['rating'], aggs: { rating: ofStanding } },
  ]
  if (attributes.some(narrows)) counts.push({ leaves: ['category', 'attributes'], aggs: { open: ofCategories } })
  if (ranges.length > 0)
    counts.push({ leaves: ['price'], aggs: { price: { range: { field: 'price', ranges: ranges.map(rangeBounds) } } } })
  // Where neither narrows, the stars say it.
  if (filters.stock.length > 0 || filters.rating.length > 0)
    counts.push({ leaves: ['stock'], aggs: { stock: ofStanding } })
  if (fit) counts.push({ leaves: ['fit'], aggs: { fit: { filters: { filters: fitClauses(fit) } } } })
  if (fit?.places) counts.push({ leaves: [], aggs: { position: { filters: { filters: placeClauses(fit) } } } })
  for (const one of attributes) counts.push({ leaves: ['attributes'], without: one, aggs: valuesOf(one, most) })
  return counts
}

const ofStanding = { terms: { field: 'standing', size: standings } }

export const countOfAttribute = ({ attribute }: Pick<AttributeQuestion, 'attribute'>): string => `said ${attribute}`

function valuesOf(one: AttributeQuestion, most: ReturnType<typeof mostFrequent>): Record<string, object> {
  const { attribute, kind, values } = one
  const name = countOfAttribute(one)
  const field = numberField(attribute)
  if (kind === 'number') return { [leastOf(name)]: { min: { field } }, [mostOf(name)]: { max: { field } } }
  const terms = values.map(value => attributeTerm(attribute, value))
  // One more than is offered tells of a text whether there are too many.
  return { [name]: most('said', mostValues + 1, `${attribute}=.*`), ...chosen(name, 'said', terms) }
}

/** The names of what is counted beside the values of one filter. */
export const chosenOf = (name: string): string => `${name}, chosen`
export const leastOf = (name: string): string => `${name}, least`
export const mostOf = (name: string): string => `${name}, most`

/** Each of several shards sends so many more that none of the most frequent is missed. */
const fromEachShard = 5000

const mostFrequent = (shards: number) => (field: string, size: number, include?: string) => ({
  terms: {
    field,
    size,
    shard_size: shards > 1 ? fromEachShard : size,
    order: [{ _count: 'desc' }, { _key: 'asc' }],
    ...(include !== undefined && { include }),
  },
})

/** The counts of values that are shown in any case. */
const chosen = (name: string, field: string, values: readonly string[]) =>
  values.length > 0 && {
    [chosenOf(name)]: { terms: { field, include: values, size: values.length, min_doc_count: 0 } },
  }

/** The server's ranges have their end not in them. */
const rangeBounds = ({ from, to, value }: PriceRange) => ({ key: value, from, ...(to < Infinity && { to: to + 1 }) })

/** The least key first in `page.server.ts`; here each part of a key goes its own way. The ordinal comes last. */
function sortOf(question: IndexQuestion): object[] {
  const { sort } = question
  const newer = { ordinal: 'desc' }
  if (sort === 'price-up') return [{ price: 'asc' }, newer]
  if (sort === 'price-down') return [{ price: 'desc' }, newer]
  if (sort === 'newest') return [{ created: 'desc' }, newer]
  if (sort === 'rating') return [{ rated: 'desc' }, newer]
  return [...(hasPoints(question) ? [{ _score: 'desc' }] : []), { popularity: 'desc' }, newer]
}

/** Whether tools differ in points. */
export const hasPoints = ({ words, fit }: IndexQuestion): boolean => fit !== undefined || tokensOf(words).length > 0

function placeOf(question: IndexQuestion, { key, ordinal }: { key: number; ordinal: number }): number[] {
  const { sort } = question
  if (sort === 'price-up') return [key, ordinal]
  if (sort !== 'relevance') return [-key, ordinal]
  const { score, popularity } = partsOfRelevance(-key)
  return [...(hasPoints(question) ? [score] : []), popularity, ordinal]
}

/** Whether anything has all of these words. */
export const anyBody = (conditions: readonly Condition[]) => ({
  size: 0,
  terminate_after: 1,
  track_total_hits: 1,
  query: { bool: { filter: wordClauses(conditions, false).filter } },
})
