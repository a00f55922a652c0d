import { sql } from 'kysely'
import { ofOrders } from '#test/shop/payments'
import type { Lane } from './lane.ts'
import { type Intent, type Model, type Order, freeOf, heldOf, openOf } from './model.ts'
import { type Event, idOf } from './world.ts'

/** Which rows of the shop are meant by the model's tools, people, orders, intents and refunds. */
export type Names = {
  tools: string[]
  buyers: string[]
  admin: string
  orders: Map<Order, string>
  /** By order, in the order in which they were opened. */
  intents: Map<Order, string[]>
}

/** Everything that the shop and the provider say, in one look. */
export async function look(lane: Lane, { tools, buyers, orders, intents }: Names) {
  const orderIds = [...orders.values()]
  const intentIds = [...intents.values()].flat()
  const { rows } = await sql<{ facts: ReturnType<typeof expected>; events: Event[]; broken: unknown[] }>`
    select json_build_object(
      'tools', (select json_agg(json_build_object('onHand', on_hand, 'held', reserved, 'free', free, 'price', price,
          'version', version, 'archived', archived_at is not null) order by id) from tool where id = any(${tools}::uuid[])),
      'open', (select json_agg(open_orders order by id) from account where id = any(${buyers}::uuid[])),
      'orders', coalesce((select json_agg(json_build_object('id', orders.id, 'state', payment_state, 'total', total,
          'declines', declines, 'goods', fulfilment_state,
          'lines', (select json_agg(json_build_array(position, tool_id, quantity, unit_price, shipped_quantity,
              returned_quantity, returning_quantity, sent_back_quantity) order by position) from order_line where order_id = orders.id),
          'parcels', coalesce((select json_agg(json_build_array(tracking, (
                select json_agg(json_build_array(position, quantity) order by position)
                from parcel_line where parcel_id = parcel.id)) order by parcel.id)
              from parcel where parcel.order_id = orders.id), '[]'),
          'received', (select coalesce(sum(amount), 0) from payment_allocation where order_id = orders.id),
          'paid', case when payment.id is not null then json_build_array(transaction_id, payment.amount, refunded, refunding) end,
          'told', (select json_agg(kind order by id) from order_event where order_id = orders.id),
          'mail', (select count(*) from order_mail where order_id = orders.id and kind in ('placed', 'paid', 'expired')),
          'intents', (select json_agg(json_build_array(intent.id, state, status, amount_received, amount_refunded)
              order by array_position(${intentIds}::text[], intent.id))
            from payment_intent intent join sandbox.payment_intent provider on provider.id = intent.id
            where intent.order_id = orders.id)
        ) order by orders.id)
        from orders left join ${ofOrders} payment on payment.order_id = orders.id and payment.kind = 'card'
        where account_id = any(${buyers}::uuid[])), '[]'),
      'refunds', coalesce((select json_agg(json_build_array(transaction_id, amount, reason, state))
        from refund where order_id = any(${orderIds}::uuid[])), '[]'),
      'ledger', (select json_agg(json_build_array(tool_id, reason, on_hand_change, reserved_change, order_id,
          coalesce(actor_id::text, actor_kind), (extract(epoch from at) * 1000)::bigint))
        from stock_movement where tool_id = any(${tools}::uuid[]))
    ) as facts,
    coalesce((select json_agg(json_build_object('id', id, 'type', type, 'intent', payment_intent_id) order by type, id)
      from sandbox.event where payment_intent_id = any(${intentIds}::text[])), '[]') as events,
    coalesce((select json_agg(broken) from (${violations(tools, orderIds)}) broken), '[]') as broken`.execute(lane.db)
  const [row] = rows
  if (!row) throw new Error('the shop says nothing')
  return { ...row, facts: inOrder(row.facts) }
} // prettier-ignore

/** What happens to several orders in one step has no order in itself. */
function inOrder<T extends { ledger: unknown[]; refunds: unknown[] }>(facts: T): T {
  const sorted = (rows: unknown[]) =>
    rows.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
  return { ...facts, ledger: sorted(facts.ledger), refunds: sorted(facts.refunds) }
}

const statuses = { open: 'requires_payment_method', challenged: 'requires_action', succeeded: 'succeeded', canceled: 'canceled' } // prettier-ignore

/** The same from the model. */
export function expected(model: Model, names: Names) {
  const { tools, buyers, admin, orders } = names
  const who = (actor: Model['ledger'][number]['who']) =>
    typeof actor === 'number' ? (buyers[actor] ?? '') : actor === 'admin' ? admin : actor
  const orderId = (order: Order) => orders.get(order) ?? ''
  const intentOf = (intent: Intent) => idOf({ names }, intent)
  return inOrder({
    tools: model.tools.map((tool, index) => ({
      onHand: tool.onHand, held: heldOf(model, index), free: freeOf(model, index), price: tool.price,
      version: tool.version, archived: tool.isArchived,
    })),
    open: buyers.map((_, index) => openOf(model, index)),
    orders: model.orders.map(order => ({
      id: orderId(order), state: order.state, total: order.total, declines: order.declines, goods: order.goods,
      lines: order.lines.map(line => [line.position, tools[line.tool], line.units, line.price, line.shipped, line.returned,
        line.returning, line.sentBack]),
      parcels: order.parcels.map(({ tracking, lines }) => [tracking, lines.map(({ position, units }) => [position, units])]),
      received: order.paidBy ? order.total : order.received,
      paid: order.paidBy ? [intentOf(order.paidBy), order.total, order.refunded, order.refunding] : null,
      told: order.told,
      mail: order.told.filter(kind => ['placed', 'paid', 'expired'].includes(kind)).length,
      intents: order.intents.length === 0 ? null : order.intents.map(intent => [
        intentOf(intent), intent.known, statuses[intent.status],
        intent.status === 'succeeded' ? intent.amount : 0, intent.givenBack,
      ]),
    })),
    refunds: model.refunds.map(({ intent, amount, reason, state }) => [intentOf(intent), amount, reason, state]),
    ledger: model.ledger.map(({ tool, why, onHand, held, order, who: actor, at }) =>
      [tools[tool], why, onHand, held, order && orderId(order), who(actor), at]),
  })
} // prettier-ignore

/**
 * What must hold whatever the model says: the ledger is the stock, what is held are the open orders' units, and the
 * money at the provider is the shop's and what is on its way back. Rows are violations.
 */
const violations = (tools: string[], orderIds: string[]) => sql`
    select 'stock' as of, tool.id::text from tool
      cross join lateral (select sum(on_hand_change) as on_hand, sum(reserved_change) as reserved
        from stock_movement where tool_id = tool.id) ledger
      cross join lateral (select coalesce(sum(quantity), 0) as units,
          coalesce(sum(quantity) filter (where unconfirmed), 0) as unconfirmed from order_line join orders on orders.id = order_id
        where tool_id = tool.id and payment_state = 'unpaid') held
    where tool.id = any(${tools}::uuid[]) and (tool.on_hand <> ledger.on_hand or tool.reserved <> ledger.reserved
      or tool.reserved <> held.units or held_unconfirmed <> held.unconfirmed or free < 0 or tool.on_hand <> free + tool.reserved)
    union all
    select 'money', orders.id::text from orders left join ${ofOrders} payment on payment.order_id = orders.id and payment.kind = 'card'
      cross join lateral (select coalesce(sum(amount_received - amount_refunded), 0) as there
        from payment_intent intent join sandbox.payment_intent provider on provider.id = intent.id
        where intent.order_id = orders.id and intent.state = 'succeeded') money
      cross join lateral (select coalesce(sum(amount), 0) as amount from refund
        where order_id = orders.id and reason = 'order-closed' and state = 'requested') back
    where orders.id = any(${orderIds}::uuid[])
      and money.there <> coalesce(payment.amount - payment.refunded, 0) + back.amount` // prettier-ignore
