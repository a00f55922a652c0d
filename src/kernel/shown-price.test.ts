import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { ShownPrice, hidingPrices } from './fields.ts'

it('prices are taken out of an answer, however deep, and nothing else is', () => {
  const Answer = z.array(
    z.object({ price: ShownPrice, free: z.number(), tiers: z.array(z.object({ price: ShownPrice })) }),
  )
  const answer = [{ price: 12.5, free: 12.5, tiers: [{ price: 10 }, { price: 9 }] }]
  const before = structuredClone(answer)
  expect(hidingPrices(Answer)?.(answer)).toEqual([
    { price: null, free: 12.5, tiers: [{ price: null }, { price: null }] },
  ])
  expect(answer).toEqual(before)
  expect(hidingPrices(z.object({ free: z.number() }))).toBeUndefined()
})
