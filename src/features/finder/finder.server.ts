import type { Handlers } from '#kernel/endpoint'
import type { Context } from '#platform/context'
import type { finderContract } from './finder.contract.ts'
import { readFit } from './finder.fitment.server.ts'
import { listFitment } from './finder.fitment-table.server.ts'
import { listNumbers } from './finder.substitutes.server.ts'

export { fitOfVehicle } from './finder.applications.server.ts'
export { fitsOf, readFit } from './finder.fitment.server.ts'

export const finderHandlers: Pick<
  Handlers<typeof finderContract, Context>,
  'getFit' | 'listFitment' | 'listNumbers'
> = {
  getFit: (ctx, { query }) => readFit(ctx, { toolId: query.tool, vehicleId: query.vehicle }),
  listFitment: (ctx, { params, query }) => listFitment(ctx, { ...query, toolId: params.id }),
  listNumbers: (ctx, { params }) => listNumbers(ctx, params.id),
}
