import { reviewsContract } from './reviews.contract.ts'
import { reviewsHandlers } from './handlers.server.ts'
import type { Module } from '#platform/module'
import { reviewsRefusals } from './refusals.rules.ts'

export const reviews: Module<unknown> = {
  refusals: reviewsRefusals,
  addCalls(api) {
    api.add('Reviews', reviewsContract, reviewsHandlers)
  },
}
