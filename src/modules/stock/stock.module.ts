import type { Module } from '#platform/module'
import { stockRefusals } from './refusals.rules.ts'
import { stockContract } from './stock.contract.ts'
import { stockHandlers } from './handlers.server.ts'

export const stock: Module<unknown> = {
  refusals: stockRefusals,
  addCalls(api) {
    api.add('Stock takes', stockContract, stockHandlers)
  },
}
