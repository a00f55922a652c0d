import { sql } from 'kysely'
import Stripe from 'stripe'
import { sandboxSecrets } from '../shop/compose.ts'
import { type Answer, request } from '../factories.ts'
import type { TestShop } from '../harness.ts'

export const { webhookSecret } = sandboxSecrets

export type SandboxEvent = { id: string; type: string; created: number; data: { object: { id: string } } }

/** The events of an intent as the provider sends them, word for word, the oldest first. */
export async function eventsOf(shop: Pick<TestShop, 'db'>, intentId: string, type: string): Promise<SandboxEvent[]> {
  const { rows } = await sql<{ payload: SandboxEvent }>`
    select payload from sandbox.event
    where payment_intent_id = ${intentId} and type = ${type} order by created_at, id`.execute(shop.db)
  return rows.map(({ payload }) => payload)
}

/** Of the provider's events: those that the shop hears, and has not yet. */
export const isOnItsWay = sql`delivered_at is null and payload ->> 'pending_webhooks' <> '0'`

/** Sends an event to the shop, signed as the provider signs it unless said otherwise. */
export function deliver(
  shop: Pick<TestShop, 'address'>,
  event: object | string,
  { secret = webhookSecret, ageSeconds = 0 } = {},
): Promise<Answer> {
  const payload = typeof event === 'string' ? event : JSON.stringify(event)
  const timestamp = Math.floor(Date.now() / 1000) - ageSeconds
  return request(`${shop.address}/api/webhooks/payments`, 'POST', payload, signatureOf(payload, { secret, timestamp }))
}

/** The header with which the provider sends this. */
export function signatureOf(
  payload: string,
  { secret = webhookSecret, timestamp }: { secret?: string; timestamp?: number } = {},
) {
  const { webhooks } = new Stripe('sk_test_none')
  const time = timestamp === undefined ? {} : { timestamp }
  return { 'stripe-signature': webhooks.generateTestHeaderString({ payload, secret, ...time }) }
}
