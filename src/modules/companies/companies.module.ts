import type { Module } from '#platform/module'
import { actingHandlers } from './acting.server.ts'
import { actingContract, companiesContract } from './companies.contract.ts'
import { companiesHandlers } from './handlers.server.ts'
import { companiesRefusals } from './refusals.rules.ts'

export const companies: Module<unknown> = {
  refusals: companiesRefusals,
  addCalls(api) {
    api.add('Companies', companiesContract, companiesHandlers)
    api.add('Companies', actingContract, actingHandlers)
  },
}
