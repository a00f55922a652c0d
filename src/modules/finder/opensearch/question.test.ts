import { expect, it } from 'vitest'
import { placed, tree } from '#test/finder/category-tree'
import { question } from '#test/finder/search-contract'
import { synonymsOf } from '../words/synonyms.rules.ts'
import { queryTermsOf } from '../words/synonyms.rules.ts'
import { queryWords } from '../words/words.rules.ts'
import { conditionsOf } from '../index/words/terms.server.ts'
import { countedVocabulary } from '../index/words/vocabulary.server.ts'
import { type Found, answerOf } from './answer.server.ts'
import { countOf } from './clauses.server.ts'
import { toolDocument } from './documents.server.ts'
import { searchBody } from './question.server.ts'

/** The very requests, and the reading of answers of the form that the server's documentation gives. No server answers here. */

const ranges = [
  { from: 0, to: 4999, value: '0-49.99' },
  { from: 5000, to: Infinity, value: '50-' },
]
const surroundings = { tree, ranges }
const fit = { ordinals: Uint32Array.of(3, 5, 8), answers: Uint8Array.of(1, 2, 3), wanted: [] }

function conditionsFor(text: string) {
  const { words, endsOpen } = queryWords(text)
  const vocabulary = countedVocabulary(new Map(Object.entries({ brake: 5, pad: 3, padding: 1 })))
  return conditionsOf(vocabulary, queryTermsOf(words, synonymsOf([['brake', 'stopper']])), endsOpen)
}

it('asks for words by what has to hold and by points, in the order of the shop’s own index', () => {
  const { query, sort, size, post_filter, track_total_hits } = searchBody(
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
  expect({ sort, size, post_filter, track_total_hits }).toEqual({
    sort: [{ _score: 'desc' }, { popularity: 'desc' }, { ordinal: 'desc' }],
    size: 11,
    post_filter: { match_all: {} },
    track_total_hits: true,
  })
})

it('asks for everything where nothing was typed, and for nothing by what has neither a letter nor a digit', () => {
  const filterFor = (words: string) => searchBody(question(words), undefined, surroundings).query.bool.filter
  expect(filterFor(' ')).toEqual([{ match_all: {} }])
  for (const words of ['???', '%', '🔧']) expect(filterFor(words), words).toEqual([{ match_none: {} }])
})

it('asks for no more clauses than a server takes, however long the text', () => {
  const text = Array.from({ length: 100 }, (_, at) => `${at % 10}w-${at}`).join(' ')
  const { query } = searchBody(question(text), conditionsFor(text), surroundings)
  expect(query.bool.filter).toHaveLength(100)
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
  expect(aggs['fit']).toEqual({
    filter: { match_all: {} },
    aggs: { of: { filters: { filters: { fits, 'fits-if': fitsIf, universal } } } },
  })
  expect(aggs['position']).toBeUndefined()
})

it('counts what is known to fit by the ends of the vehicle, among what is shown', () => {
  const atEnds = { ...fit, places: Uint8Array.of(3, 2, 3), wanted: ['fits' as const] }
  const fits = { term: { ordinal: 3 } }
  expect(searchBody(question('', { fit: atEnds }), undefined, surroundings).aggs['position']).toEqual({
    filter: fits,
    aggs: { of: { filters: { filters: { front: fits, rear: { terms: { ordinal: [3, 5] } } } } } },
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
  const { post_filter, aggs } = searchBody(narrowed, undefined, surroundings)
  const category = { terms: { category: ['id-drums', 'id-linings'] } }
  const brand = { term: { brand: 'Rod' } }
  const price = { range: { price: { gte: 100 } } }
  const stock = { term: { can_be_ordered: true } }
  const [number, choice] = [{ range: { 'numbers.n1': { gte: 2 } } }, { term: { said: '2=b' } }]
  const all = (...filter: object[]) => ({ bool: { filter } })
  expect(post_filter).toEqual(all(category, brand, price, stock, number, choice))
  expect(Object.fromEntries(Object.entries(aggs).map(([name, { filter }]) => [name, filter]))).toEqual({
    category: all(brand, price, stock, number, choice),
    open: all(brand, price, stock),
    brand: all(category, price, stock, number, choice),
    price: all(category, brand, stock, number, choice),
    stock: all(category, brand, price, number, choice, stock),
    rating: all(category, brand, price, stock, number, choice),
    'said 1': all(category, brand, price, stock, choice),
    'said 2': all(category, brand, price, stock, number),
  })
  const order = [{ _count: 'desc' }, { _key: 'asc' }]
  expect(aggs['brand']?.aggs).toEqual({
    of: { terms: { field: 'brand', size: 50, shard_size: 5000, order } },
    chosen: { terms: { field: 'brand', include: ['Rod'], size: 1, min_doc_count: 0 } },
  })
  expect(aggs['price']?.aggs).toEqual({
    of: {
      range: {
        field: 'price',
        ranges: [
          { key: '0-49.99', from: 0, to: 5000 },
          { key: '50-', from: 5000 },
        ],
      },
    },
  })
  expect(aggs['said 1']?.aggs).toEqual({
    least: { min: { field: 'numbers.n1' } },
    most: { max: { field: 'numbers.n1' } },
  })
  expect(aggs['said 2']?.aggs).toEqual({
    of: { terms: { field: 'said', size: 101, shard_size: 5000, order, include: '2=.*' } },
    chosen: { terms: { field: 'said', include: ['2=b'], size: 1, min_doc_count: 0 } },
  })
})

const hit = (ordinal: number, ...sort: number[]) => ({ _index: 't', _id: String(ordinal), _score: sort[0], sort })
const buckets = (counts: Record<string, number>) => ({
  buckets: Object.entries(counts).map(([key, doc_count]) => ({ key, doc_count })),
})

it('reads totals, tools and counts, and names the place of the next page so that it leads there', () => {
  const atEnds = { ...fit, places: Uint8Array.of(1, 0, 3) }
  const asked = question('brake ', {
    limit: 2,
    fit: atEnds,
    brands: ['Rod', 'Nobody'],
    onlyInStock: true,
    minRating: 4,
  })
  const found: Found = {
    hits: { total: { value: 3 }, hits: [hit(7, 49_152, 4096, 7), hit(5, 49_151, 9, 5), hit(4, 3, 2, 4)] },
    aggregations: {
      category: { doc_count: 3, of: buckets({ 'id-pads': 2, 'id-drums': 1 }) },
      brand: { doc_count: 3, of: buckets({ Halden: 3 }), chosen: buckets({ Rod: 0 }) },
      price: { doc_count: 3, of: buckets({ '0-49.99': 0, '50-': 3 }) },
      stock: { doc_count: 2 },
      rating: { doc_count: 3, of: buckets({ '1': 3, '2': 3, '3': 1, '4': 0 }) },
      fit: {
        doc_count: 3,
        of: { buckets: { fits: { doc_count: 1 }, 'fits-if': { doc_count: 0 }, universal: { doc_count: 2 } } },
      },
      position: { doc_count: 3, of: { buckets: { front: { doc_count: 1 }, rear: { doc_count: 0 } } } },
    },
  }
  const answer = answerOf(found, asked, surroundings)
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
  expect(searchBody({ ...asked, after: answer.next }, [], surroundings).search_after).toEqual([49_151, 9, 5])
})

it.each([
  ['price-up', [250, 9]],
  ['price-down', [250, 9]],
  ['newest', [1_700_000_000, 9]],
  ['rating', [1_843_205, 9]],
] as const)('leads to the next page of %s by what it is sorted by', (sort, values) => {
  const asked = question('', { sort, limit: 1 })
  const found: Found = { hits: { total: { value: 2 }, hits: [hit(9, ...values), hit(2, 1, 2)] } }
  const { next: after } = answerOf(found, asked, surroundings)
  expect(searchBody({ ...asked, after }, undefined, surroundings).search_after).toEqual(values)
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
    said: [
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
    rated: 450 * 4096 + 2,
    created: 1_700_000_000,
    popularity: 4098,
    is_universal: true,
    said: ['1=10.25', '2=Ærø'],
    numbers: { n1: 10.25 },
  })
})
