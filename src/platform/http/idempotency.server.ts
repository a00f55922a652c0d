import { createHash } from 'node:crypto'
import type { ExpressionBuilder } from 'kysely'
import type { Tables } from '#db/tables'
import type { Endpoint } from '#kernel/endpoint'
import { refuse } from '#kernel/refusals'
import { type Context, callerOf, transact } from '../context.server.ts'
import { failpointsOf } from '../failpoints.server.ts'

/** How long an answer is kept for whoever asks again. */
const keptDays = 30

/** The process may die here: the answer is kept, and on its way. */
export const idempotencyFailpoints = ['answer: kept'] as const

const failpoint = failpointsOf(idempotencyFailpoints)

type Input = { params: unknown; body: unknown; idempotencyKey: string | undefined }

type Call<I extends Input, A> = {
  endpoint: Pick<Endpoint, 'method' | 'path'>
  handler: (ctx: Context, input: I) => Promise<A>
}

/**
 * Runs a call's handler in one transaction and keeps its answer under the caller's idempotency key: whoever comes with the
 * same key and input gets the first answer, also while the first is still at work. What is refused is not kept, nor is undefined, by
 * which a verb says that it has done nothing yet. Refuses: idempotency-key-reused.
 */
export async function answerOnce<I extends Input, A>(
  ctx: Context,
  { endpoint, handler }: Call<I, A>,
  input: I,
): Promise<A> {
  const { params, body, idempotencyKey: key } = input
  const answer = await transact(ctx, async ctx => {
    if (key === undefined) return handler(ctx, input)
    const account = callerOf(ctx).id
    const call = `${endpoint.method} ${endpoint.path}`
    const fingerprint = fingerprintOf({ params, body })
    // Waits for another transaction that has the same key, and finds its row once that has ended well.
    const ofKey = { account_id: account, call, key }
    const claimed = await ctx.db
      .insertInto('idempotency_key')
      .values({ ...ofKey, fingerprint, created_at: ctx.now() })
      .onConflict(conflict => conflict.doNothing())
      .returning('key')
      .executeTakeFirst()
    const isThisKey = ({ eb }: ExpressionBuilder<Tables, 'idempotency_key'>) => eb.and(ofKey)
    if (!claimed) {
      const first = await ctx.db
        .selectFrom('idempotency_key')
        .select(['fingerprint', 'answer'])
        .where(isThisKey)
        .executeTakeFirst()
      if (first?.fingerprint !== fingerprint) throw refuse('idempotency-key-reused')
      return first.answer as A
    }
    const answer = await handler(ctx, input)
    await (
      answer === undefined
        ? ctx.db.deleteFrom('idempotency_key').where(isThisKey)
        : ctx.db
            .updateTable('idempotency_key')
            .set({ answer: JSON.stringify(answer) })
            .where(isThisKey)
    ).execute()
    return answer
  })
  await failpoint(ctx, 'answer: kept')
  return answer
}

/** Tells one input from another, and keeps none of it. */
export const fingerprintOf = (input: object): string =>
  createHash('sha256').update(JSON.stringify(input)).digest('base64url')

/** Forgets the answers that nobody asks for again. */
export async function forgetAnswers(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - keptDays * 24 * 3600 * 1000)
  await ctx.db.deleteFrom('idempotency_key').where('created_at', '<', before).execute()
}
