import { sql } from 'kysely'
import { audit } from '#platform/audit'
import { type Context, transact } from '#platform/context'
import { type ReturnedUnits, keepReturns, lockOrder, queueOrderMail, recordEvent, recordRefund } from '#services/orders'
import { type PaymentPort, type ProviderRefund, ProviderRefusal } from './payments.port.server.ts'
import { step } from './payments.steps.server.ts'

const queue = 'refund'
/** For about an hour, with growing pauses; then the hourly run takes over. */
const retries = 12
/** Younger ones are the queue's own. */
const openMinutes = 60

/** From this age on a refund is looked for before it is asked for: providers remember a key for a day. */
const keyTrustedHours = 12

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
  requested_at: Date
  actor_id: string | null
  provider_id: string | null
  returned: ReturnedUnits | null
}

/**
 * Registers the jobs that send money back: the queue asks at once, and for about an hour; after that a run each hour asks
 * until the provider has said how the refund ended, however many days a bank takes.
 */
export function defineRefundJobs(ctx: Context, provider: PaymentPort): void {
  ctx.jobs.define<{ refundId: string }>(queue, { retries }, async ({ refundId }) => {
    const isOpen = (await endRefund(ctx, provider, refundId)) === 'pending'
    if (isOpen) throw new Error(`refund ${refundId} is pending at the provider; it is asked again later`)
  })
  ctx.jobs.repeat('open-refunds', '17 * * * *', () => endOpenRefunds(ctx, provider))
}

/** Asks about every refund that the queue has not brought to its end, one after the other. */
export async function endOpenRefunds(ctx: Context, provider: PaymentPort): Promise<void> {
  const before = new Date(ctx.now().getTime() - openMinutes * 60_000)
  const { rows } = await sql<{ id: string }>`
    select id from refund where state = 'requested' and requested_at < ${before} order by id`.execute(ctx.db)
  for (const { id } of rows) {
    try {
      await endRefund(ctx, provider, id)
    } catch (error) {
      ctx.log.error({ error, refund: id }, 'a refund has not ended; the next run asks again')
    }
  }
}

/**
 * Asks the provider for a refund, or about one that is under way, and writes down its end. Any number of times, at once
 * or later, gives the money back once: by the provider's idempotency key while it is fresh, and by looking the refund up
 * after that.
 */
async function endRefund(ctx: Context, provider: PaymentPort, refundId: string): Promise<'pending' | 'ended'> {
  const { rows } = await sql<Requested>`
    select id, order_id, transaction_id, amount, reason, note, requested_at, actor_id, provider_id,
      (select json_agg(json_build_object('position', position, 'quantity', quantity) order by position)
        from refund_line where refund_id = refund.id) as returned
    from refund where id = ${refundId} and state = 'requested'`.execute(ctx.db)
  const [requested] = rows
  if (!requested) return 'ended'
  await step(ctx, 'send back: asking')
  const refund = await askFor(ctx, provider, requested)
  await step(ctx, 'send back: answered')
  if (refund.status === 'pending') {
    await sql`update refund set provider_id = ${refund.id} where id = ${refundId}`.execute(ctx.db)
    return 'pending'
  }
  // What an admin has asked for is the admin's act, also when a job carries it out.
  const actor = requested.actor_id ? { kind: 'admin' as const, id: requested.actor_id } : ctx.actor
  await transact({ ...ctx, actor }, ctx => recordEnd(ctx, requested, refund))
  await step(ctx, 'send back: committed')
  return 'ended'
}

type Ended = Pick<ProviderRefund, 'status'> & { id: string | null; failure?: string }

async function askFor(ctx: Context, provider: PaymentPort, requested: Requested): Promise<Ended> {
  if (requested.provider_id) return provider.getRefund(requested.provider_id)
  const { id: refundId, transaction_id: intentId, amount } = requested
  const isKeyOld = ctx.now().getTime() - requested.requested_at.getTime() > keyTrustedHours * 3_600_000
  // Its answer may have been lost: asked for once more under a key that nobody remembers, it would be paid twice.
  const known = isKeyOld ? await provider.findRefund(intentId, refundId) : undefined
  if (known) return known
  try {
    return await provider.refund({ intentId, refundId, amount, idempotencyKey: `refund-${refundId}` })
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error
    // All of it went back already, past the shop.
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
  await step(ctx, 'send back: ended')
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
