import { describe, expect, it } from 'vitest'
import { escapeLike, pageOf, pageSize } from './paging.server.ts'

describe('a page', () => {
  const after = (row: number) => `row ${row}`

  it('leads to the next one, with what the list was asked for, when one more row was read', () => {
    const query = { q: 'a & b', state: undefined, sort: '' }
    expect(pageOf([1, 2, 3], { limit: 2, total: 9, after, query })).toEqual({
      items: [1, 2],
      total: 9,
      next: '?limit=2&q=a+%26+b&after=row+2',
    })
  })

  it.each([[[]], [[1]], [[1, 2]]])('of %j rows is the last one where two fit', rows => {
    expect(pageOf(rows, { limit: 2, total: 2, after })).toEqual({ items: rows, total: 2, next: undefined })
  })

  it.each([
    [undefined, 20],
    [7, 7],
    [5000, 100],
  ])('that asks for %j rows has %j', (requested, rows) => {
    expect(pageSize(requested, { usual: 20, most: 100 })).toBe(rows)
  })
})

it('a text in a pattern means itself', () => {
  expect(escapeLike(String.raw`50 % of a_b\c`)).toBe(String.raw`50 \% of a\_b\\c`)
})
