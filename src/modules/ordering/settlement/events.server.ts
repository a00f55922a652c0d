import { sql } from 'kysely'
import type { Context } from '#platform/context'
import { noteDispute } from '../disputes/disputes.server.ts'
import { countDecline } from '../payments/declines.server.ts'
import { failpoint } from '../payments/failpoints.server.ts'
import type { PaymentPort, ProviderEvent } from '../payments/port.server.ts'
import { storedIntents } from '../payments/records.server.ts'
import { noteRefunds } from '../refunds/provider.server.ts'
import type { EventOutcome } from './event-counts.server.ts'
import { settleStored } from './settle.server.ts'

const eventsKeptDays = 31

/**
 * An event is a hint: the intent is fetched and checked, whatever the event says of it. Its row is written when all that it
 * led to is, and with the payment where that is all, so one that died half-way is worked through when it comes again, and a known
 * one is not, unless its intent was still open.
 */
export async function receiveEvent(ctx: Context, provider: PaymentPort, event: ProviderEvent): Promise<EventOutcome> {
  const { id: eventId, intentId, declinedAttempt: attempt } = event
  const stored = intentId ? await findIntentOf(ctx, provider, { intentId, eventId }) : undefined
  if (stored ? stored.has_ended : await hasEnded(ctx, provider, event)) {
    ctx.unseen?.()
    return 'replayed'
  }
  if (intentId && attempt) {
    await countDecline(ctx, { provider: provider.provider, intentId, attempt, at: event.createdAt })
    await failpoint(ctx, 'event: decline counted')
  }
  const isOfPayment = !hasAftermath(event)
  const noted = isOfPayment ? outcomeRow(ctx, provider, { event, outcome: 'paid' }) : undefined
  const outcome = intentId ? await settleStored(ctx, provider, { intentId, stored, noted }) : 'ignored'
  await failpoint(ctx, 'event: settled')
  if (outcome !== 'unknown' && outcome !== 'foreign') await noteAftermath(ctx, provider, event)
  await failpoint(ctx, 'event: aftermath noted')
  if (isOfPayment && outcome !== 'paid') ctx.unseen?.()
  const isNoted = noted !== undefined && outcome === 'paid'
  const isFirst = isNoted || (await outcomeRow(ctx, provider, { event, outcome }).execute(ctx.db)).rows.length > 0
  await failpoint(ctx, 'event: recorded')
  return isFirst ? outcome : 'replayed'
}

type Ended = { event: ProviderEvent; outcome: EventOutcome }

/** Words that record how the event ended. No row when another has recorded that meanwhile. */
const outcomeRow = (ctx: Context, { provider }: PaymentPort, { event, outcome }: Ended) => sql`
  insert into provider_event (provider, event_id, kind, intent_id, outcome, received_at)
  values (${provider}, ${event.id}, ${event.type}, ${event.intentId ?? null}, ${outcome}, ${ctx.now()})
  on conflict (provider, event_id) do update set outcome = excluded.outcome
    where provider_event.outcome = 'pending' and excluded.outcome <> 'pending'
  returning event_id`

/** The intent of an event, with whether the shop is done with the event. */
const findIntentOf = (
  ctx: Context,
  { provider }: PaymentPort,
  { intentId, eventId }: { intentId: string; eventId: string },
) =>
  storedIntents(ctx)
    .select(isEnded(provider, eventId).as('has_ended'))
    .where(({ eb }) => eb.and({ 'intent.id': intentId, 'intent.provider': provider }))
    .executeTakeFirst()

/** The same of an event that is about no intent of the shop's. */
async function hasEnded(ctx: Context, { provider }: PaymentPort, { id }: ProviderEvent): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select ${isEnded(provider, id)} as is`.execute(ctx.db)
  return rows[0]?.is === true
}

const isEnded = (provider: string, eventId: string) => sql<boolean>`exists (
  select from provider_event where provider = ${provider} and event_id = ${eventId} and outcome <> 'pending')`

/** What became of money that had come: it went back, or the customer's bank disputes it. */
async function noteAftermath(ctx: Context, provider: PaymentPort, event: ProviderEvent) {
  const { intentId, disputeId } = event
  if (disputeId !== undefined) return noteDispute(ctx, provider, disputeId)
  if (hasAftermath(event) && intentId !== undefined) await noteRefunds(ctx, provider, intentId)
}

const hasAftermath = ({ type, disputeId }: ProviderEvent): boolean =>
  disputeId !== undefined || type === 'charge.refunded' || /^(charge\.)?refund\./.test(type)

/**
 * Forgets events and declined cards of long ago. A provider sends an event again for three days by itself, and for 30
 * when it is asked to. One that comes even later is settled once more, which changes nothing.
 */
export async function forgetEvents(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - eventsKeptDays * 24 * 3600 * 1000)
  await ctx.db.deleteFrom('provider_event').where('received_at', '<', before).execute()
  await ctx.db.deleteFrom('card_decline').where('at', '<', before).execute()
}
