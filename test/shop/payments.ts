import { sql } from 'kysely'

/** Payments with the order that each pays, one row for each of these. */
export const ofOrders = sql`(
  select payment.*, part.order_id, part.amount as part from payment join payment_allocation part on part.payment_id = payment.id)`
