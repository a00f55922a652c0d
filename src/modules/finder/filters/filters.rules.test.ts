import { describe, expect, it } from 'vitest'
import { filtersOf, isPlain, pageSizeOf } from './filters.rules.ts'

const open = { categories: [], brands: [], onlyInStock: false, fit: [] }

describe('the filters of an address', () => {
  it.each([
    [{}, open],
    [
      { category: ['oil'], brand: ['Halden'] },
      { ...open, categories: ['oil'], brands: ['Halden'] },
    ],
    [
      { minPrice: '1.50', maxPrice: '0' },
      { ...open, minPrice: 150, maxPrice: 0 },
    ],
    [
      { inStock: 'true', asTyped: 'true' },
      { ...open, onlyInStock: true },
    ],
    [
      { inStock: 'false', rating: 1 },
      { ...open, minRating: 1 },
    ],
    [
      { rating: 5, fit: ['universal', 'fits'] },
      { ...open, minRating: 5, fit: ['fits', 'universal'] },
    ],
  ])('%j are read', (query, filters) => expect(filtersOf(query, 'usd')).toStrictEqual({ filters, problems: [] }))

  it.each([
    [{ minPrice: '1.005' }, ['minPrice']],
    [{ minPrice: 'x', maxPrice: '' }, ['minPrice', 'maxPrice']],
    [{ rating: 0 }, ['rating']],
    [{ rating: 6 }, ['rating']],
    [{ inStock: 'yes', asTyped: '1' }, ['inStock', 'asTyped']],
    [{ fit: ['fits', 'no-data'] }, ['fit']],
  ])('%j are complained of', (query, fields) => {
    expect(filtersOf(query, 'usd').problems.map(({ field }) => field)).toEqual(fields)
  })
})

it('a page has as many entries as are asked for, to its bound', () => {
  expect([undefined, 1, 100, 101].map(pageSizeOf)).toEqual([24, 1, 100, 100])
})

it('a search is plain while nothing narrows or sorts it', () => {
  expect(isPlain({ filters: open, sort: 'relevance' })).toBe(true)
  expect(isPlain({ filters: open, sort: 'newest' })).toBe(false)
  const narrowing = [
    { categories: ['oil'] },
    { brands: ['Halden'] },
    { minPrice: 0 },
    { maxPrice: 1 },
    { minRating: 1 },
    { onlyInStock: true },
    { fit: ['fits' as const] },
  ]
  for (const one of narrowing) expect(isPlain({ filters: { ...open, ...one }, sort: 'relevance' })).toBe(false)
})
