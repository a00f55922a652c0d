import { sql } from 'kysely'
import { type Context, newId } from '#platform/context'
import { happenedRows, paymentStateChanged } from '../release/happened.server.ts'
import { lockTools } from '../release/locks.server.ts'
import { releasedRows } from '../release/release.server.ts'

export type CardPayment = { orderId: string; provider: string; transactionId: string; amount: number; currency: string }

/**
 * Marks an unpaid order paid by a card's money, and releases it. In the caller's transaction, the rows of order and buyer locked; once
 * that is committed, the caller has the mail handed over (`wakeOrderMail`).
 */
export async function markPaid(ctx: Context, { orderId, ...payment }: CardPayment): Promise<void> {
  const units = await lockTools(ctx, orderId)
  const change = paymentStateChanged({ orderId, from: 'unpaid', to: 'paid', mails: [{ kind: 'paid', key: '' }] })
  // The payment is inserted from the row that was released, so behind it: what is counted as the transaction ends locks the buyer's sales
  // before what all buyers share (`test/races/lock-order.test.ts`).
  await sql`
    with ${releasedRows(ctx, { orderId, to: 'paid', by: 'payment', units })}, received as (
      insert into payment (id, kind, provider, transaction_id, amount, allocated, currency, paid_at)
      select ${newId()}, 'card', ${payment.provider}, ${payment.transactionId}, ${payment.amount}, ${payment.amount},
        ${payment.currency}, ${ctx.now()} from released
      returning id, amount
    ), allocated as (
      insert into payment_allocation (payment_id, order_id, amount) select id, ${orderId}, amount from received
    ), ${happenedRows(ctx, change)}
    select`.execute(ctx.db)
}
