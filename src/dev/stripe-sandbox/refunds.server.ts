import { sql } from 'kysely'
import type { Call } from './call.server.ts'
import { type Cause, recordEvent } from './events.server.ts'
import { onlyRow } from './intents.server.ts'
import { newWireId } from './keys.server.ts'
import { later } from './later.server.ts'
import { type DisputeRow, type IntentRow, type RefundRow, chargeObject, isRefundable, refundObject } from './objects.ts'
import { amountOf, createdSince, limitOf, metadataOf, refuseUnknown, requiredTextOf, textOf, wordOf } from './params.ts'
import { aftermathOf } from './test-cards.ts'
import { type Answer, WireError, invalidRequest, noSuch } from './wire.ts'

/** `POST refunds`: gives back all that is left of a payment, or `amount` of it. */
export async function createRefund(call: Call): Promise<Answer> {
  const { params } = call
  refuseUnknown(params, ['payment_intent', 'amount', 'reason', 'metadata'])
  const intentId = requiredTextOf(params, 'payment_intent')
  const requested = amountOf(params)
  const reason = wordOf(params, 'reason', ['duplicate', 'fraudulent', 'requested_by_customer']) ?? null
  const metadata = metadataOf(params) ?? {}
  const intent = await lockPaidIntent(call, intentId)
  const isDisputed = await refuseDisputed(call, intent)
  const amount = refundable(intent, requested)
  const aftermath = aftermathOf(intent.card_last4)
  const updated = await sql<IntentRow>`
    update sandbox.payment_intent set amount_refunded = amount_refunded + ${amount}
    where id = ${intentId} returning *`.execute(call.db)
  const inserted = await sql<RefundRow>`
    insert into sandbox.refund (id, payment_intent_id, amount, currency, reason, metadata, status, created_at)
    values (${newWireId('re')}, ${intentId}, ${amount}, ${intent.currency}, ${reason},
      ${JSON.stringify(metadata)}::jsonb, ${aftermath === 'refund-waits' ? 'pending' : 'succeeded'}, ${call.at})
    returning *`.execute(call.db)
  const row = onlyRow(inserted.rows)
  const refund = refundObject(row, intent.latest_charge)
  await recordEvent(call, { type: 'refund.created', intentId, object: refund })
  await recordEvent(call, {
    type: 'charge.refunded',
    intentId,
    object: chargeObject(onlyRow(updated.rows), isDisputed),
  })
  if (aftermath === 'refund-waits' || aftermath === 'refund-fails')
    await later(call, { kind: 'end-refund', id: row.id })
  return { status: 200, body: refund }
}

/** A refund that waited is done; one by a card that no longer takes money fails, and its money is the shop's again. */
export async function endRefund(cause: Cause, id: string): Promise<void> {
  const { rows: intents } = await sql<IntentRow>`
    select * from sandbox.payment_intent
    where id = (select payment_intent_id from sandbox.refund where id = ${id}) for update`.execute(cause.db)
  const intent = onlyRow(intents)
  const fails = aftermathOf(intent.card_last4) === 'refund-fails'
  const { rows } = await sql<RefundRow>`
    update sandbox.refund set status = ${fails ? 'failed' : 'succeeded'},
      failure_reason = ${fails ? 'expired_or_canceled_card' : null}
    where id = ${id} and status = ${fails ? 'succeeded' : 'pending'} returning *`.execute(cause.db)
  const row = rows[0]
  if (!row) return
  if (fails) {
    await sql`
      update sandbox.payment_intent set amount_refunded = amount_refunded - ${row.amount}
      where id = ${intent.id}`.execute(cause.db)
  }
  const happening = { intentId: intent.id, object: refundObject(row, intent.latest_charge) }
  await recordEvent(cause, { type: 'refund.updated', ...happening })
  await recordEvent(cause, { type: 'charge.refund.updated', ...happening })
  if (fails) await recordEvent(cause, { type: 'refund.failed', ...happening })
}

/** `GET refunds`: of an intent, or of all since a moment; newest first, by page. */
export async function listRefunds(call: Call): Promise<Answer> {
  const { params } = call
  refuseUnknown(params, ['payment_intent', 'created', 'limit', 'starting_after'])
  const intentId = textOf(params, 'payment_intent')
  const since = createdSince(params)
  const limit = limitOf(params)
  const after = textOf(params, 'starting_after')
  const behind = after
    ? sql`and (refund.created_at, refund.id) < (select created_at, id from sandbox.refund where id = ${after})`
    : sql``
  const { rows } = await sql<RefundRow & { latest_charge: string | null }>`
    select refund.*, payment_intent.latest_charge
    from sandbox.refund join sandbox.payment_intent on payment_intent.id = refund.payment_intent_id
    where ${intentId === undefined ? sql`true` : sql`refund.payment_intent_id = ${intentId}`}
      and ${since === undefined ? sql`true` : sql`refund.created_at >= ${since}`} ${behind}
    order by refund.created_at desc, refund.id desc limit ${limit + 1}`.execute(call.db)
  const data = rows.slice(0, limit).map(row => refundObject(row, row.latest_charge))
  return { status: 200, body: { object: 'list', data, has_more: rows.length > limit, url: '/v1/refunds' } }
}

/** `GET refunds/:id` */
export async function retrieveRefund(call: Call): Promise<Answer> {
  refuseUnknown(call.params, [])
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

/** Whether the payment is disputed; refuses it while the bank has its money. */
async function refuseDisputed(call: Call, intent: IntentRow): Promise<boolean> {
  const { rows } = await sql<Pick<DisputeRow, 'status'>>`
    select status from sandbox.dispute where payment_intent_id = ${intent.id}`.execute(call.db)
  const [dispute] = rows
  if (dispute && !isRefundable(dispute.status)) {
    throw new WireError(400, {
      type: 'invalid_request_error',
      code: 'charge_disputed',
      message: `Charge ${intent.latest_charge} has been charged back; cannot issue a refund.`,
    })
  }
  return dispute !== undefined
}

function refundable(intent: IntentRow, requested: number | undefined): number {
  const left = intent.amount_received - intent.amount_refunded
  if (left === 0) {
    throw new WireError(400, {
      type: 'invalid_request_error',
      code: 'charge_already_refunded',
      message: `Charge ${intent.latest_charge} has already been refunded.`,
    })
  }
  if (requested !== undefined && requested > left) {
    const message = `Refund amount (${requested}) is greater than unrefunded amount on charge (${left}), in minor units.`
    throw invalidRequest('amount_too_large', message, 'amount')
  }
  return requested ?? left
}
