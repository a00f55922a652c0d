import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'
import { Id, decimalAmount, requiredText } from '#kernel/fields'
import { orderFieldTexts } from '../fields.texts.ts'

export const paymentsContract = {
  createPaymentIntent: endpoint('POST /create-payment-intent', {
    summary: 'Opens the payment of an unpaid order. The amount is the order’s; asking again returns the same intent.',
    access: 'owner',
    body: z.object({ price: decimalAmount(() => orderFieldTexts.paid), orderId: z.optional(Id) }),
    answer: z.object({
      clientSecret: z.string(),
      orderId: z.string(),
      /** Cards that may be declined before payment is closed for a while. */
      triesLeft: z.number(),
    }),
    refusals: [
      'order-gone',
      'order-paid',
      'order-not-open',
      'order-needed',
      'price-changed',
      'too-many-declines',
      'payment-not-possible',
      'payment-provider-unreachable',
    ],
  }),
  reportPayment: endpoint('PATCH /tools/:id', {
    summary: 'Reports a payment. The provider is asked; only its word marks the order paid.',
    access: 'owner',
    params: z.object({ id: Id }),
    body: z.object({
      tool: z.optional(Id),
      transactionId: requiredText(() => orderFieldTexts.transaction, 255),
    }),
    answer: z.object({ modifiedCount: z.number() }),
    refusals: ['order-gone', 'payment-not-confirmed', 'payment-provider-unreachable'],
  }),
  getPayment: endpoint('GET /payment/:id', {
    summary:
      'The transaction id of an order that a card paid; by a tool’s id, of the caller’s latest such order of it.',
    access: 'owner-or-staff:orders',
    params: z.object({ id: Id }),
    answer: z.object({ transactionId: z.string() }),
    refusals: ['not-paid'],
  }),
  receiveProviderEvent: endpoint('POST /webhooks/payments', {
    summary: 'The payment provider’s signed events. An event is a hint: what it is about is fetched and checked.',
    access: 'provider',
    rawBody: true,
    answer: z.object({ received: z.literal(true) }),
    refusals: ['signature-invalid', 'payment-provider-unreachable'],
  }),
}
