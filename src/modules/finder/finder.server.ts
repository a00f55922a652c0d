import type { Handlers } from '#kernel/endpoint'
import type { Context } from '#platform/context'
import type { Settings } from '#platform/settings'
import type { fitContract } from './fit/fit.contract.ts'
import { readFit } from './fit/fitment.server.ts'
import { listFitment } from './fit/fitment-table.server.ts'
import type { SearchIndex } from './index/index.ts'
import { type SearchIndexOptions, startSearchIndex } from './index/index.server.ts'
import { startOpenSearchIndex } from './opensearch/opensearch.server.ts'
import type { numbersContract } from './numbers/numbers.contract.ts'
import { listNumbers } from './numbers/substitutes.server.ts'
import type { searchContract } from './search/search.contract.ts'
import { search } from './search/search.server.ts'

export { fitsOf, fitsOfPairs, pairKey } from './fit/fitment.server.ts'
export { holdsVin } from './vin/vin.rules.ts'
export { readSynonyms } from './words/synonyms.server.ts'
export { kindsOfNumbers } from './numbers/known.server.ts'
export { type NumberMeaning, resolveNumbers } from './numbers/resolve.server.ts'
export { garageHandlers, readOwnVehicles } from './garage/garage.server.ts'
export { loadVehicles } from './vehicles/load.server.ts'
export { namesOfVehicles, vehicleHandlers } from './vehicles/vehicles.server.ts'
export { vinHandlers, vinTables } from './vin/vin.server.ts'

/** The adapter that the settings choose. `databaseUrl`: not through a pooler. */
export function chooseSearchIndex({ searchUrl }: Settings, options: SearchIndexOptions): SearchIndex {
  return searchUrl === undefined ? startSearchIndex(options) : startOpenSearchIndex({ ...options, searchUrl })
}

export const searchHandlers = (index: SearchIndex): Handlers<typeof searchContract, Context> => ({
  search: (ctx, { query }) => search(ctx, query, index),
})

export const fitHandlers: Handlers<typeof fitContract, Context> = {
  getFit: (ctx, { query }) => readFit(ctx, { toolId: query.tool, vehicleId: query.vehicle }),
  listFitment: (ctx, { params, query }) => listFitment(ctx, { ...query, toolId: params.id }),
}

export const numberHandlers: Handlers<typeof numbersContract, Context> = {
  listNumbers: (ctx, { params }) => listNumbers(ctx, params.id),
}
