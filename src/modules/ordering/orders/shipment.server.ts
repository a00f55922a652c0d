import type { Refusal } from '#kernel/refusals'
import { refuse } from '../refusals.rules.ts'
import { audit } from '#platform/audit'
import { type Context, transact } from '#platform/context'
import { queueOrderMail } from '../mail/mail.server.ts'
import { type Shipment, type ShipmentStanding, shipmentAnswer } from '../shipments/shipments.rules.ts'
import { type FulfilmentState, type PaymentState, isPaid, mayFulfil } from './orders.rules.ts'
import { recordEvent } from './timeline.server.ts'

type States = { payment_state: PaymentState; fulfilment_state: FulfilmentState | null }

export type ShippingInput = Shipment & {
  /** Makes the refusal of a report that would correct an earlier one; without it, it corrects. */
  refuseCorrection?: (before: Pick<ShipmentStanding, 'carrier' | 'tracking'>) => Refusal
}

/**
 * Marks a paid order as shipped; while it is on its way, corrects what was said of it. Reporting the same again changes
 * nothing. Refuses: order-gone, order-unpaid, order-refunded, order-delivered.
 */
export function shipOrder(
  ctx: Context,
  orderId: string,
  { refuseCorrection, ...shipment }: ShippingInput,
): Promise<{ modifiedCount: number }> {
  return transact(ctx, async ctx => {
    const before = await lockStanding(ctx, orderId)
    const answer = shipmentAnswer(
      {
        paymentState: before.payment_state,
        fulfilmentState: before.fulfilment_state,
        carrier: before.carrier,
        tracking: before.tracking,
        goesBack: await allGoesBack(ctx, orderId),
      },
      shipment,
    )
    if (answer === 'same') return { modifiedCount: 0 }
    if (answer !== 'ship' && answer !== 'correct') throw refuse(answer)
    const isCorrection = answer === 'correct'
    if (isCorrection && refuseCorrection) throw refuseCorrection(before)
    await ctx.db
      .updateTable('orders')
      .set({ fulfilment_state: 'shipped', ...shipment })
      .where('id', '=', orderId)
      .execute()
    const kind = isCorrection ? 'shipment-corrected' : 'shipped'
    const eventId = await recordEvent(ctx, { orderId, kind, detail: shipment })
    await audit(ctx, {
      action: `order.${kind}`,
      subject: { kind: 'order', id: orderId },
      before: isCorrection
        ? { carrier: before.carrier, tracking: before.tracking }
        : { fulfilmentState: before.fulfilment_state },
      after: isCorrection ? shipment : { fulfilmentState: 'shipped', ...shipment },
    })
    await queueOrderMail(ctx, { orderId, kind: 'shipped', key: isCorrection ? eventId : '' })
    return { modifiedCount: 1 }
  })
}

/** Marks a shipped order as delivered, once. Refuses: order-gone, order-unpaid, order-not-shipped. */
export function deliverOrder(ctx: Context, orderId: string): Promise<{ modifiedCount: number }> {
  return transact(ctx, async ctx => {
    const { fulfilment_state: from } = await lockStanding(ctx, orderId)
    if (from === 'delivered') return { modifiedCount: 0 }
    if (!from || !mayFulfil(from, 'delivered')) throw refuse('order-not-shipped')
    await ctx.db.updateTable('orders').set({ fulfilment_state: 'delivered' }).where('id', '=', orderId).execute()
    await recordEvent(ctx, { orderId, kind: 'delivered' })
    await audit(ctx, {
      action: 'order.delivered',
      subject: { kind: 'order', id: orderId },
      before: { fulfilmentState: from },
      after: { fulfilmentState: 'delivered' },
    })
    return { modifiedCount: 1 }
  })
}

/** How a paid order stands, its row locked until the transaction ends. */
async function lockStanding(ctx: Context, orderId: string) {
  const order = await ctx.db
    .selectFrom('orders')
    .select(['payment_state', 'fulfilment_state', 'carrier', 'tracking'])
    .$narrowType<States>()
    .where('id', '=', orderId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!order) throw refuse('order-gone')
  if (!isPaid(order.payment_state)) throw refuse('order-unpaid')
  return order
}

/** Asked after the order's row is locked, so that no refund can come in between. */
async function allGoesBack(ctx: Context, orderId: string): Promise<boolean> {
  const payment = await ctx.db
    .selectFrom('payment')
    .select('id')
    .where('order_id', '=', orderId)
    .where(({ eb }) => eb(eb('refunded', '+', eb.ref('refunding')), '>=', eb.ref('amount')))
    .executeTakeFirst()
  return payment !== undefined
}
