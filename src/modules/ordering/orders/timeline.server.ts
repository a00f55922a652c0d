import { textFor } from '#kernel/texts'
import { type RawBuilder, sql } from 'kysely'
import { may } from '#kernel/access'
import { formatNumber } from '#kernel/formats'
import { formatMoney } from '#kernel/money'
import { refuse } from '../refusals.rules.ts'
import type { Actor, Context } from '#platform/context'
import { ordersAdminTexts } from './admin.texts.ts'
import type { TimelineEntry } from './orders.contract.ts'
import { type OrderEventKind, staffEventKinds } from './events.rules.ts'
import type { Releaser } from './orders.rules.ts'

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
  /** Who said that its goods may leave. */
  by?: Releaser
  /** Whether the order was paid at that moment. */
  paid?: boolean
}

export type NewEvent = {
  /** A new one unless said. */
  id?: string
  /** Its id, or the column that has it. */
  orderId: string | RawBuilder<unknown>
  kind: OrderEventKind
  /** Now, unless said. */
  at?: RawBuilder<Date>
  detail?: EventDetail | undefined
}

/** Words that add to an order's timeline, for `happened`: one row, or one for each of `from`. */
export const eventRow = (
  ctx: Context,
  { id, orderId, kind, at, detail }: NewEvent & { id: string },
  from: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> => sql`
  insert into order_event (id, order_id, at, kind, actor_kind, actor_id, detail)
  select ${id}, ${orderId}, ${at ?? ctx.now()}, ${kind}, ${ctx.actor.kind}, ${ctx.actor.id},
    ${detail ? JSON.stringify(detail) : null} ${from}`

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
  const rows = await (
    may(ctx.caller, 'orders') ? events : events.where('event.kind', 'not in', staffEventKinds)
  ).execute()
  if (rows.length === 0) throw refuse('order-gone')
  return rows.map(row => {
    const note = row.detail && noteOf(ctx, row.detail, row.currency)
    return { at: row.at.toISOString(), kind: row.kind, actor: row.actor_kind, ...(note && { note }) }
  })
}

function noteOf(ctx: Context, detail: EventDetail, currency: string): string {
  const amount = detail.amount === undefined ? '' : formatMoney(detail.amount, currency, ctx.settings.locale)
  const dispute = detail.dispute && (textFor(ordersAdminTexts.disputeReasons, detail.dispute) ?? detail.dispute)
  const units = (detail.lines ?? []).map(({ quantity, name }) =>
    ordersAdminTexts.goodsOf(formatNumber(quantity, ctx.settings.locale), name),
  )
  return [amount, detail.carrier, detail.tracking, ...units, detail.reason, dispute].filter(Boolean).join(' · ')
}
