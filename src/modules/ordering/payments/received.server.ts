import { sql } from 'kysely'
import { type Context, transact } from '#platform/context'
import type { Columns } from '#platform/database'
import type { PaymentKind, PaymentState } from '../orders/orders.rules.ts'
import { joinMoney } from '../orders/money.server.ts'
import { happened } from '../release/happened.server.ts'

/** Minor units of `currency`. */
type Allocation = { orderId: string; amount: number }

export type ReceivedPayment = {
  /** Its sender's: the same once more is the same payment. */
  id: string
  kind: Exclude<PaymentKind, 'card'>
  amount: number
  currency: string
  paidAt: Date
  /** What the payer wrote on it, or the slip has. */
  reference?: string
  /** Which orders it pays, each in part or in full, each once. What is left of it pays nothing yet. */
  allocations: readonly Allocation[]
}

/** `too-much`: more than the payment has, or than an order still owes. */
type Outcome = 'recorded' | 'known' | 'not-on-account' | 'too-much'

type OwingOrder = Columns<'orders', 'id' | 'currency'> & { payment_state: PaymentState; owed: number }

/** Writes down money that came past the provider, for orders on account. Nothing is written unless the outcome is `recorded`. */
export function recordPayment(ctx: Context, payment: ReceivedPayment): Promise<Outcome> {
  return transact(ctx, async ctx => {
    const orders = await lockOrders(ctx, payment)
    // Looked up under the locks: the same payment once more waits for the first.
    const duplicate = ctx.db.selectFrom('payment').select('id').where('id', '=', payment.id)
    if (await duplicate.executeTakeFirst()) return 'known'
    const isOwed = (order: OwingOrder) => order.payment_state === 'on-account' && order.currency === payment.currency
    if (orders.length < payment.allocations.length || !orders.every(isOwed)) return 'not-on-account'
    const allocated = payment.allocations.reduce((sum, { amount }) => sum + amount, 0)
    if (allocated > payment.amount || !orders.every(order => isWithin(order, payment))) return 'too-much'
    if (!(await insertPayment(ctx, payment, allocated))) return 'known'
    for (const { orderId, amount } of payment.allocations) {
      const trail = { after: { paymentId: payment.id, paymentKind: payment.kind, amount } }
      await happened(ctx, { orderId, kind: 'payment-received', detail: { amount }, trail })
    }
    return 'recorded'
  })
}

const isWithin = (order: OwingOrder, { allocations }: ReceivedPayment) =>
  allocations.every(({ orderId, amount }) => orderId !== order.id || amount <= order.owed)

/**
 * The orders as they stand under their locks, which are taken in the order of their ids; behind them the sales of their accounts, which
 * the end of the transaction writes.
 */
async function lockOrders(ctx: Context, { allocations }: ReceivedPayment): Promise<OwingOrder[]> {
  const ids = allocations.map(({ orderId }) => orderId)
  await sql`select from orders where id = any(${ids}::uuid[]) order by id for no key update`.execute(ctx.db)
  await sql`
    select from account_sales where account_id in (select account_id from orders where id = any(${ids}::uuid[]))
    order by account_id for no key update`.execute(ctx.db)
  const { rows } = await sql<OwingOrder>`
    select orders.id, orders.currency, orders.payment_state, money.owed
    from orders ${joinMoney} where orders.id = any(${ids}::uuid[])`.execute(ctx.db)
  return rows
}

/** False where the same was written down meanwhile, for no order that this one has locked. */
async function insertPayment(ctx: Context, payment: ReceivedPayment, allocated: number): Promise<boolean> {
  const { id, kind, amount, currency, paidAt, reference, allocations } = payment
  const { rows } = await sql`
    with received as (
      insert into payment (id, kind, amount, allocated, currency, reference, paid_at)
      values (${id}, ${kind}, ${amount}, ${allocated}, ${currency}, ${reference ?? null}, ${paidAt})
      on conflict (id) do nothing returning id
    ), allocated as (
      insert into payment_allocation (payment_id, order_id, amount)
      select received.id, part.order_id, part.amount
      from received, unnest(${allocations.map(part => part.orderId)}::uuid[], ${allocations.map(part => part.amount)}::bigint[])
        as part (order_id, amount)
    )
    select id from received`.execute(ctx.db)
  return rows.length > 0
}
