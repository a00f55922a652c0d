import type { Settings } from '#platform/settings'
import type { SearchIndex } from './index/index.ts'
import { type SearchIndexOptions, startSearchIndex } from './index/index.server.ts'
import { startOpenSearchIndex } from './opensearch/opensearch.server.ts'

export { fitsOf, fitsOfPairs, pairKey } from './fit/fitment.server.ts'
export { holdsVin } from './vin/vin.rules.ts'
export { readSynonyms } from './words/synonyms.server.ts'
export { kindsOfNumbers } from './numbers/known.server.ts'
export { type NumberMeaning, resolveNumbers } from './numbers/resolve.server.ts'
export { readOwnVehicles } from './garage/garage.server.ts'
export { loadVehicles } from './vehicles/load.server.ts'
export { namesOfVehicles } from './vehicles/vehicles.server.ts'
export { vinTables } from './vin/vin.server.ts'

/** The adapter that the settings choose. `databaseUrl`: not through a pooler. */
export function chooseSearchIndex({ searchUrl }: Settings, options: SearchIndexOptions): SearchIndex {
  return searchUrl === undefined ? startSearchIndex(options) : startOpenSearchIndex({ ...options, searchUrl })
}
