import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'
import { Id, optionalLines, wholeNumber } from '#kernel/fields'
import { orderFieldTexts } from '../fields.texts.ts'

/** Units to cancel; `left` is how many the caller has seen that could be: where that is no longer so, somebody decides anew. */
const Cancellation = z.object({
  lines: z
    .array(
      z.object({
        position: wholeNumber(() => orderFieldTexts.line),
        quantity: wholeNumber(() => orderFieldTexts.quantity),
        left: wholeNumber(() => orderFieldTexts.left),
      }),
      { error: () => orderFieldTexts.unit },
    )
    .check(
      z.minLength(1, { error: () => orderFieldTexts.unit }),
      z.maxLength(500, { error: () => orderFieldTexts.lines(500) }),
    ),
  reason: optionalLines(300),
})

export const cancellationsContract = {
  cancelUnits: endpoint('POST /orders/:id/cancellation', {
    summary:
      'Cancels units of an order that have not left the shop. Unpaid, the order gets cheaper and its units are free; paid, their money goes back as a refund. `left` says how many could be cancelled when the caller decided: an order of which others are left is refused.',
    access: 'staff:cancellations',
    idempotent: 'by-verb',
    params: z.object({ id: Id }),
    body: Cancellation,
    answer: z.object({
      modifiedCount: z.number(),
      /** What goes back, of a paid order; what the order costs less, of an unpaid one. */
      amount: z.number(),
    }),
    refusals: [
      'order-gone',
      'order-not-open',
      'order-changed',
      'refund-too-much',
      'payment-disputed',
      'payment-processing',
      'payment-provider-unreachable',
      'idempotency-key-reused',
    ],
  }),
}
