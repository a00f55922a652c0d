import { sql } from 'kysely'
import { type Permission, may } from '#kernel/access'
import type { Handlers } from '#kernel/endpoint'
import { Refusal } from '#kernel/refusals'
import { refuse } from '../refusals.rules.ts'
import { type Context, callerOf } from '#platform/context'
import { type CloseOutcome, type OrderPayments, closeOrder } from './close.server.ts'
import type { ordersContract } from './orders.contract.ts'
import { listAllOrders } from './list.server.ts'
import { addressText, textWithCountry } from '../addresses/addresses.rules.ts'
import { addressOfOrder } from '../addresses/addresses.server.ts'
import { listOwnOrders } from './own-orders.server.ts'
import { placeOrder } from './place.server.ts'
import { selectOrders } from './read.server.ts'
import { correctParcel, deliverOrder, shipOrder } from '../shipments/ship.server.ts'
import { readTimeline } from './timeline.server.ts'

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
      const [order] = await selectOrders(ctx, sql`orders.id = ${params.id} and ${visibleTo(ctx)}`, sql``)
      if (!order) throw refuse('order-gone')
      return order
    },

    listAllOrders: (ctx, { query }) => listAllOrders(ctx, query),

    async getTimeline(ctx, { params }) {
      await requireVisible(ctx, params.id)
      return readTimeline(ctx, params.id)
    },

    shipOrder: (ctx, { params, body }) =>
      shipOrder(ctx, params.id, { carrier: body.carrier, tracking: body.tracking ?? null, lines: body.lines }),

    correctParcel: (ctx, { params, body: { carrier, tracking = null } }) =>
      correctParcel(ctx, { orderId: params.id, parcelId: params.parcelId, shipment: { carrier, tracking } }),

    deliverOrder: (ctx, { params }) => deliverOrder(ctx, params.id),

    async deleteOrder(ctx, { params }) {
      const [order] = await selectOrders(
        ctx,
        sql`orders.id = ${params.id} and ${visibleTo(ctx, 'cancellations')}`,
        sql``,
      )
      if (!order) throw refuse('order-gone')
      if (order.paid) throw refuse('order-paid')
      if (order.paymentState === 'expired') throw refuse('order-not-open')
      // Deleting twice is deleting once.
      if (order.paymentState === 'cancelled') return { deletedCount: 0 }
      const outcome = await closeOrder(ctx, payments, { orderId: params.id, to: 'cancelled' })
      if (outcome === 'paid') throw refuse('order-paid')
      if (outcome === 'processing') throw refuse('payment-processing')
      return { deletedCount: outcome === 'closed' ? 1 : 0 }
    },
  }
}

/** Refuses order-gone to whom the order is not to be seen by: its buyer and staff may. */
export async function requireVisible(ctx: Context, orderId: string): Promise<void> {
  const { rows } = await sql`select from orders where orders.id = ${orderId} and ${visibleTo(ctx)}`.execute(ctx.db)
  if (rows.length === 0) throw refuse('order-gone')
}

/** An order is its buyer's, and that of staff with the permission; to others it does not exist. */
function visibleTo(ctx: Context, permission: Permission = 'orders') {
  const caller = callerOf(ctx)
  return may(caller, permission) ? sql`true` : sql`orders.account_id = ${caller.id}`
}

/**
 * Expires the unpaid orders whose time is up. Returns how many. Safe to run at once in several places. An order whose
 * payment is being processed, or fails to close, waits for the next run. In another order each time: one on whose payment the
 * provider always fails keeps no other from its turn.
 */
export async function expireOrders(ctx: Context, payments: OrderPayments): Promise<number> {
  const rows = await ctx.db
    .selectFrom('orders')
    .select('id')
    .where('payment_state', '=', sql.lit('unpaid'))
    .where('reserved_until', '<', ctx.now())
    .orderBy(sql`random()`)
    .execute()
  let expired = 0
  for (const { id } of rows) {
    const outcome = await expire(ctx, payments, id)
    // The provider is down: asking it about each of the others would take for ever.
    if (outcome === 'unreachable') return expired
    if (outcome === 'closed') expired += 1
  }
  return expired
}

async function expire(
  ctx: Context,
  payments: OrderPayments,
  orderId: string,
): Promise<CloseOutcome | 'unreachable' | 'failed'> {
  try {
    return await closeOrder(ctx, payments, { orderId, to: 'expired' })
  } catch (error) {
    ctx.log.error({ error, orderId }, 'an order could not be expired; the next run tries again')
    return error instanceof Refusal && error.code === 'payment-provider-unreachable' ? 'unreachable' : 'failed'
  }
}
