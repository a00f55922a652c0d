import type { Context } from '#platform/context'
import { finderContract } from './finder.contract.ts'
import { finderHandlers } from './finder.server.ts'
import type { SearchIndex } from './index/index.ts'
import { forgetSearchChanges } from './index/queue.server.ts'
import { vehicleReader } from './vehicles/words.server.ts'
import type { Module } from '#platform/module'
import { finderRefusals } from './refusals.rules.ts'

type Parts = {
  system: Context
  searchIndex: SearchIndex
}

export const finder: Module<Parts> = {
  refusals: finderRefusals,
  addCalls(api, { searchIndex }) {
    api.add('Finder', finderContract, finderHandlers({ index: searchIndex, readVehicleWords: vehicleReader() }))
  },
  defineJobs({ system }) {
    system.jobs.repeat('old-search-changes', '53 3 * * *', () => forgetSearchChanges(system))
  },
  quietTables: ['account_vehicle', 'search_change'],
}
