import {
  fitContract,
  garageContract,
  numbersContract,
  searchContract,
  vehiclesContract,
  vinContract,
} from './finder.contract.ts'
import { garageHandlers } from './garage/garage.server.ts'
import { fitHandlers, numberHandlers, searchHandlers } from './handlers.server.ts'
import type { SearchIndex } from './index/index.ts'
import type { Module } from '#platform/module'
import { finderRefusals } from './refusals.rules.ts'
import { readFinderSettings } from './settings.server.ts'
import { vehicleHandlers } from './vehicles/vehicles.server.ts'
import { vinHandlers } from './vin/vin.server.ts'

type Parts = {
  searchIndex: SearchIndex
}

export const finder: Module<Parts> = {
  readSettings: readFinderSettings,
  refusals: finderRefusals,
  addCalls(api, { searchIndex }) {
    api.add('Finder', searchContract, searchHandlers(searchIndex))
    api.add('Finder', vehiclesContract, vehicleHandlers)
    api.add('Finder', vinContract, vinHandlers)
    api.add('Finder', fitContract, fitHandlers)
    api.add('Finder', numbersContract, numberHandlers)
    api.add('Finder', garageContract, garageHandlers)
  },
}
