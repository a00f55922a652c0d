import { sql } from 'kysely'
import { bankKeepsMoney } from './keeps-money.server.ts'

// A value is looked up order by order; of an `exists`, PostgreSQL may make a scan of all lines or payments.

/** Whether units of one of `orders` are still to leave: `unitsToShip`, of its lines. */
export const hasUnitsToShip = sql<boolean>`(
  select bool_or(line.quantity > line.shipped_quantity
    + greatest(0, line.refunded_quantity + line.returning_quantity - line.sent_back_quantity))
  from order_line line where line.order_id = orders.id)`

const hasMoneyLeft = sql<boolean>`(
  select payment.refunded + payment.refunding < payment.amount from payment where payment.order_id = orders.id)`

/**
 * As the rule `isToPack`, of rows of `orders`. No unit of an open order stays in the shop without a refund, so only where there is
 * one are lines and payment looked at: most orders have none, and many are counted.
 */
export const isToPack = sql<boolean>`
  orders.fulfilment_state = 'open' and orders.payment_state in ('paid', 'part-refunded') and not ${bankKeepsMoney} and (
    orders.payment_state = 'paid' and not exists (
      select from refund where refund.order_id = orders.id and refund.state = 'requested')
    or ${hasUnitsToShip} and ${hasMoneyLeft})`
