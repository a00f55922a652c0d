import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'
import { Id, decimalAmount, optionalLines, requiredText, wholeNumber } from '#kernel/fields'
import { refundReasons, refundStates } from '../orders/orders.rules.ts'
import { disputeStandings } from './payments.rules.ts'

/** What an admin asks to go back. Without `amount`, all that is left. */
export const RefundRequest = z.object({
  amount: z.optional(decimalAmount('Amount is required')),
  returned: z.optional(
    z
      .array(z.object({ position: wholeNumber('Choose a line'), quantity: wholeNumber('Choose a quantity') }))
      .check(z.maxLength(200, 'Use at most 200 lines.')),
  ),
  reason: optionalLines(300),
})

/**
 * Money that went back, or is about to. `cause`: asked for by an admin, money that came for a closed order, or made at the
 * payment provider past the shop.
 */
export const Refund = z.object({
  _id: z.string(),
  amount: z.number(),
  currency: z.string(),
  state: z.enum(refundStates),
  cause: z.enum(refundReasons),
  reason: z.nullable(z.string()),
  /** The provider's word for why it failed: for admins; for customers only that all had gone back already. */
  failure: z.nullable(z.string()),
  /** How often the shop has asked for it, and whether it failed and what it needs is still there. */
  tries: z.number(),
  resendable: z.boolean(),
  requestedAt: z.string(),
  doneAt: z.nullable(z.string()),
  /** Units that come back to stock with it, or have. */
  returned: z.array(z.object({ position: z.number(), quantity: z.number(), toolName: z.string() })),
})
export type Refund = z.infer<typeof Refund>

/** A customer's bank that disputes a payment. `reason` is the provider's word. */
export const Dispute = z.object({
  _id: z.string(),
  /** How it is found at the provider, where the shop answers it. */
  providerId: z.string(),
  amount: z.number(),
  currency: z.string(),
  reason: z.string(),
  standing: z.enum(disputeStandings),
  /** The bank has the money, so the payment cannot be refunded. */
  keepsMoney: z.boolean(),
  answerBy: z.nullable(z.string()),
  openedAt: z.string(),
  closedAt: z.nullable(z.string()),
})
export type Dispute = z.infer<typeof Dispute>

export const paymentsContract = {
  createPaymentIntent: endpoint('POST /create-payment-intent', {
    summary: 'Opens the payment of an unpaid order. The amount is the order’s; asking again returns the same intent.',
    access: 'owner',
    body: z.object({ price: decimalAmount('price is required'), orderId: z.optional(Id) }),
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
      transactionId: requiredText('transactionId is required', 255),
    }),
    answer: z.object({ modifiedCount: z.number() }),
    refusals: ['order-gone', 'payment-not-confirmed', 'payment-provider-unreachable'],
  }),
  getPayment: endpoint('GET /payment/:id', {
    summary: 'The transaction id of a paid order; by a tool’s id, of the caller’s latest paid order of it.',
    access: 'owner-or-staff:orders',
    params: z.object({ id: Id }),
    answer: z.object({ transactionId: z.string() }),
    refusals: ['not-paid'],
  }),
  refundOrder: endpoint('POST /orders/:id/refunds', {
    summary:
      'Sends money of a paid order back: all that is left, or `amount`. `returned` units go back on the shelf: with `amount`, those that have left first. The provider is asked at once, by a job; GET says how it ended.',
    access: 'staff:refunds',
    idempotent: true,
    params: z.object({ id: Id }),
    body: RefundRequest,
    answer: z.object({ insertedId: z.string(), amount: z.number() }),
    refusals: [
      'order-gone',
      'order-unpaid',
      'refund-too-much',
      'too-many-returned',
      'payment-disputed',
      'idempotency-key-reused',
    ],
  }),
  listRefunds: endpoint('GET /orders/:id/refunds', {
    summary: 'The refunds of an order, oldest first.',
    access: 'owner-or-staff:orders',
    params: z.object({ id: Id }),
    answer: z.array(Refund),
    refusals: ['order-gone'],
  }),
  resendRefund: endpoint('POST /orders/:id/refunds/:refundId/tries', {
    summary:
      'Sends a refund that failed again. `tries` is how many the caller has seen: pressed twice, or by two at once, it is one new try.',
    access: 'staff:refunds',
    params: z.object({ id: Id, refundId: Id }),
    body: z.object({ tries: wholeNumber('Say how many tries there were') }),
    answer: z.object({ modifiedCount: z.number() }),
    refusals: ['order-gone', 'refund-gone', 'refund-too-much', 'too-many-returned', 'payment-disputed'],
  }),
  listDisputes: endpoint('GET /orders/:id/disputes', {
    summary: 'The disputes of an order’s payments, oldest first.',
    access: 'staff:orders',
    params: z.object({ id: Id }),
    answer: z.array(Dispute),
    refusals: ['order-gone'],
  }),
  receiveProviderEvent: endpoint('POST /webhooks/payments', {
    summary: 'The payment provider’s signed events. An event is a hint: what it is about is fetched and checked.',
    access: 'provider',
    rawBody: true,
    answer: z.object({ received: z.literal(true) }),
    refusals: ['signature-invalid', 'payment-provider-unreachable'],
  }),
}
