import { homeContract } from './home.contract.ts'
import { homeHandlers } from './lists.server.ts'
import type { Module } from '#platform/module'

export const home: Module<unknown> = {
  addCalls(api) {
    api.add('Catalogue', homeContract, homeHandlers)
  },
}
