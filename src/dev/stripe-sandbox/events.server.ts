import { createHmac } from 'node:crypto'
import { request } from 'node:http'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/database'
import type { Call } from './call.server.ts'
import { newWireId } from './keys.server.ts'
import { apiVersion } from './objects.ts'

type EventType =
  | 'payment_intent.created'
  | 'payment_intent.requires_action'
  | 'payment_intent.payment_failed'
  | 'payment_intent.succeeded'
  | 'payment_intent.canceled'
  | 'charge.refunded'
  | 'charge.refund.updated'
  | 'charge.dispute.created'
  | 'charge.dispute.updated'
  | 'charge.dispute.closed'
  | 'charge.dispute.funds_withdrawn'
  | 'charge.dispute.funds_reinstated'
  | 'refund.created'
  | 'refund.updated'
  | 'refund.failed'

/** The queue that delivers events to the shop. */
export const eventQueue = 'sandbox-event'

const timeoutMs = 5_000

/** What happened, to which intent, and the object as it is now. */
export type Happening = { type: EventType; intentId: string; object: object }

/** What an event comes from: a call, or something that happened by itself, which no request asked for. */
export type Cause = Pick<Call, 'db' | 'jobs' | 'isHeard' | 'at'> & Partial<Pick<Call, 'requestId' | 'idempotencyKey'>>

/** Writes an event and queues its delivery, if the shop wants it, in the transaction of what happened: all of it, or nothing. */
export async function recordEvent(cause: Cause, happening: Happening): Promise<void> {
  const events = [eventOf(cause, happening)]
  await eventRows(cause, events).execute(cause.db)
  await deliverLater(cause, events)
}

export type NewEvent = { id: string; happening: Happening; isHeard: boolean; payload: object }

/** An event as it is told, of which nothing is written yet. */
export function eventOf(call: Cause, happening: Happening): NewEvent {
  const { type, object } = happening
  const id = newWireId('evt')
  const isHeard = call.isHeard(type)
  const payload = {
    id,
    object: 'event',
    api_version: apiVersion,
    created: Math.floor(call.at.getTime() / 1000),
    data: { object },
    livemode: false,
    pending_webhooks: isHeard ? 1 : 0,
    request: { id: call.requestId ?? null, idempotency_key: call.idempotencyKey ?? null },
    type,
  }
  return { id, happening, isHeard, payload }
}

/** The rows of some events, for a statement that writes more than these. */
export function eventRows({ at }: Cause, events: readonly NewEvent[]): RawBuilder<unknown> {
  const rows = events.map(
    ({ id, happening: { type, intentId }, payload }) =>
      sql`(${id}, ${type}, ${intentId}, ${JSON.stringify(payload)}::jsonb, ${at}::timestamptz)`,
  )
  return sql`insert into sandbox.event (id, type, payment_intent_id, payload, created_at) values ${sql.join(rows)}`
}

/** Queues the delivery of those that the shop wants to hear of, one after the other. */
export async function deliverLater({ jobs, db }: Cause, events: readonly NewEvent[]): Promise<void> {
  for (const { id, isHeard } of events) if (isHeard) await jobs.send(db, eventQueue, { eventId: id })
}

/** `Stripe-Signature` for a body: HMAC-SHA256 of `time.body` under the endpoint's secret. */
function signatureOf(body: string, webhookSecret: string): string {
  // The receiver compares with the time on its own wall, so a clock moved for a test must not enter here.
  const time = Math.floor(Date.now() / 1000)
  return `t=${time},v1=${createHmac('sha256', webhookSecret).update(`${time}.${body}`).digest('hex')}`
}

export type Delivery = { db: Database; webhookUrl: () => string; webhookSecret: string; now: () => Date }

/**
 * Posts one event to the shop. Throws when the shop does not take it, so that the queue tries again. It may arrive
 * twice, as with Stripe: when the shop took it and the process died before that was noted.
 */
export async function deliverEvent(delivery: Delivery, eventId: string): Promise<void> {
  const { rows } = await sql<{ payload: object; delivered_at: Date | null }>`
    select payload, delivered_at from sandbox.event where id = ${eventId}`.execute(delivery.db)
  const event = rows[0]
  if (!event || event.delivered_at) return
  const outcome = await post(JSON.stringify(event.payload), delivery)
  await sql`
    update sandbox.event set attempts = attempts + 1, last_outcome = ${outcome.text},
      delivered_at = case when ${outcome.isTaken} then ${delivery.now()}::timestamptz end
    where id = ${eventId}`.execute(delivery.db)
  if (!outcome.isTaken) throw new Error(`event ${eventId} was not taken: ${outcome.text}`)
}

type Taking = { isTaken: boolean; text: string }

async function post(body: string, { webhookUrl, webhookSecret }: Delivery): Promise<Taking> {
  const options = {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Tappet-Sandbox/1.0',
      'stripe-signature': signatureOf(body, webhookSecret),
    },
    timeout: timeoutMs,
  }
  try {
    return await new Promise((resolve, reject) => {
      const sent = request(webhookUrl(), options, answer => {
        const { statusCode: status = 0 } = answer
        // A redirect is not an acceptance.
        resolve({ isTaken: status >= 200 && status < 300, text: String(status) })
        answer.on('error', reject).resume()
      })
      sent.on('timeout', () => sent.destroy(new Error(`no answer within ${timeoutMs} ms`)))
      sent.on('error', reject).end(body)
    })
  } catch (error) {
    return { isTaken: false, text: error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 200) : 'failed' }
  }
}
