import { sql } from 'kysely'
import type { Handlers } from '#kernel/endpoint'
import { refuse } from '#kernel/refusals'
import { type Context, callerOf, newId, transact } from '#platform/context'
import { declineBlockMinutes, declinesBeforeBlock } from '#rules/orders'
import { type OrderPayments, requireVisible } from '#services/orders'
import type { paymentsContract } from './payments.contract.ts'
import { listDisputes, noteDispute, noteLostDisputes } from './payments.disputes.server.ts'
import { openPayment } from './payments.intents.server.ts'
import type { PaymentPort, ProviderEvent } from './payments.port.server.ts'
import { findLiveIntent } from './payments.records.server.ts'
import { listRefunds, requestRefund } from './payments.refund-requests.server.ts'
import { noteLostRefunds, noteRefunds } from './payments.provider-refunds.server.ts'
import { resendRefund } from './payments.refund-retries.server.ts'
import { defineRefundJob, endOpenRefunds } from './payments.refunds.server.ts'
import { type Settlement, closeIntents, reaching, settle } from './payments.settle.server.ts'

export type { PaymentPort } from './payments.port.server.ts'
export { isMoneyOnItsWay } from './payments.progress.server.ts'
export { sandboxProvider } from './payments.sandbox.server.ts'
export { stripePayments } from './payments.stripe.server.ts'

/** Intents older than this are asked about: their event may have been lost. */
const reconcileAfterMinutes = 10
const reconciledARun = 100

/** The calls of `payments.contract.ts`. */
export function paymentsHandlers(provider: PaymentPort): Handlers<typeof paymentsContract, Context> {
  return {
    createPaymentIntent: (ctx, { body }) => openPayment(ctx, provider, body),

    async reportPayment(ctx, { params, body }) {
      const orderId = await findReportedOrder(ctx, [params.id, body.tool], body.transactionId)
      if (!orderId) throw refuse('order-gone')
      const settlement = await reaching(() => settle(ctx, provider, body.transactionId))
      if (settlement === 'paid' || settlement === 'already-paid') return { modifiedCount: 1 }
      throw refuse('payment-not-confirmed')
    },

    async getPayment(ctx, { params }) {
      const caller = callerOf(ctx)
      const { rows } = await sql<{ transaction_id: string }>`
        select payment.transaction_id
        from payment join orders on orders.id = payment.order_id
        where (orders.id = ${params.id} and (orders.account_id = ${caller.id} or ${caller.role === 'admin'}))
          or (orders.account_id = ${caller.id} and exists (
            select from order_line where order_line.order_id = orders.id and order_line.tool_id = ${params.id}))
        order by orders.id desc limit 1`.execute(ctx.db)
      if (!rows[0]) throw refuse('not-paid')
      return { transactionId: rows[0].transaction_id }
    },

    refundOrder: (ctx, { params, body, idempotencyKey }) =>
      requestRefund(ctx, { orderId: params.id, body, idempotencyKey }),

    async listRefunds(ctx, { params }) {
      await requireVisible(ctx, params.id)
      return listRefunds(ctx, params.id)
    },

    resendRefund: (ctx, { params, body }) =>
      resendRefund(ctx, { orderId: params.id, refundId: params.refundId, seen: body.tries }),

    async listDisputes(ctx, { params }) {
      await requireVisible(ctx, params.id)
      return listDisputes(ctx, params.id)
    },

    async receiveProviderEvent(ctx, { rawBody, headers }) {
      const event = provider.readEvent(rawBody ?? '', headers['stripe-signature'])
      if (!event) throw refuse('signature-invalid')
      await receiveEvent({ ...ctx, actor: { kind: 'provider', id: null } }, provider, event)
      return { received: true }
    },
  }
}

/** What orders need of their payments. */
export function orderPayments(provider: PaymentPort): OrderPayments {
  return {
    closeIntents: (ctx, orderId) => reaching(() => closeIntents(ctx, provider, orderId)),
    hasLiveIntent: async (ctx, orderId) => (await findLiveIntent(ctx, orderId)) !== undefined,
  }
}

/** The caller's order that the report means: the ids may be the order's or its tool's, the intent tells which order. */
async function findReportedOrder(
  ctx: Context,
  ids: (string | undefined)[],
  transactionId: string,
): Promise<string | undefined> {
  const named = ids.filter(id => id !== undefined)
  const { rows } = await sql<{ id: string }>`
    select orders.id from payment_intent intent join orders on orders.id = intent.order_id
    where intent.id = ${transactionId} and orders.account_id = ${callerOf(ctx).id}
      and (orders.id = any(${named}::uuid[]) or exists (
        select from order_line where order_line.order_id = orders.id and order_line.tool_id = any(${named}::uuid[])))`.execute(
    ctx.db,
  )
  return rows[0]?.id
}

/** An event is a hint, counted once: the intent is fetched and checked, whatever the event says of it. */
async function receiveEvent(ctx: Context, provider: PaymentPort, event: ProviderEvent): Promise<void> {
  let outcome: Settlement | 'declined' = 'ignored'
  if (event.intentId) outcome = await reaching(() => settle(ctx, provider, event.intentId ?? ''))
  if (outcome !== 'ignored') await reaching(() => noteAftermath(ctx, provider, event))
  await transact(ctx, async ctx => {
    const { rows } = await sql`
      insert into provider_event (provider, event_id, kind, intent_id, outcome, received_at)
      values (${provider.provider}, ${event.id}, ${event.type}, ${event.intentId ?? null}, ${outcome}, ${ctx.now()})
      on conflict (provider, event_id) do nothing returning event_id`.execute(ctx.db)
    const isNew = rows.length > 0
    if (isNew && outcome === 'pending' && event.type === 'payment_intent.payment_failed') await countDecline(ctx, event)
  })
}

/** What became of money that had come: it went back, or the customer's bank disputes it. */
async function noteAftermath(ctx: Context, provider: PaymentPort, { type, intentId, disputeId }: ProviderEvent) {
  if (disputeId !== undefined) return noteDispute(ctx, provider, disputeId)
  const isOfRefund = type === 'charge.refunded' || type.startsWith('charge.refund.') || type.startsWith('refund.')
  if (isOfRefund && intentId !== undefined) await noteRefunds(ctx, provider, intentId)
}

/** Against card testing: the fifth declined card blocks the order's payment for an hour (decisions, section 4). */
async function countDecline(ctx: Context, event: ProviderEvent): Promise<void> {
  const blockedUntil = new Date(ctx.now().getTime() + declineBlockMinutes * 60 * 1000)
  const { rows } = await sql<{ id: string; declines: number }>`
    update orders set declines = declines + 1,
      payment_blocked_until = case when (declines + 1) % ${declinesBeforeBlock} = 0 then ${blockedUntil}::timestamptz
        else payment_blocked_until end
    from payment_intent intent
    where intent.id = ${event.intentId} and orders.id = intent.order_id and orders.payment_state = 'unpaid'
    returning orders.id, orders.declines`.execute(ctx.db)
  const [order] = rows
  if (!order) return
  await sql`
    insert into order_event (id, order_id, at, kind, actor_kind, actor_id)
    values (${newId()}, ${order.id}, ${ctx.now()}, 'card-declined', ${ctx.actor.kind}, ${ctx.actor.id})`.execute(ctx.db)
  // The browser pays at the provider, so a block has to take the open intent away there.
  if (order.declines % declinesBeforeBlock === 0) await ctx.jobs.send(ctx.db, blockQueue, { orderId: order.id })
}

const blockQueue = 'payment-block'

/** Registers the jobs of payments: refunds, blocks after declines, and asking about intents that went quiet. */
export function definePaymentJobs(ctx: Context, provider: PaymentPort): void {
  defineRefundJob(ctx, provider)
  ctx.jobs.repeat('open-refunds', '17 * * * *', () => endOpenRefunds(ctx, provider))
  ctx.jobs.repeat('lost-refunds', '27 * * * *', () => noteLostRefunds(ctx, provider))
  ctx.jobs.repeat('lost-disputes', '37 * * * *', () => noteLostDisputes(ctx, provider))
  ctx.jobs.define<{ orderId: string }>(blockQueue, { retries: 20 }, async ({ orderId }) => {
    await closeIntents(ctx, provider, orderId)
  })
  ctx.jobs.repeat('payment-reconciliation', '* * * * *', () => reconcile(ctx, provider))
}

/** Asks about intents that are still open after ten minutes: nothing hangs on an event that never came. */
export async function reconcile(ctx: Context, provider: PaymentPort): Promise<void> {
  const before = new Date(ctx.now().getTime() - reconcileAfterMinutes * 60 * 1000)
  // Marked before it is asked about, so that one whose answer never helps does not keep the others waiting.
  const { rows } = await sql<{ id: string }>`
    update payment_intent set checked_at = ${ctx.now()}
    where id in (
      select id from payment_intent
      where state = 'live' and provider = ${provider.provider} and created_at < ${before}
        and coalesce(checked_at, created_at) < ${before}
      order by coalesce(checked_at, created_at) limit ${reconciledARun} for update skip locked)
    returning id`.execute(ctx.db)
  for (const { id } of rows) {
    try {
      await settle(ctx, provider, id)
    } catch (error) {
      ctx.log.warn({ error, intent: id }, 'an intent could not be reconciled; the next run tries again')
    }
  }
}
