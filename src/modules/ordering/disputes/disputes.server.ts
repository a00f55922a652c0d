import { type Selectable, sql } from 'kysely'
import type { Tables } from '#db/tables'
import { toDecimal } from '#kernel/money'
import type { Dispute } from './disputes.contract.ts'
import { isDisputeClosed, keepsMoney, standingOf } from '../orders/disputes.rules.ts'
import { refuse } from '../refusals.rules.ts'
import { type Context, newId, transact } from '#platform/context'
import { lockOrder } from '../release/locks.server.ts'
import { happened } from '../release/happened.server.ts'
import { type PaymentPort, type ProviderDispute, ProviderUnreachable } from '../payments/port.server.ts'

/** How often a dispute may change under somebody who notes it, before that is taken for a mistake. */
const rounds = 20

type DisputeRow = Selectable<Tables['dispute']>

/**
 * Asks the provider how a dispute stands and writes it down, if it is about a payment of the shop's own. Any number of
 * times, each change is told once; an answer that another has overtaken is not used.
 */
export async function noteDispute(ctx: Context, provider: PaymentPort, disputeId: string): Promise<void> {
  for (let round = 1; round <= rounds; round++) {
    const stored = await findDispute(ctx, disputeId)
    const dispute = await provider.getDispute(disputeId)
    if (!dispute?.intentId) return
    const intent = await ctx.db
      .selectFrom('payment_intent')
      .select(['order_id', 'currency'])
      .where('id', '=', dispute.intentId)
      .where('provider', '=', provider.provider)
      .executeTakeFirst()
    if (!intent) return
    const isInOrderCurrency = intent.currency === dispute.currency
    const seen = { stored, dispute, intentId: dispute.intentId, orderId: intent.order_id, isInOrderCurrency }
    if (await transact(ctx, ctx => writeDown(ctx, seen))) return
  }
  throw new Error(`the dispute ${disputeId} keeps changing`)
}

function findDispute(ctx: Context, providerId: string): Promise<DisputeRow | undefined> {
  return ctx.db.selectFrom('dispute').selectAll().where('provider_id', '=', providerId).executeTakeFirst()
}

type Seen = {
  stored: DisputeRow | undefined
  dispute: ProviderDispute
  intentId: string
  orderId: string
  isInOrderCurrency: boolean
}

/** False when somebody else has written since the provider was asked. */
async function writeDown(ctx: Context, seen: Seen): Promise<boolean> {
  // The order's row first, as everywhere: a refund is asked for under the same lock.
  await lockOrder(ctx, seen.orderId)
  const { stored, dispute } = seen
  const isSame =
    stored !== undefined &&
    stored.status === dispute.status &&
    stored.amount === dispute.amount &&
    stored.is_refundable === dispute.isRefundable &&
    stored.reason === dispute.reason &&
    stored.answer_by?.getTime() === dispute.answerBy?.getTime()
  if (isSame) return true
  const id = stored ? await update(ctx, stored, dispute) : await insert(ctx, seen)
  if (id === undefined) return false
  if (!stored) await tell(ctx, seen, { id, kind: 'dispute-opened' })
  if (stored?.status !== dispute.status) await tellStatus(ctx, seen, id)
  return true
}

async function insert(ctx: Context, { dispute, intentId, orderId }: Seen): Promise<string | undefined> {
  const row = await ctx.db
    .insertInto('dispute')
    .values({
      ...standingColumns(dispute),
      id: newId(),
      provider_id: dispute.id,
      order_id: orderId,
      transaction_id: intentId,
      currency: dispute.currency,
      opened_at: dispute.createdAt,
      closed_at: isDisputeClosed(dispute.status) ? ctx.now() : null,
    })
    .onConflict(conflict => conflict.column('provider_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

async function update(ctx: Context, stored: DisputeRow, dispute: ProviderDispute): Promise<string | undefined> {
  const closedAt = isDisputeClosed(dispute.status) ? (stored.closed_at ?? ctx.now()) : null
  const row = await ctx.db
    .updateTable('dispute')
    .set(({ eb }) => ({ ...standingColumns(dispute), closed_at: closedAt, changes: eb('changes', '+', 1) }))
    .where('id', '=', stored.id)
    .where('changes', '=', stored.changes)
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** What may change of a dispute. */
const standingColumns = ({ amount, reason, status, isRefundable, answerBy }: ProviderDispute) => ({
  amount,
  reason,
  status,
  is_refundable: isRefundable,
  answer_by: answerBy ?? null,
})

/** Order status now, where that is news: that it is to be answered goes without saying when it opens. */
async function tellStatus(ctx: Context, seen: Seen, id: string): Promise<void> {
  const standing = standingOf(seen.dispute.status)
  if (standing === 'to-answer' && !seen.stored) return
  const kind = `dispute-${standing}` as const
  await tell(ctx, seen, { id, kind })
}

type News = { id: string; kind: 'dispute-opened' | `dispute-${ReturnType<typeof standingOf>}` }

async function tell(
  ctx: Context,
  { stored, dispute, orderId, isInOrderCurrency }: Seen,
  { id, kind }: News,
): Promise<void> {
  const detail = { ...(isInOrderCurrency && { amount: dispute.amount }), dispute: dispute.reason }
  const { id: providerId, intentId: transactionId, amount, currency, reason, status } = dispute
  const after = { disputeId: id, providerId, transactionId, amount, currency, reason, status }
  const opened = kind === 'dispute-opened' ? [{ kind: 'dispute-opened-admin', key: id } as const] : undefined
  const closed = isDisputeClosed(status) ? [{ kind: 'dispute-closed-admin', key: `${id}/${status}` } as const] : []
  const trail = { before: stored && { status: stored.status }, after }
  await happened(ctx, { orderId, kind, detail, trail, mails: opened ?? closed })
}

/**
 * Refuses payment-disputed when the customer's bank has taken the money of a payment: given back once more, it would be
 * given back twice. The order's row is locked.
 */
export async function requireUndisputed(ctx: Context, transactionId: string): Promise<void> {
  const rows = await ctx.db
    .selectFrom('dispute')
    .select(['status', 'is_refundable as isRefundable'])
    .where('transaction_id', '=', transactionId)
    .execute()
  const inTheWay = rows.find(keepsMoney)
  if (inTheWay) throw refuse('payment-disputed', { lost: inTheWay.status === 'lost' })
}

/** The disputes of an order, oldest first. */
export async function listDisputes(ctx: Context, orderId: string): Promise<Dispute[]> {
  const disputes = ctx.db.selectFrom('dispute').selectAll().where('order_id', '=', orderId)
  const rows = await disputes.orderBy('opened_at').orderBy('id').execute()
  return rows.map(row => ({
    _id: row.id,
    providerId: row.provider_id,
    amount: toDecimal(row.amount, row.currency),
    currency: row.currency,
    reason: row.reason,
    standing: standingOf(row.status),
    keepsMoney: keepsMoney({ status: row.status, isRefundable: row.is_refundable }),
    answerBy: row.answer_by?.toISOString() ?? null,
    openedAt: row.opened_at.toISOString(),
    closedAt: row.closed_at?.toISOString() ?? null,
  }))
}

/** A dispute that the shop has not heard of after so long was told to somebody else. */
const watchedDays = 35

/**
 * For events that were lost: asks how each open dispute stands, and which were opened in the last 35 days. Disputes are
 * few; orders are not looked at. In another order each time: one on which the provider always fails does not keep the others
 * waiting.
 */
export async function noteLostDisputes(ctx: Context, provider: PaymentPort): Promise<void> {
  const lately = await provider.disputesSince(new Date(ctx.now().getTime() - watchedDays * 24 * 3_600_000))
  const { rows } = await sql<{ id: string }>`
    select id from (
      select provider_id as id from dispute where closed_at is null
      union
      select id from unnest(${lately.map(one => one.id)}::text[], ${lately.map(one => one.status)}::text[]) as lately (id, status)
      where not exists (select from dispute where provider_id = lately.id and dispute.status = lately.status)
    ) open order by random()`.execute(ctx.db)
  for (const { id } of rows) {
    try {
      await noteDispute(ctx, provider, id)
    } catch (error) {
      ctx.log.error({ error, dispute: id }, 'a dispute could not be asked about; the next run tries again')
      if (error instanceof ProviderUnreachable) return
    }
  }
}
