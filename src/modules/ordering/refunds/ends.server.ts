import { type RawBuilder, sql } from 'kysely'
import { audit } from '#platform/audit'
import type { Context } from '#platform/context'
import type { Columns } from '#platform/database'
import { type RefundReason, type RefundState, isPaid, mayBecome, stateAfterRefund } from '../orders/orders.rules.ts'
import type { ReturnState } from '../returns/returns.rules.ts'
import { type ReturnedUnits, bookReturn, countSalesBack, letReturnGo } from '../returns/returns.server.ts'
import { endShipping } from '../shipments/ship.server.ts'
import { lockOrder } from '../release/locks.server.ts'
import { happened } from '../release/happened.server.ts'
import { alreadyBack } from '../payments/payments.rules.ts'
import { failpoint } from '../payments/failpoints.server.ts'

/** How the shop writes down what became of a refund. Everything here runs in the caller's transaction. */

export type RefundRow = Columns<
  'refund',
  'id' | 'order_id' | 'transaction_id' | 'amount' | 'reason' | 'note' | 'state' | 'tries' | 'provider_id' | 'former_ids'
> & {
  reason: RefundReason
  state: RefundState
  /** When the try that counts began. */
  asked_at: Date
  /** The admin who asked for that try; null where the shop did it by itself, or somebody at the provider. */
  asked_by: string | null
  /** The provider's ids of earlier tries. */
  former_ids: string[]
  /** Whether it gives back what paid its order; else money that the order never took. */
  is_of_payment: boolean
  /** What comes back with it, and whether it has: units that did stay, also when its money fails to arrive later. */
  units: { id: string; state: ReturnState; lines: ReturnedUnits } | null
}

export async function selectRefunds(ctx: Context, where: RawBuilder<unknown>): Promise<RefundRow[]> {
  const { rows } = await sql<RefundRow>`
    select refund.id, refund.order_id, refund.transaction_id, refund.amount, refund.reason, refund.note, refund.state,
      refund.tries, coalesce(refund.retried_at, refund.requested_at) as asked_at,
      coalesce(refund.retried_by, refund.actor_id) as asked_by, refund.provider_id, refund.former_ids,
      exists (select from payment where payment.transaction_id = refund.transaction_id) as is_of_payment,
      (select json_build_object('id', unit_return.id, 'state', unit_return.state, 'lines', (
          select json_agg(json_build_object('position', position, 'quantity', quantity, 'sentBack', sent_back) order by position)
          from unit_return_line where return_id = unit_return.id))
        from unit_return where unit_return.refund_id = refund.id) as units
    from refund where ${where} order by refund.id`.execute(ctx.db)
  return rows
}

/** To be called with every change of a refund: what the provider said of its intent before is not used any more. */
export async function countChange(ctx: Context, intentId: string): Promise<void> {
  await ctx.db
    .updateTable('payment_intent')
    .set(({ eb }) => ({ refund_changes: eb('refund_changes', '+', 1) }))
    .where('id', '=', intentId)
    .execute()
}

/** How a try ended. `providerId` is null when the provider did not take it. */
export type RefundEnd = { isBack: boolean; providerId: string | null; failure: string | undefined }

/** A refund that is under way has ended. False when that try has ended already. */
export async function recordEnd(ctx: Context, refund: RefundRow, end: RefundEnd): Promise<boolean> {
  // The order's row first, as everywhere.
  await lockOrder(ctx, refund.order_id)
  const ended = await ctx.db
    .updateTable('refund')
    .set({
      state: end.isBack ? 'done' : 'failed',
      done_at: ctx.now(),
      failure: end.failure ?? null,
      ...(end.providerId !== null && { provider_id: end.providerId }),
    })
    .where(({ eb }) => eb.and({ id: refund.id, state: 'requested', tries: refund.tries }))
    .returning('id')
    .executeTakeFirst()
  if (!ended) return false
  await countChange(ctx, refund.transaction_id)
  if (end.isBack) await recordMoneyBack(ctx, refund)
  else await recordFailure(ctx, refund, end.failure)
  await auditEnd(ctx, refund, end)
  await failpoint(ctx, 'send back: ended')
  return true
}

/**
 * Money that had gone back has come back to the shop: the bank did not take it. The order's state has no way back
 * (decisions, section 4), so it stays; what of the payment can be refunded grows again. Units that came back with the
 * refund stand on the shelf, and stay there.
 */
export async function recordLateFailure(ctx: Context, refund: RefundRow, failure: string | undefined): Promise<void> {
  await lockOrder(ctx, refund.order_id)
  const failed = await ctx.db
    .updateTable('refund')
    .set({ state: 'failed', done_at: ctx.now(), failure: failure ?? null })
    .where(({ eb }) => eb.and({ id: refund.id, state: 'done', tries: refund.tries }))
    .returning('id')
    .executeTakeFirst()
  if (!failed) return
  await countChange(ctx, refund.transaction_id)
  if (refund.is_of_payment) await changePayment(ctx, refund, { refunded: -refund.amount })
  await tellFailure(ctx, refund, failure)
  await auditEnd(ctx, refund, { isBack: false, providerId: refund.provider_id, failure })
}

/** Moves money of the refund's payment between what is left, on its way back, and back. */
function changePayment(ctx: Context, refund: RefundRow, { refunding = 0, refunded = 0 }: Partial<MoneyBack>) {
  return ctx.db
    .updateTable('payment')
    .set(({ eb }) => ({ refunding: eb('refunding', '+', refunding), refunded: eb('refunded', '+', refunded) }))
    .where('transaction_id', '=', refund.transaction_id)
    .returning(['refunded', 'amount'])
    .executeTakeFirstOrThrow()
}

type MoneyBack = Columns<'payment', 'refunding' | 'refunded'>

/** The money of a refund has reached the customer: the order's state follows, and units that came with it are back. */
async function recordMoneyBack(ctx: Context, refund: RefundRow): Promise<void> {
  const { order_id: orderId, amount, note } = refund
  const key = mailKeyOf(refund)
  if (!refund.is_of_payment) {
    // Who gave it back at the provider knows.
    const toStaff = refund.reason === 'order-closed' ? [{ kind: 'money-returned-admin', key } as const] : []
    const mails = [{ kind: 'money-returned', key } as const, ...toStaff]
    return happened(ctx, { orderId, kind: 'refunded', detail: { amount }, mails })
  }
  const payment = await changePayment(ctx, refund, { refunding: -amount, refunded: amount })
  const from = await lockOrder(ctx, orderId)
  const to = from && stateAfterRefund(from, payment.refunded === payment.amount)
  if (!from || !to || !(isPaid(from) && (from === to || mayBecome(from, to))))
    throw new Error(`no order becomes ${to} from ${from}`)
  await ctx.db.updateTable('orders').set({ payment_state: to }).where('id', '=', orderId).execute()
  const coming = refund.units?.state === 'coming' ? refund.units : undefined
  if (coming) await bookReturn(ctx, { orderId, returnId: coming.id, state: from })
  if (from !== to) await countSalesBack(ctx, { orderId, from, to })
  const after = { paymentState: to, ...(coming && { returned: coming.lines }) }
  await happened(ctx, {
    orderId,
    kind: 'refunded',
    detail: { amount, reason: note },
    trail: { action: `order.${to}`, before: { paymentState: from }, after },
    mails: [{ kind: 'refunded', key }],
  })
  await endShipping(ctx, orderId)
}

/** What the refund had reserved, money and units, is free for another one. */
async function recordFailure(ctx: Context, refund: RefundRow, failure: string | undefined): Promise<void> {
  if (refund.is_of_payment) {
    await changePayment(ctx, refund, { refunding: -refund.amount })
    if (refund.units?.state === 'coming') await letReturnGo(ctx, refund.units.id)
  }
  await tellFailure(ctx, refund, failure)
  // The provider has given back more of this payment than the shop knows of: an order whose money is gone must not be shipped.
  if (failure !== undefined && unknownGoneBack.includes(failure)) {
    await ctx.jobs.send(ctx.db, compareQueue, { intentId: refund.transaction_id })
  }
}

async function tellFailure(ctx: Context, refund: RefundRow, failure: string | undefined): Promise<void> {
  const { id, order_id: orderId, amount } = refund
  ctx.log.error({ refund: id, order: orderId, failure }, 'a refund failed at the provider')
  // Nobody waits for money that went back another way, past the shop.
  const mails = failure === alreadyBack ? [] : [{ kind: 'refund-failed-admin', key: mailKeyOf(refund) } as const]
  await happened(ctx, { orderId, kind: 'refund-failed', detail: { amount }, mails })
}

/** Its words for: less is left of this payment than was asked for. */
const unknownGoneBack = [alreadyBack, 'amount_too_large', 'parameter_invalid_amount']

/** The queue that compares what the shop knows of a payment's refunds with what the provider has. */
export const compareQueue = 'refund-compare'

/** Each try is told of: it begins with the refund's id, and the first try has no more than that. */
function mailKeyOf({ id, tries }: RefundRow): string {
  return tries === 1 ? id : `${id}/${tries}`
}

function auditEnd(ctx: Context, refund: RefundRow, { isBack, failure }: RefundEnd): Promise<void> {
  return audit(ctx, {
    action: isBack ? 'payment.refunded' : 'payment.refund-failed',
    subject: { kind: 'order', id: refund.order_id },
    // A refund that fails after it was done is told from one that never was.
    before: { refundState: refund.state },
    after: {
      transactionId: refund.transaction_id,
      amount: refund.amount,
      refundId: refund.id,
      ...(refund.tries > 1 && { tries: refund.tries }),
      ...(failure && { failure }),
    },
  })
}
