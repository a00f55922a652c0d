import { sql } from 'kysely'
import { type Context, callerOf } from '#platform/context'
import { refuse } from '../refusals.rules.ts'

export type Placed = { insertedId: string; number: string }
/** `fingerprint` tells one request from another that comes with the same key. */
export type OrderKey = { key: string; fingerprint: string }

/** What was placed under this key. Refuses: idempotency-key-reused. */
export async function findFirstAnswer(ctx: Context, { key, fingerprint }: OrderKey): Promise<Placed | undefined> {
  const { rows } = await sql<{ id: string; number: string; idempotency_fingerprint: string }>`
    select id, number, idempotency_fingerprint from orders
    where account_id = ${callerOf(ctx).id} and idempotency_key = ${key}`.execute(ctx.db)
  const [first] = rows
  if (!first) return undefined
  if (first.idempotency_fingerprint !== fingerprint) throw refuse('idempotency-key-reused')
  return { insertedId: first.id, number: first.number }
}
