import { type RawBuilder, sql } from 'kysely'
import { cameBack, joinMoney } from '#services/ordering'
import type { ReportKind } from './reports.rules.ts'

/** Where a file's rows come from: its columns by their names, and what the rows are in the order of. */
type Source = {
  select: RawBuilder<unknown>
  /** From where, with a condition of its own. */
  from: RawBuilder<unknown>
  /** The moment by which a row belongs to a period; it never changes. */
  at: RawBuilder<unknown>
  id: RawBuilder<unknown>
  /** Counts what has one moment and one id. */
  line: RawBuilder<unknown>
}

const oneLine = sql`0::integer`

export const sources: Record<ReportKind, Source> = {
  // Every order that was placed, also what was deleted or expired: the states say so.
  orders: {
    select: sql`
      select orders.number, orders.placed_at as placed, orders.paid_at as paid, orders.closed_at as closed,
        orders.payment_state, orders.fulfilment_state, orders.customer_name as customer, orders.customer_email as email,
        orders.company_name as company, orders.vat_number, orders.purchase_order_reference as purchase_order,
        orders.currency, orders.prices_include_tax, orders.goods, orders.shipping_net, orders.shipping_tax, orders.tax,
        orders.total, coalesce(money.refunded, 0) as refunded, orders.carrier, orders.tracking,
        orders.notes, orders.delivery_method_name as delivery_method, orders.delivery_price, orders.delivery_days,
        orders.shipping_tax_rate, orders.shipping_tax_reason, orders.released_at as released, coalesce(money.paid, 0) as received`,
    from: sql`from orders ${joinMoney} where true`,
    at: sql`orders.placed_at`,
    id: sql`orders.id`,
    line: oneLine,
  },
  lines: {
    select: sql`
      select orders.number, orders.placed_at as placed, orders.payment_state, line.position as line, line.part_number,
        line.tool_name as name, line.quantity,
        case when line.box_quantity is null then line.sales_unit else line.sales_unit || ' of ' || line.box_quantity end as unit,
        ${cameBack} as returned, orders.currency, line.unit_price, line.list_price,
        line.price_list, line.tier_from, line.net, line.tax_rate, line.tax, line.net + line.tax as gross, line.reference,
        line.tax_class, line.tax_reason, line.returned_quantity - ${cameBack} as cancelled`,
    from: sql`from orders join order_line line on line.order_id = orders.id where true`,
    at: sql`orders.placed_at`,
    id: sql`orders.id`,
    line: sql`line.position`,
  },
  payments: {
    select: sql`
      select orders.numbers as number, payment.paid_at as paid, orders.customer, orders.company,
        payment.currency, payment.amount, payment.refunded, payment.provider, payment.transaction_id as transaction,
        payment.kind, payment.reference`,
    // One that pays several orders names them all.
    from: sql`from payment cross join lateral (
        select string_agg(orders.number, ', ' order by orders.id) as numbers, min(customer_name) as customer, min(company_name) as company
        from payment_allocation part join orders on orders.id = part.order_id where part.payment_id = payment.id
      ) orders where true`,
    at: sql`payment.paid_at`,
    id: sql`payment.id`,
    line: oneLine,
  },
  // Money that went back, on the day on which it did, and what of it came back later: a refund that fails after it was done is two rows.
  refunds: {
    select: sql`
      select orders.number, refund.requested_at as requested, movement.at as refunded,
        orders.customer_name as customer, orders.company_name as company, orders.currency, movement.amount, refund.reason,
        refund.note, refund.transaction_id as transaction, movement.provider_id as refund,
        movement.is_of_payment as of_payment`,
    from: sql`from refund_movement movement join refund on refund.id = movement.refund_id
      join orders on orders.id = refund.order_id where true`,
    at: sql`movement.at`,
    id: sql`movement.id`,
    line: oneLine,
  },
  customers: {
    select: sql`
      select account.created_at as since, account.display_name as name, account.email,
        account.email_verified as email_confirmed, account_role.name as role, profile.phone,
        account.blocked_at as blocked, sales.orders as paid_orders, sales.turnover, sales.last_paid_at as last_paid`,
    from: sql`from account join account_sales sales on sales.account_id = account.id join account_role on account_role.key = account.role
      left join profile on profile.account_id = account.id where true`,
    at: sql`account.created_at`,
    id: sql`account.id`,
    line: oneLine,
  },
  stock: {
    select: sql`
      select movement.at, tool.part_number, tool.name, movement.reason, movement.on_hand_change,
        movement.reserved_change, orders.number, movement.note`,
    from: sql`from stock_movement movement join tool on tool.id = movement.tool_id
      left join orders on orders.id = movement.order_id where true`,
    at: sql`movement.at`,
    id: sql`movement.id`,
    line: oneLine,
  },
}
