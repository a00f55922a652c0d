import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#platform/context'
import { type Person, buy, createPerson, createTool, openPayment, placeOrder } from '../factories.ts'
import { type TestShop, startTestShop } from '../harness.ts'

/**
 * The last ring: what the database itself refuses, whoever writes. Each rule is broken by hand, in a transaction that is
 * taken back, and must be refused by the constraint of that name.
 */
let shop: TestShop
let tool: string
let paid: string
let unpaid: string
let buyer: Person

beforeAll(async () => {
  shop = await startTestShop()
  buyer = await createPerson(shop)
  tool = await createTool(shop, { onHand: 20 })
  paid = await buy(shop, buyer, tool)
  unpaid = await placeOrder(buyer, tool, 3)
  await openPayment(buyer, unpaid)
  await sql`
    insert into refund (id, order_id, transaction_id, amount, reason, provider_id, actor_id)
    select ${newId()}, order_id, id, 1, 'order-closed', 're_1', ${buyer.accountId}
    from payment_intent where order_id = ${paid}`.execute(shop.db)
  await sql`
    insert into unit_return (id, order_id, refund_id, state, becomes, asked_at)
    select ${newId()}, order_id, id, 'coming', 'stock', now() from refund`.execute(shop.db)
})
afterAll(() => shop.close())

/** What the database says to this: the name of the constraint, or the sentence where a trigger speaks. */
async function saidTo(statement: RawBuilder<unknown>): Promise<string> {
  const transaction = await shop.db.startTransaction().execute()
  try {
    const { numAffectedRows } = await statement.execute(transaction)
    // Constraints that wait for the end of a transaction speak now.
    await sql`set constraints all immediate`.execute(transaction)
    return `taken, rows: ${numAffectedRows}`
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    return error.constraint ?? error.message
  } finally {
    await transaction.rollback().execute()
  }
}

type Rule = [what: string, constraint: string, statement: () => RawBuilder<unknown>]

const set = {
  tool: (changes: RawBuilder<unknown>) => sql`update tool set ${changes} where id = ${tool}`,
  unpaid: (changes: RawBuilder<unknown>) => sql`update orders set ${changes} where id = ${unpaid}`,
  paid: (changes: RawBuilder<unknown>) => sql`update orders set ${changes} where id = ${paid}`,
  line: (changes: RawBuilder<unknown>) => sql`update order_line set ${changes} where order_id = ${unpaid}`,
  payment: (changes: RawBuilder<unknown>) => sql`
    update payment set ${changes} from payment_allocation part where part.payment_id = payment.id and part.order_id = ${paid}`,
  intent: (changes: RawBuilder<unknown>) => sql`update payment_intent set ${changes} where order_id = ${unpaid}`,
  refund: (changes: RawBuilder<unknown>) => sql`update refund set ${changes} where order_id = ${paid}`,
}

const ofTools: Rule[] = [
  ['stock below zero', 'tool_on_hand_check', () => set.tool(sql`on_hand = -1, reserved = 0`)],
  ['more held than there is', 'tool_reserved_within_stock', () => set.tool(sql`reserved = on_hand + 1`)],
  ['less stock than is held', 'tool_reserved_within_stock', () => set.tool(sql`on_hand = reserved - 1`)],
  ['less than nothing held', 'tool_reserved_within_stock', () => set.tool(sql`reserved = -1`)],
  [
    'more held by unconfirmed addresses than by all',
    'tool_held_unconfirmed_within',
    () => set.tool(sql`held_unconfirmed = reserved + 1`),
  ],
  ['a tax class whose name is none', 'tool_tax_class', () => set.tool(sql`tax_class = ''`)],
  ['a price of nothing', 'tool_price_check', () => set.tool(sql`price = 0`)],
  ['a minimum of nothing', 'tool_minimum_quantity_check', () => set.tool(sql`minimum_quantity = 0`)],
  ['sales below zero', 'tool_sales_units_check', () => sql`update tool_sales set units = -1 where tool_id = ${tool}`],
]

const released = (by: string) => sql`released_at = now(), released_by = ${by}, fulfilment_state = 'open'`

const ofOrders: Rule[] = [
  ['paid, and nobody knows when', 'order_paid_when', () => set.unpaid(sql`payment_state = 'paid'`)],
  ['unpaid, with a time of payment', 'order_paid_when', () => set.unpaid(sql`paid_at = now(), ${released('payment')}`)],
  ['paid back to unpaid', 'order_paid_when', () => set.paid(sql`payment_state = 'unpaid'`)],
  ['released, with goods that nobody looks for', 'order_fulfilled_when_released', () => set.paid(sql`fulfilment_state = null`)],
  ['goods of an order that nobody released', 'order_fulfilled_when_released', () => set.unpaid(sql`fulfilment_state = 'open'`)],
  ['unpaid, with a time of release', 'order_released_when', () => set.unpaid(released('terms'))],
  ['on account, and never released', 'order_released_when', () => set.unpaid(sql`payment_state = 'on-account'`)],
  ['released by nobody', 'order_released_by', () => set.paid(sql`released_by = null`)],
  ['released by whom no rule names', 'orders_released_by_check', () => set.paid(sql`released_by = 'whim'`)],
  ['cancelled, and nobody knows when', 'order_closed_when', () => set.unpaid(sql`payment_state = 'cancelled'`)],
  ['expired, and nobody knows when', 'order_closed_when', () => set.unpaid(sql`payment_state = 'expired'`)],
  ['open, with a time of closing', 'order_closed_when', () => set.unpaid(sql`closed_at = now()`)],
  ['a state of payment that is none', 'orders_payment_state_check', () => set.unpaid(sql`payment_state = 'lost'`)],
  ['a state of goods that is none', 'orders_fulfilment_state_check', () => set.paid(sql`fulfilment_state = 'lost'`)],
  ['a total of nothing', 'orders_total_check', () => set.unpaid(sql`total = 0`)],
  ['goods worth nothing', 'orders_goods_check', () => set.unpaid(sql`goods = 0`)],
  ['shipping below zero', 'orders_shipping_net_check', () => set.unpaid(sql`shipping_net = -1`)],
  ['tax below zero', 'orders_tax_check', () => set.unpaid(sql`tax = -1`)],
  ['a currency that is none', 'orders_currency_check', () => set.unpaid(sql`currency = 'US$'`)],
  ['declines below zero', 'orders_declines_check', () => set.unpaid(sql`declines = -1`)],
  ['a number twice', 'orders_number_key', () => set.unpaid(sql`number = (select number from orders where id = ${paid})`)],
  ['one key for two orders', 'order_once_an_idempotency_key', () => sql`update orders set idempotency_key = 'same' where account_id = ${buyer.accountId}`],
  ['open orders below zero', 'account_open_orders_check', () => sql`update account set open_orders = -1 where id = ${buyer.accountId}`],
  ['an order that goes, and leaves its trail', 'order_line_order_id_fkey', () => sql`delete from orders where id = ${unpaid}`],
  ['a total that is not the sum of its parts', 'orders_worth_their_parts', () => set.unpaid(sql`total = total + 1`)],
  ['shipped, and nobody knows by whom', 'orders_shipped_by', () => set.paid(sql`fulfilment_state = 'shipped'`)],
  ['a carrier of goods that are here', 'orders_shipped_by', () => set.paid(sql`carrier = 'DHL'`)],
  ['paid, without a payment', 'order_paid_by_payment', () => set.unpaid(sql`payment_state = 'paid', paid_at = now(), ${released('payment')}`)],
  ['shipping without a rate that is taxed', 'orders_shipping_tax_reason', () => set.unpaid(sql`shipping_tax_reason = 'S', shipping_tax_rate = 0`)],
  ['shipping with a rate that is not', 'orders_shipping_tax_reason', () => set.unpaid(sql`shipping_tax_reason = 'K', shipping_tax_rate = 1`)],
  ['a rounding that is none', 'orders_tax_rounding', () => set.unpaid(sql`tax_rounding = 'down'`)],
  ['a delivery method without a name', 'orders_delivery_method_name', () => set.unpaid(sql`delivery_method_name = ''`)],
  ['a delivery method whose key is none', 'orders_delivery_method', () => set.unpaid(sql`delivery_method = 'Next Day'`)],
  ['a delivery that takes no time', 'orders_delivery_days', () => set.unpaid(sql`delivery_days = 0`)],
  ['a letter twice', 'order_mail_once_a_cause', () => sql`insert into order_mail (id, order_id, kind) values (${newId()}, ${unpaid}, 'placed')`],
] // prettier-ignore

const ofLines: Rule[] = [
  ['a line of nothing', 'order_line_quantity_check', () => set.line(sql`quantity = 0`)],
  ['a line for nothing', 'order_line_unit_price_check', () => set.line(sql`unit_price = 0`)],
  ['a line below zero', 'order_line_net_check', () => set.line(sql`net = -1`)],
  ['tax of a line below zero', 'order_line_tax_check', () => set.line(sql`tax = -1`)],
  ['more back than was sold', 'order_line_returned_within', () => set.line(sql`returned_quantity = quantity + 1`)],
  ['more on its way back than was sold', 'order_line_returned_within', () => set.line(sql`returned_quantity = 2, returning_quantity = 2`)],
  ['less than nothing on its way back', 'order_line_returned_within', () => set.line(sql`returning_quantity = -1`)],
  ['more sent back than has left', 'order_line_sent_back_within', () => set.line(sql`sent_back_quantity = shipped_quantity + 1`)],
  ['less than nothing sent back', 'order_line_sent_back_within', () => set.line(sql`sent_back_quantity = -1`)],
  ['a line that is not worth its units', 'order_line_worth_its_units', () => set.line(sql`quantity = quantity + 1`)],
  ['a reason that EN 16931 does not have', 'order_line_tax_reason', () => set.line(sql`tax_reason = 'X'`)],
  ['a rate with the reason of none', 'order_line_tax_reason', () => set.line(sql`tax_reason = 'Z', tax_rate = 1`)],
  ['a class whose name is none', 'order_line_tax_class', () => set.line(sql`tax_class = 'Food & drink'`)],
  ['a place in the order twice', 'order_line_pkey', () => sql`insert into order_line select * from order_line where order_id = ${unpaid}`],
] // prettier-ignore

const ofMoney: Rule[] = [
  ['a payment of nothing', 'payment_amount_check', () => set.payment(sql`amount = 0, allocated = 0`)],
  ['more back than came', 'payment_refunded_within', () => set.payment(sql`refunded = payment.amount + 1`)],
  ['more on its way back than came', 'payment_refunded_within', () => set.payment(sql`refunded = 1, refunding = payment.amount`)],
  ['less than nothing on its way back', 'payment_refunded_within', () => set.payment(sql`refunding = -1`)],
  ['less than nothing back', 'payment_refunded_within', () => set.payment(sql`refunded = -1`)],
  ['an order paid twice', 'order_paid_within_total', () => sql`
    with received as (
      insert into payment (id, kind, amount, allocated, currency, paid_at)
      select ${newId()}, 'bank', total, total, currency, now() from orders where id = ${paid} returning id, amount
    ) insert into payment_allocation (payment_id, order_id, amount) select id, ${paid}, amount from received`],
  ['one transaction for two payments', 'payment_transaction_id_key', () => sql`
    insert into payment (id, kind, provider, transaction_id, amount, currency, paid_at)
    select ${newId()}, kind, provider, transaction_id, amount, currency, now() from payment`],
  ['a payment of a card that no provider knows', 'payment_by_its_provider', () => set.payment(sql`transaction_id = null`)],
  ['a payment by bank that a provider knows', 'payment_by_its_provider', () => set.payment(sql`kind = 'bank'`)],
  ['a payment of a kind that is none', 'payment_kind_check', () => set.payment(sql`kind = 'barter', provider = null, transaction_id = null`)],
  ['more allocated than came', 'payment_allocated_within', () => set.payment(sql`allocated = payment.amount + 1`)],
  ['an allocation of nothing', 'payment_allocation_amount_check', () => sql`
    insert into payment_allocation (payment_id, order_id, amount) select id, ${unpaid}, 0 from payment`],
  ['more taken back than was allocated', 'order_paid_within_total', () => sql`
    insert into payment_allocation (payment_id, order_id, amount) select id, ${unpaid}, -1 from payment`],
  ['an allocation less', 'payment_allocation is append-only', () => sql`delete from payment_allocation`],
  ['an order paid by the payment of another', 'order_paid_by_payment', () => sql`
    with allocated as (
      insert into payment_allocation (payment_id, order_id, amount) select id, ${unpaid}, 1 from payment
    ) update orders set payment_state = 'paid', paid_at = now(), ${released('payment')} where id = ${unpaid}`],
  ['a payment by an intent that nobody opened', 'payment_transaction_id_fkey', () => set.payment(sql`transaction_id = 'pi_unknown'`)],
  ['a payment of more than its intent asked for', 'payment_of_its_intent', () => set.payment(sql`amount = payment.amount + 1`)],
  ['a refund by the intent of another order', 'refund_of_its_intent', () => set.refund(sql`transaction_id = (select id from payment_intent where order_id = ${unpaid})`)],
  ['a refund that is done, and nobody knows when', 'refund_when_done', () => set.refund(sql`state = 'done'`)],
  ['two intents that can take money', 'payment_intent_live', () => sql`
    insert into payment_intent (id, provider, order_id, client_secret, amount, currency)
    values ('pi_other', 'sandbox', ${unpaid}, 'secret', 1, 'usd')`],
  ['an intent of nothing', 'payment_intent_amount_check', () => set.intent(sql`amount = 0`)],
  ['a state of an intent that is none', 'payment_intent_state_check', () => set.intent(sql`state = 'lost'`)],
  ['a refund of nothing', 'refund_amount_check', () => set.refund(sql`amount = 0`)],
  ['a state of a refund that is none', 'refund_state_check', () => set.refund(sql`state = 'lost'`)],
  ['a refund without a reason', 'refund_reason', () => set.refund(sql`reason = 'whim'`)],
  ['money for a dead order back twice', 'refund_of_dead_order', () => sql`
    insert into refund (id, order_id, transaction_id, amount, reason)
    select ${newId()}, order_id, transaction_id, 1, reason from refund`],
  ['one refund of the provider for two', 'refund_provider_id_key', () => sql`
    insert into refund (id, order_id, transaction_id, amount, reason, provider_id)
    select ${newId()}, order_id, transaction_id, 1, 'requested', provider_id from refund`],
  ['one key for two answers', 'idempotency_key_pkey', () => sql`
    insert into idempotency_key (account_id, call, key, fingerprint, created_at)
    select ${buyer.accountId}, 'POST /orders/:id/refunds', 'same', '', now() from generate_series(1, 2)`],
  ['units of a return below one', 'unit_return_line_quantity_check', () => sql`
    insert into unit_return_line select id, order_id, 1, 0 from unit_return`],
  ['more units sent back than a return has', 'unit_return_line_sent_back_within', () => sql`
    insert into unit_return_line select id, order_id, 1, 1, 2 from unit_return`],
  ['units of a line that is not there', 'unit_return_line_order_id_position_fkey', () => sql`
    insert into unit_return_line select id, order_id, 9, 1 from unit_return`],
  ['a return that waits for no refund', 'unit_return_waits_for_a_refund', () => sql`update unit_return set refund_id = null`],
  ['two returns of one refund', 'unit_return_refund_id_key', () => sql`
    insert into unit_return select ${newId()}, order_id, refund_id, state, becomes, asked_at from unit_return`],
] // prettier-ignore

const movement = (reason: string, onHand: number, held: number, order: string | null) => sql`
  insert into stock_movement (id, tool_id, reason, on_hand_change, reserved_change, order_id, actor_kind)
  values (${newId()}, ${tool}, ${reason}, ${onHand}, ${held}, ${order}, 'operator')`

const ofTrails: Rule[] = [
  ['a movement of nothing', 'stock_movement_check', () => movement('restocked', 0, 0, null)],
  ['units sold that nobody took', 'stock_movement_why', () => movement('sold', -1, 0, unpaid)],
  ['units freed that stay', 'stock_movement_why', () => movement('freed', 0, 1, unpaid)],
  ['units reserved for no order', 'stock_movement_why', () => movement('reserved', 0, 1, null)],
  ['units that an order takes twice', 'stock_movement_once', () => movement('reserved', 0, 1, unpaid)],
  ['units that are sold and freed', 'stock_movement_once', () => movement('freed', 0, -1, paid)],
  ['a movement without a reason', 'stock_movement_reason_check', () => movement('whim', 1, 0, null)],
  ['a movement by nobody', 'stock_movement_actor_kind_check', () => sql`
    insert into stock_movement (id, tool_id, reason, on_hand_change, actor_kind) values (${newId()}, ${tool}, 'restocked', 1, 'nobody')`],
  ['a movement of an order that is not there', 'stock_movement_order_id_fkey', () => movement('returned', 1, 0, newId())],
  ['another movement in the place of one', 'stock_movement is append-only', () => sql`update stock_movement set on_hand_change = 1`],
  ['a movement less', 'stock_movement is append-only', () => sql`delete from stock_movement where tool_id = ${tool}`],
  ['an event of an order less', 'order_event is append-only', () => sql`delete from order_event where order_id = ${paid}`],
  ['another event in the place of one', 'order_event is append-only', () => sql`update order_event set kind = 'paid'`],
  ['a trail that is shorter', 'audit is append-only', () => sql`truncate audit`],
  ['an event of the provider twice', 'provider_event_pkey', () => sql`insert into provider_event select * from provider_event`],
] // prettier-ignore

describe.each([
  ['tools', ofTools],
  ['orders', ofOrders],
  ['lines', ofLines],
  ['money', ofMoney],
  ['trails', ofTrails],
])('of %s the database refuses', (_, rules) => {
  it.each(rules)('%s', async (_, constraint, statement) => {
    expect(await saidTo(statement())).toBe(constraint)
  })
})
