import { sql } from 'kysely'
import type { Handlers } from '#kernel/endpoint'
import { mayDo, requireVisible } from './orders/rights.server.ts'
import { refuse } from './refusals.rules.ts'
import { type Context } from '#platform/context'
import { closeOrder } from './release/close.server.ts'
import type { OrderPayments } from './release/unpaid.server.ts'
import type { ordersContract } from './orders/orders.contract.ts'
import { listAllOrders } from './orders/list.server.ts'
import { addressText, textWithCountry } from './addresses/addresses.rules.ts'
import { addressOfOrder } from './addresses/addresses.server.ts'
import { listOwnOrders } from './orders/own-orders.server.ts'
import { placeOrder } from './placing/place.server.ts'
import { selectOrders } from './orders/read.server.ts'
import { readTimeline } from './orders/timeline.server.ts'

/** The calls of `ordering/orders/orders.contract.ts`. */
export function ordersHandlers(payments: OrderPayments): Handlers<typeof ordersContract, Context> {
  return {
    async placeOrder(ctx, { body, idempotencyKey }) {
      const { tools_id, quantity, vehicle, acknowledged, deliveryAddress, country, region, ...details } = body
      const line = { toolId: tools_id, quantity, vehicleId: vehicle, acknowledged }
      const { locale } = ctx.settings
      const delivery = deliveryAddress && (await addressOfOrder(ctx, deliveryAddress, 'deliveryAddress'))
      const to = delivery
        ? { address: addressText(delivery, locale), delivery }
        : country !== undefined && {
            address: textWithCountry(body.address, country, locale),
            place: { country, region },
          }
      return placeOrder(ctx, { ...details, ...to, lines: [line] }, idempotencyKey)
    },

    listOrders: (ctx, { query }) => listOwnOrders(ctx, query),

    async getOrder(ctx, { params }) {
      const [order] = await selectOrders(ctx, sql`orders.id = ${params.id} and ${mayDo(ctx, 'see')}`, sql``)
      if (!order) throw refuse('order-gone')
      return order
    },

    listAllOrders: (ctx, { query }) => listAllOrders(ctx, query),

    async getTimeline(ctx, { params }) {
      await requireVisible(ctx, params.id)
      return readTimeline(ctx, params.id)
    },

    deleteOrder: (ctx, { params }) => deleteOrder(ctx, payments, params.id),
  }
}

async function deleteOrder(ctx: Context, payments: OrderPayments, orderId: string): Promise<{ deletedCount: number }> {
  const [order] = await selectOrders(ctx, sql`orders.id = ${orderId} and ${mayDo(ctx, 'cancel')}`, sql``)
  if (!order) throw refuse('order-gone')
  if (order.paid) throw refuse('order-paid')
  // Deleting twice is deleting once.
  if (order.paymentState === 'cancelled') return { deletedCount: 0 }
  if (order.paymentState !== 'unpaid') throw refuse('order-not-open')
  const outcome = await closeOrder(ctx, payments, { orderId, to: 'cancelled' })
  if (outcome === 'paid') throw refuse('order-paid')
  if (outcome === 'processing') throw refuse('payment-processing')
  // Deleted by another meanwhile, or released, or expired: how it stands now says which.
  if (outcome === 'not-open') return deleteOrder(ctx, payments, orderId)
  return { deletedCount: 1 }
}
