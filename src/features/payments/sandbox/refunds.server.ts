import { sql } from 'kysely'
import type { Call } from './call.server.ts'
import { recordEvent } from './events.server.ts'
import { onlyRow } from './intents.server.ts'
import { newWireId } from './keys.server.ts'
import { type IntentRow, type RefundRow, chargeObject, refundObject } from './objects.ts'
import { amountOf, limitOf, metadataOf, onlyKnown, requiredTextOf, textOf, wordOf } from './params.ts'
import { type Answer, WireError, invalidRequest, noSuch } from './wire.ts'

/** `POST refunds`: gives back all that is left of a payment, or `amount` of it. */
export async function createRefund(call: Call): Promise<Answer> {
  const { params } = call
  onlyKnown(params, ['payment_intent', 'amount', 'reason', 'metadata'])
  const intentId = requiredTextOf(params, 'payment_intent')
  const asked = amountOf(params)
  const reason = wordOf(params, 'reason', ['duplicate', 'fraudulent', 'requested_by_customer']) ?? null
  const metadata = metadataOf(params) ?? {}
  const intent = await lockPaidIntent(call, intentId)
  const amount = refundable(intent, asked)
  const updated = await sql<IntentRow>`
    update sandbox.payment_intent set amount_refunded = amount_refunded + ${amount}
    where id = ${intentId} returning *`.execute(call.db)
  const inserted = await sql<RefundRow>`
    insert into sandbox.refund (id, payment_intent_id, amount, currency, reason, metadata, created_at)
    values (${newWireId('re')}, ${intentId}, ${amount}, ${intent.currency}, ${reason},
      ${JSON.stringify(metadata)}::jsonb, ${call.at})
    returning *`.execute(call.db)
  const refund = refundObject(onlyRow(inserted.rows), intent.latest_charge)
  await recordEvent(call, { type: 'refund.created', intentId, object: refund })
  await recordEvent(call, { type: 'charge.refunded', intentId, object: chargeObject(onlyRow(updated.rows)) })
  return { status: 200, body: refund }
}

/** `GET refunds`: those of an intent, newest first, by page. */
export async function listRefunds(call: Call): Promise<Answer> {
  const { params } = call
  onlyKnown(params, ['payment_intent', 'limit', 'starting_after'])
  const intentId = requiredTextOf(params, 'payment_intent')
  const limit = limitOf(params)
  const after = textOf(params, 'starting_after')
  const behind = after
    ? sql`and (refund.created_at, refund.id) < (select created_at, id from sandbox.refund where id = ${after})`
    : sql``
  const { rows } = await sql<RefundRow & { latest_charge: string | null }>`
    select refund.*, payment_intent.latest_charge
    from sandbox.refund join sandbox.payment_intent on payment_intent.id = refund.payment_intent_id
    where refund.payment_intent_id = ${intentId} ${behind}
    order by refund.created_at desc, refund.id desc limit ${limit + 1}`.execute(call.db)
  const data = rows.slice(0, limit).map(row => refundObject(row, row.latest_charge))
  return { status: 200, body: { object: 'list', data, has_more: rows.length > limit, url: '/v1/refunds' } }
}

/** `GET refunds/:id` */
export async function retrieveRefund(call: Call): Promise<Answer> {
  onlyKnown(call.params, [])
  const { rows } = await sql<RefundRow & { latest_charge: string | null }>`
    select refund.*, payment_intent.latest_charge
    from sandbox.refund join sandbox.payment_intent on payment_intent.id = refund.payment_intent_id
    where refund.id = ${call.id}`.execute(call.db)
  const row = rows[0]
  if (!row) throw noSuch('refund', call.id)
  return { status: 200, body: refundObject(row, row.latest_charge) }
}

/** Locked, because what is left to refund must hold until it is taken. */
async function lockPaidIntent(call: Call, intentId: string): Promise<IntentRow> {
  const { rows } = await sql<IntentRow>`
    select * from sandbox.payment_intent where id = ${intentId} for update`.execute(call.db)
  const intent = rows[0]
  if (!intent) throw noSuch('payment_intent', intentId, 'payment_intent')
  if (intent.status !== 'succeeded') {
    throw new WireError(400, {
      type: 'invalid_request_error',
      code: 'payment_intent_unexpected_state',
      message: `This PaymentIntent (${intentId}) does not have a successful charge to refund.`,
    })
  }
  return intent
}

function refundable(intent: IntentRow, asked: number | undefined): number {
  const left = intent.amount_received - intent.amount_refunded
  if (left === 0) {
    throw new WireError(400, {
      type: 'invalid_request_error',
      code: 'charge_already_refunded',
      message: `Charge ${intent.latest_charge} has already been refunded.`,
    })
  }
  if (asked !== undefined && asked > left) {
    const message = `Refund amount (${asked}) is greater than unrefunded amount on charge (${left}), in minor units.`
    throw invalidRequest('amount_too_large', message, 'amount')
  }
  return asked ?? left
}
