import * as z from 'zod/mini'
import { optionalDay } from '#kernel/days'
import { endpoint } from '#kernel/endpoint'
import { optionalText, paging } from '#kernel/fields'

/**
 * One line of the trail. `subject.label` is what people call it: an order's number, a tool's name. A customer has a name and an address
 * for those who may see customers.
 */
export const AuditRow = z.object({
  _id: z.string(),
  at: z.string(),
  actor: z.object({
    kind: z.enum(['customer', 'admin', 'system', 'provider', 'operator']),
    id: z.nullable(z.string()),
    name: z.nullable(z.string()),
    email: z.nullable(z.string()),
    isDeleted: z.boolean(),
  }),
  action: z.string(),
  subject: z.object({ kind: z.string(), id: z.string(), label: z.nullable(z.string()) }),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
})
export type AuditRow = z.infer<typeof AuditRow>

export const adminContract = {
  listAudit: endpoint('GET /audit', {
    summary:
      'The audit trail, newest first, by page. `actor`: an email or account id; `action`: one action, or all that begin so (`order.`); `subject`: an id, an order number, or a kind (`tool`); `from` and `to`: days in the shop’s time zone, both included.',
    access: 'staff:audit',
    paged: true,
    query: z.object({
      ...paging(),
      actor: optionalText(254),
      action: optionalText(80),
      subject: optionalText(80),
      from: optionalDay,
      to: optionalDay,
    }),
    answer: z.array(AuditRow),
  }),
}
