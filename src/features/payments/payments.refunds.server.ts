import { sql } from 'kysely'
import { audit } from '#platform/audit'
import { type Context, transact } from '#platform/context'
import { type ReturnedUnits, keepReturns, lockOrder, queueOrderMail, recordEvent, recordRefund } from '#services/orders'
import { type PaymentPort, type ProviderRefund, ProviderRefusal } from './payments.port.server.ts'

const queue = 'refund-of-closed-order'

/** Queues the sending back of a refund that stands in the database, in the caller's transaction. */
export function sendRefund(ctx: Context, refundId: string): Promise<void> {
  return ctx.jobs.send(ctx.db, queue, { refundId })
}

type Requested = {
  id: string
  order_id: string
  transaction_id: string
  amount: number
  reason: 'order-closed' | 'requested'
  note: string | null
  actor_id: string | null
  provider_id: string | null
  returned: ReturnedUnits | null
}

/**
 * Registers the job that sends money back. It runs until the provider has said how the refund ended: its idempotency
 * key makes a repeated request harmless, and a refund that is known is looked up instead.
 */
export function defineRefundJob(ctx: Context, provider: PaymentPort): void {
  ctx.jobs.define<{ refundId: string }>(queue, { retries: 50 }, async ({ refundId }) => {
    const { rows } = await sql<Requested>`
      select id, order_id, transaction_id, amount, reason, note, actor_id, provider_id,
        (select json_agg(json_build_object('position', position, 'quantity', quantity) order by position)
          from refund_line where refund_id = refund.id) as returned
      from refund where id = ${refundId} and state = 'requested'`.execute(ctx.db)
    const [requested] = rows
    if (!requested) return
    const refund = await askFor(provider, requested)
    if (refund.status === 'pending') {
      await sql`update refund set provider_id = ${refund.id} where id = ${refundId}`.execute(ctx.db)
      throw new Error(`refund ${refundId} is pending at the provider; it is asked again later`)
    }
    // What an admin has asked for is the admin's act, also when a job carries it out.
    const actor = requested.actor_id ? { kind: 'admin' as const, id: requested.actor_id } : ctx.actor
    await transact({ ...ctx, actor }, ctx => recordEnd(ctx, requested, refund))
  })
}

type Ended = Pick<ProviderRefund, 'status'> & { id: string | null; failure?: string }

async function askFor(provider: PaymentPort, requested: Requested): Promise<Ended> {
  if (requested.provider_id) return provider.getRefund(requested.provider_id)
  const { id, transaction_id: intentId, amount } = requested
  try {
    return await provider.refund({ intentId, amount, idempotencyKey: `refund-${id}` })
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error
    // The provider remembers a key for a day; after that it says that the money is back already.
    if (error.code === 'charge_already_refunded') return { id: null, status: 'succeeded' }
    if (isAboutTheShop(error.code)) throw error
    return { id: null, status: 'failed', failure: error.code ?? '' }
  }
}

/** A refusal of the shop's own key says nothing of the refund: an operator mends it, and the job asks again. */
function isAboutTheShop(code: string | undefined): boolean {
  return code === undefined || /api_key|secret_key|rate_limit|lock_timeout|livemode|testmode/.test(code)
}

async function recordEnd(ctx: Context, requested: Requested, refund: Ended): Promise<void> {
  // The order's row first, as everywhere.
  await lockOrder(ctx, requested.order_id)
  const isBack = refund.status === 'succeeded'
  const { rows } = await sql`
    update refund set state = ${isBack ? 'done' : 'failed'}, done_at = ${ctx.now()},
      provider_id = coalesce(${refund.id}, provider_id), failure = ${refund.failure ?? null}
    where id = ${requested.id} and state = 'requested' returning id`.execute(ctx.db)
  if (rows.length === 0) return
  if (isBack) await recordMoneyBack(ctx, requested)
  else await recordFailure(ctx, requested, refund.failure)
  await audit(ctx, {
    action: isBack ? 'payment.refunded' : 'payment.refund-failed',
    subject: { kind: 'order', id: requested.order_id },
    after: {
      transactionId: requested.transaction_id,
      amount: requested.amount,
      refundId: requested.id,
      ...(refund.failure && { failure: refund.failure }),
    },
  })
}

async function recordMoneyBack(ctx: Context, requested: Requested): Promise<void> {
  const { id, order_id: orderId, amount, note, returned } = requested
  if (requested.reason === 'order-closed') {
    await recordEvent(ctx, { orderId, kind: 'refunded', detail: { amount } })
    await queueOrderMail(ctx, { orderId, kind: 'money-returned', key: id })
    await queueOrderMail(ctx, { orderId, kind: 'money-returned-admin', key: id })
    return
  }
  const { rows } = await sql<{ is_all: boolean }>`
    update payment set refunding = refunding - ${amount}, refunded = refunded + ${amount}
    where order_id = ${orderId} returning refunded = payment.amount as is_all`.execute(ctx.db)
  const to = rows[0]?.is_all ? ('refunded' as const) : ('part-refunded' as const)
  await recordRefund(ctx, { orderId, to, amount, note, returned: returned ?? [] })
  await queueOrderMail(ctx, { orderId, kind: 'refunded', key: id })
}

/** What the refund had reserved, money and units, is free for another one. */
async function recordFailure(ctx: Context, requested: Requested, failure: string | undefined): Promise<void> {
  const { id, order_id: orderId, amount, returned } = requested
  ctx.log.error({ refund: id, order: orderId, failure }, 'a refund failed at the provider')
  if (requested.reason === 'requested') {
    await sql`update payment set refunding = refunding - ${amount} where order_id = ${orderId}`.execute(ctx.db)
    await keepReturns(ctx, orderId, returned ?? [])
  }
  await recordEvent(ctx, { orderId, kind: 'refund-failed', detail: { amount } })
  await queueOrderMail(ctx, { orderId, kind: 'refund-failed-admin', key: id })
}
