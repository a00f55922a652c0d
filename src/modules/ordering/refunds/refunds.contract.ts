import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'
import { Id, decimalAmount, optionalLines, wholeNumber } from '#kernel/fields'
import { refundReasons, refundStates } from '../orders/orders.rules.ts'
import { orderFieldTexts } from '../fields.texts.ts'

/** What an admin asks to go back. Without `amount`, all that is left. */
export const RefundRequest = z.object({
  amount: z.optional(decimalAmount(() => orderFieldTexts.amount)),
  returned: z.optional(
    z
      .array(
        z.object({
          position: wholeNumber(() => orderFieldTexts.line),
          quantity: wholeNumber(() => orderFieldTexts.quantity),
        }),
      )
      .check(z.maxLength(200, { error: () => orderFieldTexts.lines(200) })),
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

export const refundsContract = {
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
    body: z.object({ tries: wholeNumber(() => orderFieldTexts.tries) }),
    answer: z.object({ modifiedCount: z.number() }),
    refusals: ['order-gone', 'refund-gone', 'refund-too-much', 'too-many-returned', 'payment-disputed'],
  }),
}
