import { type RawBuilder, sql } from 'kysely'
import { ofOrders } from '#test/shop/payments'
import type { Database } from '#platform/database'
import { miscountedAccounts, unbalancedTools } from '../races/ledger.ts'

/** A rule that does not hold, with the first of the rows that break it. */
export type Violation = { rule: string; count: number; rows: unknown[] }

/** So much of a violation is shown. */
const shown = 5

/**
 * What must hold in a shop, whatever has happened to it, once it is at rest: every rule by its own statement. Empty when
 * all hold. `acknowledged` are orders of which somebody was told that they are placed.
 */
export async function findViolations(db: Database, acknowledged: readonly string[] = []): Promise<Violation[]> {
  const violations: Violation[] = []
  const note = (rule: string, rows: unknown[]) => {
    if (rows.length > 0) violations.push({ rule, count: rows.length, rows: rows.slice(0, shown) })
  }
  note('stock is what its movements and the open orders say', await unbalancedTools(db))
  note('each account’s open orders are counted', await miscountedAccounts(db))
  for (const [rule, broken] of Object.entries(rules)) {
    const { rows } = await broken.execute(db)
    note(rule, rows)
  }
  const { rows } = await sql`
    select id from unnest(${acknowledged}::uuid[]) as told (id)
    where not exists (select from orders where orders.id = told.id)`.execute(db)
  note('an order that was acknowledged is there', rows)
  return violations
}

/** Money that came and was kept, went back or is missing: each of an order's two sides, as the other has it. */
const money: Record<string, RawBuilder<unknown>> = {
  'money that came is a payment of its order, or goes back whole': sql`
    select intent.id, intent.amount_received, payment.amount, refund.amount as sent_back
    from sandbox.payment_intent intent
      left join payment on payment.transaction_id = intent.id
      left join refund on refund.transaction_id = intent.id and refund.reason = 'order-closed'
    where intent.status = 'succeeded'
      and (payment.amount is null) = (refund.amount is null)
      or intent.status = 'succeeded' and coalesce(payment.amount, refund.amount) <> intent.amount_received`,
  'a card’s payment is money that came': sql`
    select payment.id from payment
      left join sandbox.payment_intent intent on intent.id = payment.transaction_id and intent.status = 'succeeded'
    where payment.kind = 'card' and intent.amount_received is distinct from payment.amount`,
  'a payment knows how much of it pays orders, and a card’s pays that of its intent, whole': sql`
    select payment.id from payment
      left join payment_intent intent on intent.id = payment.transaction_id
      left join payment_allocation part on part.payment_id = payment.id
    group by payment.id, intent.order_id
    having payment.allocated <> coalesce(sum(part.amount), 0)
      or payment.kind = 'card' and (payment.allocated <> payment.amount or not bool_and(part.order_id = intent.order_id))`,
  'what an order cost is what was paid for it, in one payment; on account it is never more': sql`
    select orders.id, orders.payment_state, orders.total, sum(payment.part) as paid
    from orders left join ${ofOrders} payment on payment.order_id = orders.id
    group by orders.id
    having case orders.payment_state when 'on-account' then sum(payment.part) > orders.total
      else count(payment.id) > 1 or (count(payment.id) = 1) <> (orders.paid_at is not null)
        or sum(payment.part) <> orders.total end`,
  'an order is released when it is paid or on account, and only then; a card’s at its payment': sql`
    select orders.id, orders.payment_state, released_at, released_by from orders
    where (released_at is not null) <> (paid_at is not null or payment_state = 'on-account')
      or (released_by = 'payment') <> (paid_at is not null) or released_at <> paid_at`,
  'an order has one open intent at most, and none once it is no longer unpaid': sql`
    select orders.id, orders.payment_state, count(*) from payment_intent intent
      join orders on orders.id = intent.order_id
    where intent.state = 'live' group by orders.id having count(*) > 1 or orders.payment_state <> 'unpaid'`,
  'an intent that the shop calls open or called off has no money at the provider': sql`
    select intent.id, intent.state, theirs.status from payment_intent intent
      join sandbox.payment_intent theirs on theirs.id = intent.id
    where (intent.state = 'succeeded') <> (theirs.status = 'succeeded')`,
  'what went back at the provider went back once, and in the shop’s books': sql`
    select theirs.id, theirs.amount, count(refund.id) from sandbox.refund theirs
      left join refund on refund.id::text = theirs.metadata ->> 'refund_id' and refund.state = 'done'
        and refund.amount = theirs.amount and refund.transaction_id = theirs.payment_intent_id
        and refund.provider_id = theirs.id
    where theirs.status = 'succeeded' group by theirs.id having count(refund.id) <> 1`,
  'what went back in the shop’s books went back once at the provider': sql`
    select refund.id, refund.amount, count(theirs.id) from refund
      left join sandbox.refund theirs on theirs.metadata ->> 'refund_id' = refund.id::text
        and theirs.status = 'succeeded'
    where refund.state = 'done' group by refund.id having count(theirs.id) <> 1`,
  'a payment knows what went back of it': sql`
    select payment.id, payment.refunded, payment.refunding from payment
      left join refund on refund.transaction_id = payment.transaction_id and refund.reason <> 'order-closed'
    group by payment.id
    having payment.refunded <> coalesce(sum(refund.amount) filter (where refund.state = 'done'), 0)
      or payment.refunding <> coalesce(sum(refund.amount) filter (where refund.state = 'requested'), 0)`,
  'what moved with a refund is what it gave back': sql`
    select refund.id, refund.state, refund.amount, sum(movement.amount) as moved from refund
      left join refund_movement movement on movement.refund_id = refund.id
    group by refund.id
    having coalesce(sum(movement.amount), 0) <> case when refund.state = 'done' then refund.amount else 0 end`,
  'an order’s state says how much went back': sql`
    select orders.id, orders.payment_state, payment.refunded from orders join ${ofOrders} payment on payment.order_id = orders.id
    where orders.payment_state <> 'on-account' and orders.payment_state <> case when payment.refunded = 0 then 'paid'
      when payment.refunded = payment.amount then 'refunded' else 'part-refunded' end`,
}

/** What stands in one trail stands in the others, each thing once. */
const trails: Record<string, RawBuilder<unknown>> = {
  'an order moves stock once for each thing that happens to it': sql`
    select orders.id, orders.payment_state, line.tool_id, moved.*
    from orders
      join (
        select line.order_id, line.tool_id, sum(line.quantity) as units, sum(line.returned_quantity) as back, sum(scrap.units) as scrapped
        from order_line line cross join lateral (
          select coalesce(sum(part.quantity), 0) as units from unit_return_line part join unit_return on unit_return.id = part.return_id
          where part.order_id = line.order_id and part.position = line.position and becomes = 'scrap') scrap
        group by 1, 2
      ) line on line.order_id = orders.id
      left join lateral (
        select coalesce(sum(reserved_change) filter (where reason = 'reserved'), 0) as reserved,
          coalesce(sum(reserved_change) filter (where reason = 'freed' and not is_part), 0) as freed,
          coalesce(sum(reserved_change) filter (where is_part), 0) as cancelled,
          coalesce(sum(reserved_change) filter (where reason = 'sold'), 0) as unreserved,
          coalesce(sum(on_hand_change) filter (where reason = 'sold'), 0) as sold,
          coalesce(sum(on_hand_change) filter (where reason in ('cancelled', 'returned')), 0) as returned
        from stock_movement where order_id = orders.id and tool_id = line.tool_id
      ) moved on true
    where reserved + cancelled <> units or returned + scrapped <> back
      or freed <> case when orders.closed_at is null then 0 else -units end
      or sold <> case when orders.released_at is null then 0 else -units end or unreserved <> sold`,
  'units are on their way back, and back, as their returns say': sql`
    select line.order_id, line.position, line.returning_quantity, line.returned_quantity, line.sent_back_quantity, back.*
    from order_line line cross join lateral (
      select coalesce(sum(part.quantity) filter (where unit_return.state = 'coming'), 0) as coming,
        coalesce(sum(part.quantity) filter (where unit_return.state = 'back'), 0) as come,
        coalesce(sum(part.sent_back) filter (where unit_return.state <> 'off'), 0) as sent_back
      from unit_return_line part join unit_return on unit_return.id = part.return_id
      where part.order_id = line.order_id and part.position = line.position
    ) back
    where line.returning_quantity <> back.coming or line.returned_quantity <> back.come
      or line.sent_back_quantity <> back.sent_back`,
  'units come with their refund: while it is under way, once it is done, and not when it has failed first': sql`
    select unit_return.id, unit_return.state, refund.state as refund from unit_return join refund on refund.id = unit_return.refund_id
    where case refund.state when 'requested' then unit_return.state = 'off' when 'done' then unit_return.state <> 'back'
      else unit_return.state = 'coming' end`,
  'what an order has of one tax is rounded once, or line by line, as the order says': sql`
    with part as (
      select id as order_id, 0 as position, delivery_price as amount, shipping_tax_rate as rate, shipping_tax_reason as reason,
        shipping_tax as tax from orders
      union all
      select order_id, position, unit_price * quantity, tax_rate, tax_reason, tax from order_line
    ), summed as (
      select order_id, rate, reason, case when tax_rounding = 'line' then position end as of_line, sum(amount) as amount, sum(part.tax) as tax,
        bool_and(prices_include_tax) as is_gross
      from part join orders on orders.id = part.order_id group by 1, 2, 3, 4
    )
    select * from summed where tax <> round(amount * rate / (1000000 + case when is_gross then rate else 0 end))`,
  'units leave in parcels, each once': sql`
    select line.order_id, line.position, line.shipped_quantity, sent.units
    from order_line line
      left join (select order_id, position, sum(quantity) as units from parcel_line group by order_id, position) sent
        on sent.order_id = line.order_id and sent.position = line.position
    where line.shipped_quantity <> coalesce(sent.units, 0)`,
  'an order has left when some of it has and none of its units is to leave, or may be again, and only then': sql`
    select orders.id, orders.fulfilment_state, units.*
    from orders cross join lateral (
      select sum(shipped_quantity) as shipped,
        sum(quantity - shipped_quantity - returned_quantity - returning_quantity + sent_back_quantity) as left,
        coalesce((select sum(part.quantity - part.sent_back) from unit_return join unit_return_line part on part.return_id = unit_return.id
          where unit_return.order_id = orders.id and unit_return.state = 'coming'), 0) as waiting
      from order_line where order_id = orders.id
    ) units
    where fulfilment_state is not null and (fulfilment_state <> 'open') <> (shipped > 0 and units.left + waiting = 0)`,
  'the timeline tells each thing once': sql`
    select orders.id, orders.payment_state, told.*
    from orders left join lateral (
      select count(*) filter (where kind = 'placed') as placed, count(*) filter (where kind = 'paid') as paid,
        count(*) filter (where kind = 'cancelled') as cancelled, count(*) filter (where kind = 'expired') as expired,
        count(*) filter (where kind = 'refund-requested') as requested,
        count(*) filter (where kind = 'refunded') as refunded
      from order_event where order_id = orders.id) told on true
    where placed <> 1 or paid <> (orders.paid_at is not null)::integer
      or cancelled <> (orders.payment_state = 'cancelled')::integer
      or expired <> (orders.payment_state = 'expired')::integer
      or requested <> (select count(*) from refund where order_id = orders.id)
      or refunded <> (select count(*) from refund where order_id = orders.id and state = 'done')`,
  'the audit trail tells each thing once': sql`
    select orders.id, orders.payment_state, told.*
    from orders left join lateral (
      select count(*) filter (where action = 'order.placed') as placed,
        count(*) filter (where action = 'order.paid') as paid,
        count(*) filter (where action = 'order.cancelled') as cancelled,
        count(*) filter (where action = 'order.expired') as expired,
        count(*) filter (where action = 'payment.refund-requested') as requested,
        count(*) filter (where action = 'payment.refunded') as refunded
      from audit where subject_kind = 'order' and subject_id = orders.id::text) told on true
    where placed <> 1 or paid <> (orders.paid_at is not null)::integer
      or cancelled <> (orders.payment_state = 'cancelled')::integer
      or expired <> (orders.payment_state = 'expired')::integer
      or requested <> (select count(*) from refund where order_id = orders.id)
      or refunded <> (select count(*) from refund where order_id = orders.id and state = 'done')`,
  'each declined card is counted, and told once': sql`
    select orders.id, orders.declines from orders
    where declines <> (select count(*) from order_event where order_id = orders.id and kind = 'card-declined')`,
  'units are counted as sold once they are released, but for those that went back': sql`
    select tool.id, sales.*, kept.* from tool
      left join (select tool_id, sum(units) as units, sum(orders) as orders from tool_sales group by tool_id) sales
        on sales.tool_id = tool.id
      left join (
        select tool_id, sum(units) as units, count(*) filter (where units > 0) as orders
        from (
          select line.tool_id, case when orders.payment_state = 'refunded' then 0 else sum(quantity - returned_quantity) end as units
          from orders join order_line line on line.order_id = orders.id where orders.released_at is not null
          group by orders.id, line.tool_id
        ) bought group by tool_id
      ) kept on kept.tool_id = tool.id
    where coalesce(sales.units, 0) <> coalesce(kept.units, 0) or coalesce(sales.orders, 0) <> coalesce(kept.orders, 0)`,
}

/**
 * Whom what is told. An admin's copy goes to each admin; that an order was paid, to its customer and to each admin, while none has
 * chosen otherwise. The subject of every mail names its order.
 */
const mail: Record<string, RawBuilder<unknown>> = {
  'what happened to an order is going to be told, once': sql`
    select orders.id, orders.payment_state, told.*
    from orders left join lateral (
      select count(*) filter (where kind = 'placed') as placed, count(*) filter (where kind = 'paid') as paid,
        count(*) filter (where kind = 'expired') as expired, count(*) filter (where kind = 'refunded') as refunded,
        count(*) filter (where kind = 'money-returned') as returned
      from order_mail where order_id = orders.id) told on true
    where placed <> 1 or paid <> (orders.paid_at is not null)::integer
      or expired <> (orders.payment_state = 'expired')::integer
      or refunded <> (select count(*) from refund
        where order_id = orders.id and state = 'done' and reason = 'requested')
      or returned <> (select count(*) from refund
        where order_id = orders.id and state = 'done' and reason = 'order-closed')`,
  'each mail of an order is queued once for each of its readers': sql`
    select orders.number, due.mails as due, due.kinds, sent.mails, sent.kinds as sent_kinds
    from orders
      join (
        select order_id, count(*) filter (where kind not like '%-admin')
            + count(*) filter (where kind like '%-admin' or kind = 'paid')
              * (select count(*) from account where role = 'admin') as mails,
          count(distinct kind)
            + (bool_or(kind = 'paid') and exists (select from account where role = 'admin'))::integer as kinds
        from order_mail where queued_at is not null group by order_id
      ) due on due.order_id = orders.id
      left join (
        select substring(data ->> 'subject' from 'T-[0-9]+') as number, count(*) as mails,
          count(distinct data ->> 'subject') as kinds
        from pgboss.job where name = 'mail' group by 1
      ) sent on sent.number = orders.number
    where coalesce(sent.mails, 0) <> due.mails or coalesce(sent.kinds, 0) < due.kinds`,
}

const rules = { ...money, ...trails, ...mail }
