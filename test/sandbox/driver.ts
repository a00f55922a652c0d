import Stripe from 'stripe'
import { expect } from 'vitest'
import { type Received, type Rig, type WireAnswer, cardForm, send, waitFor } from './rig.ts'

/** What shop and customer do with the sandbox, in the words of the tests. */
export type Driver = {
  create(given?: {
    amount?: number
    currency?: string
    metadata?: Record<string, string>
  }): Promise<Stripe.Response<Stripe.PaymentIntent>>
  /** Pays as a customer's browser does. */
  pay(intent: Stripe.PaymentIntent, number: string, extra?: Record<string, string>): Promise<WireAnswer>
  authenticate(intent: Stripe.PaymentIntent, outcome: string, key?: string): Promise<WireAnswer>
  /** The events of an intent that the receiver took. */
  eventsOf(id: string): Received[]
  expectEvents(id: string, types: string[]): Promise<void>
}

export function driverOf(rig: Rig): Driver {
  const eventsOf = (id: string) => rig.received.filter(event => event.intentId === id && event.status === 200)
  return {
    eventsOf,
    create: ({ amount = 5990, currency = 'usd', metadata = {} } = {}) =>
      rig.stripe.paymentIntents.create({ amount, currency, metadata: { order_id: '7', ...metadata } }),
    pay(intent, number, extra = {}) {
      const form = { client_secret: intent.client_secret ?? '', ...cardForm(number, extra) }
      return send(rig, `payment_intents/${intent.id}/confirm`, { key: rig.secrets.publishableKey, form })
    },
    authenticate(intent, outcome, key = rig.secrets.publishableKey) {
      const form = { client_secret: intent.client_secret ?? '', outcome }
      return send(rig, `payment_intents/${intent.id}/authenticate`, { key, form })
    },
    async expectEvents(id, types) {
      await waitFor(() => eventsOf(id).length >= types.length)
      const sorted = (texts: string[]) => texts.toSorted((left, right) => left.localeCompare(right))
      expect(sorted(eventsOf(id).map(event => event.type))).toEqual(sorted(types))
    },
  }
}

/** The error that a call of the SDK must end in. */
export async function refusalOf(promise: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof Stripe.errors.StripeError)) throw new Error('a refusal of the provider was expected')
  return error
}
