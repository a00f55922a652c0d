import { type Context, callerOf } from '#platform/context'
import { refuse } from '../refusals.rules.ts'

export type Placed = { insertedId: string; number: string }
/** `fingerprint` tells one request from another that comes with the same key. */
export type OrderKey = { key: string; fingerprint: string }

/** What was placed under this key. Refuses: idempotency-key-reused. */
export async function findFirstAnswer(ctx: Context, { key, fingerprint }: OrderKey): Promise<Placed | undefined> {
  const first = await ctx.db
    .selectFrom('orders')
    .select(['id', 'number', 'idempotency_fingerprint'])
    .where('account_id', '=', callerOf(ctx).id)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
  if (!first) return undefined
  if (first.idempotency_fingerprint !== fingerprint) throw refuse('idempotency-key-reused')
  return { insertedId: first.id, number: first.number }
}
