import { type NotNull, sql } from 'kysely'
import type * as z from 'zod/mini'
import { may } from '#kernel/access'
import { formatMoney, toDecimal, toMinorUnits } from '#kernel/money'
import { refuseFields } from '#kernel/refusals'
import type { Refund, RefundRequest } from './refunds.contract.ts'
import { refuse } from '../refusals.rules.ts'
import { type Context, newId, transact } from '#platform/context'
import type { Columns } from '#platform/database'
import { orderProblems } from '../orders/problems.texts.ts'
import { type RefundReason, isPaid, isReleased } from '../orders/orders.rules.ts'
import { type ReturnedUnits, holdReturn } from '../returns/returns.server.ts'
import { lockOrder } from '../release/locks.server.ts'
import { happened } from '../release/happened.server.ts'
import { keepsMoney } from '../orders/keeps-money.server.ts'
import { requireUndisputed } from '../disputes/disputes.server.ts'
import { alreadyBack } from '../payments/payments.rules.ts'
import { sendRefund } from './refunds.server.ts'
import { failpoint } from '../payments/failpoints.server.ts'

/** `staysHere`: its units have not left the shop, whatever else of the order has. */
type Input = z.output<typeof RefundRequest> & { staysHere?: boolean }
type Answer = { insertedId: string; amount: number }

/**
 * Asks for money of a paid order to go back: all that is left, or `amount`. What it takes, money and units, is reserved
 * here; the provider is asked by a job, after the transaction. Refuses: order-gone, order-unpaid, refund-too-much,
 * too-many-returned, payment-disputed.
 */
export function requestRefund(ctx: Context, orderId: string, input: Input): Promise<Answer> {
  return transact(ctx, async ctx => {
    const state = await lockOrder(ctx, orderId)
    if (!state) throw refuse('order-gone')
    if (!isPaid(state)) throw refuse('order-unpaid', { onAccount: isReleased(state) })
    const payment = await readPayment(ctx, orderId)
    await requireUndisputed(ctx, payment.transaction_id)
    const amount = amountOf(input.amount, payment)
    const money = formatMoney(payment.left, payment.currency, ctx.settings.locale)
    if (amount <= 0 || amount > payment.left) throw refuse('refund-too-much', { left: money, none: payment.left === 0 })
    // What comes back has left, where it can have; once all of the money goes back, nothing is to leave any more.
    const isSentBack = !input.staysHere && amount < payment.left
    const returned = unitsOf(input.returned ?? []).map(unit => ({ ...unit, sentBack: isSentBack ? unit.quantity : 0 }))
    const insertedId = await reserve(ctx, { orderId, payment, amount, note: input.reason ?? null, returned })
    await failpoint(ctx, 'refund: reserved')
    return { insertedId, amount: toDecimal(amount, payment.currency) }
  })
}

type Requested = { orderId: string; payment: Payment; amount: number; note: string | null; returned: ReturnedUnits }

/** Reserves what the refund takes, writes it down and queues it. Returns its id. */
async function reserve(ctx: Context, { orderId, payment, amount, note, returned }: Requested): Promise<string> {
  const { transaction_id } = payment
  await ctx.db
    .updateTable('payment')
    .set(({ eb }) => ({ refunding: eb('refunding', '+', amount) }))
    .where('id', '=', payment.id)
    .execute()
  const refundId = newId()
  await ctx.db
    .insertInto('refund')
    .values({
      id: refundId,
      order_id: orderId,
      transaction_id,
      amount,
      reason: 'requested',
      note,
      actor_id: ctx.actor.id,
      requested_at: ctx.now(),
    })
    .execute()
  await holdReturn(ctx, { orderId, refundId }, returned)
  const request = { refundId, transactionId: transaction_id, amount, reason: note ?? 'requested' }
  const after = { ...request, ...(returned.length > 0 && { returned }) }
  await happened(ctx, { orderId, kind: 'refund-requested', detail: { amount, reason: note }, trail: { after } })
  await sendRefund(ctx, refundId)
  return refundId
}

type Payment = Awaited<ReturnType<typeof readPayment>>

/** What came for the order by card, and what of it can still go back: refunds on their way are gone already. */
async function readPayment(ctx: Context, orderId: string) {
  const payment = await ctx.db
    .selectFrom('payment')
    .innerJoin('payment_allocation as part', 'part.payment_id', 'payment.id')
    .select(['payment.id', 'transaction_id', 'currency', 'payment.amount', 'refunded', 'refunding'])
    .$narrowType<{ transaction_id: NotNull }>()
    .where('part.order_id', '=', orderId)
    .where('payment.kind', '=', sql.lit('card'))
    .executeTakeFirst()
  if (!payment) throw refuse('order-unpaid')
  return { ...payment, left: payment.amount - payment.refunded - payment.refunding }
}

/** In minor units; a decimal that the order's currency has no coins for is a field error. */
function amountOf(decimal: string | undefined, payment: Payment): number {
  if (decimal === undefined) return payment.left
  const amount = toMinorUnits(decimal, payment.currency)
  if (amount === undefined || amount <= 0) throw refuseFields([{ field: 'amount', message: orderProblems.aboveZero }])
  return amount
}

type Units = Pick<ReturnedUnits[number], 'position' | 'quantity'>

/** One entry a line, whatever was sent; nothing of a line is no entry. */
function unitsOf(sent: readonly Units[]): Units[] {
  const units = new Map<number, number>()
  for (const { position, quantity } of sent) units.set(position, (units.get(position) ?? 0) + quantity)
  return [...units].filter(([, quantity]) => quantity > 0).map(([position, quantity]) => ({ position, quantity }))
}

type RefundRow = Columns<
  'refund',
  'id' | 'amount' | 'state' | 'reason' | 'failure' | 'tries' | 'note' | 'requested_at' | 'done_at'
> & {
  currency: string
  state: Refund['state']
  reason: RefundReason
  resendable: boolean
  returned: Refund['returned'] | null
}

/** The refunds of an order, oldest first. */
export async function listRefunds(ctx: Context, orderId: string): Promise<Refund[]> {
  const { rows } = await sql<RefundRow>`
    select refund.id, refund.amount, orders.currency, refund.state, refund.reason, refund.note, refund.requested_at,
      refund.done_at, refund.failure, refund.tries,
      refund.state = 'failed' and case
        when payment.id is not null then payment.amount - payment.refunded - payment.refunding >= refund.amount
        else intent.amount > coalesce((
          select sum(other.amount) from refund other
          where other.transaction_id = refund.transaction_id and other.state <> 'failed'), 0)
        end and not exists (
          select from dispute where dispute.transaction_id = refund.transaction_id and ${keepsMoney}) as resendable,
      (select json_agg(json_build_object('position', line.position, 'quantity', back.quantity,
          'toolName', line.tool_name) order by line.position)
        from unit_return join unit_return_line back on back.return_id = unit_return.id
          join order_line line on line.order_id = back.order_id and line.position = back.position
        where unit_return.refund_id = refund.id and unit_return.state <> 'off') as returned
    from refund
      join orders on orders.id = refund.order_id
      join payment_intent intent on intent.id = refund.transaction_id
      left join payment on payment.transaction_id = refund.transaction_id
    where refund.order_id = ${orderId} order by refund.id`.execute(ctx.db)
  const isStaff = may(ctx.caller, 'orders')
  return rows.map(row => ({
    _id: row.id,
    amount: toDecimal(row.amount, row.currency),
    currency: row.currency,
    state: row.state,
    cause: row.reason,
    reason: row.note,
    failure: isStaff || row.failure === alreadyBack ? row.failure : null,
    tries: row.tries,
    resendable: row.resendable,
    requestedAt: row.requested_at.toISOString(),
    doneAt: row.done_at?.toISOString() ?? null,
    returned: row.returned ?? [],
  }))
}
