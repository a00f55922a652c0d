import { sql } from 'kysely'
import type { Context } from '#platform/context'
import { type PaymentPort, ProviderUnreachable } from '../payments/port.server.ts'
import { settle } from './settle.server.ts'

/** Intents older than this are asked about: their event may have been lost. */
const reconcileAfterMinutes = 10
const reconciledARun = 100

/**
 * Asks about intents that are still open after ten minutes: nothing hangs on an event that never came. In another order each time:
 * one on which the provider always fails does not keep the others waiting.
 */
export async function reconcile(ctx: Context, provider: PaymentPort): Promise<void> {
  const before = new Date(ctx.now().getTime() - reconcileAfterMinutes * 60 * 1000)
  // Marked before it is asked about, so that one whose answer never helps does not keep the others waiting.
  const lastChecked = sql<Date>`coalesce(checked_at, created_at)`
  const quiet = ctx.db
    .selectFrom('payment_intent')
    .select('id')
    .where('state', '=', sql.lit('live'))
    .where('provider', '=', provider.provider)
    .where('created_at', '<', before)
    .where(lastChecked, '<', before)
    .orderBy(lastChecked)
    .limit(reconciledARun)
    .forUpdate()
    .skipLocked()
  const asking = ctx.db.updateTable('payment_intent').set({ checked_at: ctx.now() }).where('id', 'in', quiet)
  const marked = ctx.db
    .with('asked', () => asking.returning('id'))
    .selectFrom('asked')
    .select('id')
  const ids = (await marked.orderBy(sql`random()`).execute()).map(({ id }) => id)
  for (const [index, id] of ids.entries()) {
    try {
      await settle(ctx, provider, id)
    } catch (error) {
      ctx.log.warn({ error, intent: id }, 'an intent could not be reconciled; it is asked about again')
      // The provider is down: asking it about each of the others would take for ever.
      if (error instanceof ProviderUnreachable) return leaveToNextRun(ctx, ids.slice(index))
    }
  }
}

async function leaveToNextRun(ctx: Context, intentIds: string[]): Promise<void> {
  const intents = ctx.db.updateTable('payment_intent').where(sql<boolean>`id = any(${intentIds}::text[])`)
  await intents.set({ checked_at: null }).execute()
}
