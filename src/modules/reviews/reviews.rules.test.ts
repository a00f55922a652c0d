import { expect, it } from 'vitest'
import { ratings } from './reviews.rules.ts'

it('[S9.08] a rating is chosen from 5, 4, 3, 2, 1, in this order', () => {
  expect([...ratings]).toEqual([5, 4, 3, 2, 1])
})
