import { type RawBuilder, sql } from 'kysely'
import { may } from '#kernel/access'
import { formatNumber } from '#kernel/formats'
import { formatMoney } from '#kernel/money'
import { refuse } from '../refusals.rules.ts'
import { type Actor, type Context, newId } from '#platform/context'
import { ordersAdminTexts } from './admin.texts.ts'
import type { TimelineEntry } from './orders.contract.ts'
import { adminEventPrefix } from './orders.rules.ts'

/** What an event carries beside its kind. Amounts in minor units of the order's currency. */
export type EventDetail = {
  carrier?: string
  tracking?: string | null
  amount?: number
  reason?: string | null
  /** Why a customer's bank disputes a payment, in the provider's word. */
  dispute?: string
  /** Units that it is about. */
  lines?: { quantity: number; name: string }[]
  /** Whether the order was paid at that moment. */
  paid?: boolean
}

const disputeReasons = new Map(Object.entries(ordersAdminTexts.disputeReasons))

export type NewEvent = { orderId: string; kind: string; detail?: EventDetail }

/** Adds to an order's timeline, in the transaction of what happened. Returns the event's id. */
export async function recordEvent(ctx: Context, event: NewEvent): Promise<string> {
  const id = newId()
  await eventRow(ctx, { id, ...event }).execute(ctx.db)
  return id
}

/** The same, for a statement that writes more than this row. */
export const eventRow = (
  ctx: Context,
  { id, orderId, kind, detail }: NewEvent & { id: string },
): RawBuilder<unknown> => sql`
  insert into order_event (id, order_id, at, kind, actor_kind, actor_id, detail)
  values (${id}, ${orderId}, ${ctx.now()}, ${kind}, ${ctx.actor.kind}, ${ctx.actor.id},
    ${detail ? JSON.stringify(detail) : null})`

/**
 * An order's timeline, oldest first, without what is for staff alone. Every order has at least one event; none means that
 * there is no such order.
 */
export async function readTimeline(ctx: Context, orderId: string): Promise<TimelineEntry[]> {
  const events = ctx.db
    .selectFrom('order_event as event')
    .innerJoin('orders', 'orders.id', 'event.order_id')
    .select(['event.at', 'event.kind', 'event.actor_kind', 'event.detail', 'orders.currency'])
    .$narrowType<{ actor_kind: Actor['kind']; detail: EventDetail | null }>()
    .where('event.order_id', '=', orderId)
    .orderBy('event.at')
    .orderBy('event.id')
  const isForAll = sql<boolean>`not starts_with(event.kind, ${adminEventPrefix})`
  const rows = await (may(ctx.caller, 'orders') ? events : events.where(isForAll)).execute()
  if (rows.length === 0) throw refuse('order-gone')
  return rows.map(row => {
    const note = row.detail && noteOf(ctx, row.detail, row.currency)
    return { at: row.at.toISOString(), kind: row.kind, actor: row.actor_kind, ...(note && { note }) }
  })
}

function noteOf(ctx: Context, detail: EventDetail, currency: string): string {
  const amount = detail.amount === undefined ? '' : formatMoney(detail.amount, currency, ctx.settings.locale)
  const dispute = detail.dispute && (disputeReasons.get(detail.dispute) ?? detail.dispute)
  const units = (detail.lines ?? []).map(({ quantity, name }) =>
    ordersAdminTexts.goodsOf(formatNumber(quantity, ctx.settings.locale), name),
  )
  return [amount, detail.carrier, detail.tracking, ...units, detail.reason, dispute].filter(Boolean).join(' · ')
}
