import { sql } from 'kysely'
import { type Context, transact } from '#platform/context'
import { isPaid } from '../orders/orders.rules.ts'
import { lockOrderAndBuyer } from './locks.server.ts'

/** What an order needs of its payment: lent by the payments feature, which stands on this one. */
export type OrderPayments = {
  /** Cancels the order's intents at the provider and says what they came to. Money that came is settled by then. */
  closeIntents(ctx: Context, orderId: string): Promise<'closed' | 'paid' | 'processing'>
  /** Whether an intent that could still take money is open; asked inside the transaction that closes the order. */
  hasLiveIntent(ctx: Context, orderId: string): Promise<boolean>
}

type Acting = { orderId: string; payments: OrderPayments }

/**
 * Does `act` to an unpaid order for which no money can come any more: its intents are cancelled first. An order whose money has come
 * meanwhile is paid instead. `act` runs in a transaction, the rows of order and buyer locked.
 */
export async function actOnUnpaid(
  ctx: Context,
  { orderId, payments }: Acting,
  act: (ctx: Context) => Promise<void>,
): Promise<'done' | 'paid' | 'processing' | 'not-open'> {
  // An intent can be opened between the two steps; then both are done once more.
  for (;;) {
    const intents = await payments.closeIntents(ctx, orderId)
    if (intents !== 'closed') return intents
    const outcome = await transact(ctx, async ctx => {
      const order = await lockOrderAndBuyer(ctx, sql`${orderId}`)
      if (order?.payment_state !== 'unpaid') return order && isPaid(order.payment_state) ? 'paid' : 'not-open'
      if (await payments.hasLiveIntent(ctx, orderId)) return 'again'
      await act(ctx)
      return 'done'
    })
    if (outcome !== 'again') return outcome
  }
}
