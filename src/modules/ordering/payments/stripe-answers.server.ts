import type Stripe from 'stripe'
import { ProviderUnreachable } from './port.server.ts'

/** What the answers of Stripe's SDK leave to be asked. */

/** What an error of the SDK names as its type. Its classes are there only once it is loaded. */
type ErrorType = keyof typeof Stripe.errors & `Stripe${string}Error`

/** Whether the SDK has made this error; of this type, where one is named. */
export function isStripeError(error: unknown, type?: ErrorType): error is Stripe.errors.StripeError {
  if (!(error instanceof Error) || !('type' in error)) return false
  return type === undefined ? String(error.type).startsWith('Stripe') : error.type === type
}

/** Whether an answer is the first one to its idempotency key, sent again. */
export const isReplay = (headers: object): boolean =>
  new Map(Object.entries(headers)).get('idempotent-replayed') === 'true'

/**
 * A provider keeps an answer under its key even when the answer is a failure of its own: asked again, it fails again, for a
 * day. Such a key is used up.
 */
export function isStoredFailure(error: unknown): boolean {
  return isStripeError(error, 'StripeAPIError') && isReplay(error.headers ?? {})
}

/** What answers in the provider's place, such as a page of the network's own, may speak JSON too. */
export function requireObject(answer: { object: string }, kind: string): void {
  if (answer.object !== kind) throw new ProviderUnreachable(`the payment provider's answer is no ${kind}`)
}
