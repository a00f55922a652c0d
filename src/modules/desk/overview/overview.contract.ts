import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'
import { todoKinds } from './overview.rules.ts'

/** What waits for somebody. `most` at a time are counted: `isMore` says that there are more. */
const Count = z.object({ count: z.number(), isMore: z.boolean() })
export type Count = z.infer<typeof Count>

/**
 * What came in and went back in a day or a month of the shop's time zone: `2026-11-24`, `2026-11`. Decimals of the currency, tax and
 * delivery included; `received` is money that pays orders, on the day on which it came, `revenue` that less what went back, as a
 * customer's turnover is.
 */
export const Sales = z.object({
  period: z.string(),
  orders: z.number(),
  received: z.number(),
  revenue: z.number(),
  refunded: z.number(),
})
export type Sales = z.infer<typeof Sales>

export const overviewContract = {
  getOverview: endpoint('GET /overview', {
    summary:
      'What there is to do, and how the shop sells: the last 30 days, the last 12 months, best sellers and best customers.',
    access: 'staff:reports',
    answer: z.object({
      todo: z.record(z.enum(todoKinds), Count),
      currency: z.string(),
      days: z.array(Sales),
      months: z.array(Sales),
      /** By units sold in 30 days. */
      bestSellers: z.array(z.object({ tools_id: z.string(), name: z.string(), units: z.number() })),
      /** By what they have paid and kept in 90 days. */
      bestCustomers: z.array(
        z.object({
          accountId: z.string(),
          name: z.string(),
          email: z.string(),
          orders: z.number(),
          amount: z.number(),
        }),
      ),
    }),
  }),
}
