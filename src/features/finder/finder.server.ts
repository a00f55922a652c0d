import type { Handlers } from '#kernel/endpoint'
import type { Context } from '#platform/context'
import type { finderContract } from './finder.contract.ts'
import { readFit } from './finder.fitment.server.ts'
import { listFitment } from './finder.fitment-table.server.ts'
import { listNumbers } from './finder.substitutes.server.ts'
import { vehicleHandlers } from './finder.vehicles.server.ts'

export { fitOfVehicle } from './finder.applications.server.ts'
export { fitsOf, readFit } from './finder.fitment.server.ts'
export {
  type ListedVehicle,
  addListed,
  findVehicle,
  loadVehicles,
  namesOfVehicles,
  readVehicle,
} from './finder.vehicles.server.ts'

type Calls = keyof typeof vehicleHandlers | 'getFit' | 'listFitment' | 'listNumbers'

export const finderHandlers: Pick<Handlers<typeof finderContract, Context>, Calls> = {
  ...vehicleHandlers,
  getFit: (ctx, { query }) => readFit(ctx, { toolId: query.tool, vehicleId: query.vehicle }),
  listFitment: (ctx, { params, query }) => listFitment(ctx, { ...query, toolId: params.id }),
  listNumbers: (ctx, { params }) => listNumbers(ctx, params.id),
}
