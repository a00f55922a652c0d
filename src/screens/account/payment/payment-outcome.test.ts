import { expect, it } from 'vitest'
import { paymentsTexts } from '../../../modules/ordering/payments/payments.texts.ts'
import { outcomeOf, whyNoCard } from './payment-outcome.ts'

const texts = paymentsTexts.form

it.each([
  [{ paymentIntent: { id: 'pi_1', status: 'succeeded' } }, { kind: 'paid', transactionId: 'pi_1' }],
  [
    { error: { message: 'already', payment_intent: { id: 'pi_1', status: 'succeeded' } } },
    { kind: 'paid', transactionId: 'pi_1' },
  ],
  [{ paymentIntent: { id: 'pi_1', status: 'processing' } }, { kind: 'processing' }],
  [
    { error: { message: 'Your card was declined.' } },
    { kind: 'failed', message: 'Your card was declined.', isDeclined: false },
  ],
  [
    {
      error: { message: 'Your card was declined.', payment_intent: { id: 'pi_1', status: 'requires_payment_method' } },
    },
    { kind: 'failed', message: 'Your card was declined.', isDeclined: true },
  ],
  [
    { error: { message: 'no', payment_intent: { id: 'pi_1', status: 'canceled' } } },
    { kind: 'failed', message: texts.canceled, isDeclined: false },
  ],
  [
    { paymentIntent: { id: 'pi_1', status: 'requires_action' } },
    { kind: 'failed', message: texts.failed, isDeclined: false },
  ],
  [{ error: {} }, { kind: 'failed', message: texts.failed, isDeclined: false }],
  [{}, { kind: 'failed', message: texts.failed, isDeclined: false }],
])('%j comes to %j', (result, outcome) => {
  expect(outcomeOf(result)).toEqual(outcome)
})

it.each([
  ['expired', 'This order has expired'],
  ['cancelled', 'This order was deleted'],
  ['on-account', 'This order is on account'],
] as const)('says why no card is charged for an order that is %s', (paymentState, title) => {
  expect(whyNoCard({ paymentState }).title).toBe(title)
})
