import { sql } from 'kysely'
import { audit } from '#platform/audit'
import { type Context, newId, transact } from '#platform/context'
import { type PaymentPort, type ProviderRefund, ProviderRefusal } from './payments.port.server.ts'

const queue = 'refund-of-closed-order'

/** Queues the sending back of a refund that stands in the database, in the caller's transaction. */
export function sendRefund(ctx: Context, refundId: string): Promise<void> {
  return ctx.jobs.send(ctx.db, queue, { refundId })
}

type Requested = { id: string; order_id: string; transaction_id: string; amount: number; provider_id: string | null }

/**
 * Registers the job that sends money back. It runs until the provider has said how the refund ended: its idempotency
 * key makes a repeated request harmless, and a refund that is known is looked up instead.
 */
export function defineRefundJob(ctx: Context, provider: PaymentPort): void {
  ctx.jobs.define<{ refundId: string }>(queue, { retries: 50 }, async ({ refundId }) => {
    const { rows } = await sql<Requested>`
      select id, order_id, transaction_id, amount, provider_id from refund
      where id = ${refundId} and state = 'requested'`.execute(ctx.db)
    const [requested] = rows
    if (!requested) return
    const refund = await askFor(provider, requested)
    if (refund.status === 'pending') {
      await sql`update refund set provider_id = ${refund.id} where id = ${refundId}`.execute(ctx.db)
      throw new Error(`refund ${refundId} is pending at the provider; it is asked again later`)
    }
    await transact(ctx, ctx => recordEnd(ctx, requested, refund))
  })
}

type Ended = Pick<ProviderRefund, 'status'> & { id: string | null }

async function askFor(provider: PaymentPort, requested: Requested): Promise<Ended> {
  if (requested.provider_id) return provider.getRefund(requested.provider_id)
  const { id, transaction_id: intentId, amount } = requested
  try {
    return await provider.refund({ intentId, amount, idempotencyKey: `refund-${id}` })
  } catch (error) {
    // The provider remembers a key for a day; after that it says that the money is back already.
    const isBack = error instanceof ProviderRefusal && error.code === 'charge_already_refunded'
    if (isBack) return { id: null, status: 'succeeded' }
    throw error
  }
}

async function recordEnd(ctx: Context, requested: Requested, refund: Ended): Promise<void> {
  const isBack = refund.status === 'succeeded'
  const { rows } = await sql`
    update refund set state = ${isBack ? 'done' : 'failed'}, done_at = ${ctx.now()},
      provider_id = coalesce(${refund.id}, provider_id)
    where id = ${requested.id} and state = 'requested' returning id`.execute(ctx.db)
  if (rows.length === 0) return
  if (!isBack) ctx.log.error({ refund: requested.id, order: requested.order_id }, 'a refund failed at the provider')
  await sql`
    insert into order_event (id, order_id, at, kind, actor_kind)
    values (${newId()}, ${requested.order_id}, ${ctx.now()}, ${isBack ? 'refunded' : 'refund-failed'}, 'system')`.execute(
    ctx.db,
  )
  await audit(ctx, {
    action: isBack ? 'payment.refunded' : 'payment.refund-failed',
    subject: { kind: 'order', id: requested.order_id },
    after: { transactionId: requested.transaction_id, amount: requested.amount },
  })
}
