import type { Context } from '#platform/context'

/** What stands in an order for a buyer whose account was deleted. `.invalid` reaches nobody (RFC 2606). */
const nobody = { name: 'Deleted account', email: 'deleted@account.invalid', text: '–' }

/** Locks the account's orders, in the order of their ids; before its own row is locked. */
export async function lockOrdersOf(ctx: Context, accountId: string): Promise<void> {
  const orders = ctx.db.selectFrom('orders').select('id').where('account_id', '=', accountId)
  await orders.orderBy('id').forNoKeyUpdate().execute()
}

/**
 * Takes the person out of their orders; numbers, lines and amounts stay, because the books need them. In the transaction
 * that deletes the account. Returns how many orders that were. The timeline tells of money and goods, and neither moves.
 */
export async function forgetBuyer(ctx: Context, accountId: string): Promise<number> {
  // What staff wrote on an order may speak of the person.
  const theirs = ctx.db.selectFrom('orders').select('id').where('account_id', '=', accountId)
  await ctx.db.deleteFrom('order_note').where('order_id', 'in', theirs).execute()
  await ctx.db.updateTable('order_line').set({ reference: null }).where('order_id', 'in', theirs).execute()
  const { numUpdatedRows } = await ctx.db
    .updateTable('orders')
    .set({
      account_id: null,
      company_id: null,
      customer_name: nobody.name,
      customer_email: nobody.email,
      phone: nobody.text,
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
      idempotency_key: null,
      // It was taken from what the buyer typed.
      idempotency_fingerprint: null,
    })
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
