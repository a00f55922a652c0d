import { expect, it } from 'vitest'
import { lengthOf, ratings } from './reviews.rules.ts'
import { shareInRating } from './states.rules.ts'

it('[S9.08] a rating is chosen from 5, 4, 3, 2, 1, in this order', () => {
  expect([...ratings]).toEqual([5, 4, 3, 2, 1])
})

it('a review counts in the rating of its tool once it is approved, and never before', () => {
  expect(shareInRating({ state: 'approved', rating: 4 })).toEqual({ total: 4, count: 1 })
  for (const review of [{ state: 'waiting', rating: 4 }, { state: 'refused', rating: 4 }, undefined] as const)
    expect(shareInRating(review)).toEqual({ total: 0, count: 0 })
})

it('the length of a review is what a reader counts', () => expect(lengthOf('Fits 👍')).toBe(6))
