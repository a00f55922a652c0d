import { sql } from 'kysely'
import { type Context, newId, transact } from '#platform/context'
import type { Columns } from '#platform/database'
import { lockOrder } from '../release/locks.server.ts'
import { happened } from '../release/happened.server.ts'
import { type PaymentPort, type ProviderRefund, ProviderUnreachable } from '../payments/port.server.ts'
import { type RefundRow, countChange, recordEnd, recordLateFailure, selectRefunds } from './ends.server.ts'
import { actingFor, endRefund, isLive, notePending } from './refunds.server.ts'

/** How often the refunds of an intent may change under somebody who compares them, before that is taken for a mistake. */
const rounds = 20

type Intent = NonNullable<Awaited<ReturnType<typeof readIntent>>>

/**
 * Asks the provider for every refund of an intent, and brings the shop's own record into line: an end that nobody has
 * written down yet, a refund that failed after it was done, one that somebody made at the provider past the shop. Any
 * number of times, by whomever at once, each is written down once.
 *
 * The provider's answer is used only if no refund of the intent has changed since it was asked: else an old answer could
 * undo what a newer one has done.
 */
export async function noteRefunds(ctx: Context, provider: PaymentPort, intentId: string): Promise<void> {
  for (let round = 1; round <= rounds; round++) {
    const intent = await readIntent(ctx, provider, intentId)
    if (!intent) return
    const listed = await provider.listRefunds(intentId)
    const outcome = await transact(ctx, ctx => compare(ctx, intent, listed))
    if (outcome === 'agreed') return
    // An admin's refund has reserved what somebody has given back at the provider meanwhile. Asked for now, it is refused
    // there and lets go of it; or it is taken, and then both have room.
    if (outcome !== 'moved') for (const id of outcome.inTheWay) await endRefund(ctx, provider, id)
  }
  throw new Error(`the refunds of ${intentId} keep changing`)
}

/** An intent of the shop's own by which money came. */
async function readIntent(ctx: Context, { provider }: PaymentPort, id: string) {
  const intent = await ctx.db
    .selectFrom('payment_intent as intent')
    .leftJoin('payment', 'payment.transaction_id', 'intent.id')
    .select(['intent.id', 'intent.order_id', 'intent.refund_changes', 'payment.id as payment_id'])
    .where(({ eb }) => eb.and({ 'intent.id': id, 'intent.provider': provider, 'intent.state': 'succeeded' }))
    .executeTakeFirst()
  return intent && { ...intent, is_of_payment: intent.payment_id !== null }
}

type Outcome = 'agreed' | 'moved' | { inTheWay: string[] }

async function compare(ctx: Context, intent: Intent, all: ProviderRefund[]): Promise<Outcome> {
  await lockOrder(ctx, intent.order_id)
  const isAsRead = ctx.db
    .selectFrom('payment_intent')
    .select('id')
    .where('id', '=', intent.id)
    .where('refund_changes', '=', intent.refund_changes)
  if (!(await isAsRead.executeTakeFirst())) return 'moved'
  let rows = await readRows(ctx, intent)
  // Those that failed first: they make room.
  for (const refund of [...all.filter(one => !isLive(one)), ...all.filter(isLive)]) {
    const change = await note(ctx, { intent, rows }, refund)
    if (change === 'no-room') return { inTheWay: unsent(rows, { all, refund }) }
    if (change === 'changed') rows = await readRows(ctx, intent)
  }
  return 'agreed'
}

function readRows(ctx: Context, intent: Intent): Promise<RefundRow[]> {
  return selectRefunds(ctx, sql`refund.transaction_id = ${intent.id}`)
}

/** Refunds of the shop's own that hold a reservation, and of which the provider knows nothing yet. */
function unsent(rows: RefundRow[], { all, refund }: { all: ProviderRefund[]; refund: ProviderRefund }): string[] {
  const ids = rows
    .filter(row => row.state === 'requested' && row.provider_id === null)
    .filter(row => !all.some(one => one.refundId === row.id && isLive(one)))
    .map(row => row.id)
  if (ids.length === 0) throw new Error(`refund ${refund.id} gives back more than came`)
  return ids
}

type Change = 'same' | 'changed' | 'no-room'
type Recorded = { intent: Intent; rows: RefundRow[] }

function note(ctx: Context, { intent, rows }: Recorded, refund: ProviderRefund): Promise<Change> {
  const row = rows.find(row => row.provider_id === refund.id)
  if (row) return noteRecorded(ctx, row, refund)
  // An earlier try of a refund that has had another since.
  if (rows.some(row => row.former_ids.includes(refund.id))) return Promise.resolve('same')
  const own = rows.find(row => row.id === refund.refundId)
  if (own?.state === 'requested' && own.provider_id === null) return noteOwn(ctx, own, refund)
  if (own?.state === 'failed' && isLive(refund)) return revive(ctx, own, refund)
  // A try that the provider did not take to its end, and that the shop has called failed.
  if (own && !isLive(refund)) return Promise.resolve('same')
  return writeDown(ctx, intent, refund)
}

async function noteRecorded(ctx: Context, row: RefundRow, refund: ProviderRefund): Promise<Change> {
  if (row.state === 'requested' && refund.status !== 'pending') {
    await recordEnd(actingFor(ctx, row), row, endOf(refund))
    return 'changed'
  }
  if (row.state !== 'done' || isLive(refund)) return 'same'
  await recordLateFailure(ctx, row, refund.failure)
  return 'changed'
}

/** The provider has taken a refund of the shop, and its answer is still on the way, or lost. */
async function noteOwn(ctx: Context, own: RefundRow, refund: ProviderRefund): Promise<Change> {
  // An earlier try that failed says nothing of the one that counts; one that did not fail is the refund.
  if (!isLive(refund) && refund.tries !== own.tries) return 'same'
  if (refund.status === 'pending') await notePending(ctx, own, refund.id)
  else await recordEnd(actingFor(ctx, own), own, endOf(refund))
  return 'changed'
}

/**
 * The shop took this refund for failed, and yet the provider has it. Units that it was to bring back were let go when it
 * failed, and may have come back otherwise since: they stay where they are, and an admin puts them on the shelf. So
 * the refund brings none back; what it was to bring stands in the trail.
 */
async function revive(ctx: Context, own: RefundRow, refund: ProviderRefund): Promise<Change> {
  if (own.is_of_payment && !(await takeRoom(ctx, own.transaction_id, own.amount))) return 'no-room'
  ctx.log.error({ refund: own.id, order: own.order_id }, 'a refund that was taken for failed is at the provider')
  await ctx.db
    .updateTable('refund')
    .set({ state: 'requested', done_at: null, failure: null, provider_id: refund.id })
    .where('id', '=', own.id)
    .execute()
  // Those that an earlier try brought back are on the shelf.
  const isBack = own.units?.state === 'back'
  if (!isBack) await ctx.db.deleteFrom('unit_return').where('refund_id', '=', own.id).execute()
  await countChange(ctx, own.transaction_id)
  const revived: RefundRow = { ...own, state: 'requested', provider_id: refund.id, units: isBack ? own.units : null }
  if (refund.status !== 'pending') await recordEnd(actingFor(ctx, own), revived, endOf(refund))
  return 'changed'
}

/** A refund that the shop did not ask for: made at the provider, by somebody with an account there. */
async function writeDown(ctx: Context, intent: Intent, refund: ProviderRefund): Promise<Change> {
  const hasRoom = !intent.is_of_payment || !isLive(refund) || (await takeRoom(ctx, intent.id, refund.amount))
  if (!hasRoom) return 'no-room'
  const id = newId()
  const failed = !isLive(refund)
  await ctx.db
    .insertInto('refund')
    .values({
      id,
      order_id: intent.order_id,
      transaction_id: intent.id,
      provider_id: refund.id,
      amount: refund.amount,
      reason: 'provider',
      requested_at: ctx.now(),
      ...(failed ? { state: 'failed', failure: refund.failure ?? null, done_at: ctx.now() } : { state: 'requested' }),
    })
    .execute()
  await countChange(ctx, intent.id)
  const { order_id: orderId, id: transactionId } = intent
  const { id: providerId, amount, status } = refund
  const after = { refundId: id, transactionId, providerId, amount, status }
  await happened(ctx, { orderId, kind: 'refund-at-provider', detail: { amount }, trail: { after } })
  const mails = [{ kind: 'refund-failed-admin', key: id } as const]
  if (failed) await happened(ctx, { orderId, kind: 'refund-failed', detail: { amount }, mails })
  const [row] = refund.status === 'succeeded' ? await selectRefunds(ctx, sql`refund.id = ${id}`) : []
  if (row) await recordEnd(ctx, row, endOf(refund))
  return 'changed'
}

/** Reserves money of a payment. False when so much is not left. */
async function takeRoom(ctx: Context, intentId: string, amount: number): Promise<boolean> {
  const taken = await ctx.db
    .updateTable('payment')
    .set(({ eb }) => ({ refunding: eb('refunding', '+', amount) }))
    .where('transaction_id', '=', intentId)
    .where(sql<number>`amount - refunded - refunding`, '>=', amount)
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

function endOf({ id, status, failure }: ProviderRefund) {
  return { isBack: status === 'succeeded', providerId: id, failure }
}

/** A refund can fail for about a month after it was made; after that, its end is final. */
const watchedDays = 35

/**
 * For events that were lost: looks through the refunds that were made at the provider in the last 35 days, in pages of a
 * hundred, and compares those that the shop knows nothing of, or knows otherwise. What it asks grows with the refunds of
 * a month, not with the orders that there ever were.
 */
export async function noteLostRefunds(ctx: Context, provider: PaymentPort): Promise<void> {
  const all = await provider.refundsSince(new Date(ctx.now().getTime() - watchedDays * 24 * 3_600_000))
  const { rows } = await sql<Columns<'payment_intent', 'id'>>`
    select distinct intent.id
    from unnest(${all.map(one => one.id)}::text[], ${all.map(one => one.intentId ?? null)}::text[],
        ${all.map(one => one.status)}::text[], ${all.map(one => one.refundId !== undefined)}::boolean[])
      as seen (id, intent_id, status, is_own)
      join payment_intent intent on intent.id = seen.intent_id
      left join refund on refund.provider_id = seen.id
    where (refund.id is null and (seen.status in ('succeeded', 'pending') or not seen.is_own) and not exists (
        select from refund tried where tried.transaction_id = intent.id and seen.id = any(tried.former_ids)))
      or (refund.state = 'requested' and seen.status <> 'pending')
      or (refund.state = 'done' and seen.status in ('failed', 'canceled'))
    order by intent.id`.execute(ctx.db)
  for (const { id } of rows) {
    try {
      await noteRefunds(ctx, provider, id)
    } catch (error) {
      ctx.log.error({ error, intent: id }, 'the refunds of an intent could not be compared; the next run tries again')
      if (error instanceof ProviderUnreachable) return
    }
  }
}
