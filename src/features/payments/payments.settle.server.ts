import { sql } from 'kysely'
import { audit } from '#platform/audit'
import { type Context, newId, transact } from '#platform/context'
import { lockOrder, markPaid } from '#services/orders'
import { findLiveIntent } from './payments.intents.server.ts'
import { type Intent, type PaymentPort, ProviderRefusal } from './payments.port.server.ts'

/** What the shop made of an intent: `ignored` when it is none of its own, or does not agree with its order. */
export type Settlement = 'paid' | 'already-paid' | 'refunded' | 'canceled' | 'pending' | 'ignored'

const refundQueue = 'refund-of-closed-order'

type Known = { order_id: string; account_id: string | null; amount: number; currency: string; state: string }
/** What the shop wrote down of an intent, beside what the provider says of it now. */
type Seen = { known: Known; intent: Intent }

/**
 * Asks the provider about an intent and draws the consequences: the one place where money makes an order paid. Webhook,
 * report and reconciliation all end here, in any order, any number of times, with one payment record.
 */
export async function settle(ctx: Context, provider: PaymentPort, intentId: string): Promise<Settlement> {
  const intent = await provider.getIntent(intentId)
  return intent ? settleAs(ctx, provider, intent) : 'ignored'
}

/** The same for an intent that has just been fetched. */
export async function settleAs(ctx: Context, provider: PaymentPort, intent: Intent): Promise<Settlement> {
  const { rows } = await sql<Known>`
    select intent.order_id, orders.account_id, intent.amount, intent.currency, intent.state
    from payment_intent intent join orders on orders.id = intent.order_id
    where intent.id = ${intent.id} and intent.provider = ${provider.provider}`.execute(ctx.db)
  const [known] = rows
  if (!known || !agrees(ctx, provider, { known, intent })) return 'ignored'
  if (intent.status === 'succeeded') return transact(ctx, ctx => settleMoney(ctx, provider, { known, intent }))
  if (intent.status === 'canceled') {
    await sql`update payment_intent set state = 'canceled' where id = ${intent.id} and state = 'live'`.execute(ctx.db)
    return 'canceled'
  }
  await sql`update payment_intent set checked_at = ${ctx.now()} where id = ${intent.id}`.execute(ctx.db)
  return 'pending'
}

/** Mode, amount, currency, order and owner must be what the shop wrote down; else somebody is trying something. */
function agrees(ctx: Context, provider: PaymentPort, { known, intent }: Seen): boolean {
  const captured = intent.status !== 'succeeded' || intent.amountReceived === known.amount
  const agreed =
    captured &&
    intent.liveMode === !provider.testMode &&
    intent.amount === known.amount &&
    intent.currency === known.currency &&
    intent.orderId === known.order_id &&
    (known.account_id === null || intent.accountId === known.account_id)
  if (!agreed) ctx.log.error({ intent: intent.id, orderId: known.order_id }, 'an intent does not agree with its order')
  return agreed
}

async function settleMoney(ctx: Context, provider: PaymentPort, { known, intent }: Seen): Promise<Settlement> {
  // The order's row first, as everywhere: whoever holds it decides what becomes of the order.
  await lockOrder(ctx, known.order_id)
  const first = await sql`
    update payment_intent set state = 'succeeded', checked_at = ${ctx.now()}
    where id = ${intent.id} and state <> 'succeeded' returning id`.execute(ctx.db)
  if (first.rows.length === 0) return (await hasPayment(ctx, intent.id)) ? 'already-paid' : 'refunded'
  const paidAt = ctx.now()
  if (await markPaid(ctx, known.order_id, paidAt)) {
    await sql`
      insert into payment (id, order_id, provider, transaction_id, amount, currency, paid_at)
      values (${newId()}, ${known.order_id}, ${provider.provider}, ${intent.id}, ${known.amount}, ${known.currency},
        ${paidAt})`.execute(ctx.db)
    return 'paid'
  }
  await requestRefund(ctx, known, intent)
  return 'refunded'
}

async function hasPayment(ctx: Context, transactionId: string): Promise<boolean> {
  const { rows } = await sql`select from payment where transaction_id = ${transactionId}`.execute(ctx.db)
  return rows.length > 0
}

/** Money came for an order that is closed, or paid already: it goes back, by a job that survives whatever happens. */
async function requestRefund(ctx: Context, known: Known, intent: Intent): Promise<void> {
  const refundId = newId()
  await sql`
    insert into refund (id, order_id, transaction_id, amount, reason, requested_at)
    values (${refundId}, ${known.order_id}, ${intent.id}, ${known.amount}, 'order-closed', ${ctx.now()})`.execute(
    ctx.db,
  )
  await sql`
    insert into order_event (id, order_id, at, kind, actor_kind, actor_id)
    values (${newId()}, ${known.order_id}, ${ctx.now()}, 'refund-requested', ${ctx.actor.kind}, ${ctx.actor.id})`.execute(
    ctx.db,
  )
  await audit(ctx, {
    action: 'payment.refund-requested',
    subject: { kind: 'order', id: known.order_id },
    after: { transactionId: intent.id, amount: known.amount, reason: 'order-closed' },
  })
  await ctx.jobs.send(ctx.db, refundQueue, { refundId })
}

/** Registers the job that sends money back. The provider's idempotency key makes a repeated run harmless. */
export function defineRefundJob(ctx: Context, provider: PaymentPort): void {
  ctx.jobs.define<{ refundId: string }>(refundQueue, { retries: 20 }, async ({ refundId }) => {
    const { rows } = await sql<{ transaction_id: string; amount: number; order_id: string }>`
      select transaction_id, amount, order_id from refund where id = ${refundId} and state = 'requested'`.execute(
      ctx.db,
    )
    const [refund] = rows
    if (!refund) return
    const done = await sendBack(provider, refundId, refund)
    if (done.status === 'failed' || done.status === 'canceled') throw new Error(`refund ${refundId} is ${done.status}`)
    await transact(ctx, async ctx => {
      await sql`
        update refund set state = 'done', provider_id = ${done.id}, done_at = ${ctx.now()} where id = ${refundId}`.execute(
        ctx.db,
      )
      await sql`
        insert into order_event (id, order_id, at, kind, actor_kind)
        values (${newId()}, ${refund.order_id}, ${ctx.now()}, 'refunded', 'system')`.execute(ctx.db)
      await audit(ctx, {
        action: 'payment.refunded',
        subject: { kind: 'order', id: refund.order_id },
        after: { transactionId: refund.transaction_id, amount: refund.amount },
      })
    })
  })
}

/** The provider remembers an idempotency key for a day; after that it says that the money is back already. */
async function sendBack(provider: PaymentPort, refundId: string, refund: { transaction_id: string; amount: number }) {
  try {
    const request = { intentId: refund.transaction_id, amount: refund.amount, idempotencyKey: `refund-${refundId}` }
    return await provider.refund(request)
  } catch (error) {
    const isBack = error instanceof ProviderRefusal && error.code === 'charge_already_refunded'
    if (isBack) return { id: null, status: 'succeeded' as const }
    throw error
  }
}

/** Cancels the open intent of an order before the order is closed; settles it instead if its money has come. */
export async function closeIntents(
  ctx: Context,
  provider: PaymentPort,
  orderId: string,
): Promise<'closed' | 'paid' | 'processing'> {
  const live = await findLiveIntent(ctx, orderId)
  if (!live) return 'closed'
  // An intent of the provider that the shop used before can take no money here any more.
  if (live.provider !== provider.provider) {
    await sql`update payment_intent set state = 'canceled' where id = ${live.id} and state = 'live'`.execute(ctx.db)
    return 'closed'
  }
  const settlement = await settleAs(ctx, provider, await provider.cancelIntent(live.id))
  if (settlement === 'canceled') return 'closed'
  if (settlement === 'paid' || settlement === 'already-paid') return 'paid'
  return 'processing'
}
