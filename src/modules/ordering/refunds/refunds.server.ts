import { type RawBuilder, sql } from 'kysely'
import { type Context, transact } from '#platform/context'
import { type PaymentPort, type ProviderRefund, ProviderRefusal, ProviderUnreachable } from '../payments/port.server.ts'
import { type RefundRow, countChange, recordEnd, selectRefunds } from './ends.server.ts'
import { failpoint } from '../payments/failpoints.server.ts'

const queue = 'refund'
/** For about an hour, with growing pauses; then the hourly run takes over. */
const retries = 12
/** Younger ones are the queue's own. */
const openMinutes = 60

/** From this age on a refund is looked for before it is asked for: providers remember a key for a day. */
const keyTrustedHours = 12

/** Queues the sending back of a refund that stands in the database, in the caller's transaction. */
export function sendRefund(ctx: Context, refundId: string): Promise<void> {
  return ctx.jobs.send(ctx.db, queue, { refundId })
}

/**
 * Registers the job that sends money back: it asks at once, and for about an hour; after that a run each hour asks
 * until the provider has said how the refund ended, however many days a bank takes (`endOpenRefunds`).
 */
export function defineRefundJob(ctx: Context, provider: PaymentPort): void {
  const does = 'Sends money back: what an admin refunds, and what came for a closed order.'
  ctx.jobs.define<{ refundId: string }>(queue, { does, retries }, async ({ refundId }) => {
    const isOpen = (await endRefund(ctx, provider, refundId)) === 'pending'
    if (isOpen) throw new Error(`refund ${refundId} is pending at the provider; it is asked again later`)
  })
}

/**
 * Asks about every refund that the queue has not brought to its end, one after the other, until one finds the provider
 * out of reach. In another order each time: one on which the provider always fails does not keep the others waiting.
 */
export async function endOpenRefunds(ctx: Context, provider: PaymentPort): Promise<void> {
  const before = new Date(ctx.now().getTime() - openMinutes * 60_000)
  const rows = await ctx.db
    .selectFrom('refund')
    .select('id')
    .where('state', '=', sql.lit('requested'))
    .where(({ fn }) => fn.coalesce('retried_at', 'requested_at'), '<', before)
    .where(isBy(provider))
    .orderBy(sql`random()`)
    .execute()
  for (const { id } of rows) {
    try {
      await endRefund(ctx, provider, id)
    } catch (error) {
      ctx.log.error({ error, refund: id }, 'a refund has not ended; the next run asks again')
      if (error instanceof ProviderUnreachable) return
    }
  }
}

/**
 * Asks the provider for a refund, or about one that is under way, and writes down its end. Any number of times, at once
 * or later, gives the money back once: by the provider's idempotency key while it is fresh, and by looking the refund up
 * after that. A refund of money that came by another provider is left alone: the shop used that one before.
 */
export async function endRefund(ctx: Context, provider: PaymentPort, refundId: string): Promise<'pending' | 'ended'> {
  const [refund] = await selectRefunds(
    ctx,
    sql`refund.id = ${refundId} and refund.state = 'requested' and ${isBy(provider)}`,
  )
  if (!refund) return 'ended'
  await failpoint(ctx, 'send back: asking')
  const answer = await askFor(ctx, provider, refund)
  await failpoint(ctx, 'send back: answered')
  if (answer.status === 'pending') {
    await notePending(ctx, refund, answer.id)
    return 'pending'
  }
  const end = { isBack: answer.status === 'succeeded', providerId: answer.id, failure: answer.failure }
  // What an admin has asked for is the admin's act, also when a job carries it out.
  await transact(actingFor(ctx, refund), ctx => recordEnd(ctx, refund, end))
  await failpoint(ctx, 'send back: committed')
  return 'ended'
}

/** Whether the money of a `refund` came by this provider. */
function isBy({ provider }: PaymentPort): RawBuilder<boolean> {
  return sql`exists (
    select from payment_intent intent where intent.id = refund.transaction_id and intent.provider = ${provider})`
}

/** The context in which the end of a refund is written down. */
export function actingFor(ctx: Context, refund: RefundRow): Context {
  return refund.asked_by ? { ...ctx, actor: { kind: 'admin', id: refund.asked_by } } : ctx
}

/** The provider has taken it, and does not know its end yet. */
export async function notePending(ctx: Context, refund: RefundRow, providerId: string | null): Promise<void> {
  const changed = await ctx.db
    .updateTable('refund')
    .set({ provider_id: providerId })
    .where(({ eb }) => eb.and({ id: refund.id, state: 'requested', tries: refund.tries }))
    .where('provider_id', 'is distinct from', providerId)
    .returning('id')
    .executeTakeFirst()
  if (changed) await countChange(ctx, refund.transaction_id)
}

type Answer = Pick<ProviderRefund, 'status' | 'failure'> & { id: string | null }

async function askFor(ctx: Context, provider: PaymentPort, refund: RefundRow): Promise<Answer> {
  if (refund.provider_id) return provider.getRefund(refund.provider_id)
  const { id: refundId, transaction_id: intentId, amount, tries } = refund
  const isKeyOld = ctx.now().getTime() - refund.asked_at.getTime() > keyTrustedHours * 3_600_000
  // Its answer may have been lost: asked for once more under a key that nobody remembers, it would be paid twice. So it
  // would be if an earlier try, which the shop takes for failed, has reached the provider all the same.
  const earlier = isKeyOld || tries > 1 ? await findOwn(provider, refund) : undefined
  if (earlier) return earlier
  try {
    return await provider.refund({ intentId, refundId, tries, amount, idempotencyKey: `refund-${refundId}-${tries}` })
  } catch (error) {
    if (!(error instanceof ProviderRefusal) || isAboutTheShop(error.code)) throw error
    // Before it is called failed: nothing is left to refund also when this very refund has taken it.
    return (await findOwn(provider, refund)) ?? { id: null, status: 'failed', failure: error.code }
  }
}

/**
 * What the provider has of a refund: of any try if its money is on its way or back, else the end of the try that counts.
 */
async function findOwn(provider: PaymentPort, refund: RefundRow): Promise<ProviderRefund | undefined> {
  const all = await provider.listRefunds(refund.transaction_id).catch((error: unknown) => {
    // A provider that does not know the payment has no refund of it: then this one fails, and somebody is told.
    if (error instanceof ProviderRefusal && error.code === 'resource_missing') return []
    throw error
  })
  const own = all.filter(candidate => candidate.refundId === refund.id)
  return own.find(isLive) ?? own.find(candidate => candidate.tries === refund.tries)
}

/** Whether its money is on its way to the customer, or there. */
export function isLive({ status }: Pick<ProviderRefund, 'status'>): boolean {
  return status === 'succeeded' || status === 'pending'
}

/** A refusal of the shop's own key says nothing of the refund: an operator mends it, and the job asks again. */
function isAboutTheShop(code: string | undefined): boolean {
  return code === undefined || /api_key|secret_key|rate_limit|lock_timeout|livemode|testmode/.test(code)
}
