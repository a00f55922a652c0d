import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#platform/context'
import type { Columns } from '#platform/database'
import { isOwed, joinMoney } from './money.server.ts'
import { mayShip } from './orders.rules.ts'
import { selectOrders } from './read.server.ts'

/** What stands in an order for a buyer whose account was deleted. `.invalid` reaches nobody (RFC 2606). */
const nobody = { name: 'Deleted account', email: 'deleted@account.invalid', text: '–' }

/** Locks the account's orders, in the order of their ids; before its own row is locked. */
export async function lockOrdersOf(ctx: Context, accountId: string): Promise<void> {
  const orders = ctx.db.selectFrom('orders').select('id').where('account_id', '=', accountId)
  await orders.orderBy('id').forNoKeyUpdate().execute()
}

/**
 * Whether goods that the account has paid for are still to leave, for which the shop needs its address. Not those of an order whose
 * money a bank has given back: nothing leaves for it, and the shop has no way to cancel it. The orders are locked.
 */
export async function areGoodsToShip(ctx: Context, accountId: string): Promise<boolean> {
  const isOpen = sql`orders.account_id = ${accountId} and orders.fulfilment_state = 'open'
    and not exists (
      select from dispute join payment of_order on of_order.transaction_id = dispute.transaction_id
      where dispute.order_id = orders.id and dispute.status = 'lost')`
  const orders = await selectOrders(ctx, isOpen, sql``)
  return orders.some(order => mayShip(order.paymentState) && order.lines.some(line => line.toShip > 0))
}

/**
 * Takes the person out of their orders; numbers, lines and amounts stay, because the books need them. In the transaction
 * that deletes the account. Returns how many orders that were. What the timeline and the trail tell of money and goods stays, without
 * what was typed there.
 */
export function forgetBuyer(ctx: Context, accountId: string): Promise<number> {
  return forgetIn(ctx, sql`orders.account_id = ${accountId}`)
}

/** The same for an order that is no account's any more, once it is closed. */
export async function forgetBuyerOf(ctx: Context, orderId: string): Promise<void> {
  await forgetIn(ctx, sql`orders.id = ${orderId}`)
}

async function forgetIn(ctx: Context, which: RawBuilder<unknown>): Promise<number> {
  // What staff wrote on an order may speak of the person.
  const theirs = sql<string>`(select id from orders where ${which})`
  await ctx.db.deleteFrom('order_note').where('order_id', 'in', theirs).execute()
  await ctx.db.updateTable('order_line').set({ reference: null }).where('order_id', 'in', theirs).execute()
  await ctx.db.updateTable('refund').set({ note: null }).where('order_id', 'in', theirs).execute()
  // A carrier tells whoever has the number where the goods went, and who took them.
  await ctx.db.updateTable('parcel').set({ tracking: null }).where('order_id', 'in', theirs).execute()
  await sql`
    update payment set reference = null
    where reference is not null and id in (select payment_id from payment_allocation where order_id in ${theirs})
      and not exists (
        select from payment_allocation part join orders on orders.id = part.order_id
        where part.payment_id = payment.id and orders.account_id is not null and orders.id not in ${theirs})`.execute(
    ctx.db,
  )
  await forgetTypedTexts(ctx, theirs)
  const { numUpdatedRows } = await ctx.db
    .updateTable('orders')
    .set({
      account_id: null,
      customer_name: nobody.name,
      customer_email: nobody.email,
      phone: nobody.text,
      phone_e164: null,
      company_name: nobody.name,
      address: nobody.text,
      purchase_order_reference: null,
      vat_number: null,
      delivery_name: null,
      delivery_street: null,
      delivery_postal_code: null,
      delivery_city: null,
      delivery_region: null,
      delivery_country: null,
      notes: null,
      tracking: null,
      idempotency_key: null,
      // It was taken from what the buyer typed.
      idempotency_fingerprint: null,
    })
    .where(sql<boolean>`${which}`)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/**
 * Hands an account's orders to a new account of another person, who has shown that the address is theirs. What was paid goes
 * along: its receipt and each mail about it went to that address. An unpaid order becomes nobody's and lapses: its goods would go
 * to whoever placed it, for whoever pays. What is closed is forgotten. A debt stays with whoever ordered, who stands in the order: the
 * person who comes now has never had the goods. Returns the numbers of those orders. Both accounts and the orders are locked.
 */
export async function handOverOrders(ctx: Context, { from, to }: { from: string; to: string }): Promise<string[]> {
  await forgetIn(ctx, sql`orders.account_id = ${from} and orders.payment_state in ('cancelled', 'expired')`)
  const now = ctx.now()
  await sql`
    update orders set account_id = null, reserved_until = least(reserved_until, ${now})
    where account_id = ${from} and payment_state = 'unpaid'`.execute(ctx.db)
  const { rows: owed } = await sql<Columns<'orders', 'number'> & { paid: number }>`
    with owed as (
      select orders.id, coalesce(money.paid, 0) as paid from orders ${joinMoney}
      where orders.account_id = ${from} and ${isOwed}
    )
    update orders set account_id = null from owed where orders.id = owed.id returning orders.number, owed.paid`.execute(
    ctx.db,
  )
  await sql`update orders set account_id = ${to} where account_id = ${from}`.execute(ctx.db)
  await sql`
    insert into customer_name (account_id, search)
    select distinct ${to}::uuid, lower(customer_name || E'\n' || customer_email || E'\n' || company_name)
    from orders where account_id = ${to}`.execute(ctx.db)
  const paid = owed.reduce((sum, order) => sum + order.paid, 0)
  await sql`
    update account_sales set orders = former.orders - ${owed.length}, turnover = former.turnover - ${paid}, last_paid_at = (
      select max(payment.paid_at) from payment join payment_allocation part on part.payment_id = payment.id
        join orders on orders.id = part.order_id where orders.account_id = ${to})
    from account_sales former where account_sales.account_id = ${to} and former.account_id = ${from}`.execute(ctx.db)
  return owed.map(({ number }) => number)
}

/** Both tables are append-only but for this. `orders`: a query of their ids. */
async function forgetTypedTexts(ctx: Context, orders: RawBuilder<string>): Promise<void> {
  await sql`select set_config('shop.forgets', 'yes', true)`.execute(ctx.db)
  await sql`
    update order_event set detail = without_typed_texts(detail)
    where order_id in ${orders} and detail ?| '{reason,tracking}'`.execute(ctx.db)
  await sql`
    update audit set before = without_typed_texts(before), after = without_typed_texts(after)
    where subject_kind = 'order' and subject_id in (select id::text from ${orders} of_them)
      and (before ?| '{reason,tracking}' or after ?| '{reason,tracking}')`.execute(ctx.db)
  await sql`select set_config('shop.forgets', 'no', true)`.execute(ctx.db)
}
