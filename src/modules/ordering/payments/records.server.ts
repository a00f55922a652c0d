import { type InferResult, sql } from 'kysely'
import type { Context } from '#platform/context'
import type { Columns } from '#platform/database'

/** What the shop has written down of a provider's intent. */
export type IntentRecord = Columns<'payment_intent', 'id' | 'provider' | 'client_secret'>

/** The intent by which an order can be paid now, if one is open. */
export function findLiveIntent(ctx: Context, orderId: string): Promise<IntentRecord | undefined> {
  return ctx.db
    .selectFrom('payment_intent')
    .select(['id', 'provider', 'client_secret'])
    .where('order_id', '=', orderId)
    .where('state', '=', sql.lit('live'))
    .executeTakeFirst()
}

/**
 * An intent is called off, or unknown to the provider: it no longer stands in the way of another. Should money come by
 * it all the same, it is settled like any other. False when the shop has no such open intent.
 */
export async function letGo(ctx: Context, intentId: string): Promise<boolean> {
  const gone = await ctx.db
    .updateTable('payment_intent')
    .set({ state: 'canceled', checked_at: ctx.now() })
    .where(({ eb }) => eb.and({ id: intentId, state: 'live' }))
    .returning('id')
    .executeTakeFirst()
  return gone !== undefined
}

/** Of intents: what the shop has written down of them and their orders, and whether their money is, too. */
export const storedIntents = (ctx: Context) =>
  ctx.db
    .selectFrom('payment_intent as intent')
    .innerJoin('orders', 'orders.id', 'intent.order_id')
    .select(['intent.provider', 'intent.order_id', 'orders.account_id', 'intent.amount', 'intent.currency'])
    .select(sql<boolean>`exists (select from payment where transaction_id = intent.id)`.as('has_payment'))

export type StoredIntent = InferResult<ReturnType<typeof storedIntents>>[number]
