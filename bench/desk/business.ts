import { sql } from 'kysely'
import { ofOrders } from '#test/shop/payments'
import type { Database } from '#platform/database'
import { benchToolId } from '../finder/catalogue.ts'

export type BusinessSize = { orders: number; accounts: number; tools: number }

/** The account that looks at the desk: an owner, logged in. */
export const deskOwner = '00000000-0000-7000-8000-000000000001'

/**
 * Two years of business of a shop with a full catalogue, the same each time: of a hundred orders 97 were paid, and the last
 * few thousand wait to be packed. Every row is computed from its own number.
 */
export async function fillBusiness(db: Database, { orders, accounts, tools }: BusinessSize): Promise<void> {
  await db.transaction().execute(async db => {
    await sql`set local session_replication_role = replica`.execute(db)
    await sql`set local maintenance_work_mem = '1GB'`.execute(db)
    await sql`
      insert into account (id, issuer, subject, email, email_verified, display_name, role, created_at)
      select ${idOf('8000')}, 'bench', n::text, 'buyer-' || n || '@example.com', true,
        (array['Padma', 'Meghna', 'Jamuna', 'Karnaphuli', 'Teesta'])[1 + n % 5] || ' Workshop ' || n,
        case n when 1 then 'admin' else 'customer' end, now() - interval '3 years' + n * interval '30 minutes'
      from generate_series(1, ${accounts}::integer) n`.execute(db)
    await sql`insert into account_session (id, account_id, identity_session, last_seen_at, proven_at)
      values (${deskOwner}, ${deskOwner}, '1', now(), now())`.execute(db)
    await addOrders(db, { orders, accounts, tools })
    await countBusiness(db)
  })
  await sql`vacuum analyze`.execute(db)
}

async function addOrders(db: Database, { orders, accounts, tools }: BusinessSize): Promise<void> {
  await sql`
    create temporary table made on commit drop as
    select n, ${idOf('9000')} as id, at, 1 + (n * 7) % ${accounts}::bigint as buyer, 1 + (n * 104729) % ${tools}::bigint as tool,
      1000 + (n * 37) % 90000 as goods, n % 100 < 97 as is_paid, n > ${orders}::bigint * 997 / 1000 as is_open
    from (select n, now() - (${orders}::bigint - n) * (interval '730 days' / ${orders}::double precision) as at
      from generate_series(1::bigint, ${orders}::bigint) n) numbered`.execute(db)
  await sql`
    insert into orders (id, number, account_id, customer_name, customer_email, phone, company_name, address, currency,
      prices_include_tax, goods, shipping_net, shipping_tax_rate, shipping_tax_reason, shipping_tax, tax, total, payment_state, fulfilment_state,
      carrier, placed_at, reserved_until, paid_at, released_at, released_by, closed_at)
    select made.id, 'T-' || 100000 + n, account.id, account.display_name, account.email, '+880 1555 010148',
      account.display_name, n || ' Ferry Ghat Road, Barisal 8200', 'usd', false, goods, 0, 0, 'Z', 0, 0, goods,
      case when is_paid then 'paid' when is_open then 'unpaid' else 'expired' end,
      case when is_paid then case when is_open then 'open' else 'delivered' end end,
      case when is_paid and not is_open then 'Post' end, at, at + interval '2 days',
      case when is_paid then at + interval '5 minutes' end, case when is_paid then at + interval '5 minutes' end,
      case when is_paid then 'payment' end,
      case when not is_paid and not is_open then at + interval '2 days' end
    from made join account on account.issuer = 'bench' and account.subject = buyer::text order by n`.execute(db)
  await sql`
    insert into order_line (order_id, position, tool_id, tool_name, part_number, unit_price, quantity, net, tax_rate, tax_reason, tax)
    select made.id, 1, tool.id, tool.name, tool.part_number, goods, 1, goods, 0, 'Z', 0
    from made join tool on tool.id = (${sql.lit(benchToolId(0).slice(0, -12))} || lpad(tool::text, 12, '0'))::uuid
    order by n`.execute(db)
  await sql`
    insert into payment_intent (id, provider, order_id, client_secret, amount, currency, state)
    select 'pi_bench_' || n, 'bench', id, 'secret', goods, 'usd', 'succeeded' from made where is_paid order by n`.execute(
    db,
  )
  await sql`
    insert into payment (id, kind, provider, transaction_id, amount, allocated, currency, paid_at)
    select ${idOf('a000')}, 'card', 'bench', 'pi_bench_' || n, goods, goods, 'usd', at + interval '5 minutes'
    from made where is_paid order by n`.execute(db)
  await sql`
    insert into payment_allocation (payment_id, order_id, amount)
    select ${idOf('a000')}, id, goods from made where is_paid order by n`.execute(db)
  await sql`
    insert into stock_movement (id, tool_id, at, reason, on_hand_change, reserved_change, order_id, actor_kind)
    select ${idOf('b000')}, tool_id, at, 'sold', -1, -1, id, 'system'
    from made join order_line on order_id = id where is_paid order by n`.execute(db)
  await sql`
    insert into audit (id, at, actor_kind, action, subject_kind, subject_id, after)
    select ${idOf('c000')}, at, 'customer', 'order.placed', 'order', id::text, jsonb_build_object('total', goods)
    from made order by n`.execute(db)
}

/** What triggers would have counted one payment after the other. */
async function countBusiness(db: Database): Promise<void> {
  await sql`
    insert into account_sales (account_id, orders, turnover, last_paid_at)
    select account.id, count(payment.id), coalesce(sum(payment.amount), 0), max(payment.paid_at)
    from account left join orders on orders.account_id = account.id left join ${ofOrders} payment on payment.order_id = orders.id
    group by account.id`.execute(db)
  await sql`
    insert into customer_name (account_id, search)
    select distinct account_id, lower(customer_name || E'\n' || customer_email || E'\n' || company_name) from orders
    where account_id is not null`.execute(db)
  await sql`
    insert into sales_quarter (starts_at, orders, revenue)
    select date_bin('15 minutes', paid_at, timestamptz '2000-01-01 00:00Z'), count(*), sum(amount)
    from payment group by 1`.execute(db)
}

/** Ids in the order of the rows' numbers, each kind of row with a group of its own. */
const idOf = (group: string) => sql`('00000000-0000-7000-' || ${sql.lit(group)} || '-' || lpad(n::text, 12, '0'))::uuid`
