import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyAttributes, anyToolAttributes, expectAttributes, isMet, manyOf, valueOf } from '#test/finder/index-tools'
import { isOffered, isWithinAny, placed, pathsOf, tree } from '#test/finder/category-tree'
import { startIndex } from './build.server.ts'
import { putTool, removeTool } from './change.server.ts'
import type { IndexedTool } from './columns.server.ts'
import { type Searcher, searcher } from './search.server.ts'
import type { FacetCount, IndexAnswer, IndexQuestion } from './index.ts'
import { synonymsOf } from '../words/synonyms.rules.ts'
import { indexWords, queryWords } from '../words/words.rules.ts'
import { type FitFacet, sortOrders } from '../lists.rules.ts'

/**
 * The index against what anybody can see to be right: every tool looked at, one by one. Words are short, so that none
 * is taken for a misspelling of another.
 */
const words = ['oil', 'pad', 'cap', 'hub', 'rod', '5W-30', '5w30', '5W 30', 'M8x1.25', 'cv', 'caps', 'ox', 'rodeo']
const typedWords = [...words, '5w', '30', 'm8', 'o', 'c', '1.25', 'zzz', 'nut']
const categories = [undefined, ...placed.map(({ id, name }) => ({ id, name }))]
const brands = ['', 'Rod', 'Halden']
const synonymGroups = [
  ['nut', 'cap'],
  ['ox rod', 'hub'],
]

const someWords = fc.array(fc.constantFrom(...words), { maxLength: 3 }).map(list => list.join(' '))
/** Sometimes more than the place beside the other figures has room for. */
const anyPrice = fc.oneof(
  { arbitrary: fc.integer({ min: 1, max: 9000 }), weight: 9 },
  { arbitrary: fc.constantFrom(2 ** 31 - 2, 2 ** 31 - 1, 2 ** 31, 2 ** 33), weight: 1 },
)
const anyTool = fc
  .record({
    ordinal: fc.integer({ min: 1, max: 25 }),
    name: someWords,
    description: someWords,
    tags: someWords,
    brand: fc.constantFrom(...brands),
    category: fc.constantFrom(...categories),
    isUniversal: fc.boolean(),
    attributes: anyToolAttributes,
    stars: fc.integer({ min: 1, max: 5 }),
    price: anyPrice,
    canBeOrdered: fc.boolean(),
    ratingCount: fc.integer({ min: 0, max: 3 }),
    units: fc.integer({ min: 0, max: 3 }),
    created: fc.integer({ min: 0, max: 3 }),
  })
  .map(({ stars, ...tool }): IndexedTool => ({ ...tool, ratingTotal: tool.ratingCount * stars }))

/** Filters are rare enough that something is left to sort and count. */
function seldom<T, U>(arbitrary: fc.Arbitrary<T>, usual: U): fc.Arbitrary<T | U> {
  return fc.oneof({ arbitrary, weight: 1 }, { arbitrary: fc.constant(usual), weight: 3 })
}

const anyQuestion = fc.record({
  words: fc
    .tuple(fc.array(fc.constantFrom(...typedWords, 'ox rod', 'cap', 'oil'), { maxLength: 3 }), fc.constantFrom('', ' '))
    .map(([list, end]) => list.join(' ') + end),
  categories: seldom(fc.subarray([...placed.map(({ path }) => path), 'none'], { maxLength: 2 }), []),
  brands: seldom(fc.subarray(['Rod', 'Halden', 'Nobody'], { maxLength: 2 }), []),
  attributes: fc.oneof({ arbitrary: anyAttributes, weight: 1 }, { arbitrary: fc.constant(undefined), weight: 1 }),
  minPrice: seldom(anyPrice, undefined),
  maxPrice: seldom(anyPrice, undefined),
  onlyInStock: seldom(fc.constant(true), false),
  minRating: seldom(fc.integer({ min: 1, max: 5 }), undefined),
  fit: seldom(
    fc.record({
      answers: fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 25 }), fc.constantFrom(1, 2, 3), fc.nat(3)), {
        selector: ([ordinal]) => ordinal,
      }),
      facets: fc.subarray<FitFacet>(['fits', 'fits-if', 'universal']),
    }),
    undefined,
  ),
  // The order with most in it, oftener.
  sort: fc.constantFrom(...sortOrders, 'relevance', 'relevance', 'relevance'),
  limit: fc.integer({ min: 1, max: 5 }),
})

const changes = fc.array(fc.oneof(anyTool, fc.integer({ min: 1, max: 25 })), { maxLength: 15 })

it('finds, counts, sorts and pages as looking at every tool does, after changes too', () => {
  fc.assert(
    fc.property(fc.array(anyTool, { maxLength: 25 }), changes, anyQuestion, (first, later, draft) => {
      const tools = new Map(first.map(tool => [tool.ordinal, tool]))
      const builder = startIndex('usd', tree)
      for (const tool of tools.values()) builder.add(tool)
      const index = builder.finish()
      const search = searcher(index, synonymsOf(synonymGroups))
      for (const change of later) {
        if (typeof change === 'number') {
          removeTool(index, change)
          tools.delete(change)
        } else {
          putTool(index, change)
          tools.set(change.ordinal, change)
        }
      }
      const question = questionOf(draft)
      const answer = search.answer(question)
      const expected = lookAtAll([...tools.values()], question)
      expect(allPages(search, question)).toEqual(expected.ordinals)
      expect(answer.total).toBe(expected.ordinals.length)
      for (const name of counted)
        expect(countsOf(answer.facets[name]), name).toEqual(countsOf(expected.facets.get(name) ?? []))
      expectAttributes(answer, expected, question)
      for (const { value, count } of answer.facets.price) {
        const [min = '', max = ''] = value.split('-')
        const range = { minPrice: Number(min) * 100, ...(max && { maxPrice: Math.round(Number(max) * 100) }) }
        expect(count, value).toBe(
          lookAtAll([...tools.values()], { ...question, maxPrice: undefined, ...range }).ordinals.length,
        )
      }
    }),
    { numRuns: 300 },
  )
}, 60_000)

it('does so where what is found takes many pieces, and lists of all lengths', () => {
  const patterns = fc.array(anyTool, { minLength: 3, maxLength: 25 })
  fc.assert(
    fc.property(patterns, fc.nat(), fc.array(anyQuestion, { minLength: 3, maxLength: 3 }), (some, seed, drafts) => {
      const builder = startIndex('usd', tree)
      const tools = manyOf(some, seed)
      for (const tool of tools) builder.add(tool)
      const search = searcher(builder.finish(), synonymsOf(synonymGroups))
      for (const question of drafts.map(questionOf)) {
        const answer = search.answer(question)
        const expected = lookAtAll(tools, question)
        expect(answer.ordinals).toEqual(expected.ordinals.slice(0, question.limit))
        expect(answer.total).toBe(expected.ordinals.length)
        for (const name of counted)
          expect(countsOf(answer.facets[name]), name).toEqual(countsOf(expected.facets.get(name) ?? []))
        expectAttributes(answer, expected, question)
      }
    }),
    { numRuns: 10 },
  )
}, 60_000)

type DraftQuestion = typeof anyQuestion extends fc.Arbitrary<infer T> ? T : never

function questionOf({ fit, attributes, ...fields }: DraftQuestion): IndexQuestion {
  const rest = { ...fields, ...(attributes && { attributes }) }
  if (!fit) return rest
  const answers = fit.answers.toSorted(([one], [other]) => one - other)
  return {
    ...rest,
    fit: {
      ordinals: Uint32Array.from(answers, ([ordinal]) => ordinal),
      answers: Uint8Array.from(answers, ([, answer]) => answer),
      places: Uint8Array.from(answers, ([, , ends]) => ends),
      facets: fit.facets,
    },
  }
}

function allPages(search: Searcher, question: IndexQuestion): number[] {
  const ordinals: number[] = []
  let after: string | undefined
  do {
    const page: IndexAnswer = search.answer({ ...question, after })
    ordinals.push(...page.ordinals)
    after = page.next
  } while (after !== undefined && ordinals.length < 1000)
  return ordinals
}

function countsOf(facet: readonly FacetCount[]): Record<string, number> {
  return Object.fromEntries(facet.filter(({ count }) => count > 0).map(({ value, count }) => [value, count]))
}

function lookAtAll(tools: readonly IndexedTool[], question: IndexQuestion) {
  const scored = tools.flatMap(tool => {
    const score = scoreOf(tool, question.words)
    return score === undefined || (question.fit && fitOf(tool, question) === undefined) ? [] : [{ tool, score }]
  })
  const groups = groupsOf(question)
  const failed = (tool: IndexedTool) => (question.attributes ?? []).filter(one => !isMet(tool, one))
  const besides = scored.filter(({ tool }) => Object.values(groups).every(({ passes }) => passes(tool)))
  const passing = besides.filter(({ tool }) => failed(tool).length === 0)
  const countsIn = (name: keyof typeof groups) => {
    const others = Object.entries(groups).filter(([other]) => other !== name)
    const left = scored.filter(({ tool }) => others.every(([, { passes }]) => passes(tool)))
    // Who goes to another category than one below leaves behind what was chosen of attributes.
    const values = left.flatMap(({ tool }) =>
      groups[name]
        .values(tool)
        .filter(
          value => failed(tool).length === 0 || (name === 'category' && !isWithinAny(value, question.categories)),
        ),
    )
    return [...new Set(values)].map(value => ({ value, label: '', count: values.filter(one => one === value).length }))
  }
  const facets = new Map(counted.map(name => [name, countsIn(name)]))
  /** The attribute's values of the tools that pass all other filters. */
  const valuesOf = (attribute: number) =>
    besides
      .filter(({ tool }) => failed(tool).every(one => one.attribute === attribute))
      .flatMap(({ tool }) => valueOf(tool, attribute) ?? [])
  return { ordinals: sorted(passing, question).map(({ tool }) => tool.ordinal), facets, valuesOf }
}

const counted = ['category', 'brand', 'stock', 'rating', 'fit', 'position'] as const

function groupsOf(question: IndexQuestion) {
  const { categories, brands, minPrice = 0, maxPrice = Infinity, minRating = 0, onlyInStock } = question
  const chosen = question.fit?.facets ?? []
  type Group = { passes: (tool: IndexedTool) => boolean; values: (tool: IndexedTool) => string[] }
  const groups = {
    category: {
      passes: ({ category }) => categories.length === 0 || pathsOf(category).some(path => categories.includes(path)),
      values: ({ category }) => pathsOf(category).filter(path => isOffered(path, categories)),
    },
    brand: {
      passes: ({ brand }) => brands.length === 0 || brands.includes(brand),
      values: ({ brand }) => (brand ? [brand] : []),
    },
    price: { passes: ({ price }) => price >= minPrice && price <= maxPrice, values: () => [] },
    stock: {
      passes: ({ canBeOrdered }) => !onlyInStock || canBeOrdered,
      values: ({ canBeOrdered }) => (canBeOrdered ? ['true'] : []),
    },
    rating: {
      passes: tool => minRating === 0 || starsOf(tool) >= minRating,
      values: tool => [1, 2, 3, 4].filter(stars => starsOf(tool) >= stars).map(String),
    },
    fit: {
      passes: tool => chosen.length === 0 || chosen.some(one => one === fitOf(tool, question)),
      values: tool => [fitOf(tool, question)].filter(fit => fit !== undefined),
    },
    position: { passes: () => true, values: tool => endsOf(tool, question) },
  } satisfies Record<string, Group>
  return groups
}

function starsOf({ ratingTotal, ratingCount }: IndexedTool): number {
  return ratingCount > 0 ? ratingTotal / ratingCount : 0
}

function fitOf(tool: IndexedTool, { fit }: IndexQuestion): FitFacet | undefined {
  if (!fit) return undefined
  const answer = fit.answers[fit.ordinals.indexOf(tool.ordinal)]
  if (answer !== undefined) return ([undefined, 'fits', 'fits-if'] as const)[answer]
  return tool.isUniversal ? 'universal' : undefined
}

function endsOf(tool: IndexedTool, question: IndexQuestion): string[] {
  const bits = question.fit?.places?.[question.fit.ordinals.indexOf(tool.ordinal)] ?? 0
  return fitOf(tool, question) === 'universal' ? [] : ['front', 'rear'].filter((_, at) => bits & (1 << at))
}

function sorted(matches: { tool: IndexedTool; score: number }[], question: IndexQuestion) {
  const { sort, words } = question
  const keys = ({ tool, score }: { tool: IndexedTool; score: number }): number[] => {
    if (sort === 'price-up') return [tool.price]
    if (sort === 'price-down') return [-tool.price]
    if (sort === 'newest') return [-tool.created]
    if (sort === 'rating') return [-starsOf(tool), -tool.ratingCount]
    // How the words are met; then what fits; then in which fields the words are.
    const met = words.trim() ? [Math.floor(score / 1000), score % 1000] : [0, 0]
    const fit = ['universal', 'fits-if', 'fits'].indexOf(fitOf(tool, question) ?? '')
    return [-(met[0] ?? 0), -fit, -(met[1] ?? 0), -tool.units, -tool.ratingCount]
  }
  const all = matches.map(one => ({ ...one, keys: [...keys(one), -one.tool.ordinal] }))
  return all.sort((one, other) => {
    const at = one.keys.findIndex((key, place) => key !== other.keys[place])
    return at < 0 ? 0 : (one.keys[at] ?? 0) - (other.keys[at] ?? 0)
  })
}

/** Undefined: some word is missing. All in the name first, then all met exactly, then the sum of the weights. */
function scoreOf(tool: IndexedTool, typed: string): number | undefined {
  const weights = weightsOf(tool)
  const { words, endsOpen } = queryWords(typed)
  const met: { weight: number; exact: boolean }[] = []
  for (const { words: own, others, isOpen } of withSynonyms(words, endsOpen)) {
    const best = [
      together(own.map((word, at) => bestOf(weights, word, isOpen && at === own.length - 1))),
      ...others.map(phrase => together(phrase.map(word => exactly(weights, word)))?.weight),
    ]
      .map(one => (typeof one === 'number' ? { weight: one, exact: false } : one))
      .filter(one => one !== undefined)
      .sort((one, other) => Number(other.exact) - Number(one.exact) || other.weight - one.weight)[0]
    if (!best) return undefined
    met.push(best)
  }
  const isNamed = met.every(({ weight }) => weight === 3)
  const isExact = met.every(({ exact }) => exact)
  return Number(isNamed) * 10_000 + Number(isExact) * 1000 + met.reduce((sum, { weight }) => sum + weight, 0)
}

type Met = { weight: number; exact: boolean } | undefined
type TypedWord = ReturnType<typeof queryWords>['words'][number]

/** The groups above, by hand: "ox rod" is a hub, a nut is a cap. */
function withSynonyms(words: TypedWord[], endsOpen: boolean) {
  const terms: { words: TypedWord[]; others: string[][]; isOpen: boolean }[] = []
  const main = (word: TypedWord | undefined) => word?.forms[0]?.[0]
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    if (!word) continue
    const isPhrase = main(word) === 'ox' && main(words[at + 1]) === 'rod'
    const own = isPhrase ? words.slice(at, at + 2) : [word]
    const key = own.map(main).join(' ')
    const others = { nut: [['cap']], cap: [['nut']], 'ox rod': [['hub']], hub: [['ox', 'rod']] }[key] ?? []
    at += own.length - 1
    terms.push({ words: own, others, isOpen: endsOpen && at === words.length - 1 })
  }
  return terms
}

function bestOf(weights: Map<string, number>, { forms, begins }: TypedWord, isOpen: boolean): Met {
  const whole = forms
    .map(form => together(form.map(word => exactly(weights, word))))
    .filter(met => met !== undefined)
    .sort((one, other) => other.weight - one.weight)[0]
  if (whole || !isOpen) return whole
  const isBegun = (word: string) => begins.some(begin => word.startsWith(begin))
  const longer = [...weights].filter(([word]) => isBegun(word)).map(([, weight]) => weight)
  return longer.length > 0 ? { weight: Math.max(...longer), exact: false } : undefined
}

function exactly(weights: Map<string, number>, word: string): Met {
  const weight = weights.get(word)
  return weight === undefined ? undefined : { weight, exact: true }
}

function together(all: Met[]): Met {
  const met = all.filter(one => one !== undefined)
  if (met.length < all.length) return undefined
  return { weight: Math.min(...met.map(one => one.weight)), exact: met.every(({ exact }) => exact) }
}

const weightsByText = new Map<string, Map<string, number>>()

function weightsOf(tool: IndexedTool): Map<string, number> {
  const fields = [tool.description, tool.tags, `${tool.brand} ${tool.category?.name ?? ''}`, tool.name]
  const text = fields.join('|')
  const cached = weightsByText.get(text)
  if (cached) return cached
  const weights = new Map<string, number>()
  fields.forEach((field, weight) => {
    for (const word of indexWords(field)) weights.set(word, weight)
  })
  weightsByText.set(text, weights)
  return weights
}
