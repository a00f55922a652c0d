import type { Handlers } from '#kernel/endpoint'
import type { Context } from '#platform/context'
import type { finderContract } from './finder.contract.ts'
import { readFit } from './finder.fitment.server.ts'
import { listFitment } from './finder.fitment-table.server.ts'
import { garageHandlers } from './finder.garage.server.ts'
import { listNumbers } from './finder.substitutes.server.ts'
import { vehicleHandlers } from './finder.vehicles.server.ts'
import { vinHandlers } from './finder.vin.server.ts'

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
export { decodeVin, readVin, vinTables } from './finder.vin.server.ts'

type Own = typeof vehicleHandlers & typeof vinHandlers & typeof garageHandlers
type Calls = keyof Own | 'getFit' | 'listFitment' | 'listNumbers'

export const finderHandlers: Pick<Handlers<typeof finderContract, Context>, Calls> = {
  ...vehicleHandlers,
  ...vinHandlers,
  ...garageHandlers,
  getFit: (ctx, { query }) => readFit(ctx, { toolId: query.tool, vehicleId: query.vehicle }),
  listFitment: (ctx, { params, query }) => listFitment(ctx, { ...query, toolId: params.id }),
  listNumbers: (ctx, { params }) => listNumbers(ctx, params.id),
}
