import { Refusal } from '#kernel/refusals'
import type { Context } from '#platform/context'
import { isMine } from '#services/accounts'
import { refuse } from '../refusals.rules.ts'

export type Placed = { insertedId: string; number: string }
/** `fingerprint` tells one request from another that comes with the same key. */
export type OrderKey = { key: string; fingerprint: string }

/**
 * What was placed under this key, or else the refusal: it may be for no other reason than that the same request was answered while
 * this one looked, took the last units and emptied the basket.
 */
export async function firstAnswerOr(ctx: Context, key: OrderKey | undefined, refusal: unknown): Promise<Placed> {
  const first = refusal instanceof Refusal && key && (await findFirstAnswer(ctx, key))
  if (first) return first
  throw refusal
}

/** What was placed under this key. Refuses: idempotency-key-reused. */
export async function findFirstAnswer(ctx: Context, { key, fingerprint }: OrderKey): Promise<Placed | undefined> {
  const first = await ctx.db
    .selectFrom('orders')
    .select(['id', 'number', 'idempotency_fingerprint'])
    .where(isMine(ctx, 'orders'))
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
  if (!first) return undefined
  if (first.idempotency_fingerprint !== fingerprint) throw refuse('idempotency-key-reused')
  return { insertedId: first.id, number: first.number }
}
