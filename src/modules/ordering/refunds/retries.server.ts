import { sql } from 'kysely'
import { formatMoney } from '#kernel/money'
import { refuse } from '../refusals.rules.ts'
import { type Context, transact } from '#platform/context'
import type { Columns } from '#platform/database'
import { holdReturn } from '../returns/returns.server.ts'
import { lockOrder } from '../release/locks.server.ts'
import { happened } from '../release/happened.server.ts'
import { requireUndisputed } from '../disputes/disputes.server.ts'
import { type RefundRow, countChange, selectRefunds } from './ends.server.ts'
import { sendRefund } from './refunds.server.ts'

type Resending = { orderId: string; refundId: string; seen: number }

/**
 * Sends a refund that failed again, as a new try of the same. `seen` is how many tries its admin saw: pressed twice, or
 * by two at once, it is one new try. What the failure had set free is reserved again. Refuses: order-gone, refund-gone,
 * refund-too-much, too-many-returned, payment-disputed.
 */
export function resendRefund(ctx: Context, { orderId, refundId, seen }: Resending): Promise<{ modifiedCount: number }> {
  return transact(ctx, async ctx => {
    if (!(await lockOrder(ctx, orderId))) throw refuse('order-gone')
    const [refund] = await selectRefunds(ctx, sql`refund.id = ${refundId} and refund.order_id = ${orderId}`)
    if (!refund) throw refuse('refund-gone')
    if (refund.state !== 'failed' || refund.tries !== seen) return { modifiedCount: 0 }
    await requireUndisputed(ctx, refund.transaction_id)
    const amount = await reserveAgain(ctx, refund)
    await ctx.db
      .updateTable('refund')
      .set({
        state: 'requested',
        tries: refund.tries + 1,
        retried_at: ctx.now(),
        retried_by: ctx.actor.id,
        amount,
        former_ids: [...refund.former_ids, ...(refund.provider_id === null ? [] : [refund.provider_id])],
        provider_id: null,
        failure: null,
        done_at: null,
      })
      .where('id', '=', refundId)
      .execute()
    await countChange(ctx, refund.transaction_id)
    const before = { tries: refund.tries, amount: refund.amount, providerId: refund.provider_id }
    const after = { refundId, transactionId: refund.transaction_id, tries: refund.tries + 1, amount }
    await happened(ctx, { orderId, kind: 'refund-resent', detail: { amount }, trail: { before, after } })
    await sendRefund(ctx, refundId)
    return { modifiedCount: 1 }
  })
}

/** Reserves what the refund needs, and says how much it gives back. */
async function reserveAgain(ctx: Context, refund: RefundRow): Promise<number> {
  if (!refund.is_of_payment) return amountLeft(ctx, refund)
  const { rows } = await sql<Columns<'payment', 'currency'> & { left: number; is_reserved: boolean }>`
    update payment set refunding = refunding + case when before.left >= ${refund.amount} then ${refund.amount} else 0 end
    from (
      select id, amount - refunded - refunding as left from payment where transaction_id = ${refund.transaction_id}
    ) before
    where payment.id = before.id
    returning before.left, payment.currency, before.left >= ${refund.amount} as is_reserved`.execute(ctx.db)
  const [payment] = rows
  if (!payment?.is_reserved) throw tooMuch(ctx, payment)
  // Units that came back with an earlier try stand on the shelf already.
  if (refund.units?.state !== 'back') {
    await holdReturn(ctx, { orderId: refund.order_id, refundId: refund.id }, refund.units?.lines ?? [])
  }
  return refund.amount
}

/**
 * Money that its order never took all goes back. Some of it may have gone back at the provider meanwhile; then it is the
 * rest.
 */
async function amountLeft(ctx: Context, refund: RefundRow): Promise<number> {
  const { rows } = await sql<Columns<'payment_intent', 'currency'> & { left: number }>`
    select intent.currency, (intent.amount - coalesce((
      select sum(other.amount) from refund other
      where other.transaction_id = intent.id and other.state <> 'failed'), 0))::bigint as left
    from payment_intent intent where intent.id = ${refund.transaction_id}`.execute(ctx.db)
  const [intent] = rows
  const left = intent?.left ?? 0
  if (left <= 0) throw tooMuch(ctx, intent)
  return Math.min(left, refund.amount)
}

function tooMuch(ctx: Context, money: { left: number; currency: string } | undefined) {
  const { left = 0, currency = ctx.settings.currency } = money ?? {}
  return refuse('refund-too-much', { left: formatMoney(left, currency, ctx.settings.locale), none: left === 0 })
}
