import { type NotNull, sql } from 'kysely'
import type { Handlers } from '#kernel/endpoint'
import { receiveEvent } from './events.server.ts'
import { refuse } from '../refusals.rules.ts'
import type { Context } from '#platform/context'
import type { OrderPayments } from '../release/unpaid.server.ts'
import type { paymentsContract } from '../payments/payments.contract.ts'
import { mayDo } from '../orders/rights.server.ts'
import { openPayment } from './intents.server.ts'
import type { CountEvent } from './event-counts.server.ts'
import { type PaymentPort, ProviderUnreachable } from '../payments/port.server.ts'
import { findLiveIntent, storedIntents } from '../payments/records.server.ts'
import { closeIntents, reaching, settleStored } from './settle.server.ts'

/** The calls of `ordering/payments/payments.contract.ts`. */
export function paymentsHandlers(
  provider: PaymentPort,
  countEvent: CountEvent,
): Handlers<typeof paymentsContract, Context> {
  return {
    async createPaymentIntent(ctx, { body }) {
      const opened = await openPayment(ctx, provider, body)
      ctx.unseen?.()
      return opened
    },

    async reportPayment(ctx, { params, body }) {
      const { transactionId: intentId } = body
      const reported = await findReported(ctx, [params.id, body.tool], intentId)
      if (!reported) throw refuse('order-gone')
      // Its event was faster, as it is most often: the provider has been asked.
      if (reported.has_payment) {
        ctx.unseen?.()
        return { modifiedCount: 1 }
      }
      const stored = reported.provider === provider.provider ? reported : undefined
      const settlement = await reaching(() => settleStored(ctx, provider, { intentId, stored }))
      if (settlement === 'paid' || settlement === 'already-paid') return { modifiedCount: 1 }
      throw refuse('payment-not-confirmed')
    },

    async getPayment(ctx, { params }) {
      const payment = await ctx.db
        .selectFrom('payment')
        .innerJoin('payment_allocation as part', 'part.payment_id', 'payment.id')
        .innerJoin('orders', 'orders.id', 'part.order_id')
        .select('payment.transaction_id as transactionId')
        .$narrowType<{ transactionId: NotNull }>()
        .where('payment.kind', '=', sql.lit('card'))
        .where(
          sql<boolean>`(orders.id = ${params.id} and ${mayDo(ctx, 'see')}
            or ${mayDo(ctx, 'pay')} and ${hasLineOf([params.id])})`,
        )
        .orderBy('orders.id', 'desc')
        .limit(1)
        .executeTakeFirst()
      if (!payment) throw refuse('not-paid')
      return payment
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
  return storedIntents(ctx)
    .where('intent.id', '=', intentId)
    .where(mayDo(ctx, 'pay'))
    .where(sql<boolean>`(orders.id = any(${named}::uuid[]) or ${hasLineOf(named)})`)
    .executeTakeFirst()
}

/** Whether a line of the order is of one of these tools. */
const hasLineOf = (toolIds: string[]) =>
  sql`exists (select from order_line line where line.order_id = orders.id and line.tool_id = any(${toolIds}::uuid[]))`
