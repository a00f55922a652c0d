import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'
import { Id } from '#kernel/fields'
import { disputeStandings } from '../orders/disputes.rules.ts'

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

export const disputesContract = {
  listDisputes: endpoint('GET /orders/:id/disputes', {
    summary: 'The disputes of an order’s payments, oldest first.',
    access: 'staff:orders',
    params: z.object({ id: Id }),
    answer: z.array(Dispute),
    refusals: ['order-gone'],
  }),
}
