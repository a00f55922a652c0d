import { sql } from 'kysely'

/** As the rule `keepsMoney`, of rows of `dispute`. */
export const keepsMoney = sql<boolean>`
  (dispute.status = 'lost' or (dispute.closed_at is null and not dispute.is_refundable))`

/** Whether the customer's bank has taken the money that paid one of `orders`, for now or for good. */
export const bankKeepsMoney = sql<boolean>`exists (
  select from dispute join payment of_order on of_order.transaction_id = dispute.transaction_id
  where dispute.order_id = orders.id and ${keepsMoney})`
