import { sql } from 'kysely'
import { sandboxSecrets } from '../shop/compose.ts'
import type { Lane } from './lane.ts'
import type { Card } from './model.ts'

const challenged = '4000002500003155'
const numbers: Record<Card, string> = {
  good: '4242424242424242',
  declined: '4000000000000002',
  'challenge-passed': challenged,
  'challenge-failed': challenged,
  'challenge-left': challenged,
}

const statuses: Record<string, string> = {
  requires_payment_method: 'open',
  requires_action: 'challenged',
  succeeded: 'succeeded',
}

/** Pays at the provider as the browser does, with its key and the intent's secret. Answers with the intent's status. */
export async function confirm(lane: Lane, intentId: string, card: Card): Promise<string> {
  const { rows } = await sql<{ client_secret: string }>`
    select client_secret from payment_intent where id = ${intentId}`.execute(lane.db)
  const secret = { client_secret: rows[0]?.client_secret ?? '' }
  const confirmed = await post(lane, `payment_intents/${intentId}/confirm`, {
    ...secret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': numbers[card],
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': String(lane.system.now().getFullYear() + 2),
    'payment_method_data[card][cvc]': '123',
  })
  if (confirmed !== 'challenged' || card === 'challenge-left') return confirmed
  const outcome = card === 'challenge-passed' ? 'pass' : 'fail'
  return post(lane, `payment_intents/${intentId}/authenticate`, { ...secret, outcome })
}

type Spoken = { status?: string; error?: { code: string; payment_intent?: { status: string } } }

async function post(lane: Lane, path: string, form: Record<string, string>): Promise<string> {
  const answer = await fetch(`${lane.base}/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandboxSecrets.publishableKey}` },
    body: new URLSearchParams(form),
  })
  const body = (await answer.json()) as Spoken
  if (body.error?.code === 'payment_intent_unexpected_state') return body.error.code
  const status = body.status ?? body.error?.payment_intent?.status ?? ''
  return statuses[status] ?? `unknown: ${JSON.stringify(body)}`
}
