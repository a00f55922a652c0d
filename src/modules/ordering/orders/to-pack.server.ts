import { sql } from 'kysely'
import { bankKeepsMoney } from './keeps-money.server.ts'

// A value is looked up order by order; of an `exists`, PostgreSQL may make a scan of all lines or payments.

/** Whether units of one of `orders` are still to leave: `unitsToShip`, of its lines. */
export const hasUnitsToShip = sql<boolean>`(
  select bool_or(line.quantity > line.shipped_quantity + line.returned_quantity + line.returning_quantity - line.sent_back_quantity)
  from order_line line where line.order_id = orders.id)`

const hasMoneyLeft = sql<boolean>`(orders.payment_state = 'on-account' or (
  select bool_or(payment.refunded + payment.refunding < payment.amount)
  from payment_allocation part join payment on payment.id = part.payment_id where part.order_id = orders.id))`

/**
 * As the rule `isToPack`, of rows of `orders`. No unit of an open order stays in the shop but by a return, and no money goes back but by
 * a refund, so only where there is one are lines and payment looked at: most orders have none, and many are counted.
 */
export const isToPack = sql<boolean>`
  orders.fulfilment_state = 'open' and orders.payment_state <> 'refunded' and not ${bankKeepsMoney} and (
    orders.payment_state <> 'part-refunded'
      and not exists (select from refund where refund.order_id = orders.id and refund.state = 'requested')
      and not exists (select from unit_return where unit_return.order_id = orders.id)
    or ${hasUnitsToShip} and ${hasMoneyLeft})`
