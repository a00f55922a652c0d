import { expect, it } from 'vitest'
import { placed, tree } from '#test/finder/category-tree'
import { question } from '#test/finder/search-contract'
import { synonymsOf } from '../words/synonyms.rules.ts'
import { queryTermsOf } from '../words/synonyms.rules.ts'
import { queryWords } from '../words/words.rules.ts'
import { conditionsOf } from '../index/words/terms.server.ts'
import { countedVocabulary } from '../index/words/vocabulary.server.ts'
import { type SearchResponse, answerOf } from './answer.server.ts'
import { countOf } from './clauses.server.ts'
import { toolDocument } from './documents.server.ts'
import { searchBody } from './question.server.ts'

/** The very requests, and the reading of answers of the form that the server's documentation gives. No server answers here. */

const ranges = [
  { from: 0, to: 4999, value: '0-49.99' },
  { from: 5000, to: Infinity, value: '50-' },
]
const surroundings = { tree, ranges, shards: 1 }
const fit = { ordinals: Uint32Array.of(3, 5, 8), answers: Uint8Array.of(1, 2, 3), facets: [] }

function conditionsFor(text: string) {
  const { words, endsOpen } = queryWords(text)
  const vocabulary = countedVocabulary(new Map(Object.entries({ brake: 5, pad: 3, padding: 1 })))
  return conditionsOf(vocabulary, queryTermsOf(words, synonymsOf([['brake', 'stopper']])), endsOpen)
}

it('asks for words by what has to hold and by points, in the order of the shop’s own index', () => {
  const { query, sort, size, track_total_hits, ...others } = searchBody(
    question('brake pad'),
    conditionsFor('brake pad'),
    surroundings,
  )
  const anyOf =
    (...words: string[]) =>
    (field: string) => ({ terms: { [field]: words } })
  const pads = anyOf('pad', 'padding')
  // Where the very word stands somewhere, the longer one counts nowhere.
  const best = (exact: string, other: string) => (field: string) => ({
    bool: {
      should: [
        { term: { [field]: exact } },
        { bool: { filter: [{ bool: { must_not: [{ term: { words: exact } }] } }, anyOf(exact, other)(field)] } },
      ],
      minimum_should_match: 1,
    },
  })
  const [brake, pad] = [best('brake', 'stopper'), best('pad', 'padding')]
  const points = (filter: object, boost: number) => ({ constant_score: { filter, boost } })
  expect(query).toEqual({
    bool: {
      filter: [anyOf('brake', 'stopper')('words'), pads('words')],
      should: [
        points({ bool: { filter: [{ term: { words: 'brake' } }, { term: { words: 'pad' } }] } }, 16_384),
        points({ bool: { filter: [brake('named'), pad('named')] } }, 32_768),
        ...[brake, pad].flatMap(met => ['tagged', 'branded', 'named'].map(field => points(met(field), 1))),
      ],
    },
  })
  expect({ sort, size, track_total_hits }).toEqual({
    sort: [{ _score: 'desc' }, { popularity: 'desc' }, { ordinal: 'desc' }],
    size: 11,
    track_total_hits: true,
  })
  // Where nothing narrows, nothing is filtered.
  expect(others).not.toHaveProperty('post_filter')
})

it('looks once at what all tools have that are met, and at what gives points twice', () => {
  const conditions = [{ any: [{ condition: { word: 'brake' }, isExact: true }] }]
  const points = (field: string, boost: number) => ({
    constant_score: { filter: { term: { [field]: 'brake' } }, boost },
  })
  expect(searchBody(question('brake '), conditions, surroundings).query.bool).toEqual({
    must: [points('words', 16_384)],
    filter: [],
    should: [points('named', 32_769), points('tagged', 1), points('branded', 1)],
  })
  const byPrice = searchBody(question('brake ', { sort: 'price-up' }), conditions, surroundings)
  expect(byPrice.query.bool).toEqual({ filter: [{ term: { words: 'brake' } }] })
})

it('asks for everything where nothing was typed, and for nothing by what has neither a letter nor a digit', () => {
  const filterFor = (words: string) => searchBody(question(words), undefined, surroundings).query.bool.filter
  expect(filterFor(' ')).toEqual([{ match_all: {} }])
  for (const words of ['???', '%', '🔧']) expect(filterFor(words), words).toEqual([{ match_none: {} }])
})

it('asks for no more clauses than a server takes, however long the text', () => {
  const text = Array.from({ length: 100 }, (_, at) => `${at % 10}w-${at}`).join(' ')
  const { query } = searchBody(question(text), conditionsFor(text), surroundings)
  expect(query.bool.must).toMatchObject([{ constant_score: { filter: { bool: { filter: { length: 100 } } } } }])
  expect(countOf(query)).toBeLessThan(1000)
})

it('gives what fits a vehicle points of its own, and leaves out what is said not to fit it', () => {
  const { query, aggs } = searchBody(question('', { fit }), undefined, surroundings)
  const isUniversal = { term: { is_universal: true } }
  const fits = { term: { ordinal: 3 } }
  const fitsIf = { term: { ordinal: 5 } }
  expect(query.bool.must).toEqual([
    {
      dis_max: {
        queries: [
          { constant_score: { filter: fits, boost: 8192 } },
          { constant_score: { filter: fitsIf, boost: 4096 } },
          {
            constant_score: {
              filter: { bool: { filter: [isUniversal], must_not: [{ term: { ordinal: 8 } }] } },
              boost: 0,
            },
          },
        ],
      },
    },
  ])
  const universal = { bool: { filter: [isUniversal], must_not: [fits, fitsIf] } }
  expect(aggs).toMatchObject({ fit: { filters: { filters: { fits, 'fits-if': fitsIf, universal } } } })
  expect(aggs['position']).toBeUndefined()
})

it('counts what is known to fit by the ends of the vehicle, among what is shown', () => {
  const atEnds = { ...fit, places: Uint8Array.of(3, 2, 3), facets: ['fits' as const] }
  const fits = { term: { ordinal: 3 } }
  expect(searchBody(question('', { fit: atEnds }), undefined, surroundings).aggs).toMatchObject({
    'among 0': {
      filter: fits,
      aggs: { position: { filters: { filters: { front: fits, rear: { terms: { ordinal: [3, 5] } } } } } },
    },
  })
})

it('counts each filter’s values among what all others leave', () => {
  const narrowed = question('', {
    categories: ['brakes/drums'],
    brands: ['Rod'],
    minPrice: 100,
    onlyInStock: true,
    attributes: [
      { attribute: 1, kind: 'number', values: [], least: 2 },
      { attribute: 2, kind: 'choice', values: ['b'] },
    ],
  })
  const { post_filter, query, aggs } = searchBody(narrowed, undefined, surroundings)
  const category = { terms: { category: ['id-drums', 'id-linings'] } }
  const brand = { term: { brand: 'Rod' } }
  const price = { range: { price: { gte: 100 } } }
  const stock = { term: { can_be_ordered: true } }
  const [number, choice] = [{ range: { 'numbers.n1': { gte: 2 } } }, { term: { said: '2=b' } }]
  const all = (...filter: object[]) => ({ bool: { filter } })
  expect(post_filter).toEqual(all(category, brand, price, stock, number, choice))
  // What fails two of them counts nowhere; with the category, all attributes may be left out.
  const nearlyAll = { should: [all(category, number, choice), brand, price, stock], minimum_should_match: 3 }
  expect(query.bool.filter).toEqual([{ bool: nearlyAll }])
  const groups = Object.values(aggs) as { filter: object; aggs: object }[]
  expect(groups.map(one => [Object.keys(one.aggs), one.filter])).toEqual([
    [['category'], all(brand, price, stock, number, choice)],
    [['brand', 'brand, chosen'], all(category, price, stock, number, choice)],
    [['rating'], all(category, brand, price, stock, number, choice)],
    [['open'], all(brand, price, stock)],
    [['price'], all(category, brand, stock, number, choice)],
    [['stock'], all(category, brand, price, number, choice)],
    [['said 1, least', 'said 1, most'], all(category, brand, price, stock, choice)],
    [['said 2', 'said 2, chosen'], all(category, brand, price, stock, number)],
  ])
})

it('counts what nothing of its own narrows in one go, and by no filter where nothing narrows', () => {
  const named = (more: Parameters<typeof question>[1]) => {
    const { aggs } = searchBody(question('', more), undefined, surroundings)
    return Object.entries(aggs).map(([name, one]) => ('aggs' in one ? Object.keys(one.aggs as object) : name))
  }
  expect(named({})).toEqual(['category', 'brand', 'rating', 'price'])
  expect(named({ brands: ['Rod'] })).toEqual([['category', 'rating', 'price'], 'brand', 'brand, chosen'])
  expect(named({ onlyInStock: true })).toEqual([['category', 'brand', 'rating', 'price'], 'stock'])
})

it('asks for the values of each filter in the order in which they are shown', () => {
  const chosen = question('', {
    brands: ['Rod'],
    attributes: [
      { attribute: 1, kind: 'number', values: [] },
      { attribute: 2, kind: 'choice', values: ['b'] },
    ],
  })
  const countsIn = (shards: number) => {
    const { aggs } = searchBody(chosen, undefined, { ...surroundings, shards })
    const parts = Object.values(aggs) as { aggs?: object }[]
    return Object.assign({}, aggs, ...parts.map(one => one.aggs)) as Record<string, object>
  }
  const order = [{ _count: 'desc' }, { _key: 'asc' }]
  const counts = countsIn(1)
  expect(counts).toMatchObject({
    brand: { terms: { field: 'brand', size: 50, shard_size: 50, order } },
    'brand, chosen': { terms: { field: 'brand', include: ['Rod'], size: 1, min_doc_count: 0 } },
    rating: { terms: { field: 'standing', size: 12 } },
    'said 1, least': { min: { field: 'numbers.n1' } },
    'said 1, most': { max: { field: 'numbers.n1' } },
    'said 2': { terms: { field: 'said', size: 101, shard_size: 101, order, include: '2=.*' } },
    'said 2, chosen': { terms: { field: 'said', include: ['2=b'], size: 1, min_doc_count: 0 } },
  })
  expect(counts['price']).toEqual({
    range: {
      field: 'price',
      ranges: [
        { key: '0-49.99', from: 0, to: 5000 },
        { key: '50-', from: 5000 },
      ],
    },
  })
  // Of several shards, each sends more.
  expect(countsIn(3)['brand']).toMatchObject({ terms: { size: 50, shard_size: 5000 } })
})

const hit = (...sort: number[]) => ({ _index: 't', _score: sort[0], sort })
const buckets = (counts: Record<string, number>) => ({
  buckets: Object.entries(counts).map(([key, doc_count]) => ({ key, doc_count })),
})

it('reads totals, tools and counts, and names the place of the next page so that it leads there', () => {
  const atEnds = { ...fit, places: Uint8Array.of(1, 0, 3) }
  const indexQuestion = question('brake ', {
    limit: 2,
    fit: atEnds,
    brands: ['Rod', 'Nobody'],
    onlyInStock: true,
    minRating: 4,
  })
  const response: SearchResponse = {
    hits: { total: { value: 3 }, hits: [hit(49_152, 4096, 7), hit(49_151, 9, 5), hit(3, 2, 4)] },
    aggregations: {
      'among 0': {
        doc_count: 3,
        category: buckets({ 'id-pads': 2, 'id-drums': 1 }),
        price: buckets({ '0-49.99': 0, '50-': 3 }),
        fit: { buckets: { fits: { doc_count: 1 }, 'fits-if': { doc_count: 0 }, universal: { doc_count: 2 } } },
        position: { buckets: { front: { doc_count: 1 }, rear: { doc_count: 0 } } },
      },
      'among 1': { doc_count: 3, brand: buckets({ Halden: 3 }), 'brand, chosen': buckets({ Rod: 0 }) },
      'among 2': { doc_count: 4, stock: buckets({ '+3': 1, '+1': 1, '-0': 2 }) },
      'among 3': { doc_count: 3, rating: buckets({ '+3': 1, '-2': 1, '+2': 1 }) },
    },
  }
  const answer = answerOf(response, indexQuestion, surroundings)
  const { category, ...facets } = answer.facets
  expect(category.find(({ value }) => value === 'brakes')).toMatchObject({ label: placed[0]?.name, count: 3 })
  const count = (value: string, count: number) => ({ value, label: value, count })
  expect({ ...answer, facets }).toEqual({
    total: 3,
    ordinals: [7, 5],
    facets: {
      brand: [count('Halden', 3), count('Rod', 0)],
      price: [count('50-', 3)],
      stock: [count('true', 2)],
      rating: [count('4', 0), count('3', 1), count('2', 3), count('1', 3)],
      fit: [count('fits', 1), count('universal', 2)],
      position: [count('front', 1), count('rear', 0)],
      attributes: [],
    },
    next: expect.stringMatching(/^relevance\.-[0-9a-z]+\.5$/),
  })
  expect(searchBody({ ...indexQuestion, after: answer.next }, [], surroundings).search_after).toEqual([49_151, 9, 5])
})

it.each([
  ['price-up', [250, 9]],
  ['price-down', [250, 9]],
  ['newest', [1_700_000_000, 9]],
  ['rating', [1_843_205, 9]],
  // Nothing gives points.
  ['relevance', [4096, 9]],
] as const)('leads to the next page of %s by what it is sorted by', (sort, values) => {
  const indexQuestion = question('', { sort, limit: 1 })
  const response: SearchResponse = { hits: { total: { value: 2 }, hits: [hit(...values), hit(1, 2)] } }
  const { next: after } = answerOf(response, indexQuestion, surroundings)
  expect(searchBody({ ...indexQuestion, after }, undefined, surroundings).search_after).toEqual(values)
})

it('keeps of a tool its words by the heaviest field that has them, and what it is narrowed and sorted by', () => {
  const tool = {
    ordinal: 12,
    name: 'Brake pads',
    description: 'For the front axle, brake fluid',
    tags: 'front',
    brand: 'Halden',
    category: { id: 'id-pads', name: 'Pads' },
    price: 2 ** 33,
    canBeOrdered: true,
    ratingTotal: 9,
    ratingCount: 2,
    isUniversal: true,
    created: 1_700_000_000,
    units: 1,
    attributes: [
      [1, '10.25'],
      [2, 'Ærø'],
    ] as const,
  }
  expect(toolDocument(tool)).toEqual({
    ordinal: 12,
    words: ['brake', 'pad', 'halden', 'front', 'axle', 'fluid'],
    tagged: ['brake', 'pad', 'halden', 'front'],
    branded: ['brake', 'pad', 'halden'],
    named: ['brake', 'pad'],
    category: 'id-pads',
    brand: 'Halden',
    price: 2 ** 33,
    can_be_ordered: true,
    stars: 4,
    standing: '+4',
    rated: 450 * 4096 + 2,
    created: 1_700_000_000,
    popularity: 4098,
    is_universal: true,
    said: ['1=10.25', '2=Ærø'],
    numbers: { n1: 10.25 },
  })
})
