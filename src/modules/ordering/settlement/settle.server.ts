import { type RawBuilder, sql } from 'kysely'
import { refuse } from '../refusals.rules.ts'
import { type Context, newId, transact } from '#platform/context'
import type { Columns } from '#platform/database'
import { wakeOrderMail } from '../mail/mail.server.ts'
import { type HeldUnits, orderLocked, toolsLocked } from '../release/locks.server.ts'
import { happened } from '../release/happened.server.ts'
import { markPaid } from '../payments/paid.server.ts'
import { countDecline } from '../payments/declines.server.ts'
import { type Intent, type PaymentPort, ProviderRefusal, ProviderUnreachable } from '../payments/port.server.ts'
import { type StoredIntent, findLiveIntent, storedIntents, letGo } from '../payments/records.server.ts'
import { sendRefund } from '../refunds/refunds.server.ts'
import { failpoint } from '../payments/failpoints.server.ts'

/**
 * What the shop made of an intent. `unknown`: neither shop nor provider has it. `foreign`: the provider has it, but it is
 * not the shop's own, or does not agree with its order.
 */
export type Settlement = 'paid' | 'already-paid' | 'refunded' | 'canceled' | 'pending' | 'unknown' | 'foreign'

/** `noted`: a row that is written with the payment, if there is one: that the event which tells of it led to it. */
type Noting = { noted?: RawBuilder<unknown> | undefined }
/** What the shop wrote down of an intent, beside what the provider says of it now. */
type Seen = { stored: StoredIntent; intent: Intent }
/** An intent as the provider answered at `askedAt`, with the shop's own record of it by then. */
type Fetched = Noting & { intent: Intent; askedAt: Date; stored?: StoredIntent | undefined }

/**
 * Asks the provider about an intent and draws the consequences: the one place where money makes an order paid. Webhook,
 * report and reconciliation all end here, in any order, any number of times, with one payment record.
 */
export async function settle(ctx: Context, provider: PaymentPort, intentId: string): Promise<Settlement> {
  return settleStored(ctx, provider, { intentId, stored: await findStored(ctx, provider, intentId) })
}

type Lookup = Noting & { intentId: string; stored: StoredIntent | undefined }

/** The same for an intent whose `stored` record has just been read; undefined where the shop has none. */
export async function settleStored(
  ctx: Context,
  provider: PaymentPort,
  { intentId, stored, noted }: Lookup,
): Promise<Settlement> {
  // Money that has come and is written down stays so: report and event of one payment come within a moment.
  if (stored?.has_payment) return 'already-paid'
  const askedAt = ctx.now()
  const intent = await provider.getIntent(intentId)
  if (intent) return settleAs(ctx, provider, { intent, askedAt, stored, noted })
  return (await letGo(ctx, intentId)) ? 'canceled' : 'unknown'
}

/** The same for an intent that has just been fetched. */
async function settleAs(ctx: Context, provider: PaymentPort, fetched: Fetched): Promise<Settlement> {
  const { intent, askedAt, noted } = fetched
  const stored = fetched.stored ?? (await findStored(ctx, provider, intent.id))
  await failpoint(ctx, 'settle: fetched')
  if (!stored) return settleUnwritten(ctx, intent)
  if (!agrees(ctx, provider, { stored, intent })) return 'foreign'
  // Its event may never come; if it does, it finds the attempt counted.
  if (intent.declinedCharge) {
    const decline = { provider: provider.provider, intentId: intent.id, attempt: intent.declinedCharge, at: ctx.now() }
    await countDecline(ctx, decline)
  }
  if (intent.status === 'succeeded') {
    const settlement = await transact(ctx, ctx => settleMoney(ctx, provider, { stored, intent, noted }))
    if (settlement === 'paid') wakeOrderMail(ctx)
    await failpoint(ctx, 'settle: committed')
    return settlement
  }
  if (intent.status === 'canceled') {
    await letGo(ctx, intent.id)
    return 'canceled'
  }
  // When it was asked: the money may have come since, and the next question must not wait as if it had not.
  const notEarlier = sql<Date>`greatest(checked_at, ${askedAt})`
  await ctx.db.updateTable('payment_intent').set({ checked_at: notEarlier }).where('id', '=', intent.id).execute()
  return 'pending'
}

const findStored = (ctx: Context, { provider }: PaymentPort, intentId: string) =>
  storedIntents(ctx)
    .where(({ eb }) => eb.and({ 'intent.id': intentId, 'intent.provider': provider }))
    .executeTakeFirst()

/**
 * An intent that the shop has not written down. Its event may overtake the call that made it, or that call has died or
 * called it off: nobody was given its secret, so no money comes by it. With money, it was not the shop that opened it.
 */
async function settleUnwritten(ctx: Context, { status, orderId = '' }: Intent): Promise<Settlement> {
  if (status === 'succeeded' || !/^[\da-f-]{36}$/.test(orderId)) return 'foreign'
  const order = await ctx.db.selectFrom('orders').select('id').where('id', '=', orderId).executeTakeFirst()
  if (!order) return 'foreign'
  return status === 'canceled' ? 'canceled' : 'pending'
}

/** Mode, amount, currency, order and owner must be what the shop wrote down; else somebody is trying something. */
function agrees(ctx: Context, provider: PaymentPort, { stored, intent }: Seen): boolean {
  const captured = intent.status !== 'succeeded' || intent.amountReceived === stored.amount
  const agreed =
    captured &&
    intent.liveMode === !provider.testMode &&
    intent.amount === stored.amount &&
    intent.currency === stored.currency &&
    intent.orderId === stored.order_id &&
    (stored.account_id === null || intent.accountId === stored.account_id)
  if (!agreed) ctx.log.error({ intent: intent.id, orderId: stored.order_id }, 'an intent does not agree with its order')
  return agreed
}

type Locked = Columns<'orders', 'payment_state' | 'total'> & { is_first: boolean; held: HeldUnits[] }

async function settleMoney(
  ctx: Context,
  provider: PaymentPort,
  { stored, intent, noted }: Seen & Noting,
): Promise<Settlement> {
  // The order's row first, as everywhere: whoever holds it decides what becomes of the order. Its units may be read as they were
  // before that: each one that goes takes its price with it, so an order of the sum that was asked for has all of them.
  const { rows } = await sql<Locked>`
    with ${orderLocked(sql`${stored.order_id}`)}, marked as (
      update payment_intent set state = 'succeeded', checked_at = ${ctx.now()} from locked
      where payment_intent.id = ${intent.id} and state <> 'succeeded' returning payment_intent.id
    ), held as (${toolsLocked(sql`orders.id = (select id from locked where payment_state = 'unpaid')`)})
    select payment_state, total, exists (select from marked) as is_first,
      (select coalesce(jsonb_agg(held), '[]') from held) as held
    from locked`.execute(ctx.db)
  const [order] = rows
  await failpoint(ctx, 'settle: intent marked')
  if (!order?.is_first) return (await hasPayment(ctx, intent.id)) ? 'already-paid' : 'refunded'
  // Money of another sum comes by an intent that was called off when units were cancelled: it pays for another order than this.
  if (order.payment_state === 'unpaid' && order.total === stored.amount) {
    const { order_id: orderId, amount, currency } = stored
    const { held } = order
    await markPaid(ctx, {
      orderId,
      provider: provider.provider,
      transactionId: intent.id,
      amount,
      currency,
      held,
      noted,
    })
    await failpoint(ctx, 'settle: order paid')
    return 'paid'
  }
  await requestRefund(ctx, stored, intent)
  await failpoint(ctx, 'settle: refund requested')
  return 'refunded'
}

async function hasPayment(ctx: Context, transactionId: string): Promise<boolean> {
  const payments = ctx.db.selectFrom('payment').select('id').where('transaction_id', '=', transactionId)
  return (await payments.executeTakeFirst()) !== undefined
}

/** Money came for an order that is closed, or paid already: it goes back, by a job that survives whatever happens. */
async function requestRefund(ctx: Context, stored: StoredIntent, intent: Intent): Promise<void> {
  const refundId = newId()
  const { order_id, amount } = stored
  await ctx.db
    .insertInto('refund')
    .values({
      id: refundId,
      order_id,
      transaction_id: intent.id,
      amount,
      reason: 'order-closed',
      requested_at: ctx.now(),
    })
    .execute()
  const after = { transactionId: intent.id, amount, reason: 'order-closed' }
  await happened(ctx, { orderId: order_id, kind: 'refund-requested', detail: { amount }, trail: { after } })
  await sendRefund(ctx, refundId)
}

/** Cancels the open intent of an order before the order is closed; settles it instead if its money has come. */
export async function closeIntents(
  ctx: Context,
  provider: PaymentPort,
  orderId: string,
): Promise<'closed' | 'paid' | 'processing'> {
  const live = await findLiveIntent(ctx, orderId)
  if (!live) return 'closed'
  // The provider that the shop used before is asked no more: whoever switches lets open payments end first (README).
  const isForeign = live.provider !== provider.provider
  const askedAt = ctx.now()
  const intent = isForeign ? undefined : await cancelIfKnown(provider, live.id)
  await failpoint(ctx, 'close: intent cancelled')
  if (!intent) {
    await letGo(ctx, live.id)
    return 'closed'
  }
  const settlement = await settleAs(ctx, provider, { intent, askedAt })
  if (settlement === 'canceled') return 'closed'
  if (settlement === 'paid' || settlement === 'already-paid') return 'paid'
  return 'processing'
}

/** Undefined when the provider knows no such intent: then no money can come by it. */
async function cancelIfKnown(provider: PaymentPort, intentId: string): Promise<Intent | undefined> {
  try {
    return await provider.cancelIntent(intentId)
  } catch (error) {
    if (error instanceof ProviderRefusal && error.code === 'resource_missing') return undefined
    throw error
  }
}

/** Does what needs the provider; when it is out of reach, the caller hears that nothing was charged. */
export async function reaching<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProviderUnreachable) throw refuse('payment-provider-unreachable')
    throw error
  }
}
