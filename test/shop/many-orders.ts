import { sql } from 'kysely'
import type { Database } from '#platform/database'

/** So many orders of as many buyers as a tenth of them, of the tools that the shop has; every tenth is paid and delivered. */
export async function fillManyOrders(db: Database, orders: number): Promise<void> {
  await sql`
    insert into account (id, issuer, subject, email, display_name)
    select gen_random_uuid(), 'many', n::text, 'many-' || n || '@example.com', 'Workshop ' || n
    from generate_series(1, ${orders}::integer / 10) n`.execute(db)
  await sql`
    insert into orders (id, account_id, number, customer_name, customer_email, phone, company_name, address, currency,
      prices_include_tax, goods, shipping_net, shipping_tax_rate, shipping_tax_reason, shipping_tax, tax, total, payment_state,
      fulfilment_state, carrier, placed_at, reserved_until, paid_at, released_at, released_by, closed_at)
    select gen_random_uuid(), account.id, 'M-' || n, display_name, email, '+880 1555 010148', display_name || ' Ltd',
      n || ' Ferry Ghat Road, Barisal 8200', 'usd', false, worth, 0, 0, 'Z', 0, 0, worth,
      case when n % 10 = 0 then 'paid' else 'expired' end, case when n % 10 = 0 then 'delivered' end,
      case when n % 10 = 0 then 'Post' end, at, at + interval '2 days',
      case when n % 10 = 0 then at + interval '5 minutes' end, case when n % 10 = 0 then at + interval '5 minutes' end,
      case when n % 10 = 0 then 'payment' end, case when n % 10 > 0 then at + interval '2 days' end
    from generate_series(1, ${orders}::integer) n
      join account on issuer = 'many' and subject = (1 + n % (${orders}::integer / 10))::text
      cross join lateral (select 1000 + n % 30000 as worth, timestamptz '2025-01-01' + n * interval '5 minutes' as at) made`.execute(
    db,
  )
  await sql`
    insert into order_line (order_id, position, tool_id, tool_name, unit_price, quantity, net, tax_rate, tax_reason, tax)
    select orders.id, 1, tool.id, tool.name, goods, 1, goods, 0, 'Z', 0
    from orders cross join (select min(ordinal) as first, count(*) as count from tool) every
      left join tool on tool.ordinal = every.first + (substr(number, 3)::integer * 7) % every.count
    where number like 'M-%' and tool.id is not null`.execute(db)
}
