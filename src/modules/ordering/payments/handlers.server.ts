import { sql } from 'kysely'
import type { Handlers } from '#kernel/endpoint'
import { refuse } from '../refusals.rules.ts'
import { type Context, callerOf } from '#platform/context'
import { type OrderPayments } from '../orders/close.server.ts'
import { requireVisible } from '../orders/handlers.server.ts'
import type { paymentsContract } from './payments.contract.ts'
import { blockQueue, countDecline, findOrdersInPayment, isBlocked } from './declines.server.ts'
import { listDisputes, noteDispute, noteLostDisputes } from '../disputes/disputes.server.ts'
import { openPayment } from './intents.server.ts'
import type { CountEvent, EventOutcome } from './event-counts.server.ts'
import { type PaymentPort, type ProviderEvent, ProviderUnreachable } from './port.server.ts'
import { findLiveIntent } from './records.server.ts'
import { listRefunds, requestRefund } from '../refunds/requests.server.ts'
import { compareQueue } from '../refunds/ends.server.ts'
import { noteLostRefunds, noteRefunds } from '../refunds/provider.server.ts'
import { resendRefund } from '../refunds/retries.server.ts'
import { defineRefundJob, endOpenRefunds } from '../refunds/refunds.server.ts'
import { closeIntents, reaching, settle } from './settle.server.ts'
import { failpoint } from './failpoints.server.ts'

/** Intents older than this are asked about: their event may have been lost. */
const reconcileAfterMinutes = 10
const reconciledARun = 100

const eventsKeptDays = 31

/** The calls of `ordering/payments/payments.contract.ts`. */
export function paymentsHandlers(
  provider: PaymentPort,
  countEvent: CountEvent,
): Handlers<typeof paymentsContract, Context> {
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
      if (typeof event === 'string') {
        countEvent(event)
        throw refuse(event === 'unreadable' ? 'malformed-request' : 'signature-invalid')
      }
      try {
        countEvent(await receiveEvent({ ...ctx, actor: { kind: 'provider', id: null } }, provider, event))
      } catch (error) {
        if (!(error instanceof ProviderUnreachable)) throw error
        countEvent('postponed')
        throw refuse('payment-provider-unreachable')
      }
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

/**
 * An event is a hint: the intent is fetched and checked, whatever the event says of it. Its row is written when all that it
 * led to is, so one that died half-way is worked through when it comes again, and a known one is not, unless its intent
 * was still open.
 */
async function receiveEvent(ctx: Context, provider: PaymentPort, event: ProviderEvent): Promise<EventOutcome> {
  if (await hasEnded(ctx, provider, event)) return 'replayed'
  const { intentId, declinedAttempt: attempt } = event
  if (intentId && attempt) {
    await countDecline(ctx, { provider: provider.provider, intentId, attempt, at: event.createdAt })
    await failpoint(ctx, 'event: decline counted')
  }
  const outcome = intentId ? await settle(ctx, provider, intentId) : 'ignored'
  await failpoint(ctx, 'event: settled')
  if (outcome !== 'unknown' && outcome !== 'foreign') await noteAftermath(ctx, provider, event)
  await failpoint(ctx, 'event: aftermath noted')
  const { rows } = await sql`
    insert into provider_event (provider, event_id, kind, intent_id, outcome, received_at)
    values (${provider.provider}, ${event.id}, ${event.type}, ${intentId ?? null}, ${outcome}, ${ctx.now()})
    on conflict (provider, event_id) do update set outcome = excluded.outcome
      where provider_event.outcome = 'pending' and excluded.outcome <> 'pending'
    returning event_id`.execute(ctx.db)
  await failpoint(ctx, 'event: recorded')
  return rows.length > 0 ? outcome : 'replayed'
}

async function hasEnded(ctx: Context, { provider }: PaymentPort, event: ProviderEvent): Promise<boolean> {
  const { rows } = await sql`
    select from provider_event
    where provider = ${provider} and event_id = ${event.id} and outcome <> 'pending'`.execute(ctx.db)
  return rows.length > 0
}

/** What became of money that had come: it went back, or the customer's bank disputes it. */
async function noteAftermath(ctx: Context, provider: PaymentPort, { type, intentId, disputeId }: ProviderEvent) {
  if (disputeId !== undefined) return noteDispute(ctx, provider, disputeId)
  const isOfRefund = type === 'charge.refunded' || type.startsWith('charge.refund.') || type.startsWith('refund.')
  if (isOfRefund && intentId !== undefined) await noteRefunds(ctx, provider, intentId)
}

/**
 * Forgets events and declined cards of long ago. A provider sends an event again for three days by itself, and for 30
 * when it is asked to. One that comes even later is settled once more, which changes nothing.
 */
export async function forgetEvents(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - eventsKeptDays * 24 * 3600 * 1000)
  await sql`delete from provider_event where received_at < ${before}`.execute(ctx.db)
  await sql`delete from card_decline where at < ${before}`.execute(ctx.db)
}

/** Registers the jobs of payments: refunds, blocks after declines, and asking about intents that went quiet. */
export function definePaymentJobs(ctx: Context, provider: PaymentPort): void {
  defineRefundJob(ctx, provider)
  ctx.jobs.define<{ intentId: string }>(compareQueue, { retries: 12 }, ({ intentId }) =>
    noteRefunds(ctx, provider, intentId),
  )
  ctx.jobs.repeat('open-refunds', '17 * * * *', () => endOpenRefunds(ctx, provider))
  ctx.jobs.repeat('lost-refunds', '27 * * * *', () => noteLostRefunds(ctx, provider))
  ctx.jobs.repeat('lost-disputes', '37 * * * *', () => noteLostDisputes(ctx, provider))
  ctx.jobs.define<Blocked>(blockQueue, { retries: 20 }, blocked => takeIntentsAway(ctx, provider, blocked))
  ctx.jobs.repeat('old-events', '53 3 * * *', () => forgetEvents(ctx))
  ctx.jobs.repeat('payment-reconciliation', '* * * * *', () => reconcile(ctx, provider))
}

type Blocked = { orderId: string } | { accountId: string }

/** Of an order, or of every order of an account. One that fails does not keep the others open: the job runs again. */
async function takeIntentsAway(ctx: Context, provider: PaymentPort, blocked: Blocked): Promise<void> {
  const orders = 'orderId' in blocked ? [blocked.orderId] : await findOrdersInPayment(ctx, blocked.accountId)
  const failures: unknown[] = []
  for (const id of orders) {
    if (!(await isBlocked(ctx, id))) continue
    await closeIntents(ctx, provider, id).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
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
  const ids = rows.map(({ id }) => id)
  for (const [index, id] of ids.entries()) {
    try {
      await settle(ctx, provider, id)
    } catch (error) {
      ctx.log.warn({ error, intent: id }, 'an intent could not be reconciled; it is asked about again')
      // The provider is down: asking it about each of the others would take for ever.
      if (error instanceof ProviderUnreachable) return leaveToNextRun(ctx, ids.slice(index))
    }
  }
}

async function leaveToNextRun(ctx: Context, intentIds: string[]): Promise<void> {
  await sql`update payment_intent set checked_at = null where id = any(${intentIds}::text[])`.execute(ctx.db)
}
