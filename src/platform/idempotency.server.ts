import { createHash } from 'node:crypto'
import type { ExpressionBuilder } from 'kysely'
import type { Tables } from '#db/tables'
import { refuse } from '#kernel/refusals'
import { type Context, callerOf, transact } from './context.server.ts'

/** How long an answer is kept for whoever asks again. */
const keptDays = 30

export type Asked = {
  /** The call, `POST /tools`: a key counts for it alone. */
  call: string
  key: string | undefined
  /** All that the answer depends on: the same key with another input is refused. */
  input: unknown
}

/**
 * Runs `work` in one transaction and keeps its answer under the caller's idempotency key: whoever comes with the same
 * key and input gets the first answer, also while the first is still at work. What is refused is not kept.
 * Refuses: idempotency-key-reused.
 */
export function answerOnce<T extends object>(
  ctx: Context,
  { call, key, input }: Asked,
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  return transact(ctx, async ctx => {
    if (key === undefined) return work(ctx)
    const account = callerOf(ctx).id
    const fingerprint = createHash('sha256').update(JSON.stringify(input)).digest('base64url')
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
      return first.answer as T
    }
    const answer = await work(ctx)
    await ctx.db
      .updateTable('idempotency_key')
      .set({ answer: JSON.stringify(answer) })
      .where(isThisKey)
      .execute()
    return answer
  })
}

/** Forgets the answers that nobody asks for again. */
export async function forgetAnswers(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - keptDays * 24 * 3600 * 1000)
  await ctx.db.deleteFrom('idempotency_key').where('created_at', '<', before).execute()
}
