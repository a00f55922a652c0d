import type { Handlers } from '#kernel/endpoint'
import type { Context } from '#platform/context'
import { requireVisible } from '../orders/rights.server.ts'
import type { disputesContract } from './disputes.contract.ts'
import { listDisputes } from './disputes.server.ts'

/** The calls of `ordering/disputes/disputes.contract.ts`. */
export const disputesHandlers: Handlers<typeof disputesContract, Context> = {
  async listDisputes(ctx, { params }) {
    await requireVisible(ctx, params.id)
    return listDisputes(ctx, params.id)
  },
}
