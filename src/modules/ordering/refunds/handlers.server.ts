import type { Handlers } from '#kernel/endpoint'
import type { Context } from '#platform/context'
import { requireVisible } from '../orders/rights.server.ts'
import type { refundsContract } from './refunds.contract.ts'
import { listRefunds, requestRefund } from './requests.server.ts'
import { resendRefund } from './retries.server.ts'

/** The calls of `ordering/refunds/refunds.contract.ts`. */
export const refundsHandlers: Handlers<typeof refundsContract, Context> = {
  refundOrder: (ctx, { params, body }) => requestRefund(ctx, params.id, body),

  async listRefunds(ctx, { params }) {
    await requireVisible(ctx, params.id)
    return listRefunds(ctx, params.id)
  },

  resendRefund: (ctx, { params, body }) =>
    resendRefund(ctx, { orderId: params.id, refundId: params.refundId, seen: body.tries }),
}
