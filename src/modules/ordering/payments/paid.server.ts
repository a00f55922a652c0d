import { type RawBuilder, sql } from 'kysely'
import { type Context, newId } from '#platform/context'
import { happenedRows, paymentStateChanged } from '../release/happened.server.ts'
import type { HeldUnits } from '../release/locks.server.ts'
import { releasedRows } from '../release/release.server.ts'

export type CardPayment = {
  orderId: string
  provider: string
  transactionId: string
  amount: number
  currency: string
  /** The order's units, their tools' rows locked. */
  held: readonly HeldUnits[]
  /** A row that is written with it: of the event that told of it. */
  noted: RawBuilder<unknown> | undefined
}

/**
 * Marks an unpaid order paid by a card's money, and releases it. In the caller's transaction, the rows of order and buyer locked; once
 * that is committed, the caller has the mail handed over (`wakeOrderMail`).
 */
export async function markPaid(ctx: Context, { orderId, held, noted, ...payment }: CardPayment): Promise<void> {
  const change = paymentStateChanged({ orderId, from: 'unpaid', to: 'paid', mails: [{ kind: 'paid', key: '' }] })
  // The payment is inserted from the row that was released, so behind it: what is counted as the transaction ends locks the buyer's sales
  // before what all buyers share (`test/races/lock-order.test.ts`).
  await sql`
    with ${releasedRows(ctx, { orderId, to: 'paid', by: 'payment', units: held })}, received as (
      insert into payment (id, kind, provider, transaction_id, amount, allocated, currency, paid_at)
      select ${newId()}, 'card', ${payment.provider}, ${payment.transactionId}, ${payment.amount}, ${payment.amount},
        ${payment.currency}, ${ctx.now()} from released
      returning id, amount
    ), allocated as (
      insert into payment_allocation (payment_id, order_id, amount) select id, ${orderId}, amount from received
    ), ${happenedRows(ctx, change)}
    ${noted ? sql`, noted as (${noted})` : sql``}
    select`.execute(ctx.db)
}
