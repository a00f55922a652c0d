import { type CategoryTree, isWithin } from '#rules/catalogue'
import { partsOfRelevance, readCursor } from '../index/page.server.ts'
import { scoreFit } from '../index/postings.server.ts'
import type { PriceRange } from '../index/prices.server.ts'
import type { Condition } from '../index/words/terms.server.ts'
import type { IndexQuestion } from '../index/index.ts'
import { mostBrands, starsOffered } from '../index/facets.server.ts'
import { type AttributeQuestion, mostValues, narrows } from '../filters/attributes.rules.ts'
import { isWordless } from '../words/words.rules.ts'
import { placeBit, places, rowAnswers } from '../finder.rules.ts'
import { type Bool, type Clause, and, anyOfTerms, everything, nothing, or, score } from './clauses.server.ts'
import { saidTerm } from './documents.server.ts'
import { wordClauses } from './words.server.ts'

/** What the shop knows of the index that it asks. */
export type Surroundings = { tree: CategoryTree; ranges: readonly PriceRange[] }

/** A question in the server's language: the body of `_search`. `conditions`: what its words ask for, where it has any. */
export function searchBody(
  question: IndexQuestion,
  conditions: readonly Condition[] | undefined,
  { tree, ranges }: Surroundings,
) {
  const filters = filtersOf(question, tree)
  const after = question.after === undefined ? undefined : readCursor(question.sort, question.after)
  return {
    size: question.limit + 1,
    track_total_hits: true,
    _source: false,
    query: { bool: queryOf(question, conditions) },
    // Behind the counts, which each leave out a filter of their own.
    post_filter: and(Object.values(filters).flat()),
    aggs: countsOf(question, filters, { tree, ranges }),
    sort: sortOf(question),
    ...(after && { search_after: placeOf(question, after) }),
  }
}

/** Which tools a question is about before any filter, and how many points each has. */
function queryOf(question: IndexQuestion, conditions: readonly Condition[] | undefined): Bool {
  const { filter = [], should = [] } = conditions ? wordClauses(conditions) : {}
  return {
    filter: filter.length > 0 ? filter : [isWordless(question.words) ? nothing : everything],
    ...(question.sort === 'relevance' && should.length > 0 && { should }),
    ...(question.fit && { must: [fitPoints(question.fit)] }),
  }
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

const fitClauses = (fit: Fit): Record<Fit['wanted'][number], Clause> => ({
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
  const wanted = fit?.wanted ?? []
  return {
    category: categories.length > 0 ? [anyOfTerms('category', within)] : [],
    brand: brands.length > 0 ? [anyOfTerms('brand', brands)] : [],
    price: Object.keys(price).length > 0 ? [{ range: { price } }] : [],
    stock: onlyInStock ? [{ term: { can_be_ordered: true } }] : [],
    rating: minRating === undefined ? [] : [{ range: { stars: { gte: minRating } } }],
    fit: fit && wanted.length > 0 ? [or(wanted.map(facet => fitClauses(fit)[facet]))] : [],
    attributes: attributes.filter(narrows).map(saying),
  }
}

function saying({ attribute, kind, values, least, most }: AttributeQuestion): Clause {
  if (kind !== 'number')
    return anyOfTerms(
      'said',
      values.map(value => saidTerm(attribute, value)),
    )
  const bounds = { ...(least !== undefined && { gte: least }), ...(most !== undefined && { lte: most }) }
  return { range: { [numberField(attribute)]: bounds } }
}

const numberField = (attribute: number): string => `numbers.n${attribute}`

type Count = { filter: Clause; aggs?: Record<string, object> }

/** The counts of each filter's values, among what all other filters leave. */
function countsOf(question: IndexQuestion, filters: Filters, { tree, ranges }: Surroundings): Record<string, Count> {
  const { fit, brands, attributes = [] } = question
  const besides = (...names: (keyof Filters)[]) =>
    Object.entries(filters).flatMap(([name, clauses]) => (names.includes(name as keyof Filters) ? [] : clauses))
  const ofCategories = { of: { terms: { field: 'category', size: Math.max(1, tree.size) } } }
  return {
    category: { filter: and(besides('category')), aggs: ofCategories },
    ...(attributes.some(narrows) && { open: { filter: and(besides('category', 'attributes')), aggs: ofCategories } }),
    brand: {
      filter: and(besides('brand')),
      aggs: { of: mostFrequent('brand', mostBrands), ...chosen('brand', brands) },
    },
    price: {
      filter: and(besides('price')),
      ...(ranges.length > 0 && { aggs: { of: { range: { field: 'price', ranges: ranges.map(rangeBounds) } } } }),
    },
    stock: { filter: and([...besides('stock'), { term: { can_be_ordered: true } }]) },
    rating: {
      filter: and(besides('rating')),
      aggs: { of: { range: { field: 'stars', ranges: starsOffered.map(from => ({ key: String(from), from })) } } },
    },
    ...(fit && { fit: { filter: and(besides('fit')), aggs: { of: { filters: { filters: fitClauses(fit) } } } } }),
    ...(fit?.places && {
      position: { filter: and(besides()), aggs: { of: { filters: { filters: placeClauses(fit) } } } },
    }),
    ...Object.fromEntries(
      attributes.map(one => {
        const others = attributes.filter(other => other !== one && narrows(other)).map(saying)
        return [countOfAttribute(one), { filter: and([...besides('attributes'), ...others]), aggs: valuesOf(one) }]
      }),
    ),
  }
}

export const countOfAttribute = ({ attribute }: Pick<AttributeQuestion, 'attribute'>): string => `said ${attribute}`

function valuesOf({ attribute, kind, values }: AttributeQuestion): Record<string, object> {
  const field = numberField(attribute)
  if (kind === 'number') return { least: { min: { field } }, most: { max: { field } } }
  const terms = values.map(value => saidTerm(attribute, value))
  // One more than is offered tells of a text whether there are too many.
  return { of: mostFrequent('said', mostValues + 1, `${attribute}=.*`), ...chosen('said', terms) }
}

/** Each shard sends so many more that none of the most frequent is missed where there are several shards. */
const fromEachShard = 5000

const mostFrequent = (field: string, size: number, include?: string) => ({
  terms: {
    field,
    size,
    shard_size: fromEachShard,
    order: [{ _count: 'desc' }, { _key: 'asc' }],
    ...(include !== undefined && { include }),
  },
})

/** The counts of values that are shown in any case. */
const chosen = (field: string, values: readonly string[]) =>
  values.length > 0 && { chosen: { terms: { field, include: values, size: values.length, min_doc_count: 0 } } }

/** The server's ranges have their end not in them. */
const rangeBounds = ({ from, to, value }: PriceRange) => ({ key: value, from, ...(to < Infinity && { to: to + 1 }) })

/** The least key first in `page.server.ts`; here each part of a key goes its own way. */
function sortOf({ sort }: IndexQuestion): object[] {
  const newer = { ordinal: 'desc' }
  if (sort === 'price-up') return [{ price: 'asc' }, newer]
  if (sort === 'price-down') return [{ price: 'desc' }, newer]
  if (sort === 'newest') return [{ created: 'desc' }, newer]
  if (sort === 'rating') return [{ rated: 'desc' }, newer]
  return [{ _score: 'desc' }, { popularity: 'desc' }, newer]
}

function placeOf({ sort }: IndexQuestion, { key, ordinal }: { key: number; ordinal: number }): number[] {
  if (sort === 'price-up') return [key, ordinal]
  if (sort !== 'relevance') return [-key, ordinal]
  const { score, popularity } = partsOfRelevance(-key)
  return [score, popularity, ordinal]
}

/** Whether anything has all of these words. */
export const anyBody = (conditions: readonly Condition[]) => ({
  size: 0,
  terminate_after: 1,
  track_total_hits: 1,
  query: { bool: { filter: wordClauses(conditions).filter } },
})
