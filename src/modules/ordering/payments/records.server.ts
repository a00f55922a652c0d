import { sql } from 'kysely'
import type { Context } from '#platform/context'

/** What the shop has written down of a provider's intent. */
export type IntentRecord = { id: string; provider: string; client_secret: string }

/** The intent by which an order can be paid now, if one is open. */
export async function findLiveIntent(ctx: Context, orderId: string): Promise<IntentRecord | undefined> {
  const { rows } = await sql<IntentRecord>`
    select id, provider, client_secret from payment_intent
    where order_id = ${orderId} and state = 'live'`.execute(ctx.db)
  return rows[0]
}

/**
 * An intent is called off, or unknown to the provider: it no longer stands in the way of another. Should money come by
 * it all the same, it is settled like any other. False when the shop has no such open intent.
 */
export async function letGo(ctx: Context, intentId: string): Promise<boolean> {
  const { rows } = await sql`
    update payment_intent set state = 'canceled', checked_at = ${ctx.now()}
    where id = ${intentId} and state = 'live' returning id`.execute(ctx.db)
  return rows.length > 0
}
