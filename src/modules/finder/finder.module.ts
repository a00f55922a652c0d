import { finderContract } from './finder.contract.ts'
import { finderHandlers } from './finder.server.ts'
import type { SearchIndex } from './index/index.ts'
import type { Module } from '#platform/module'
import { finderRefusals } from './refusals.rules.ts'
import { readFinderSettings } from './settings.server.ts'

type Parts = {
  searchIndex: SearchIndex
}

export const finder: Module<Parts> = {
  readSettings: readFinderSettings,
  refusals: finderRefusals,
  addCalls(api, { searchIndex }) {
    api.add('Finder', finderContract, finderHandlers(searchIndex))
  },
}
