import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSearchPlace, sortOrders } from '../lists.rules.ts'
import type { Filters } from '../filters/filters.rules.ts'
import { categoryTree } from '#rules/catalogue'
import { type Hit, isNumberPlace, narrowed, pageOf } from './number-page.rules.ts'

const hit = (ordinal: number, more: Partial<Hit> = {}): Hit => ({
  ordinal,
  rank: 1,
  folded: 'A1',
  brand: null,
  number_brands: [],
  category_id: null,
  price: 100,
  rating_total: 0,
  rating_count: 0,
  can_be_ordered: true,
  attributes: {},
  ...more,
})
const open: Filters = { categories: [], brands: [], onlyInStock: false, fit: [] }
const tree = categoryTree([
  { id: 'b', name: 'Brakes', path: 'brakes', is_shown: true },
  { id: 'p', name: 'Pads', path: 'brakes/pads', is_shown: true },
])
const brakes = { category_id: 'p' }

const hits = [
  hit(1, { brand: 'Halden', number_brands: ['Corvane', 'Halden'], ...brakes, price: 100 }),
  hit(2, { brand: 'Corvane', ...brakes, price: 200, rating_total: 9, rating_count: 2 }),
  hit(3, { number_brands: ['Corvane'], price: 300, can_be_ordered: false, rating_total: 4, rating_count: 1 }),
]
const fitOfHit = ({ ordinal }: Hit) => (ordinal === 1 ? 'fits' : ordinal === 2 ? 'fits-if' : undefined)
const narrowedBy = (filters: Partial<Filters>) => narrowed(hits, { ...open, ...filters }, { tree, fitOfHit })

describe('what a number led to', () => {
  it.each<[Partial<Filters>, number[]]>([
    [{}, [1, 2, 3]],
    [{ categories: ['brakes', 'oil'] }, [1, 2]],
    [{ brands: ['Halden'] }, [1]],
    [{ brands: ['Corvane'] }, [1, 2, 3]],
    [{ minPrice: 200 }, [2, 3]],
    [{ maxPrice: 200 }, [1, 2]],
    [{ minPrice: 101, maxPrice: 199 }, []],
    [{ onlyInStock: true }, [1, 2]],
    [{ minRating: 4 }, [2, 3]],
    [{ minRating: 4.5 }, [2]],
    [{ fit: ['fits'] }, [1]],
    [{ fit: ['fits', 'fits-if'] }, [1, 2]],
    [{ categories: ['brakes'], minRating: 1 }, [2]],
  ])('narrowed by %j leaves %j', (filters, left) => {
    expect(narrowedBy(filters).left.map(({ ordinal }) => ordinal)).toEqual(left)
  })

  it('is counted for each choice, the most frequent first, and stars from the most down', () => {
    const { attributes, ...facets } = narrowedBy({}).facets
    expect(attributes).toEqual([])
    const counts = Object.entries(facets).map(([name, values]) => [
      name,
      values.map(({ value, label, count }) => `${value} ${label} ${count}`),
    ])
    expect(Object.fromEntries(counts)).toEqual({
      category: ['brakes Brakes 2'],
      brand: ['Corvane Corvane 3', 'Halden Halden 1'],
      price: [],
      stock: ['true true 2'],
      rating: ['4 4 2', '3 3 2', '2 2 2', '1 1 2'],
      fit: ['fits fits 1', 'fits-if fits-if 1'],
    })
  })

  it('is counted as each choice would leave it beside the other filters, and not beside its own', () => {
    const { facets } = narrowedBy({ brands: ['Halden'], onlyInStock: true })
    expect(facets.brand.map(({ value, count }) => [value, count])).toEqual([
      ['Corvane', 2],
      ['Halden', 1],
    ])
    expect(facets.category).toEqual([{ value: 'brakes', label: 'Brakes', path: 'brakes', count: 1 }])
  })
})

describe('pages of it', () => {
  it.each([
    ['relevance', [2, 3, 4, 1]],
    ['price-up', [1, 4, 2, 3]],
    ['price-down', [3, 2, 1, 4]],
    ['newest', [4, 3, 2, 1]],
    ['rating', [2, 3, 1, 4]],
  ] as const)('by %s are in this order: %j', (sort, order) => {
    const ranked = [hit(1, { rank: 2 }), ...hits.slice(1), hit(4, { folded: 'A2' })]
    const { page, next } = pageOf(ranked, { sort, after: undefined, limit: 4 })
    expect(page.map(({ ordinal }) => ordinal)).toEqual(order)
    expect(next).toBeUndefined()
  })

  it('lead through all of it, each once, whatever the order and the length of a page', () => {
    const some = fc.uniqueArray(
      fc.record({ ordinal: fc.nat(999), price: fc.nat(3), folded: fc.constantFrom('A', 'A\n.1', 'B') }),
      { selector: ({ ordinal }) => ordinal, maxLength: 12 },
    )
    fc.assert(
      fc.property(some, fc.constantFrom(...sortOrders), fc.integer({ min: 1, max: 5 }), (some, sort, limit) => {
        const all = some.map(({ ordinal, ...more }) => hit(ordinal, more))
        const seen: Hit[] = []
        let after: string | undefined
        do {
          const { page, next } = pageOf(all, { sort, after, limit })
          seen.push(...page)
          expect(next === undefined || (isNumberPlace(next) && isSearchPlace(next, sort))).toBe(true)
          after = next
        } while (after !== undefined)
        expect(seen).toEqual(pageOf(all, { sort, after: undefined, limit: 100 }).page)
        expect(seen).toHaveLength(all.length)
      }),
    )
  })

  it('are empty behind its end, and begin anew at a place that is none', () => {
    const paging = { sort: 'newest', limit: 9 } as const
    expect(pageOf(hits, { ...paging, after: 'n.1.999999999999999' }).page).toEqual([])
    expect(pageOf(hits, { ...paging, after: 'xn.1.0' }).page).toHaveLength(3)
    expect([undefined, 'price-up.1.1', 'n.1.A'].map(isNumberPlace)).toEqual([false, false, true])
  })
})
