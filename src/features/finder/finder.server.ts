import type { Handlers } from '#kernel/endpoint'
import type { Context } from '#platform/context'
import type { finderContract } from './finder.contract.ts'
import { readFit } from './finder.fitment.server.ts'
import { listFitment } from './finder.fitment-table.server.ts'
import { garageHandlers } from './finder.garage.server.ts'
import { type SearchParts, search } from './finder.search.server.ts'
import { listNumbers } from './finder.substitutes.server.ts'
import { vehicleHandlers } from './finder.vehicles.server.ts'
import { vinHandlers } from './finder.vin.server.ts'

export { forgetSearchChanges } from './finder.index-queue.server.ts'
export { searchChannel } from './finder.index-messages.server.ts'
export { startSearchIndex } from './finder.index.server.ts'
export type { SearchIndex } from './finder.index.ts'
export { readSynonyms } from './finder.synonyms.server.ts'
export { vehicleReader } from './finder.vehicle-words.server.ts'
export { fitOfVehicle } from './finder.applications.server.ts'
export { fitsOf, readFit } from './finder.fitment.server.ts'
export { readOwnVehicles } from './finder.garage.server.ts'
export {
  type ListedVehicle,
  addListed,
  findVehicle,
  loadVehicles,
  namesOfVehicles,
  readVehicle,
} from './finder.vehicles.server.ts'
export { holdsVin } from './finder.vin.rules.ts'
export { decodeVin, readVin, vinTables } from './finder.vin.server.ts'

export const finderHandlers = (parts: SearchParts): Handlers<typeof finderContract, Context> => ({
  ...vehicleHandlers,
  ...vinHandlers,
  ...garageHandlers,
  search: (ctx, { query }) => search(ctx, query, parts),
  getFit: (ctx, { query }) => readFit(ctx, { toolId: query.tool, vehicleId: query.vehicle }),
  listFitment: (ctx, { params, query }) => listFitment(ctx, { ...query, toolId: params.id }),
  listNumbers: (ctx, { params }) => listNumbers(ctx, params.id),
})
