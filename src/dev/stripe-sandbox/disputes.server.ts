import { sql } from 'kysely'
import type { Call } from './call.server.ts'
import { type Cause, recordEvent } from './events.server.ts'
import { onlyRow } from './intents.server.ts'
import { newWireId } from './keys.server.ts'
import { later } from './later.server.ts'
import { type DisputeRow, type IntentRow, disputeObject } from './objects.ts'
import { createdSince, groupOf, limitOf, refuseUnknown, textOf } from './params.ts'
import { aftermathOf } from './test-cards.ts'
import { type Answer, WireError, noSuch } from './wire.ts'

const answerDays = 14

/** A bank decides at once on evidence of these words, as Stripe's does in its test mode. */
const decisions = new Map(Object.entries<'won' | 'lost'>({ winning_evidence: 'won', losing_evidence: 'lost' }))

type DisputeOfCharge = DisputeRow & { latest_charge: string | null }

const selectDisputes = sql`
  select dispute.*, payment_intent.latest_charge
  from sandbox.dispute join sandbox.payment_intent on payment_intent.id = dispute.payment_intent_id`

/** `GET disputes/:id` */
export async function retrieveDispute(call: Call): Promise<Answer> {
  refuseUnknown(call.params, [])
  const row = await findDispute(call)
  return { status: 200, body: disputeObject(row, row.latest_charge) }
}

/** `GET disputes`: newest first, by page; of an intent, or since a moment. */
export async function listDisputes(call: Call): Promise<Answer> {
  const { params } = call
  refuseUnknown(params, ['payment_intent', 'created', 'limit', 'starting_after'])
  const [intentId, after, since] = [
    textOf(params, 'payment_intent'),
    textOf(params, 'starting_after'),
    createdSince(params),
  ]
  const limit = limitOf(params)
  const { rows } = await sql<DisputeOfCharge>`
    ${selectDisputes}
    where ${intentId === undefined ? sql`true` : sql`dispute.payment_intent_id = ${intentId}`}
      and ${since === undefined ? sql`true` : sql`dispute.created_at >= ${since}`}
      and ${after === undefined ? sql`true` : sql`(dispute.created_at, dispute.id) < (select created_at, id from sandbox.dispute where id = ${after})`}
    order by dispute.created_at desc, dispute.id desc limit ${limit + 1}`.execute(call.db)
  const data = rows.slice(0, limit).map(row => disputeObject(row, row.latest_charge))
  return { status: 200, body: { object: 'list', data, has_more: rows.length > limit, url: '/v1/disputes' } }
}

/** `POST disputes/:id`: the shop's answer, which the bank then looks at. */
export async function updateDispute(call: Call): Promise<Answer> {
  refuseUnknown(call.params, ['evidence', 'submit'])
  const evidence = groupOf(call.params, 'evidence') ?? {}
  refuseUnknown(evidence, ['uncategorized_text'])
  await findDispute(call)
  const { rows } = await sql<DisputeRow>`
    update sandbox.dispute set evidence = ${textOf(evidence, 'uncategorized_text') ?? null},
      status = case status when 'needs_response' then 'under_review' else 'warning_under_review' end
    where id = ${call.id} and status in ('needs_response', 'warning_needs_response')
    returning *`.execute(call.db)
  const row = rows[0]
  if (!row) throw alreadyAnswered()
  const body = await tell(call, row, ['charge.dispute.updated'])
  if (row.evidence !== null && decisions.has(row.evidence)) {
    await later(call, { kind: 'decide-dispute', id: row.id })
  }
  return { status: 200, body }
}

/** `POST disputes/:id/close`: the shop gives in. */
export async function closeDispute(call: Call): Promise<Answer> {
  refuseUnknown(call.params, [])
  await findDispute(call)
  const { rows } = await sql<DisputeRow>`
    update sandbox.dispute set status = 'lost'
    where id = ${call.id} and status in ('needs_response', 'under_review') returning *`.execute(call.db)
  if (!rows[0]) throw alreadyAnswered()
  return { status: 200, body: await tell(call, rows[0], ['charge.dispute.closed']) }
}

/** The money of a card is there: the holder of some of them goes to the bank next. */
export async function disputeLater(call: Call, intent: IntentRow): Promise<void> {
  const aftermath = aftermathOf(intent.card_last4)
  if (aftermath === 'disputed' || aftermath === 'asked-about')
    await later(call, { kind: 'open-dispute', id: intent.id })
}

/** The bank takes the money back, or asks before it does. Once for a payment. */
export async function openDispute(cause: Cause, intentId: string): Promise<void> {
  const dueBy = new Date(cause.at.getTime() + answerDays * 24 * 3_600_000)
  const { rows } = await sql<DisputeRow>`
    insert into sandbox.dispute (id, payment_intent_id, amount, currency, reason, status, due_by, created_at)
    select ${newWireId('du')}, id, amount, currency, 'fraudulent',
      case card_last4 when '1976' then 'warning_needs_response' else 'needs_response' end, ${dueBy}, ${cause.at}
    from sandbox.payment_intent where id = ${intentId} and status = 'succeeded'
    on conflict (payment_intent_id) do nothing returning *`.execute(cause.db)
  const row = rows[0]
  if (!row) return
  const isTaken = row.status === 'needs_response'
  await tell(cause, row, ['charge.dispute.created', ...(isTaken ? (['charge.dispute.funds_withdrawn'] as const) : [])])
}

/** The bank has read the shop's answer. */
export async function decideDispute(cause: Cause, id: string): Promise<void> {
  const { rows } = await sql<DisputeRow>`
    update sandbox.dispute set status = case
      when status = 'warning_under_review' then 'warning_closed'
      when evidence = 'winning_evidence' then 'won' else 'lost' end
    where id = ${id} and status in ('under_review', 'warning_under_review') returning *`.execute(cause.db)
  const row = rows[0]
  if (!row) return
  const isWon = row.status === 'won'
  await tell(cause, row, ['charge.dispute.closed', ...(isWon ? (['charge.dispute.funds_reinstated'] as const) : [])])
}

async function tell(
  cause: Cause,
  row: DisputeRow,
  types: Parameters<typeof recordEvent>[1]['type'][],
): Promise<object> {
  const { rows } = await sql<{ latest_charge: string | null }>`
    select latest_charge from sandbox.payment_intent where id = ${row.payment_intent_id}`.execute(cause.db)
  const object = disputeObject(row, onlyRow(rows).latest_charge)
  for (const type of types) await recordEvent(cause, { type, intentId: row.payment_intent_id, object })
  return object
}

async function findDispute(call: Call): Promise<DisputeOfCharge> {
  const { rows } = await sql<DisputeOfCharge>`${selectDisputes} where dispute.id = ${call.id}`.execute(call.db)
  if (!rows[0]) throw noSuch('dispute', call.id)
  return rows[0]
}

function alreadyAnswered(): WireError {
  const message = 'This dispute is already closed, or its evidence has been submitted.'
  return new WireError(400, { type: 'invalid_request_error', message })
}
