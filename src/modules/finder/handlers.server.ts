import type { Handlers } from '#kernel/endpoint'
import type { Context } from '#platform/context'
import type { fitContract } from './fit/fit.contract.ts'
import { readFit } from './fit/fitment.server.ts'
import { listFitment } from './fit/fitment-table.server.ts'
import type { SearchIndex } from './index/index.ts'
import type { numbersContract } from './numbers/numbers.contract.ts'
import { listNumbers } from './numbers/substitutes.server.ts'
import type { searchContract } from './search/search.contract.ts'
import { search } from './search/search.server.ts'

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
