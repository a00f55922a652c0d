import { sql } from 'kysely'
import type { Database } from '#platform/database'
import type { Call, Outcome } from './call.server.ts'
import { isSame, newClientSecret, newWireId, unauthorized } from './keys.server.ts'
import { type IntentRow, type SandboxStatus, intentObject, publicIntentObject } from './objects.ts'
import { amountOf, metadataOf, missingParam, refuseUnknown, requiredTextOf, textOf, wordOf } from './params.ts'
import { type Answer, WireError, invalidRequest, noSuch } from './wire.ts'

/** `POST payment_intents` */
export async function createIntent(call: Call): Promise<Outcome> {
  const { params } = call
  refuseUnknown(params, [
    'amount',
    'currency',
    'metadata',
    'description',
    'allowed_payment_method_types',
    'payment_method_types',
    'capture_method',
    'confirmation_method',
  ])
  const amount = amountOf(params)
  if (amount === undefined) throw missingParam('amount')
  const currency = requiredTextOf(params, 'currency').toLowerCase()
  if (!/^[a-z]{3}$/.test(currency))
    throw invalidRequest('parameter_invalid_string', `Invalid currency: ${currency}`, 'currency')
  const description = textOf(params, 'description') ?? null
  const metadata = withoutEmpty(metadataOf(params) ?? {})
  refuseOtherWays(call)
  const id = newWireId('pi')
  const { rows } = await sql<IntentRow>`
    insert into sandbox.payment_intent (id, client_secret, amount, currency, description, metadata, created_at)
    values (${id}, ${newClientSecret(id)}, ${amount}, ${currency}, ${description},
      ${JSON.stringify(metadata)}::jsonb, ${call.at})
    returning *`.execute(call.db)
  const body = intentObject(onlyRow(rows))
  return { status: 200, body, events: [{ type: 'payment_intent.created', intentId: id, object: body }] }
}

/** `GET payment_intents/:id` */
export async function retrieveIntent(call: Call): Promise<Answer> {
  refuseUnknown(call.params, ['client_secret'])
  return { status: 200, body: viewFor(call, await openIntent(call)) }
}

/** `POST payment_intents/:id`: another amount or other metadata, while nothing is paid. */
export async function updateIntent(call: Call): Promise<Answer> {
  const { params } = call
  refuseUnknown(params, ['amount', 'metadata', 'description'])
  const amount = amountOf(params) ?? null
  const description = textOf(params, 'description') ?? null
  const changes = Object.entries(metadataOf(params) ?? {}).map(([name, value]) => [name, value === '' ? null : value])
  await findIntent(call)
  const { rows } = await sql<IntentRow>`
    update sandbox.payment_intent set amount = coalesce(${amount}::integer, amount),
      description = coalesce(${description}::text, description), last_payment_error = null,
      metadata = jsonb_strip_nulls(metadata || ${JSON.stringify(Object.fromEntries(changes))}::jsonb)
    where id = ${call.id} and status in ('requires_payment_method', 'requires_action')
    returning *`.execute(call.db)
  if (!rows[0]) throw await unexpectedState(call, 'update')
  return { status: 200, body: intentObject(rows[0]) }
}

/** `POST payment_intents/:id/cancel` */
export async function cancelIntent(call: Call): Promise<Outcome> {
  refuseUnknown(call.params, ['cancellation_reason'])
  const reasons = ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']
  const reason = wordOf(call.params, 'cancellation_reason', reasons) ?? null
  await findIntent(call)
  const { rows } = await sql<IntentRow>`
    update sandbox.payment_intent set status = 'canceled', canceled_at = ${call.at}, cancellation_reason = ${reason}
    where id = ${call.id} and status in ('requires_payment_method', 'requires_action')
    returning *`.execute(call.db)
  const row = rows[0]
  if (!row) throw await unexpectedState(call, 'cancel')
  const body = intentObject(row)
  return { status: 200, body, events: [{ type: 'payment_intent.canceled', intentId: row.id, object: body }] }
}

/** The intent that the call names, for whoever may see it: a browser must also know its client secret. `more`: columns beside its own. */
export async function openIntent<More = unknown>(call: Call, more = sql``): Promise<IntentRow & More> {
  const given = textOf(call.params, 'client_secret')
  if (call.key === 'publishable' && given === undefined) {
    throw unauthorized(
      'A publishable key opens a payment intent only together with its client_secret.',
      'secret_key_required',
    )
  }
  const row = await findIntent<More>(call, more)
  // No hint whether the intent exists: one client secret says nothing about another's.
  if (given !== undefined && !isSame(given, row.client_secret)) throw noSuch('payment_intent', call.id, 'intent')
  return row
}

/** What the caller may see of an intent. */
export function viewFor(call: Pick<Call, 'key'>, row: IntentRow): object {
  return call.key === 'secret' ? intentObject(row) : publicIntentObject(row)
}

/** The refusal of a transition that the intent's state does not allow, with the intent as it is now. */
export async function unexpectedState(
  call: Call,
  verb: 'confirm' | 'cancel' | 'update' | 'authenticate',
): Promise<WireError> {
  const row = await findIntent(call)
  const message =
    verb === 'confirm' && row.status === 'succeeded'
      ? 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
      : `You cannot ${verb} this PaymentIntent because it has a status of ${row.status}.`
  return new WireError(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message,
    payment_intent: viewFor(call, row),
  })
}

export const openStates: readonly SandboxStatus[] = ['requires_payment_method', 'requires_action']

async function findIntent<More>(call: { db: Database; id: string }, more = sql``): Promise<IntentRow & More> {
  const { rows } = await sql<IntentRow & More>`
    select * ${more} from sandbox.payment_intent where id = ${call.id}`.execute(call.db)
  if (!rows[0]) throw noSuch('payment_intent', call.id, 'intent')
  return rows[0]
}

export function onlyRow<T>(rows: T[]): T {
  const [row] = rows
  if (!row) throw new Error('the statement answered no row')
  return row
}

/** The sandbox captures cards at once; a call that asks for another way must not believe that it got it. */
function refuseOtherWays({ params }: Call): void {
  wordOf(params, 'capture_method', ['automatic', 'automatic_async'])
  wordOf(params, 'confirmation_method', ['automatic'])
  const former = 'payment_method_types'
  if (params[former] !== undefined) {
    // So does Stripe since 2026-09-30: the shop must not learn of it from its first real customer.
    throw invalidRequest(
      `${former}_no_longer_supported`,
      `Use allowed_payment_method_types instead of ${former}.`,
      former,
    )
  }
  const name = 'allowed_payment_method_types'
  const types = params[name]
  const hasCard = types === undefined || (Array.isArray(types) && types.includes('card'))
  if (!hasCard) throw invalidRequest('parameter_invalid_string', 'The sandbox takes cards only.', name)
}

function withoutEmpty(metadata: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== ''))
}
