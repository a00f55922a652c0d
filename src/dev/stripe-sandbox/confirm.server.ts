import { sql } from 'kysely'
import { paymentsTexts } from '#texts/ordering'
import type { Call, Outcome } from './call.server.ts'
import { disputeLater } from './disputes.server.ts'
import type { Happening } from './events.server.ts'
import { openIntent, openStates, unexpectedState, viewFor } from './intents.server.ts'
import { newWireId, unauthorized } from './keys.server.ts'
import { type IntentRow, intentObject } from './objects.ts'
import { groupOf, missingParam, refuseUnknown, requiredTextOf, textOf, wordOf } from './params.ts'
import { type CardError, type CardInput, type StoredCard, cardOfPaymentMethod, judgeCard } from './test-cards.ts'
import { WireError, invalidRequest } from './wire.ts'

/** Cards that may be tried on one intent a minute. */
const attemptsAMinute = 10

type Attempt = { charge: string; paymentMethod: string; card: StoredCard | undefined }

/** `POST payment_intents/:id/confirm`: tries to pay with a card. */
export async function confirmIntent(call: Call): Promise<Outcome> {
  refuseUnknown(call.params, ['client_secret', 'payment_method', 'payment_method_data', 'return_url', 'use_stripe_sdk'])
  const intent = await openIntent<Turn>(call, turn)
  if (!openStates.includes(intent.status)) throw await unexpectedState(call, 'confirm')
  const verdict = judgeCard(readCard(call), call.at)
  if (!intent.is_its_turn) {
    const { busy: message } = paymentsTexts.sandbox
    throw new WireError(429, { type: 'invalid_request_error', code: 'lock_timeout', message })
  }
  if (verdict.kind === 'unusable') {
    await requireNotTooOften(call)
    throw new WireError(402, { type: 'card_error', ...verdict.error })
  }
  const attempt = { charge: newWireId('ch'), paymentMethod: newWireId('pm'), card: verdict.card }
  if (verdict.kind === 'declined') return decline(call, attempt, verdict.error)
  return verdict.kind === 'challenged' ? challenge(call, attempt) : approve(call, attempt)
}

type Turn = { is_its_turn: boolean }

/**
 * Against many cards in a moment, before the shop hears of the first and takes the intent away. As Stripe does, one call
 * at a time works on an intent, and another one at that moment is answered 429 `lock_timeout`. Stripe limits the calls of
 * an intent too (429; by its documentation 1,000 an hour) and stops card testing well before that, by rules that it does
 * not publish: the limit here stands for both. It is looked at by a later statement, which sees what the turn before has written.
 */
const turn = sql`, pg_try_advisory_xact_lock(hashtextextended('sandbox/confirm/' || id, 0)) as is_its_turn`

const isNotTooOften = ({ id, at }: Call) => sql<boolean>`(
  select count(*) from sandbox.event
  where payment_intent_id = ${id} and created_at > ${new Date(at.getTime() - 60_000)}
    and type in ('payment_intent.payment_failed', 'payment_intent.requires_action')) < ${attemptsAMinute}`

async function requireNotTooOften(call: Call): Promise<void> {
  const { rows } = await sql<{ is: boolean }>`select ${isNotTooOften(call)} as is`.execute(call.db)
  if (rows[0]?.is) return
  const { too_often: message } = paymentsTexts.sandbox
  throw new WireError(429, { type: 'rate_limit_error', code: 'payment_intent_rate_limit_exceeded', message })
}

/**
 * `POST payment_intents/:id/authenticate`: the customer's answer to the 3-D Secure challenge. Stripe has no such call:
 * there the customer's bank answers. It is the browser's alone, so the shop's secret key does not open it.
 */
export async function authenticateIntent(call: Call): Promise<Outcome> {
  if (call.key === 'secret') {
    throw unauthorized('The challenge is answered by the customer: use the publishable key and the client_secret.')
  }
  refuseUnknown(call.params, ['client_secret', 'outcome'])
  const outcome = wordOf(call.params, 'outcome', ['pass', 'fail'])
  if (outcome === undefined) throw missingParam('outcome')
  const intent = await openIntent(call)
  const card = storedCardOf(intent)
  const error = authenticationError(intent, card)
  const { rows } = await sql<IntentRow>`
    update sandbox.payment_intent set
      status = ${outcome === 'pass' ? 'succeeded' : 'requires_payment_method'},
      amount_received = ${outcome === 'pass' ? sql`amount` : 0},
      payment_method = ${outcome === 'pass' ? sql`payment_method` : null},
      last_payment_error = ${outcome === 'pass' ? null : JSON.stringify(error)}::jsonb
    where id = ${intent.id} and status = 'requires_action'
    returning *`.execute(call.db)
  const row = rows[0]
  if (!row) throw await unexpectedState(call, 'authenticate')
  if (outcome === 'pass') await disputeLater(call, row)
  const type = outcome === 'pass' ? 'payment_intent.succeeded' : 'payment_intent.payment_failed'
  return { status: 200, body: viewFor(call, row), events: [eventAbout(row, type)] }
}

const eventAbout = (row: IntentRow, type: Happening['type']): Happening => ({
  type,
  intentId: row.id,
  object: intentObject(row),
})

async function approve(call: Call, attempt: Attempt): Promise<Outcome> {
  const row = await writeAttempt(call, attempt, { status: 'succeeded' })
  await disputeLater(call, row)
  return { status: 200, body: viewFor(call, row), events: [eventAbout(row, 'payment_intent.succeeded')] }
}

async function challenge(call: Call, attempt: Attempt): Promise<Outcome> {
  const row = await writeAttempt(call, attempt, { status: 'requires_action' })
  return { status: 200, body: viewFor(call, row), events: [eventAbout(row, 'payment_intent.requires_action')] }
}

/** A declined attempt is written and answered with 402; the intent waits for another card. */
async function decline(call: Call, attempt: Attempt, cause: CardError): Promise<Outcome> {
  const error = {
    type: 'card_error' as const,
    ...cause,
    charge: attempt.charge,
    payment_method: paymentMethodObject(attempt.paymentMethod, attempt.card),
  }
  const row = await writeAttempt(call, attempt, { status: 'requires_payment_method', error })
  const body = { error: { ...error, payment_intent: viewFor(call, row) } }
  return { status: 402, body, events: [eventAbout(row, 'payment_intent.payment_failed')] }
}

type Change = { status: 'succeeded' | 'requires_action' | 'requires_payment_method'; error?: object }

/** The one place where a card changes an intent: only while it is open, whoever else tries at the same moment. */
async function writeAttempt(call: Call, attempt: Attempt, change: Change): Promise<IntentRow> {
  const { rows } = await sql<IntentRow>`
    update sandbox.payment_intent set
      status = ${change.status},
      amount_received = ${change.status === 'succeeded' ? sql`amount` : 0},
      latest_charge = ${attempt.charge},
      payment_method = ${change.error ? null : attempt.paymentMethod},
      card_brand = ${attempt.card?.brand ?? null}, card_last4 = ${attempt.card?.last4 ?? null},
      attempted_at = ${call.at},
      last_payment_error = ${change.error ? JSON.stringify(change.error) : null}::jsonb
    where id = ${call.id} and status in ('requires_payment_method', 'requires_action') and ${isNotTooOften(call)}
    returning *`.execute(call.db)
  if (rows[0]) return rows[0]
  await requireNotTooOften(call)
  throw await unexpectedState(call, 'confirm')
}

function readCard(call: Call): CardInput {
  const name = textOf(call.params, 'payment_method')
  const data = groupOf(call.params, 'payment_method_data')
  if (name !== undefined) {
    const card = cardOfPaymentMethod(name, call.at)
    if (!card) throw invalidRequest('resource_missing', `No such PaymentMethod: '${name}'`, 'payment_method')
    return card
  }
  if (!data) throw missingParam('payment_method_data')
  // The holder's name and address are taken and let go: the sandbox has no use for them.
  refuseUnknown(data, ['type', 'card', 'billing_details', 'allow_redisplay', 'metadata'])
  wordOf(data, 'type', ['card'])
  const card = groupOf(data, 'card')
  if (!card) throw missingParam('payment_method_data[card]')
  refuseUnknown(card, ['number', 'exp_month', 'exp_year', 'cvc'])
  return {
    number: requiredTextOf(card, 'number'),
    expMonth: numberOf(requiredTextOf(card, 'exp_month')),
    expYear: numberOf(requiredTextOf(card, 'exp_year')),
    cvc: textOf(card, 'cvc'),
  }
}

/** What is not a number is no month and no year either: the card's own check refuses it. */
function numberOf(text: string): number {
  return /^\d{1,4}$/.test(text) ? Number(text) : -1
}

function storedCardOf(intent: IntentRow): StoredCard | undefined {
  const { card_brand: brand, card_last4: last4 } = intent
  const isKnown = brand === 'visa' || brand === 'mastercard' || brand === 'amex'
  return isKnown && last4 !== null ? { brand, last4 } : undefined
}

function authenticationError(intent: IntentRow, card: StoredCard | undefined): object {
  return {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message: paymentsTexts.sandbox.authentication_failure,
    charge: intent.latest_charge,
    payment_method: paymentMethodObject(intent.payment_method ?? '', card),
  }
}

function paymentMethodObject(id: string, card: StoredCard | undefined): object {
  return {
    id,
    object: 'payment_method',
    type: 'card',
    livemode: false,
    ...(card && { card: { brand: card.brand, last4: card.last4 } }),
  }
}
