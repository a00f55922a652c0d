import { sql } from 'kysely'
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
}

const disputeReasons = new Map(Object.entries(ordersAdminTexts.disputeReasons))

type NewEvent = { orderId: string; kind: string; detail?: EventDetail }

/** Adds to an order's timeline, in the transaction of what happened. Returns the event's id. */
export async function recordEvent(ctx: Context, { orderId, kind, detail }: NewEvent): Promise<string> {
  const id = newId()
  await sql`
    insert into order_event (id, order_id, at, kind, actor_kind, actor_id, detail)
    values (${id}, ${orderId}, ${ctx.now()}, ${kind}, ${ctx.actor.kind}, ${ctx.actor.id},
      ${detail ? JSON.stringify(detail) : null})`.execute(ctx.db)
  return id
}

type EventRow = { at: Date; kind: string; actor_kind: Actor['kind']; detail: EventDetail | null; currency: string }

/**
 * An order's timeline, oldest first, without what is for admins alone. Every order has at least one event; none means that
 * there is no such order.
 */
export async function readTimeline(ctx: Context, orderId: string): Promise<TimelineEntry[]> {
  const { rows } = await sql<EventRow>`
    select event.at, event.kind, event.actor_kind, event.detail, orders.currency
    from order_event event join orders on orders.id = event.order_id
    where event.order_id = ${orderId}
      and (${ctx.caller?.role === 'admin'} or not starts_with(event.kind, ${adminEventPrefix}))
    order by event.at, event.id`.execute(ctx.db)
  if (rows.length === 0) throw refuse('order-gone')
  return rows.map(row => {
    const note = row.detail && noteOf(ctx, row.detail, row.currency)
    return { at: row.at.toISOString(), kind: row.kind, actor: row.actor_kind, ...(note && { note }) }
  })
}

function noteOf(ctx: Context, detail: EventDetail, currency: string): string {
  const amount = detail.amount === undefined ? '' : formatMoney(detail.amount, currency, ctx.settings.locale)
  const dispute = detail.dispute && (disputeReasons.get(detail.dispute) ?? detail.dispute)
  return [amount, detail.carrier, detail.tracking, detail.reason, dispute].filter(Boolean).join(' · ')
}
