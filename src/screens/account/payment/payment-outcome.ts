import type { Order } from '#contracts/ordering'
import { paymentsTexts } from '#texts/ordering'

/** As much of a provider's result as the form acts on. */
export type ConfirmResult = {
  paymentIntent?: { id: string; status: string } | undefined
  error?: { message?: string | undefined; payment_intent?: { id: string; status: string } | undefined } | undefined
}

export type PaymentOutcome =
  | { kind: 'paid'; transactionId: string }
  | { kind: 'processing' }
  /** `isDeclined`: a card was tried and turned down, which counts; what the form itself refuses does not. */
  | { kind: 'failed'; message: string; isDeclined: boolean }

/**
 * What a confirmation came to. An error may speak of an intent that has succeeded: then an earlier attempt went
 * through whose answer was lost on the way, and the money must not be asked for again.
 */
export function outcomeOf({ paymentIntent, error }: ConfirmResult): PaymentOutcome {
  const intent = paymentIntent ?? error?.payment_intent
  const texts = paymentsTexts.form
  if (intent?.status === 'succeeded') return { kind: 'paid', transactionId: intent.id }
  if (intent?.status === 'processing' || intent?.status === 'requires_capture') return { kind: 'processing' }
  if (intent?.status === 'canceled') return { kind: 'failed', message: texts.canceled, isDeclined: false }
  const isDeclined = error !== undefined && intent?.status === 'requires_payment_method'
  return { kind: 'failed', message: error?.message || texts.failed, isDeclined }
}

/** Why no card is charged for an order that is neither paid nor waits for its payment. */
export function whyNoCard({ paymentState }: Pick<Order, 'paymentState'>): { title: string; text: string } {
  const { deleted, expired, closedText, onAccount, onAccountText } = paymentsTexts.page
  if (paymentState === 'on-account') return { title: onAccount, text: onAccountText }
  return { title: paymentState === 'expired' ? expired : deleted, text: closedText }
}
