import type { Handlers } from '#kernel/endpoint'
import type { Context } from '#platform/context'
import type { finderContract } from './finder.contract.ts'
import { readFit } from './fit/fitment.server.ts'
import { listFitment } from './fit/fitment-table.server.ts'
import type { SearchIndex } from './index/index.ts'
import { garageHandlers } from './vehicles/garage.server.ts'
import { search } from './search/search.server.ts'
import { listNumbers } from './numbers/substitutes.server.ts'
import { vehicleHandlers } from './vehicles/vehicles.server.ts'
import { vinHandlers } from './vin/vin.server.ts'

export { fitOfVehicle } from './fit/applications.server.ts'
export { fitsOf, fitsOfPairs, pairKey, readFit } from './fit/fitment.server.ts'
export { holdsVin } from './vin/vin.rules.ts'
export { chooseSearchIndex } from './index/choose.server.ts'
export { readSynonyms } from './search/synonyms.server.ts'
export { type NumberMatch, type NumberMeaning, resolveNumbers } from './numbers/resolve.server.ts'
export { readOwnVehicles } from './vehicles/garage.server.ts'
export { addListed, loadVehicles, type ListedVehicle } from './vehicles/load.server.ts'
export { findVehicle, namesOfVehicles, readVehicle } from './vehicles/vehicles.server.ts'
export { vinTables } from './vin/vin.server.ts'

export const finderHandlers = (index: SearchIndex): Handlers<typeof finderContract, Context> => ({
  ...vehicleHandlers,
  ...vinHandlers,
  ...garageHandlers,
  search: (ctx, { query }) => search(ctx, query, index),
  getFit: (ctx, { query }) => readFit(ctx, { toolId: query.tool, vehicleId: query.vehicle }),
  listFitment: (ctx, { params, query }) => listFitment(ctx, { ...query, toolId: params.id }),
  listNumbers: (ctx, { params }) => listNumbers(ctx, params.id),
})
