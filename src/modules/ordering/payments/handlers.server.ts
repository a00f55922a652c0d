import { sql } from 'kysely'
import { may } from '#kernel/access'
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
import { findLiveIntent, knownIntents } from './records.server.ts'
import { listRefunds, requestRefund } from '../refunds/requests.server.ts'
import { compareQueue } from '../refunds/ends.server.ts'
import { noteLostRefunds, noteRefunds } from '../refunds/provider.server.ts'
import { resendRefund } from '../refunds/retries.server.ts'
import { defineRefundJob, endOpenRefunds } from '../refunds/refunds.server.ts'
import { closeIntents, reaching, settle, settleKnown } from './settle.server.ts'
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
      const { transactionId: intentId } = body
      const reported = await findReported(ctx, [params.id, body.tool], intentId)
      if (!reported) throw refuse('order-gone')
      // Its event was faster, as it is most often: the provider has been asked.
      if (reported.has_payment) return { modifiedCount: 1 }
      const known = reported.provider === provider.provider ? reported : undefined
      const settlement = await reaching(() => settleKnown(ctx, provider, { intentId, known }))
      if (settlement === 'paid' || settlement === 'already-paid') return { modifiedCount: 1 }
      throw refuse('payment-not-confirmed')
    },

    async getPayment(ctx, { params }) {
      const caller = callerOf(ctx)
      const payment = await ctx.db
        .selectFrom('payment')
        .innerJoin('orders', 'orders.id', 'payment.order_id')
        .select('payment.transaction_id as transactionId')
        .where(
          sql<boolean>`(orders.id = ${params.id} and (orders.account_id = ${caller.id} or ${may(caller, 'orders')})
            or orders.account_id = ${caller.id} and ${hasLineOf([params.id])})`,
        )
        .orderBy('orders.id', 'desc')
        .limit(1)
        .executeTakeFirst()
      if (!payment) throw refuse('not-paid')
      return payment
    },

    refundOrder: (ctx, { params, body }) => requestRefund(ctx, params.id, body),

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
      const event = await provider.readEvent(rawBody ?? '', headers['stripe-signature'])
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

/** The intent that the report means, if its order is the caller's: the ids may be the order's or its tool's. */
function findReported(ctx: Context, ids: (string | undefined)[], intentId: string) {
  const named = ids.filter(id => id !== undefined)
  return knownIntents(ctx)
    .where('intent.id', '=', intentId)
    .where('orders.account_id', '=', callerOf(ctx).id)
    .where(sql<boolean>`(orders.id = any(${named}::uuid[]) or ${hasLineOf(named)})`)
    .executeTakeFirst()
}

/** Whether a line of the order is of one of these tools. */
const hasLineOf = (toolIds: string[]) =>
  sql`exists (select from order_line line where line.order_id = orders.id and line.tool_id = any(${toolIds}::uuid[]))`

/**
 * An event is a hint: the intent is fetched and checked, whatever the event says of it. Its row is written when all that it
 * led to is, so one that died half-way is worked through when it comes again, and a known one is not, unless its intent
 * was still open.
 */
async function receiveEvent(ctx: Context, provider: PaymentPort, event: ProviderEvent): Promise<EventOutcome> {
  const { id: eventId, intentId, declinedAttempt: attempt } = event
  const known = intentId ? await findIntentOf(ctx, provider, { intentId, eventId }) : undefined
  if (known ? known.has_ended : await hasEnded(ctx, provider, event)) return 'replayed'
  if (intentId && attempt) {
    await countDecline(ctx, { provider: provider.provider, intentId, attempt, at: event.createdAt })
    await failpoint(ctx, 'event: decline counted')
  }
  const outcome = intentId ? await settleKnown(ctx, provider, { intentId, known }) : 'ignored'
  await failpoint(ctx, 'event: settled')
  if (outcome !== 'unknown' && outcome !== 'foreign') await noteAftermath(ctx, provider, event)
  await failpoint(ctx, 'event: aftermath noted')
  const recorded = await recordOutcome(ctx, provider, { event, outcome })
  await failpoint(ctx, 'event: recorded')
  return recorded ? outcome : 'replayed'
}

type Ended = { event: ProviderEvent; outcome: EventOutcome }

/** False when another has recorded the event's end meanwhile. */
async function recordOutcome(ctx: Context, { provider }: PaymentPort, { event, outcome }: Ended): Promise<boolean> {
  const { id: event_id, type: kind, intentId: intent_id = null } = event
  const row = await ctx.db
    .insertInto('provider_event')
    .values({ provider, event_id, kind, intent_id, outcome, received_at: ctx.now() })
    .onConflict(conflict =>
      conflict
        .columns(['provider', 'event_id'])
        .doUpdateSet({ outcome })
        .where('provider_event.outcome', '=', 'pending')
        .where('excluded.outcome', '<>', 'pending'),
    )
    .returning('event_id')
    .executeTakeFirst()
  return row !== undefined
}

/** The intent of an event, with whether the shop is done with the event. */
const findIntentOf = (
  ctx: Context,
  { provider }: PaymentPort,
  { intentId, eventId }: { intentId: string; eventId: string },
) =>
  knownIntents(ctx)
    .select(isEnded(provider, eventId).as('has_ended'))
    .where(({ eb }) => eb.and({ 'intent.id': intentId, 'intent.provider': provider }))
    .executeTakeFirst()

/** The same of an event that is about no intent of the shop's. */
async function hasEnded(ctx: Context, { provider }: PaymentPort, { id }: ProviderEvent): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select ${isEnded(provider, id)} as is`.execute(ctx.db)
  return rows[0]?.is === true
}

const isEnded = (provider: string, eventId: string) => sql<boolean>`exists (
  select from provider_event where provider = ${provider} and event_id = ${eventId} and outcome <> 'pending')`

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
  await ctx.db.deleteFrom('provider_event').where('received_at', '<', before).execute()
  await ctx.db.deleteFrom('card_decline').where('at', '<', before).execute()
}

/** Registers the jobs of payments: refunds, blocks after declines, and asking about intents that went quiet. */
export function definePaymentJobs(ctx: Context, provider: PaymentPort): void {
  defineRefundJob(ctx, provider)
  const comparing = {
    does: 'Compares the refunds of a payment with those of the provider, after it has refused one for want of money.',
    retries: 12,
  }
  ctx.jobs.define<{ intentId: string }>(compareQueue, comparing, ({ intentId }) => noteRefunds(ctx, provider, intentId))
  ctx.jobs.repeat(
    'open-refunds',
    { cron: '17 * * * *', does: 'Asks about refunds that have not ended, until one finds the provider out of reach.' },
    () => endOpenRefunds(ctx, provider),
  )
  ctx.jobs.repeat(
    'lost-refunds',
    {
      cron: '27 * * * *',
      does: 'Looks through the refunds of the last 35 days at the provider for what no event told.',
    },
    () => noteLostRefunds(ctx, provider),
  )
  ctx.jobs.repeat(
    'lost-disputes',
    { cron: '37 * * * *', does: 'Looks through disputes, open or of the last 35 days, for what no event told.' },
    () => noteLostDisputes(ctx, provider),
  )
  const blocking = {
    does: 'Takes away the open payment of an order with five declined cards, or all of an account with eight in an hour.',
    retries: 20,
  }
  ctx.jobs.define<Blocked>(blockQueue, blocking, blocked => takeIntentsAway(ctx, provider, blocked))
  ctx.jobs.repeat(
    'old-events',
    { cron: '53 3 * * *', does: 'Forgets the events of the provider and declined cards of more than a month ago.' },
    () => forgetEvents(ctx),
  )
  ctx.jobs.repeat(
    'payment-reconciliation',
    {
      cron: '* * * * *',
      does: 'Asks about payments that have been open for ten minutes, until one finds the provider out of reach.',
    },
    () => reconcile(ctx, provider),
  )
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

/**
 * Asks about intents that are still open after ten minutes: nothing hangs on an event that never came. In another order each time:
 * one on which the provider always fails does not keep the others waiting.
 */
export async function reconcile(ctx: Context, provider: PaymentPort): Promise<void> {
  const before = new Date(ctx.now().getTime() - reconcileAfterMinutes * 60 * 1000)
  // Marked before it is asked about, so that one whose answer never helps does not keep the others waiting.
  const lastAsked = sql<Date>`coalesce(checked_at, created_at)`
  const quiet = ctx.db
    .selectFrom('payment_intent')
    .select('id')
    .where('state', '=', sql.lit('live'))
    .where('provider', '=', provider.provider)
    .where('created_at', '<', before)
    .where(lastAsked, '<', before)
    .orderBy(lastAsked)
    .limit(reconciledARun)
    .forUpdate()
    .skipLocked()
  const asking = ctx.db.updateTable('payment_intent').set({ checked_at: ctx.now() }).where('id', 'in', quiet)
  const asked = ctx.db
    .with('asked', () => asking.returning('id'))
    .selectFrom('asked')
    .select('id')
  const ids = (await asked.orderBy(sql`random()`).execute()).map(({ id }) => id)
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
  const intents = ctx.db.updateTable('payment_intent').where(sql<boolean>`id = any(${intentIds}::text[])`)
  await intents.set({ checked_at: null }).execute()
}
