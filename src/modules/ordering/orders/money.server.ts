import { sql } from 'kysely'

/**
 * What came for each of `orders`, as `money`, to join. Minor units of the order's currency; null of an order without a payment. What went
 * back and what can go back are of a card's payment alone. `owed`: what of an order's total has not come; of one on account, this alone
 * says whether it is paid in full.
 */
export const joinMoney = sql`left join lateral (
    select sum(part.amount)::bigint as paid,
      (orders.total - coalesce(sum(part.amount), 0))::bigint as owed,
      max(payment.transaction_id) as transaction_id,
      sum(payment.refunded) filter (where payment.kind = 'card')::bigint as refunded,
      sum(payment.amount - payment.refunded - payment.refunding) filter (where payment.kind = 'card')::bigint as refundable
    from payment_allocation part join payment on payment.id = part.payment_id where part.order_id = orders.id
  ) money on true`

/**
 * Whether money is still to come for goods of one of `orders` on account, its `money` joined; not where all of its units came back: nobody
 * asks for it any more.
 */
export const isOwed = sql<boolean>`(orders.payment_state = 'on-account' and money.owed > 0
    and exists (select from order_line line where line.order_id = orders.id and line.returned_quantity < line.quantity))`
